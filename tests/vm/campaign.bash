# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
# shellcheck shell=bash
# Campaigns of two kernels with a QEMU that is a script.

load fake

# vm STATUS OPTIONS...: the campaign "c" of two kernels.
vm() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" vm --kernel base="$old" --kernel new="$new" --campaign c "$@"
  echo "wanted $want, got $status: $stderr"
  [[ $status -eq $want ]]
}

# The same, going on.
vm_resume() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" vm --kernel base="$old" --kernel new="$new" --resume c "$@"
  echo "wanted $want, got $status: $stderr"
  [[ $status -eq $want ]]
}

# results_of LABEL: how many.
results_of() {
  find "$PTEBENCH_RESULTS/c/$1" -name 'block-*.json' | wc -l
}
