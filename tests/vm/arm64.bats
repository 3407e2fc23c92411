#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# arm64 guests from end to end: cross build, boot, measurement, and facts about Linux 6.12 that no
# noise can make. Needs the network, or what an earlier run fetched: kernels in ptebench's cache,
# and libraries in the tree's build-arm64.

bats_require_minimum_version 1.5.0

setup() {
  load vm
  [[ $(uname -m) == x86_64 ]] || skip "needs an x86-64 machine"
  need_program qemu-system-aarch64
  need_program aarch64-linux-gnu-g++
  need_program apt-get
  repo=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  export PTEBENCH_DRIVER=$repo/run.sh PTEBENCH_GUEST_ARM64=$repo/build-arm64
  export PTEBENCH_INSTALL_DEPS=yes PTEBENCH_RESULTS=$BATS_TEST_TMPDIR
}

# boot IMAGE CASES [OPTION]: one boot; its result's file to $result.
boot() {
  "$VM_BOOT" -n "$1" || skip "$1 can't be had"
  "$repo/run.sh" build-arm64 --install-deps || {
    grep -qs '^E: ' "$repo/build-arm64/fetch.log" && skip "arm64 libraries can't be fetched"
    return 1
  }
  run --separate-stderr "$PTEBENCH" vm --kernel "a=$1" --boots 1 --campaign c --cases "$2" "${@:3}"
  echo "$stderr"
  [[ $status -eq 0 ]]
  result=$BATS_TEST_TMPDIR/c/a/block-00-position-0.json
}

# measured CASE: instructions of an iteration, the median of all repetitions but warm-ups.
measured() {
  python3 - "$result" "$1" <<'END'
import json, statistics, sys
rows = json.load(open(sys.argv[1]))["benchmarks"]
print(statistics.median(r["real_time"] for r in rows
                        if r["run_name"] == sys.argv[2] and r["ptebench"]["repetition"]))
END
}

# ratio A B LEAST MOST: how case A compares with case B.
ratio() {
  local a b
  a=$(measured "$1")
  b=$(measured "$2")
  echo "$1: $a, $2: $b"
  awk -v r="$a/$b" -v a="$a" -v b="$b" -v least="$3" -v most="$4" \
    'BEGIN { print "ratio " a / b; exit !(a / b >= least && a / b <= most) }'
}

# folios CASE: the order, and whether it was seen to be that of all folios, of every process.
folios() {
  json "sorted({(w['folio_order'], w['verified']) for w in p['workers'] if w['name'] == '$1'})" \
    "$result"
}

@test "4K pages: before the large-folio series, large folios cost about twice as much" {
  boot debian:6.12:arm64 'mprotect_4k,mprotect_mthp_64k,mprotect_thp_split,mremap_1m/*' --explain
  [[ $(json "p['kernel']['arch'], p['clock'], p['machine']['memory']['base_page_bytes']" \
    "$result") == "('aarch64', 'instructions', 4096)" ]]
  [[ $(folios mprotect_4k) == '[(0, True)]' ]]
  [[ $(folios mprotect_mthp_64k) == '[(4, True)]' ]]
  [[ $(folios mprotect_thp_split) == '[(9, True)]' ]]
  [[ $(folios mremap_1m/64k) == '[(4, True)]' ]]
  # T2/T3 and T1/T3 on the list's Apple M3: 7.9/4.2.
  ratio mprotect_mthp_64k mprotect_4k 1.8 2.0
  ratio mprotect_thp_split mprotect_4k 1.8 2.0
  # The mremap() series' reason: contiguous entries are unfolded one by one.
  ratio mremap_1m/64k mremap_1m/4k 1.5 4
  # Of the small folios' frames one in 16 is where it makes the kernel look for a large one; it would
  # be none of them, or all, 0.016 of the whole, by what memory was free.
  share=$(json "[w['functions']['__contpte_try_fold'] / sum(w['functions'].values())
    for w in p['workers'] if w['name'] == 'mprotect_4k'][0]" "$BATS_TEST_TMPDIR/c/counts/a.json")
  echo "share $share"
  awk -v share="$share" 'BEGIN { exit !(share > 0.0005 && share < 0.002) }'
}

@test "16K pages: 64K folios are no contiguous entries, and cost what small ones do" {
  boot debian:6.12:arm64-16k \
    'mprotect_4k,mprotect_mthp_64k,mprotect_thp_split,mprotect_toggle/rw/4*K'
  [[ $(json "p['machine']['memory']['base_page_bytes']" "$result") == 16384 ]]
  [[ $(folios mprotect_4k) == '[(0, True)]' ]]
  [[ $(folios mprotect_mthp_64k) == '[(2, True)]' ]]
  # A PMD maps 32M here, in 16 groups of 128 contiguous entries.
  [[ $(folios mprotect_thp_split) == '[(11, True)]' ]]
  ratio mprotect_mthp_64k mprotect_4k 0.98 1.02
  ratio mprotect_thp_split mprotect_4k 1.4 2
  [[ $(json "[s for s in p['skipped'] if s['name'].endswith('/4K')]" "$result") == \
    *'a region of 4K is no whole number of 16K folios'* ]]
}
