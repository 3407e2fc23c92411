#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # each test is a subshell; vm.bash sets kernel and initramfs
#
# Real guests: how they start, what is said of how they end, and that none is left behind.

bats_require_minimum_version 1.5.0

setup() {
  load vm
  make_initramfs
}

@test "two kernels side by side come to user space and end" {
  need_guest amd64 6.12
  newer=$kernel
  need_guest amd64 6.1.
  run -0 "$VM_BOOT" -i "$initramfs" "$kernel" "$newer"
  [[ ${lines[0]} == started ]]
  grep -Eq '^0 x86-64 6\.1\.[^ ]*: ended: $' <<<"$output"
  grep -Eq '^1 x86-64 6\.12\.[^ ]*: ended: $' <<<"$output"
  [[ $(grep -c '^  hello from init: console=ttyS0 quiet' <<<"$output") -eq 2 ]]
}

@test "an arm64 kernel without initramfs boots up to its panic, gzipped too" {
  need_guest arm64 6
  gzip -1c "$kernel" >"$BATS_TEST_TMPDIR/Image.gz"
  run -0 "$VM_BOOT" "$kernel" "$BATS_TEST_TMPDIR/Image.gz"
  [[ $(grep -Ec '^[01] arm64 6[^ ]*: panic: kernel panic: VFS: Unable to mount root fs' \
    <<<"$output") -eq 2 ]]
}

@test "emulation without an instruction clock" {
  need_guest amd64 6
  run -0 "$VM_BOOT" -a tcg -i "$initramfs" -l "$BATS_TEST_TMPDIR/log" "$kernel"
  grep -q ': ended: $' <<<"$output"
  head -n 1 "$BATS_TEST_TMPDIR/log" | grep -q -- '-accel tcg -m'
}

@test "the log has QEMU's command, which works, and all of the console" {
  need_guest amd64 6
  folder="$BATS_TEST_TMPDIR/it's, a folder"
  mkdir "$folder"
  cp "$kernel" "$folder/vmlinuz"
  cp "$initramfs" "$folder"
  run -0 "$VM_BOOT" -i "$folder/hello.gz" -p 'hello=a' -l "$folder/log" "$folder/vmlinuz"
  grep -q '^hello from init: .* hello=a' "$folder/log"
  head -n 1 "$folder/log" | sed 's/^# //' >"$folder/again"
  timeout 120 bash "$folder/again" </dev/null | grep -q '^hello from init: .* hello=a'
}

@test "an init that ends is a panic, and the console's end is shown" {
  need_guest amd64 6.12
  run -0 "$VM_BOOT" -i "$initramfs" -p hello=exit "$kernel"
  grep -q ': panic: kernel panic: Attempted to kill init! exitcode=0x00000300: the guest.s init' \
    <<<"$output"
  grep -q '^  \[' <<<"$output"
}

@test "a kernel without initramfs says what it needs" {
  need_guest amd64 6.12
  run -0 "$VM_BOOT" "$kernel"
  grep -q 'panic: .*Unable to mount root fs.*CONFIG_BLK_DEV_INITRD' <<<"$output"
}

@test "a guest that hangs is ended at its time limit" {
  need_guest amd64 6.12
  run -0 "$VM_BOOT" -t 30 -i "$initramfs" -p hello=hang "$kernel"
  grep -q ': timeout: not done after 30 s' <<<"$output"
  grep -q '^  hello from init' <<<"$output"
}

@test "too little memory" {
  need_guest amd64 6.12
  run -0 "$VM_BOOT" -m 64M -i "$initramfs" "$kernel"
  grep -q ': silent: .*--memory' <<<"$output"
  fails_with 3 'boot: 16777216 bytes of memory: too little' "$VM_BOOT" -m 16M "$kernel"
}

@test "QEMU's own complaint" {
  need_guest amd64 6.12
  run -0 "$VM_BOOT" -i /nonexistent "$kernel"
  grep -q ': qemu: QEMU failed with status 1: .*nonexistent' <<<"$output"
}

@test "kvm is proved by booting, and refused clearly" {
  need_guest amd64 6.12
  [[ $(uname -m) == x86_64 ]] || skip "needs an x86-64 machine"
  if "$VM_BOOT" -k "$kernel"; then
    run -0 "$VM_BOOT" -a kvm -i "$initramfs" "$kernel"
    grep -q ': ended: ' <<<"$output"
  else
    fails_with 3 '^boot: kvm.*use --accel icount\)$' "$VM_BOOT" -k "$kernel"
  fi
}

@test "kvm does not run another architecture's kernel" {
  need_guest arm64 6
  [[ $(uname -m) == x86_64 ]] || skip "needs an x86-64 machine"
  fails_with 3 '^boot: kvm: .*: an arm64 kernel' "$VM_BOOT" -k "$kernel"
}

@test "no guest outlives a killed parent" {
  need_guest amd64 6.12
  start_guests "$kernel"
  kill -KILL "$boot"
  until_true no_guests
}

# small_campaign OPTIONS...: of a few seconds per boot.
small_campaign() {
  export PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/results
  run --separate-stderr "$PTEBENCH" vm --cases getppid,nop --processes 1 --memory 256M \
    --campaign c "$@"
  echo "$stderr"
  echo "$output"
}

@test "a campaign of one kernel against itself finds no change" {
  need_guest amd64 6.12
  [[ $(uname -m) == x86_64 ]] || skip "the guests are this machine's"
  small_campaign --kernel a="$kernel" --kernel b="$kernel" --boots 2 --format "json=$BATS_TEST_TMPDIR/json"
  [[ $(find "$PTEBENCH_RESULTS/c" -name 'block-*.json' | wc -l) -eq 4 ]]
  /usr/bin/python3 - "$BATS_TEST_TMPDIR/json" <<'END'
import json, sys
for case in json.load(open(sys.argv[1]))["cases"]:
    a, b = (arm["real_time"] for arm in case["arms"])
    assert abs(b / a - 1) <= 0.002, case
END
  # All but the first take its iteration counts.
  [[ $(grep -l '"iterations_from"' "$PTEBENCH_RESULTS"/c/[ab]/*.json | wc -l) -eq 3 ]]
}

@test "a region that the guest has no memory for" {
  need_guest amd64 6.12
  [[ $(uname -m) == x86_64 ]] || skip "the guests are this machine's"
  small_campaign --kernel a="$kernel" --boots 1 --cases mprotect_4k --size 512M
  [[ $status -eq 2 ]]
  [[ $stderr == *'a, block 0: ptebench exited with 3 in the guest: '*'mprotect_4k: needs '*'choose a smaller --size'* ]]
}
