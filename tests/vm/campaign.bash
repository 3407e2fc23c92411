# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
# shellcheck shell=bash
# Campaigns of two kernels with a QEMU that is a script.

load fake

setup() {
  fake_setup
}

teardown() {
  end_guests
}

# campaign_of_two STATUS OPTIONS...
campaign_of_two() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" vm --kernel base="$old" --kernel new="$new" "$@"
  echo "wanted $want, got $status: $stderr"
  [[ $status -eq $want ]]
}

# vm STATUS OPTIONS...: the campaign "c".
vm() {
  campaign_of_two "$1" --campaign c "${@:2}"
}

# The same, going on.
vm_resume() {
  campaign_of_two "$1" --resume c "${@:2}"
}

# results_of LABEL: how many.
results_of() {
  find "$PTEBENCH_RESULTS/c/$1" -name 'block-*.json' | wc -l
}
