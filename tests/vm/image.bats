#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # need_kernel sets kernel
#
# From what users type to a kernel: real images, real packages, and a small apt repository of our own.

bats_require_minimum_version 1.5.0

setup() {
  load vm
  export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
}

# make_package NAME VERSION [KERNEL]: NAME.deb with a kernel, or without.
make_package() {
  local dir=$BATS_TEST_TMPDIR/package
  rm -rf "$dir"
  mkdir -p "$dir/DEBIAN" "$dir/boot" "$dir/lib/modules/$2"
  printf '%s\n' "Package: $1" "Version: $2" "Architecture: ${4-amd64}" \
    'Maintainer: nobody <nobody@example.com>' 'Description: a test' >"$dir/DEBIAN/control"
  echo CONFIG_64BIT=y >"$dir/boot/config-$2"
  echo module >"$dir/lib/modules/$2/module"
  [[ -z ${3-} ]] || cp "$3" "$dir/boot/vmlinuz-$2"
  dpkg-deb -Znone -b "$dir" "$BATS_TEST_TMPDIR/$1.deb" >/dev/null
}

@test "real kernels are told apart" {
  need_kernel 'vmlinuz-6*-amd64'
  run -0 "$VM_BOOT" -n "$kernel"
  [[ $output == "x86-64 ${kernel##*/vmlinuz-} 4096 $kernel "* ]]
  need_kernel 'vmlinuz-6*-arm64'
  run -0 "$VM_BOOT" -n "$kernel"
  [[ $output == "arm64 ${kernel##*/vmlinuz-} 4096 $kernel "* ]]
}

@test "real kernels, truncated" {
  for arch in amd64 arm64; do
    need_kernel "vmlinuz-6*-$arch"
    head -c 5000000 "$kernel" >"$BATS_TEST_TMPDIR/short"
    fails_with 3 'short: truncated: 5000000 of [0-9]* bytes \(' \
      "$VM_BOOT" -n "$BATS_TEST_TMPDIR/short"
  done
}

@test "what is no kernel" {
  fails_with 3 "^boot: $BATS_TEST_FILENAME: not a kernel \(give a bzImage, " \
    "$VM_BOOT" -n "$BATS_TEST_FILENAME"
  fails_with 3 '^boot: /dev/null: not a file ' "$VM_BOOT" -n /dev/null
  fails_with 3 '/vm-boot: an ELF file, such as vmlinux \(' "$VM_BOOT" -n "$VM_BOOT"
  fails_with 3 '^boot: /nonexistent: No such file' "$VM_BOOT" -n /nonexistent
}

@test "a package is unpacked once, and again when it changed under the same name" {
  need_program dpkg-deb
  make_kernel 6.12.1-a "$BATS_TEST_TMPDIR/kernel"
  make_package linux-image-test 6.12.1-a "$BATS_TEST_TMPDIR/kernel"
  run -0 "$VM_BOOT" -n "$BATS_TEST_TMPDIR/linux-image-test.deb"
  cached=${output##* }
  cached=${cached%/boot/*}
  [[ $output == "x86-64 6.12.1-a 4096 $cached/boot/vmlinuz-6.12.1-a $cached/boot/config-6.12.1-a" ]]
  [[ $cached == "$XDG_CACHE_HOME"/ptebench/deb-* ]]
  [[ ! -e $cached/lib ]]
  touch "$cached/boot/here"
  run -0 "$VM_BOOT" -n "$BATS_TEST_TMPDIR/linux-image-test.deb"
  [[ -e $cached/boot/here ]]
  make_kernel 6.12.1-b "$BATS_TEST_TMPDIR/kernel"
  make_package linux-image-test 6.12.1-b "$BATS_TEST_TMPDIR/kernel"
  run -0 "$VM_BOOT" -n "$BATS_TEST_TMPDIR/linux-image-test.deb"
  [[ $output == 'x86-64 6.12.1-b '* ]]
}

@test "packages that are of no use leave nothing in the cache" {
  need_program dpkg-deb
  make_package hello 1
  fails_with 3 'hello.deb: a package without a kernel in /boot' \
    "$VM_BOOT" -n "$BATS_TEST_TMPDIR/hello.deb"
  make_package text 1 "$BATS_TEST_FILENAME"
  fails_with 3 '^boot: [^ ]*/text.deb: its vmlinuz-1: not a kernel' "$VM_BOOT" -n "$BATS_TEST_TMPDIR/text.deb"
  make_kernel 6.12.1 "$BATS_TEST_TMPDIR/kernel"
  make_package short 6.12.1 "$BATS_TEST_TMPDIR/kernel"
  truncate -s 6000 "$BATS_TEST_TMPDIR/short.deb"
  fails_with 3 'short.deb: cannot be unpacked: ' "$VM_BOOT" -n "$BATS_TEST_TMPDIR/short.deb"
  [[ -z $(ls "$XDG_CACHE_HOME/ptebench") ]]
}

@test "one process at a time fetches and unpacks, and clears away what a killed one left" {
  need_program dpkg-deb
  make_kernel 6.12.1 "$BATS_TEST_TMPDIR/kernel"
  make_package linux-image-test 6.12.1 "$BATS_TEST_TMPDIR/kernel"
  cache=$XDG_CACHE_HOME/ptebench
  mkdir -p "$cache/new.abcdef/boot" "$cache/other"
  touch "$cache/new.abcdef/boot/vmlinuz-1"
  exec 9>"$cache/.lock"
  flock 9
  "$VM_BOOT" -n "$BATS_TEST_TMPDIR/linux-image-test.deb" >"$BATS_TEST_TMPDIR/out" 9>&- 3>&- &
  sleep 1
  [[ $(ls "$cache") == $'new.abcdef\nother' ]]
  exec 9>&-
  wait $!
  grep -q '^x86-64 6.12.1 ' "$BATS_TEST_TMPDIR/out"
  [[ $(ls "$cache") == deb-*$'\n'other ]]
}

@test "packages of no use, where paths are longer than messages" {
  need_program dpkg-deb
  make_package text 1 "$BATS_TEST_FILENAME"
  fails_with 3 '^boot: [^ ]*/text.deb: its vmlinuz-1: not a kernel' \
    env XDG_CACHE_HOME="$BATS_TEST_TMPDIR/$(printf '%0100d/' {1..10})" \
    "$VM_BOOT" -n "$BATS_TEST_TMPDIR/text.deb"
}

# make_zboot IMAGE FILE: an EFI zboot image with IMAGE in it, by drivers/firmware/efi/libstub/
# zboot-header.S of the kernel.
make_zboot() {
  python3 - "$1" "$2" <<'END'
import gzip, struct, sys
payload = gzip.compress(open(sys.argv[1], "rb").read(), 1)
head = struct.pack("<4s4sIIII32sII", b"MZ", b"zimg", 4096, len(payload), 0, 0, b"gzip", 0x818223cd, 64)
open(sys.argv[2], "wb").write(head.ljust(4096, b"\0") + payload)
END
}

@test "the kernel in an EFI zboot image is what is booted, with its config" {
  make_arm64_kernel 6.12.1-z "$BATS_TEST_TMPDIR/Image"
  make_zboot "$BATS_TEST_TMPDIR/Image" "$BATS_TEST_TMPDIR/vmlinuz.efi"
  touch "$BATS_TEST_TMPDIR/config-6.12.1-z"
  # Made, found, and made again where it is cut off.
  for _ in 1 2 3; do
    run -0 "$VM_BOOT" -n "$BATS_TEST_TMPDIR/vmlinuz.efi"
    read -r arch version pages path config <<<"$output"
    [[ $arch == arm64 && $version == 6.12.1-z && $pages == 4096 ]]
    [[ $config == "$BATS_TEST_TMPDIR/config-6.12.1-z" ]]
    cmp "$path" "$BATS_TEST_TMPDIR/Image"
    [[ $path == "$XDG_CACHE_HOME"/ptebench/zboot-* ]]
    [[ ${kept-} ]] && truncate -s 10 "$path"
    kept=yes
  done
  truncate -s -1 "$BATS_TEST_TMPDIR/vmlinuz.efi"
  fails_with 3 '^boot: .*/vmlinuz.efi: truncated: ' "$VM_BOOT" -n "$BATS_TEST_TMPDIR/vmlinuz.efi"
}

@test "an EFI zboot image in a package" {
  need_program dpkg-deb
  make_arm64_kernel 6.12.1-z "$BATS_TEST_TMPDIR/Image"
  make_zboot "$BATS_TEST_TMPDIR/Image" "$BATS_TEST_TMPDIR/vmlinuz.efi"
  make_package zboot 6.12.1-z "$BATS_TEST_TMPDIR/vmlinuz.efi" arm64
  run -0 "$VM_BOOT" -n "$BATS_TEST_TMPDIR/zboot.deb"
  [[ $output == 'arm64 6.12.1-z 4096 '*/ptebench/zboot-*' '*/ptebench/deb-*/boot/config-6.12.1-z ]]
}

# apt, as this machine has it, but for where it gets packages, the URL $1, and keeps what is the
# system's. APT_CONFIG is read before the rest, so the rest is cut off.
use_repository() {
  local etc=$BATS_TEST_TMPDIR/etc
  mkdir -p "$etc" "$BATS_TEST_TMPDIR"/state/{lists/partial,archives/partial}
  echo "deb [trusted=yes] $1 ./" >"$etc/sources.list"
  cat >"$etc/apt.conf" <<END
Dir::Etc "$etc";
Dir::State "$BATS_TEST_TMPDIR/state";
Dir::Cache "$BATS_TEST_TMPDIR/state";
Acquire::Retries "0";
Dir::Etc::parts "-";
Dir::Etc::main "-";
END
  export APT_CONFIG=$etc/apt.conf
}

# A flat repository of packages of all architectures.
make_repository() {
  local dir=$BATS_TEST_TMPDIR/repository deb
  mkdir -p "$dir"
  mv "$BATS_TEST_TMPDIR"/*.deb "$dir"
  (cd "$dir" && for deb in *.deb; do
    dpkg-deb -f "$deb"
    printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$deb" "$(stat -c %s "$deb")" \
      "$(sha256sum "$deb" | cut -d' ' -f1)"
  done >Packages)
  use_repository "file:$dir"
}

@test "debian:VERSION is fetched once, for any architecture, and nothing else is touched" {
  need_program apt-get
  make_kernel 6.12.9+deb12-cloud "$BATS_TEST_TMPDIR/kernel"
  make_package linux-image-6.12.9+deb12-cloud-amd64 6.12.9+deb12 "$BATS_TEST_TMPDIR/kernel"
  make_package linux-image-6.12.9+deb12-cloud-arm64 6.12.9+deb12 "$BATS_TEST_TMPDIR/kernel" arm64
  make_package linux-image-6.12-cloud-amd64 6.12
  make_repository
  for arch in amd64 arm64; do
    run -0 "$VM_BOOT" -n "debian:6.12:$arch"
    [[ $output == *"/ptebench/debian-6.12-$arch/boot/vmlinuz-6.12.9+deb12 "* ]]
  done
  # From the cache.
  run -0 env PATH=/nonexistent "$VM_BOOT" -n debian:6.12:amd64
  [[ -z $(find "$BATS_TEST_TMPDIR/state" -type f) ]]
  [[ -z $(find "$XDG_CACHE_HOME" -name '*.deb') ]]
}

@test "debian:VERSION that is not to be had" {
  need_program apt-get
  make_package linux-image-6.12-cloud-amd64 6.12
  make_package linux-image-6.1.0-9-amd64 6.1.9
  make_repository
  fails_with 3 '^boot: debian:5\.10:amd64: no such kernel in the package lists.* \(what there is: 6\.1\)$' \
    "$VM_BOOT" -n debian:5.10:amd64
  rm -r "$BATS_TEST_TMPDIR/repository"
  fails_with 3 '^boot: debian:6\.12:amd64: apt-get update: .*(File not found|does not have)' \
    "$VM_BOOT" -n debian:6.12:amd64
  fails_with 3 'needs apt-get and dpkg-deb' env PATH=/nonexistent "$VM_BOOT" -n debian:6.12:amd64
  fails_with 3 'unknown architecture' "$VM_BOOT" -n debian:6.12:mips
}

@test "debian:VERSION without a network" {
  need_program apt-get
  use_repository http://127.0.0.1:9/
  fails_with 3 'apt-get update: Failed to fetch http.*\(without a network, give a kernel file\)$' \
    "$VM_BOOT" -n debian:6.12:amd64
}

@test "nowhere to keep a kernel" {
  fails_with 3 'set HOME or XDG_CACHE_HOME' env -u HOME -u XDG_CACHE_HOME "$VM_BOOT" -n debian:6.12
  XDG_CACHE_HOME=/proc fails_with 3 '/proc/ptebench: cannot be made' "$VM_BOOT" -n debian:6.12
}
