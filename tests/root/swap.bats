#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # bats: each test is a subshell; run sets stderr
# However a run ends that needs a swap file, neither the file nor the swap is left.

bats_require_minimum_version 1.5.0
load ../common
load kill

file=/var/tmp/ptebench.swap

setup() {
  need_folios
  [ -e /proc/swaps ] || skip "needs a kernel with swap"
  case $(stat -f -c %T /var/tmp) in
    tmpfs | overlayfs) skip "needs /var/tmp on a disk" ;;
  esac
  cd "$BATS_TEST_TMPDIR" || exit 1
  before=$(all_settings)
}

all_settings() {
  thp_settings
  awk '{ print $1 }' /proc/swaps
}

teardown() {
  [ -n "${before:-}" ] || return 0
  none_outlives
  as_before
}

as_before() {
  [ "$(all_settings)" = "$before" ] || { cat /proc/swaps; return 1; }
  [ ! -e $file ] && [ ! -L $file ]
}

is_on() {
  grep -q "^$file " /proc/swaps
}

# await COMMAND...: until it succeeds, for 30 s at most, looking often.
await() {
  local end=$((SECONDS + 30))
  until "$@"; do
    ((SECONDS < end)) || { cat err; return 1; }
  done
}

start_run() {
  "$PTEBENCH" run --quick --cases mprotect_swapped --processes 40 --out r.json 2>err &
  run=$!
}

# kill_worker: succeeds if there was one. It is named after what it executed, /proc/self/exe.
kill_worker() {
  pkill -KILL -P "$run" -x 'exe|ptebench'
}

@test "the pages are swap entries, and afterwards the file is gone" {
  run --separate-stderr "$PTEBENCH" run --quick --cases mprotect_swapped --processes 2 --out r.json
  echo "$stderr"
  [ "$status" -eq 0 ]
  [ "$(json '[(w["name"], w["verified"]) for w in p["workers"]]' r.json)" = \
    "[('mprotect_swapped', True), ('mprotect_swapped', True)]" ]
  [ "$(json '{w[m]["swapped"] for w in p["workers"] for m in ("folios_before", "folios_after")}' r.json)" = "{16384}" ]
}

@test "kill -9 of a run at random instants: its guardian turns the swap off and removes it" {
  for i in $(seq 10); do
    start_run
    await test -e $file
    # Every second time at once: while the file is made or turned on.
    ((i % 2)) || sleep "0.$((RANDOM % 90 + 10))"
    kill -KILL "$run"
    wait "$run" || :
    wait_gone
    as_before || { echo "round $i"; return 1; }
  done
}

@test "kill -9 of run and guardian at random instants: restore finds all" {
  for i in $(seq 10); do
    start_run
    await test -e $file
    ((i % 2)) || sleep "0.$((RANDOM % 90 + 10))"
    kill_all
    wait "$run" || :
    wait_gone
    run --separate-stderr "$PTEBENCH" restore
    echo "round $i: $output $stderr"
    [ "$status" -eq 0 ]
    as_before
  done
}

@test "kill -9 of a run that may change no setting: the swap file has a guardian too" {
  unshare -m bash -ec 'mount -o remount,bind,ro /sys && exec "$@"' bash \
    "$PTEBENCH" run --quick --cases mprotect_swapped --processes 40 --out r.json 2>err &
  run=$!
  await is_on
  kill -KILL "$run"
  wait "$run" || :
  wait_gone
  as_before
}

@test "kill -9 of a worker: the run goes on, and turns the swap off" {
  start_run
  await is_on
  await kill_worker
  await grep -q 'killed by signal 9' err
  await is_on # for the next worker
  kill "$run"
  wait "$run" || :
  as_before
}

@test "SIGINT ends a run cleanly, with the swap off before it is gone" {
  # A shell starts its background jobs with SIGINT ignored, which ptebench leaves so.
  env --default-signal=INT "$PTEBENCH" run --quick --cases mprotect_swapped --processes 40 \
    --out r.json 2>err &
  run=$!
  await is_on
  kill -INT "$run"
  local status=0
  wait "$run" || status=$?
  [ $status -eq 130 ]
  as_before
}

@test "a file that a reboot left is removed by the next run, and by restore" {
  echo 'of an earlier boot' >$file
  run --separate-stderr "$PTEBENCH" restore
  [ "$status" -eq 0 ]
  [ "$output" = "The settings are as they were before the killed run." ]
  as_before
  echo 'of an earlier boot' >$file
  run --separate-stderr "$PTEBENCH" run --quick --cases nop --out r.json
  [ "$status" -eq 0 ]
  [[ $stderr == *"undid what a killed run had left"* ]]
}

@test "another file in its place is left alone, and the row fails with the reason" {
  touch other
  ln -s "$PWD/other" $file
  run --separate-stderr "$PTEBENCH" run --quick --cases mprotect_swapped --out r.json
  rm $file
  [ "$status" -eq 2 ]
  [[ $stderr == *"$file: File exists (remove what is there)"* ]]
  [ -e other ]
}

@test "a file system without a disk, or that takes no swap file, is a skip with the reason" {
  local reason mounts
  mkdir lower upper work
  for mounts in 'mount -t tmpfs none /var/tmp' \
    "mount -t overlay -o lowerdir=$PWD/lower,upperdir=$PWD/upper,workdir=$PWD/work none /var/tmp"; do
    run --separate-stderr unshare -m bash -ec "$mounts"' && exec "$@"' bash \
      "$PTEBENCH" run --quick --cases mprotect_swapped --out "$PWD/r.json"
    echo "$stderr"
    [ "$status" -eq 0 ]
    reason=$(json '[s["reason"] for s in p["skipped"]]' r.json)
    [[ $mounts != *tmpfs* || $reason == "['needs a swap file: /var/tmp is tmpfs']" ]]
    [[ $mounts != *overlay* || $reason == *"the file system of /var/tmp takes none (swapon: Invalid argument)"* ]]
  done
}
