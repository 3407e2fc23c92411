#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Facts about Debian's kernels that no noise can move, found by a whole campaign: what ptebench
# promises. Kernels are fetched, which takes a network or an earlier fetch; then a minute or two.

bats_require_minimum_version 1.5.0

campaign() {
  # Two arms of one build are compared for the sake of the comparison.
  local same_build=(--allow kernel.version)
  "$PTEBENCH" vm --kernel old=debian:6.1:amd64 --kernel again=debian:6.1:amd64 \
    --kernel new=debian:6.12:amd64 --cases mprotect_4k,mprotect_mthp_64k,controls --boots 2 \
    --campaign facts --format text --format json="$BATS_FILE_TMPDIR/json" "${same_build[@]}"
}

# Once, for all tests; what hinders it goes to a file, as does what it said.
setup_file() {
  load vm
  export PTEBENCH_RESULTS=$BATS_FILE_TMPDIR/results
  why=$BATS_FILE_TMPDIR/why
  if [[ $(uname -m) != x86_64 ]]; then
    echo "needs an x86-64 machine" >"$why"
  elif ! command -v qemu-system-x86_64 >/dev/null; then
    echo "needs qemu-system-x86_64" >"$why"
  elif ! "$VM_BOOT" -n debian:6.1:amd64 debian:6.12:amd64 >"$why" 2>&1; then
    echo "Debian's kernels cannot be fetched: $(tail -n 1 "$why")" >"$why"
  else
    rm "$why"
    campaign >"$BATS_FILE_TMPDIR/said" 2>&1 || true
  fi
}

setup() {
  [[ ! -e $BATS_FILE_TMPDIR/why ]] || skip "$(<"$BATS_FILE_TMPDIR/why")"
  cat "$BATS_FILE_TMPDIR/said"
}

# fact EXPRESSION: whether it holds. time() and between_boots() take a row and an arm; change() is in
# percent, of NEW against OLD.
fact() {
  /usr/bin/python3 - "$BATS_FILE_TMPDIR/json" "$1" <<'END'
import json, sys
cases = {c["name"]: {a["arm"]: a for a in c["arms"]} for c in json.load(open(sys.argv[1]))["cases"]}
time = lambda row, arm: cases[row][arm]["real_time"]
boots = lambda row, arm: [boot["median"] for boot in cases[row][arm]["boots"]]
between_boots = lambda row, arm: 100 * (max(boots(row, arm)) / min(boots(row, arm)) - 1)
change = lambda row, new, old: 100 * (time(row, new) / time(row, old) - 1)
for row in cases:
    print(row, *(f"{arm} {a.get('real_time')} ({[b['median'] for b in a.get('boots', [])]})" for arm, a in cases[row].items()))
sys.exit(not eval(sys.argv[2]))
END
}

@test "each kernel came back from both boots" {
  [[ $(find "$PTEBENCH_RESULTS/facts" -name 'block-*.json' | wc -l) -eq 6 ]]
}

@test "a kernel against itself changes by 0.2 % at most" {
  fact 'all(abs(change(row, "again", "old")) <= 0.2 for row in ("mprotect_4k", "getppid", "nop"))'
}

@test "mprotect_4k is 20 to 30 % dearer on 6.12 than on 6.1" {
  fact '20 <= change("mprotect_4k", "new", "old") <= 30'
}

@test "boots of one kernel differ by 0.05 % at most in mprotect_4k" {
  fact 'all(between_boots("mprotect_4k", arm) <= 0.05 for arm in ("old", "again", "new"))'
}

@test "a call that no kernel of the two changed stays what it was" {
  fact 'abs(change("nop", "new", "old")) <= 0.2'
}

@test "what a kernel cannot do is skipped, and told" {
  grep -q 'skipped in old: needs 64K folios' <(tr -s ' \n' ' ' <"$BATS_FILE_TMPDIR/said")
}
