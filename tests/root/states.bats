#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # bats: each test is a subshell; run sets stderr
# Pages in other states than written and exclusive, on the kernel that is running.

bats_require_minimum_version 1.5.0
load ../common

setup() {
  need_folios
  cd "$BATS_TEST_TMPDIR" || exit 1
  before=$(thp_settings)
}

teardown() {
  [ -z "${before:-}" ] || [ "$(thp_settings)" = "$before" ]
}

# The least that runs each of these cases and tags.
run_few() {
  run --separate-stderr "$PTEBENCH" run --quick --size 4M --repetitions 1 --processes 1 \
    --cases "$1" --out r.json
  echo "$stderr"
  [ "$status" -eq 0 ]
}

@test "rows of each state run, verified before and after, or say what they lack" {
  run_few states,uffd,nonpresent,pkey
  [ "$(json 'p["failed"]' r.json)" = "[]" ]
  [ "$(json '[w["name"] for w in p["workers"] if not w["verified"]]' r.json)" = "[]" ]
  [ "$(json '[s for s in p["skipped"] if "needs" not in s["reason"] and "kernel" not in s["reason"]]' r.json)" = "[]" ]
}

@test "nothing is faulted in while markers, protected and clean pages are walked" {
  run_few mprotect_clean,mprotect_guard,mprotect_tracked,mprotect_uffd_marker,mprotect_uffd_wp,mprotect_untouched,uffd_wp
  [ "$(json '{r["ptebench"].get("counters", {}).get("minor_faults", 0) for r in d["benchmarks"]} - {0}' r.json)" = "set()" ]
}
