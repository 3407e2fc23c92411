#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # bats: each test is a subshell; run sets stderr
# Machines that lack something, made by mount namespaces: one clear reason, nothing lost or changed.

bats_require_minimum_version 1.5.0
load ../common

thp=/sys/kernel/mm/transparent_hugepage

setup() {
  need_folios
  unshare -m true 2>/dev/null || skip "needs mount namespaces"
  cd "$BATS_TEST_TMPDIR" || exit 1
  before=$(thp_settings)
}

teardown() {
  [ -z "${before:-}" ] || [ "$(thp_settings)" = "$before" ]
}

# inside MOUNTS COMMAND...: runs it where those mounts were made.
inside() {
  local mounts=$1
  shift
  unshare -m --propagation private -- bash -ec "$mounts"'; exec "$@"' bash "$@"
}

skipped() {
  json '" | ".join(sorted({s["reason"] for s in p["skipped"]}))' r.json
}

@test "a kernel without THP: large folios are skipped, order 0 is measured" {
  mkdir mm
  run --separate-stderr inside "mount --bind mm /sys/kernel/mm" \
    "$PTEBENCH" run --quick --cases 'mprotect_4k,mprotect_mthp_64k,mprotect_thp_split' --out r.json
  echo "$stderr"
  [ "$status" -eq 0 ]
  [ "$(json '{r["name"] for r in d["benchmarks"]}' r.json)" = "{'mprotect_4k'}" ]
  [[ $(skipped) == *"no transparent hugepages (CONFIG_TRANSPARENT_HUGEPAGE)"* ]]
}

@test "a kernel without mTHP: 64K folios are skipped with the version that brought them" {
  mkdir thp
  cp -r $thp/{enabled,defrag,shmem_enabled,use_zero_page,hpage_pmd_size,khugepaged} thp/
  run --separate-stderr inside "mount --bind thp $thp" \
    "$PTEBENCH" run --quick --cases 'mprotect_4k,mprotect_mthp_64k' --out r.json
  [ "$status" -eq 0 ]
  [[ $(skipped) == *"no $thp/hugepages-64kB (mTHP came with Linux 6.8)"* ]]
}

@test "a read-only sysfs: what needs settings is skipped with the reason" {
  run --separate-stderr inside "mount -o remount,bind,ro /sys" \
    "$PTEBENCH" run --quick --cases 'mprotect_4k,mprotect_mthp_64k' --out r.json
  echo "$stderr"
  [ "$status" -eq 0 ]
  [[ $(skipped) == "sysfs is read-only here"*"run on the host"* ]]
  [ "$(json '{w["verified"] for w in p["workers"]}' r.json)" = "{True}" ]
}

@test "an empty kpageflags: unverified with the reason, measured all the same" {
  : >empty
  run --separate-stderr inside "mount --bind empty /proc/kpageflags" \
    "$PTEBENCH" run --quick --cases mprotect_4k --processes 1 --out r.json
  [ "$status" -eq 0 ]
  [ "$(json '{w["verified"] for w in p["workers"]}' r.json)" = "{False}" ]
  [[ $(json 'p["workers"][0]["folios_before"]["reason"]' r.json) == "pagemap and kpageflags: No data available"* ]]
}

@test "a kernel built to find bugs measures, and says that it is unfit" {
  zcat /proc/config.gz >config 2>/dev/null || skip "needs /proc/config.gz"
  sed -i 's/# CONFIG_KASAN is not set/CONFIG_KASAN=y/' config
  gzip config
  run --separate-stderr inside "mount --bind config.gz /proc/config.gz" \
    "$PTEBENCH" run --quick --cases nop --out r.json
  [ "$status" -eq 0 ]
  [[ $stderr == *"UNFIT to measure: "*KASAN* ]]
}

@test "an unfit clock source is refused, with the remedy" {
  echo refined-jiffies >clock
  fails_with 3 'clock source refined-jiffies: .*\(.*\)' \
    inside "mount --bind clock /sys/devices/system/clocksource/clocksource0/current_clocksource" \
    "$PTEBENCH" run --quick --cases nop --out r.json
}

@test "a disk that fills up in mid-run: the result is kept elsewhere and said where" {
  mkdir small
  run --separate-stderr inside "mount -t tmpfs -o size=64k none small" \
    "$PTEBENCH" run --quick --cases 'mprotect_toggle' --out small/r.json
  echo "$stderr"
  [[ $stderr == *"small/r.json: cannot be written: No space left"* ]]
  local rescued
  [ "$status" -eq 3 ]
  rescued=$(grep -o '/dev/shm/ptebench-.*\.json' <<<"$stderr" | head -n 1)
  [ "$(json 'len({r["name"] for r in d["benchmarks"]})' "$rescued")" -eq 10 ]
  rm "$rescued"
}

@test "a disk that is full from the start is refused before measuring" {
  mkdir full
  fails_with 3 'full/r.json: cannot be written: No space left' \
    inside "mount -t tmpfs -o size=4k none full; head -c 4096 /dev/zero >full/fill" \
    "$PTEBENCH" run --quick --cases nop --out full/r.json
}

@test "a cgroup's memory limit counts, not only the machine's memory" {
  local cg=/sys/fs/cgroup/memory/ptebench-test.$$
  if [ -f /sys/fs/cgroup/memory/memory.limit_in_bytes ]; then
    mkdir $cg && echo $((256 << 20)) >$cg/memory.limit_in_bytes
  elif [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    cg=/sys/fs/cgroup/ptebench-test.$$
    echo +memory >/sys/fs/cgroup/cgroup.subtree_control
    mkdir $cg && echo $((256 << 20)) >$cg/memory.max
  else
    skip "needs a memory cgroup"
  fi
  local ret=0
  fails_with 3 "--size: mprotect_4k: needs .*cgroup's memory limit leaves" \
    bash -c "echo \$\$ >$cg/cgroup.procs; exec \"\$@\"" bash \
    "$PTEBENCH" run --cases mprotect_4k --size 512M --out r.json || ret=$?
  rmdir $cg
  return $ret
}
