# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# Killing runs, and waiting for what they leave. Only processes that a test started in its folder
# are meant: somebody else's guests, say, may run meanwhile.

# ours NAME...: the processes of those names in this folder, which guardians keep to as well.
ours() {
  local name pid
  for name; do
    for pid in $(pgrep -x "$name"); do
      [ "$(readlink "/proc/$pid/cwd")" != "$(pwd -P)" ] || echo "$pid"
    done
  done
}

# signal_ours SIGNAL NAME...
signal_ours() {
  local pid signal=$1
  shift
  for pid in $(ours "$@"); do
    kill -"$signal" "$pid" || : # it may have ended meanwhile
  done
}

# The guardian first, which would restore once its run is gone.
kill_all() {
  signal_ours KILL ptebench-guard
  signal_ours KILL ptebench
}

# Waits until neither a run nor a guardian is left.
wait_gone() {
  for _ in $(seq 1000); do
    [ -n "$(ours ptebench ptebench-guard)" ] || return 0
    sleep 0.01
  done
  return 1
}

# Fails if a run or guardian outlived its test, and ends it.
none_outlives() {
  [ -n "$(ours ptebench ptebench-guard)" ] || return 0
  ps -ef
  signal_ours TERM ptebench
  wait_gone
  return 1
}
