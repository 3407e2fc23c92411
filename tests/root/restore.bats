#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # bats: each test is a subshell; run sets stderr
# However a run ends, the machine's settings are as they were.

bats_require_minimum_version 1.5.0
load ../common
load kill

journal=/run/ptebench/thp-journal.json

setup() {
  need_folios
  cd "$BATS_TEST_TMPDIR" || exit 1
  before=$(thp_settings)
}

teardown() {
  [ -n "${before:-}" ] || return 0
  none_outlives
  [ "$(thp_settings)" = "$before" ]
  [ ! -e $journal ]
}

# Starts a run that changes settings all the time and waits until it has changed some.
start_run() {
  # A shell starts its background jobs with SIGINT ignored, which ptebench leaves so.
  env --default-signal=INT,HUP \
    "$PTEBENCH" run --quick --cases 'mremap_1m_loop,mprotect_4k' --processes 40 --out r.json 2>err &
  run=$!
  # Looks seldom and cheaply, since the run waits for an idle CPU first.
  local thp=/sys/kernel/mm/transparent_hugepage all was_all size was_size
  read -r was_all <$thp/enabled
  read -r was_size <$thp/hugepages-64kB/enabled
  for _ in $(seq 300); do
    read -r all <$thp/enabled
    read -r size <$thp/hugepages-64kB/enabled
    [ "$all/$size" = "$was_all/$was_size" ] || return 0
    sleep 0.1
  done
  cat err
  return 1
}

for_signal() {
  start_run
  kill -"$1" "$run"
  local status=0
  wait "$run" || status=$?
  [ $status -eq "$2" ]
  [ "$(thp_settings)" = "$before" ]
  # What was measured until then is there, and says that it is not all.
  [ "$(json 'p["interrupted"]' r.json)" = True ]
  grep -q 'interrupted; so far' err
}

@test "settings are changed during a run, and back after it" {
  start_run
  [ "$(thp_settings)" != "$before" ]
  [ -e $journal ]
  kill "$run"
  wait "$run" || :
}

@test "a reserve of free memory that an administrator chose is put back" {
  local reserve=/proc/sys/vm/min_free_kbytes was
  was=$(cat $reserve)
  # One that the kernel raises when huge pages are switched on, and then keeps.
  echo 65536 >$reserve
  "$PTEBENCH" run --quick --cases mprotect_mthp_64k,mprotect_4k --out r.json
  local now
  now=$(cat $reserve)
  echo "$was" >$reserve
  [ "$now" -eq 65536 ]
}

@test "settings are back while a run waits for somebody to read its result" {
  mkfifo pipe
  "$PTEBENCH" run --quick --cases mprotect_mthp_64k --processes 1 --out pipe 2>err &
  run=$!
  until [ -e $journal ]; do sleep 0.05; done
  while [ -e $journal ]; do sleep 0.05; done
  [ "$(thp_settings)" = "$before" ]
  kill -TERM "$run"
  local status=0
  wait "$run" || status=$?
  [ $status -eq 143 ]
}

@test "a killed run leaves a file that says it was interrupted" {
  start_run
  kill -KILL "$run"
  wait "$run" || :
  wait_gone
  [ "$(json 'p["interrupted"]' r.json)" = True ]
}

@test "SIGINT, SIGTERM and SIGHUP end a run cleanly, with partial results" {
  for_signal INT 130
  for_signal TERM 143
  for_signal HUP 129
}

@test "kill -9 of a run at random instants, 20 times: its guardian restores" {
  for i in $(seq 20); do
    start_run
    sleep "0.$((RANDOM % 40 + 10))"
    kill -KILL "$run"
    wait "$run" || :
    wait_gone
    [ "$(thp_settings)" = "$before" ] || { echo "round $i"; return 1; }
    [ ! -e $journal ]
  done
}

@test "kill -9 of run and guardian at random instants, 20 times: restore finds all" {
  for i in $(seq 20); do
    start_run
    sleep "0.$((RANDOM % 40 + 10))"
    kill_all
    wait "$run" || :
    wait_gone
    run --separate-stderr "$PTEBENCH" restore
    echo "round $i: $output $stderr"
    [ "$status" -eq 0 ]
    [[ $output == "The settings are as they were before the killed run." ]]
    [ "$(thp_settings)" = "$before" ]
  done
}

@test "kill -9 during start, before and while the journal is written" {
  for i in $(seq 20); do
    "$PTEBENCH" run --quick --cases mprotect_mthp_64k --out r.json 2>/dev/null &
    run=$!
    sleep "0.0$((RANDOM % 90 + 10))"
    kill -KILL "$run" || :
    wait "$run" || :
    wait_gone
    [ "$(thp_settings)" = "$before" ] || { echo "round $i"; return 1; }
    [ ! -e $journal ]
  done
}

@test "kill -9 of the whole process group: the guardian is not in it" {
  set -m
  start_run
  kill -KILL -- -"$run"
  wait "$run" || :
  set +m
  wait_gone
  [ "$(thp_settings)" = "$before" ]
}

@test "the next run puts back what a killed one left, and says so" {
  start_run
  kill_all
  wait "$run" || :
  wait_gone
  [ "$(thp_settings)" != "$before" ] || skip "killed between two settings"
  run --separate-stderr "$PTEBENCH" run --quick --cases nop --out r.json
  [ "$status" -eq 0 ]
  [[ $stderr == *"undid what a killed run had left"* ]]
  [ "$(thp_settings)" = "$before" ]
}

@test "a second run at once is refused, with the pid of the first, which goes on" {
  start_run
  fails_with 3 "another run measures on this machine, pid $run " "$PTEBENCH" run --cases nop --out x.json
  fails_with 3 "another run measures on this machine, pid $run " "$PTEBENCH" restore
  cp "$PTEBENCH" ./ptebench
  chmod 755 . ./ptebench
  fails_with 3 "another run measures on this machine, pid $run " \
    as_nobody ./ptebench run --cases nop --out /dev/null
  kill -0 "$run"
  kill "$run"
  wait "$run" || :
}

@test "root is refused while a user measures" {
  cp "$PTEBENCH" ./ptebench
  chmod 755 . ./ptebench
  setpriv --reuid=65534 --regid=65534 --clear-groups \
    ./ptebench run --cases nop --processes 100 --out /dev/null >/dev/null 2>&1 &
  run=$!
  sleep 1
  fails_with 3 "another run measures on this machine, pid [0-9]+ " "$PTEBENCH" run --cases nop --out x.json
  kill "$run"
  wait "$run" || :
}

@test "a damaged journal stops run and restore, and is kept for a person to look at" {
  mkdir -p /run/ptebench
  for text in '' '{' 'nonsense' '{"schema": 1}' \
    "{\"schema\": 1, \"boot_id\": \"$(cat /proc/sys/kernel/random/boot_id)\", \"settings\": {\"../../../../etc/motd\": \"x\"}}"; do
    echo "$text" >$journal
    fails_with 3 'thp-journal.json: (damaged|holds what)' "$PTEBENCH" run --cases nop --out r.json
    fails_with 3 'thp-journal.json: (damaged|holds what)' "$PTEBENCH" restore
    [ "$(cat $journal)" = "$text" ]
  done
  rm $journal
}

@test "a journal of another boot is discarded" {
  mkdir -p /run/ptebench
  echo '{"schema": 1, "boot_id": "not-this-one", "pid": 1, "settings": {"enabled": "never"}}' >$journal
  run --separate-stderr "$PTEBENCH" restore
  [ "$status" -eq 0 ]
  [ "$output" = "There was nothing to restore." ]
}

@test "restore needs root, and says so" {
  cp "$PTEBENCH" ./ptebench
  chmod 755 . ./ptebench
  fails_with 3 'only root may set .*run as root' as_nobody ./ptebench restore
}
