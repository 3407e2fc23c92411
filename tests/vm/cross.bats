#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Building for arm64 guests, but for the building: on a small tree, with compilers that are scripts
# and an apt repository of our own. The real thing is in arm64.bats.

bats_require_minimum_version 1.5.0

setup() {
  load vm
  [[ $(uname -m) != aarch64 ]] || skip "arm64 machines build for arm64 as they are"
  repo=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  tree=$BATS_TEST_TMPDIR/tree
  stubs=$BATS_TEST_TMPDIR/stubs
  mkdir -p "$tree/vm" "$stubs"
  cp "$repo/run.sh" "$repo/deps.sh" "$tree"
  cp "$repo/vm/cross-arm64.sh" "$tree/vm"
  # No language, so no compiler is tried.
  printf '%s\n' "project('ptebench')" "configure_file(output: 'ptebench', configuration: {})" \
    >"$tree/meson.build"
  echo "option('tests', type: 'boolean', value: true)" >"$tree/meson_options.txt"
  stub aarch64-linux-gnu-gcc </dev/null
  stub aarch64-linux-gnu-g++ </dev/null
  PATH=$stubs:$PATH
}

# stub NAME: the script on stdin becomes that program.
stub() {
  { echo '#!/bin/bash' && cat; } >"$stubs/$1"
  chmod +x "$stubs/$1"
}

# without PROGRAM...: sets $path to a PATH that has all programs but these.
without() {
  local program
  path=$BATS_TEST_TMPDIR/path
  mkdir -p "$path"
  (IFS=: && for dir in $PATH; do find -L "$dir" -maxdepth 1 -type f -executable; done) |
    xargs -d '\n' ln -st "$path" 2>/dev/null || true
  for program; do rm -f "$path/$program"; done
}

# make_package NAME FILE [DEPENDS]: an arm64 package with one file, into the repository.
make_package() {
  local dir=$BATS_TEST_TMPDIR/package
  rm -rf "$dir"
  mkdir -p "$dir/DEBIAN" "$dir/${2%/*}" "$BATS_TEST_TMPDIR/repository"
  echo "$1" >"$dir/$2"
  printf '%s\n' "Package: $1" 'Version: 1' 'Architecture: arm64' ${3:+"Depends: $3"} \
    'Maintainer: nobody <nobody@example.com>' 'Description: a test' >"$dir/DEBIAN/control"
  dpkg-deb -Znone -b "$dir" "$BATS_TEST_TMPDIR/repository/$1.deb" >/dev/null
}

# The packages of deps.sh, one of which needs another one; apt, as this machine has it, knows none
# but these. APT_CONFIG is read before the rest, so the rest is cut off.
use_repository() {
  local dir=$BATS_TEST_TMPDIR/repository name deb
  need_program apt-get
  need_program dpkg-deb
  for name in libbenchmark-dev libnuma-dev libhwloc-dev libjansson-dev libgsl-dev zlib1g-dev \
    libmd-dev libelf-dev; do
    make_package "$name" "usr/include/$name.h"
  done
  make_package libc6-dev usr/lib/libc.a libc6
  make_package libc6 usr/lib/libc.so.6
  (cd "$dir" && for deb in *.deb; do
    dpkg-deb -f "$deb"
    printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$deb" "$(stat -c %s "$deb")" \
      "$(sha256sum "$deb" | cut -d' ' -f1)"
  done >Packages)
  mkdir -p "$BATS_TEST_TMPDIR"/etc "$BATS_TEST_TMPDIR"/state/{lists/partial,archives/partial}
  echo "deb [trusted=yes] file:$dir ./" >"$BATS_TEST_TMPDIR/etc/sources.list"
  cat >"$BATS_TEST_TMPDIR/etc/apt.conf" <<END
Dir::Etc "$BATS_TEST_TMPDIR/etc";
Dir::State "$BATS_TEST_TMPDIR/state";
Dir::Cache "$BATS_TEST_TMPDIR/state";
Dir::Etc::parts "-";
Dir::Etc::main "-";
APT::Update::Post-Invoke { "touch $BATS_TEST_TMPDIR/invoked"; };
END
  export APT_CONFIG=$BATS_TEST_TMPDIR/etc/apt.conf
}

@test "libraries are fetched with what they need, once, and only when asked for" {
  use_repository
  fails_with 3 "^run.sh: arm64 guests: their libraries are not fetched yet \(remedy: --install-" \
    "$tree/run.sh" build-arm64
  [[ ! -e $tree/build-arm64 ]]
  run -0 "$tree/run.sh" build-arm64 --install-deps
  sysroot=$tree/build-arm64/sysroot
  [[ $(<"$sysroot/usr/include/libnuma-dev.h") == libnuma-dev ]]
  [[ $(<"$sysroot/usr/lib/libc.so.6") == libc6 ]]
  [[ $(<"$sysroot/lib/libc.so.6") == libc6 ]]
  [[ -e $tree/build-arm64/build/ptebench && ! -e $tree/build-arm64/apt ]]
  # Neither apt's own folders nor what it does after updates.
  [[ -z $(find "$BATS_TEST_TMPDIR/state" -type f) && ! -e $BATS_TEST_TMPDIR/invoked ]]
  rm -r "$BATS_TEST_TMPDIR/repository"
  run -0 "$tree/run.sh" build-arm64
  run -0 "$tree/run.sh" build-arm64 --install-deps
}

@test "libraries are fetched again when it takes others, and from repositories of which one fails" {
  use_repository
  echo 'deb [trusted=yes] file:/nonexistent ./' >>"$BATS_TEST_TMPDIR/etc/sources.list"
  run -0 "$tree/run.sh" build-arm64 --install-deps
  sed -i '/^build .*pc:libmd/d' "$tree/deps.sh"
  fails_with 3 'not fetched yet' "$tree/run.sh" build-arm64
  run -0 "$tree/run.sh" build-arm64 --install-deps
  [[ ! -e $tree/build-arm64/sysroot/usr/include/libmd-dev.h ]]
  [[ -e $tree/build-arm64/sysroot/usr/include/libelf-dev.h ]]
}

@test "libraries that can't be fetched" {
  use_repository
  rm "$BATS_TEST_TMPDIR/repository/libc6.deb"
  run -3 "$tree/run.sh" build-arm64 --install-deps
  [[ ${lines[1]} == 'run.sh: arm64 guests: E: '*libc6.deb*"$tree/build-arm64/fetch.log"* ]]
  [[ ! -e $tree/build-arm64/sysroot ]]
  rm -r "$BATS_TEST_TMPDIR/repository"
  run -3 "$tree/run.sh" build-arm64 --install-deps
  [[ ${lines[1]} == 'run.sh: arm64 guests: E: '* ]]
  [[ ! -e $tree/build-arm64/sysroot ]]
}

@test "a tree that was moved is set up again" {
  use_repository
  run -0 "$tree/run.sh" build-arm64 --install-deps
  mv "$tree" "$tree-moved"
  run -0 "$tree-moved/run.sh" build-arm64
  grep -q "'--sysroot=$tree-moved/build-arm64/sysroot'" "$tree-moved/build-arm64/cross.ini"
  [[ -e $tree-moved/build-arm64/build/ptebench ]]
  mv "$tree-moved" "$tree's"
  fails_with 3 "tree's/build-arm64: a blank or quote in the path" "$tree's/run.sh" build-arm64
  mv "$tree's" "$tree tree"
  fails_with 3 'tree tree/build-arm64: a blank or quote in the path' "$tree tree/run.sh" build-arm64
}

@test "machines without Debian's packages, or without the compilers" {
  without apt-get
  PATH=$path fails_with 3 "Debian's packages, and this machine has no apt-get" \
    "$tree/run.sh" build-arm64
  need_program apt-get
  need_program dpkg-deb
  rm "$stubs"/*
  without aarch64-linux-gnu-gcc aarch64-linux-gnu-g++
  local names='aarch64-linux-gnu-gcc, aarch64-linux-gnu-g\+\+'
  local packages='gcc-aarch64-linux-gnu g\+\+-aarch64-linux-gnu'
  PATH=$path fails_with 3 "^run.sh: missing: $names .*apt-get install.* $packages\)\$" \
    "$tree/run.sh" build-arm64
}

@test "arm64 machines have nothing to build" {
  stub uname <<<'echo aarch64'
  run -0 "$tree/run.sh" build-arm64 --install-deps
  [[ $output == *'nothing to do'* && ! -e $tree/build-arm64 ]]
}

# An arm64 Image as small as can be, by the kernel's Documentation/arch/arm64/booting.rst.
make_image() {
  head -c 4096 /dev/zero >"$1"
  printf 'ARM\x64' | dd of="$1" bs=1 seek=56 conv=notrunc status=none
  printf 'Linux version 6.12.1-test (test) 1\n' >>"$1"
}

# vm [VARIABLE=VALUE...]: ptebench vm with an arm64 kernel.
vm() {
  env PTEBENCH_RESULTS="$BATS_TEST_TMPDIR" "$@" "$PTEBENCH" vm --campaign c \
    --kernel "a=$BATS_TEST_TMPDIR/Image"
}

@test "vm has arm64 guests' programs built before it makes anything" {
  make_image "$BATS_TEST_TMPDIR/Image"
  stub qemu-system-aarch64 </dev/null
  stub driver <<<'echo "driver: $*"; exit 3'
  run -3 --separate-stderr vm PTEBENCH_DRIVER="$stubs/driver"
  echo "$stderr"
  [[ -z $output ]]
  [[ $stderr == *'driver: build-arm64'*'ptebench for arm64 guests: building it failed, see above' ]]
  [[ ! -e $BATS_TEST_TMPDIR/c ]]
  run -3 vm PTEBENCH_DRIVER=/nonexistent
  [[ $output == *'/nonexistent: cannot be started: No such file or directory (use ./run.sh vm)' ]]
  run -3 vm PTEBENCH_DRIVER=
  [[ $output == *'no ptebench for arm64 guests (./run.sh vm builds one)' ]]
  [[ ! -e $BATS_TEST_TMPDIR/c ]]
}

@test "vm takes arm64 guests' programs from where the driver says" {
  make_image "$BATS_TEST_TMPDIR/Image"
  stub qemu-system-aarch64 </dev/null
  run -3 vm PTEBENCH_DRIVER=/bin/true PTEBENCH_GUEST_ARM64="$BATS_TEST_TMPDIR/nowhere"
  echo "$output"
  [[ $output == *"$BATS_TEST_TMPDIR/nowhere/build/"* ]]
  run -3 vm PTEBENCH_DRIVER=/bin/true PTEBENCH_GUEST_ARM64=
}
