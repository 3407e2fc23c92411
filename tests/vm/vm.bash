# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
# What the tests of guests need. PTEBENCH_TEST_KERNELS: a folder with kernels, at any depth, named
# as Debian names them: vmlinuz-6.12.1-cloud-amd64.

load ../common

: "${VM_BOOT:?set by the build: boots kernels}" "${VM_HELLO:?set by the build: an init}"

need_program() {
  command -v "$1" >/dev/null || skip "needs $1"
}

# need_kernel GLOB: the newest kernel that matches, to $kernel.
need_kernel() {
  [[ -n ${PTEBENCH_TEST_KERNELS-} ]] || skip "needs kernels in the folder PTEBENCH_TEST_KERNELS"
  kernel=$(find -L "$PTEBENCH_TEST_KERNELS" -name "$1" -type f | sort -V | tail -n 1)
  [[ -n $kernel ]] || skip "needs a kernel like $1 in $PTEBENCH_TEST_KERNELS"
}

# need_guest amd64|arm64 VERSION: QEMU and a kernel.
need_guest() {
  case $1 in
  amd64) need_program qemu-system-x86_64 ;;
  arm64) need_program qemu-system-aarch64 ;;
  esac
  need_kernel "vmlinuz-$2*-$1"
}

# The init of tests/vm/hello.c as an initramfs, to $initramfs.
make_initramfs() {
  initramfs=$BATS_FILE_TMPDIR/hello.gz
  [[ -e $initramfs ]] || python3 "$BATS_TEST_DIRNAME/initramfs.py" "${1-$VM_HELLO}" "$initramfs"
}

# A bzImage as small as can be, of version $1, to the file $2.
make_kernel() {
  python3 "$BATS_TEST_DIRNAME/linux/image.py" "$1" "$2"
}

# An arm64 Image as small as can be, of version $1, to the file $2.
make_arm64_kernel() {
  python3 - "$1" "$2" <<'END'
import struct, sys
banner = b"Linux version " + sys.argv[1].encode() + b" (me)"
open(sys.argv[2], "wb").write(struct.pack("<24xQ24x4sI", 1 << 1, b"ARM\x64", 0) + banner)
END
}

# Guests that this test left running: what they were told names its folder.
guests() {
  pgrep -f "qemu-system.*$BATS_TEST_TMPDIR" || true
}

no_guests() {
  [[ -z $(guests) ]]
}

# until_true COMMAND...: waits for it to succeed, a minute at most.
until_true() {
  for _ in {1..600}; do
    ! "$@" || return 0
    sleep 0.1
  done
  return 1
}

# start_guests IMAGE: two of them, in the background; $boot waits for them.
start_guests() {
  cp "$1" "$BATS_TEST_TMPDIR/kernel-of-this-test"
  "$VM_BOOT" -p hello=hang -i "${initramfs-/nowhere}" "$BATS_TEST_TMPDIR/kernel-of-this-test"{,} \
    >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  # shellcheck disable=SC2034 # for the caller
  boot=$!
  until_true grep -q started "$BATS_TEST_TMPDIR/out"
  [[ $(guests | wc -l) -eq 2 ]]
}
