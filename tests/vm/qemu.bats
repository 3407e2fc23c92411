#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # vm.bash sets boot
#
# What is done about guests that misbehave, with a QEMU that is a shell script: quick, and such as no
# real guest can be had. What real ones do is in boot.bats.

bats_require_minimum_version 1.5.0

setup() {
  load vm
  image=$BATS_TEST_TMPDIR/bzImage
  make_kernel 6.12.1-fake "$image"
  mkdir "$BATS_TEST_TMPDIR/bin"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

# The script on stdin becomes QEMU.
fake_qemu() {
  { echo '#!/bin/bash' && cat; } >"$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  chmod +x "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
}

@test "the command line" {
  fake_qemu <<<'printf "%s\n" "$@"'
  "$VM_BOOT" -m 1G -i /i.gz -p 'a=b c' -l "$BATS_TEST_TMPDIR/log" "$image"
  # The kernel's parameters are one word.
  printf '%s\n' -M pc -cpu max -accel tcg -icount shift=0,sleep=off -m 1024M -smp 1 \
    -no-user-config -nodefaults -no-reboot -display none -serial stdio -kernel "$image" \
    -initrd /i.gz -append 'console=ttyS0 quiet panic=-1 nokaslr norandmaps a=b c' |
    diff - <(tail -n +2 "$BATS_TEST_TMPDIR/log")
}

@test "the log begins with the command, as a shell takes it" {
  fake_qemu <<<'printf "%s\n" "$@"'
  folder="$BATS_TEST_TMPDIR/it's \$HOME, \"so\""
  mkdir "$folder"
  cp "$image" "$folder"
  "$VM_BOOT" -l "$BATS_TEST_TMPDIR/log" "$folder/bzImage"
  head -n 1 "$BATS_TEST_TMPDIR/log" | sed 's/^# //' >"$BATS_TEST_TMPDIR/again"
  bash "$BATS_TEST_TMPDIR/again" | diff - <(tail -n +2 "$BATS_TEST_TMPDIR/log")
}

@test "the first to end is the first to be told of" {
  fake_qemu <<<'[[ $* != *slow* ]] || sleep 1; echo hello'
  cp "$image" "$BATS_TEST_TMPDIR/slow"
  run -0 "$VM_BOOT" "$BATS_TEST_TMPDIR/slow" "$image"
  [[ ${lines[1]} == '1 x86-64 6.12.1-fake: ended: ' ]]
  [[ ${lines[3]} == '0 x86-64 6.12.1-fake: ended: ' ]]
}

@test "a guest that does not end after its panic is not waited for" {
  fake_qemu <<<'printf "Kernel panic - not "; sleep 0.5; echo "syncing: Fatal"; exec sleep 500'
  SECONDS=0
  run -0 "$VM_BOOT" -t 600 "$image"
  [[ ${lines[1]} == '0 x86-64 6.12.1-fake: panic: kernel panic: Fatal ('* ]]
  ((SECONDS < 60))
}

@test "time limits are each guest's own" {
  fake_qemu <<<'[[ $* == *chatty* ]] && echo hello; exec sleep 500'
  cp "$image" "$BATS_TEST_TMPDIR/chatty"
  run -0 "$VM_BOOT" -t 1 "$image" "$BATS_TEST_TMPDIR/chatty"
  grep -q '^0 .*: timeout: not a word on the serial console for 1 s' <<<"$output"
  grep -q '^1 .*: timeout: not done after 1 s' <<<"$output"
  no_guests
}

@test "a guest that floods its console is ended" {
  fake_qemu <<<'yes'
  run -0 "$VM_BOOT" -t 600 "$image"
  [[ ${lines[1]} == *': qemu: it floods its console: 16 MiB'* ]]
}

@test "what a QEMU that is a script leaves running is not waited for" {
  fake_qemu <<<"sleep 100 & echo \$! >'$BATS_TEST_TMPDIR/left'; echo hello; wait"
  SECONDS=0
  run -0 "$VM_BOOT" -t 3 "$image" 3>&-
  kill "$(<"$BATS_TEST_TMPDIR/left")"
  [[ ${lines[1]} == *': timeout: not done after 3 s'* && ${lines[2]} == '  hello' ]]
  ((SECONDS < 60))
}

@test "the console of a guest that is ended is complete" {
  fake_qemu <<<'seq 100000; exec sleep 500'
  run -0 "$VM_BOOT" -t 3 -l "$BATS_TEST_TMPDIR/log" "$image"
  [[ ${lines[-1]} == '  100000' ]]
  tail -n +2 "$BATS_TEST_TMPDIR/log" | cmp - <(seq 100000)
}

@test "QEMU's complaints are told, and in the log" {
  fake_qemu <<<'echo hello; echo "qemu-system-x86_64: no such machine" >&2; exit 1'
  run -0 "$VM_BOOT" -l "$BATS_TEST_TMPDIR/log" "$image"
  [[ ${lines[1]} == *': qemu: QEMU failed with status 1: no such machine' ]]
  grep -q '^qemu-system-x86_64: no such machine' "$BATS_TEST_TMPDIR/log"
}

@test "a full disk below the log" {
  fake_qemu <<<'echo hello'
  fails_with 3 '^boot: /dev/full: cannot be written: No space left on device$' \
    "$VM_BOOT" -l /dev/full "$image"
}

@test "without QEMU, the package that brings it" {
  fails_with 3 \
    '^boot: qemu-system-x86_64: not found .*--install-deps .*apt-get install qemu-system-x86\)$' \
    env PATH=/nonexistent "$VM_BOOT" "$image"
}

@test "too little memory for any kernel, and too long a command line" {
  fails_with 3 '^boot: 16777216 bytes of memory: too little' "$VM_BOOT" -m 16M "$image"
  fails_with 3 '^boot: the kernel.s command line has 10[0-9][0-9] characters' \
    "$VM_BOOT" -p "$(printf %01000d 0)" "$image"
}

@test "SIGTERM ends the guests too" {
  fake_qemu <<<'exec -a "qemu-system $*" sleep 500'
  start_guests "$image"
  kill -TERM "$boot"
  wait "$boot" || ended=$?
  [[ $ended -eq 3 ]]
  no_guests
}

@test "no guest outlives a killed parent" {
  fake_qemu <<<'exec -a "qemu-system $*" sleep 500'
  start_guests "$image"
  kill -KILL "$boot"
  until_true no_guests
}
