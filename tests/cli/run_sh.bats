#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh and deps.sh, on a small tree whose ptebench prints what it was given, with package managers
# and probes that are scripts in a folder of their own at the head of PATH.
# shellcheck disable=SC2016,SC2030,SC2031  # stubs are quoted; each test is a subshell, as it should be

bats_require_minimum_version 1.5.0

# A tree with the real driver and a ptebench of a few lines, built once per test file.
setup_file() {
  export repo tree
  repo=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
  tree=$BATS_FILE_TMPDIR/tree
  mkdir -p "$tree/bench" "$tree/tests"
  cp "$repo/run.sh" "$repo/deps.sh" "$tree"
  cp "$repo/tests/tally.py" "$tree/tests"
  cat >"$tree/meson.build" <<'END'
project('ptebench', 'c')
executable('ptebench', 'bench/main.c')
sh = find_program('sh')
if get_option('tests')
  test('good', sh, args: ['-c', 'echo 1..1; echo ok 1 - a'], protocol: 'tap', suite: 'unit')
  test('mixed', sh, args: ['-c', 'echo 1..2; echo ok 1 b; echo "ok 2 c # skip no THP"'],
    protocol: 'tap', suite: 'cli')
  test('bad', sh, args: ['-c', 'echo 1..2; echo ok 1 d; echo not ok 2 e; exit 1'],
    protocol: 'tap', suite: 'root')
  test('crash', sh, args: ['-c', 'echo 1..2; echo ok 1 f; kill -SEGV $$'],
    protocol: 'tap', suite: 'root')
  test('silent', sh, args: ['-c', 'true'], protocol: 'tap', suite: 'root')
  test('hang', sh, args: ['-c', 'exec sleep 60'], protocol: 'tap', suite: 'root', timeout: 1)
endif
END
  echo "option('tests', type: 'boolean', value: true)" >"$tree/meson_options.txt"
  cat >"$tree/bench/main.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	char cwd[4096];

	printf("pid=%d cwd=%s results=%s", getpid(), getcwd(cwd, sizeof(cwd)), getenv("PTEBENCH_RESULTS"));
	for (int i = 1; i < argc; i++)
		printf(" [%s]", argv[i]);
	puts("");
	return argc > 1 && strcmp(argv[1], "compare") == 0 ? 2 : 0;
}
END
  "$tree/run.sh" list >/dev/null
}

setup() {
  load ../common
  stubs=$BATS_TEST_TMPDIR/stubs
  mkdir "$stubs"
  # shellcheck source=deps.sh
  source "$repo/deps.sh"
}

# stub NAME: puts the script on stdin at the head of PATH. It is renamed into place, since writing
# would follow a link that bare_path made and change the machine's own program.
stub() {
  { echo '#!/bin/bash' && cat; } >"$BATS_TEST_TMPDIR/stub"
  chmod +x "$BATS_TEST_TMPDIR/stub"
  mv -fT "$BATS_TEST_TMPDIR/stub" "$stubs/$1"
}

# A copy of the small tree that is not built.
fresh_tree() {
  fresh=$BATS_TEST_TMPDIR/fresh
  mkdir "$fresh"
  cp -r "$tree/bench" "$tree/tests" "$tree"/*.* "$fresh"
}

# Makes $stubs fit to be all of PATH: what run.sh and deps.sh call, but no package manager or sudo.
bare_path() {
  local name
  for name in bash cat cc c++ dirname env flock grep head id meson mktemp ninja python3 readlink rm\
    sort touch; do
    ln -s "$(command -v "$name")" "$stubs/$name"
  done
}

# A Debian with an apt-get that writes down its arguments and "brings" google/benchmark.
fake_debian() {
  export DIR=$BATS_TEST_TMPDIR deps_os_release=$BATS_TEST_TMPDIR/os-release deps_apt_lists=$BATS_TEST_TMPDIR
  echo 'ID=debian' >"$deps_os_release"
  touch "$DIR/x_Packages"
  stub pkg-config <<<'case "$*" in *benchmark*) [ -e "$DIR/installed" ] ;; esac'
  stub apt-get <<'END'
echo "apt-get $*" >>"$DIR/apt.log"
case "$*" in
*update*) touch "$DIR/updated" ;;
*install*) [ -z "$NEEDS_UPDATE" ] || [ -e "$DIR/updated" ] && touch "$DIR/installed" ;;
esac
END
}

@test "each distribution gets its own install command" {
  while IFS='|' read -r manager role expected; do
    mapfile -t packages < <(deps_rows "$role" | deps_packages "$manager")
    run -0 deps_command "$manager" "${packages[@]}"
    echo "$output"
    [[ $output == "$expected" ]]
  done <<'END'
apt-get|build|apt-get install -y --no-install-recommends gcc g++ meson ninja-build pkg-config util-linux libbenchmark-dev libnuma-dev libhwloc-dev libjansson-dev libgsl-dev zlib1g-dev libmd-dev libelf-dev libc6-dev
dnf|build|dnf install -y --setopt=install_weak_deps=False gcc gcc-c++ meson ninja-build pkgconf-pkg-config util-linux google-benchmark-devel numactl-devel hwloc-devel jansson-devel gsl-devel zlib-devel libmd-devel elfutils-libelf-devel glibc-static
pacman|build|pacman -S --needed --noconfirm gcc meson ninja pkgconf util-linux benchmark numactl hwloc jansson gsl zlib libmd libelf glibc
zypper|build|zypper --non-interactive install --no-recommends gcc gcc-c++ meson ninja pkg-config util-linux benchmark-devel libnuma-devel hwloc-devel libjansson-devel gsl-devel zlib-devel libmd-devel libelf-devel glibc-devel-static
apt-get|vm|apt-get install -y --no-install-recommends qemu-system-x86 qemu-system-arm
dnf|vm|dnf install -y --setopt=install_weak_deps=False qemu-system-x86-core qemu-system-aarch64-core
pacman|vm|pacman -S --needed --noconfirm qemu-system-x86 qemu-system-aarch64
zypper|vm|zypper --non-interactive install --no-recommends qemu-x86 qemu-arm
apt-get|kernel|apt-get install -y --no-install-recommends git make gcc flex bison bc perl ccache libssl-dev
dnf|kernel|dnf install -y --setopt=install_weak_deps=False git make gcc flex bison bc perl ccache openssl-devel
pacman|kernel|pacman -S --needed --noconfirm git make gcc flex bison bc perl ccache openssl
zypper|kernel|zypper --non-interactive install --no-recommends git make gcc flex bison bc perl ccache libopenssl-devel
apt-get|test|apt-get install -y --no-install-recommends libcmocka-dev bats python3-jsonschema
dnf|test|dnf install -y --setopt=install_weak_deps=False libcmocka-devel bats python3-jsonschema
pacman|test|pacman -S --needed --noconfirm cmocka bats python-jsonschema
zypper|test|zypper --non-interactive install --no-recommends libcmocka-devel bats python3-jsonschema
apt-get|extra|apt-get install -y --no-install-recommends libbenchmark-tools python3-numpy python3-scipy python3-yaml libxml2-utils
dnf|extra|dnf install -y --setopt=install_weak_deps=False python3-numpy python3-scipy python3-pyyaml libxml2
pacman|extra|pacman -S --needed --noconfirm python-numpy python-scipy python-yaml libxml2
zypper|extra|zypper --non-interactive install --no-recommends python3-numpy python3-scipy python3-PyYAML libxml2-tools
END
}

@test "the table of dependencies has a name or a dash for each manager in every row" {
  while read -r role probe apt dnf pacman zypper rest; do
    echo "$role $probe"
    [[ -n $zypper && -z $rest && -n $apt$dnf$pacman ]]
    [[ $probe == @(cmd|pc|py|file):* ]]
  done < <(deps_rows build vm kernel test extra lint)
  [[ $(deps_rows build vm kernel arm64 test extra lint | wc -l) == $(deps_table | grep -vc '^#') ]]
}

@test "every dependency that the build looks for is in the table" {
  mapfile -t names < <(cat "$repo"/meson.build "$repo"/*/meson.build |
    sed -n "s/.*[^_]dependency('\([^']*\)'.*/\1/p" | grep -v '^threads$')
  echo "${names[*]}"
  ((${#names[@]} >= 4))
  for name in "${names[@]}"; do
    deps_rows build test | grep -qE " pc:$name(>=\S+)? " || { echo "$name"; false; }
  done
}

@test "the package manager follows the distribution, then PATH" {
  while IFS='|' read -r release managers expected; do
    rm -f "$stubs"/*
    for manager in $managers; do stub "$manager" </dev/null; done
    printf '%b' "$release" >"$BATS_TEST_TMPDIR/os-release"
    found=$(deps_os_release=$BATS_TEST_TMPDIR/os-release PATH=$stubs deps_manager) || found=none
    echo "$release, $managers: $found"
    [[ $found == "$expected" ]]
  done <<'END'
ID=debian\n|apt-get dnf|apt-get
ID=linuxmint\nID_LIKE="ubuntu debian"\n|apt-get|apt-get
ID=fedora\n|apt-get dnf|dnf
ID="rocky"\nID_LIKE="rhel centos fedora"\n|dnf|dnf
ID=arch\n|apt-get pacman|pacman
ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n|zypper dnf|zypper
ID=fedora\n|apt-get|apt-get
ID=unheardof\n|zypper|zypper
|pacman|pacman
ID=debian\n|brew|none
END
}

@test "a program's version is compared as a version" {
  while IFS='|' read -r least version expected; do
    stub meson <<<"echo $version"
    found=$(PATH=$stubs:$PATH; deps_present "cmd:meson>=$least" && echo new || echo old)
    echo "$version, least $least: $found"
    [[ $found == "$expected" ]]
  done <<'END'
1.0.0|0.61.2|old
1.0.0|0.99.0|old
1.0.0|1.0.0|new
1.0.0|1.0.1|new
1.7.1|1.10.0|new
1.10.0|1.7.1|old
END
}

@test "probes tell what is there from what is not" {
  deps_present 'cmd:no-such-program|bash'
  run ! deps_present 'cmd:no-such-program'
  deps_present 'file:/no/such/file|/bin/sh'
  run ! deps_present 'file:/no/such/file'
  deps_present 'py:json'
  run ! deps_present 'py:no_such_module'
  deps_present 'pc:zlib>=1'
  run ! deps_present 'pc:zlib>=999'
  run ! deps_present 'pc:no-such-module'
}

@test "a missing dependency is named with the command that brings it" {
  fake_debian
  fresh_tree
  PATH=$stubs:$PATH run -3 --separate-stderr "$fresh/run.sh" list
  [[ -z $output ]]
  echo "$stderr"
  [[ $stderr == 'run.sh: missing: benchmark>=1.7.1 (remedy: --install-deps, or: '*'install -y --no-install-recommends libbenchmark-dev)' ]]
  [[ ! -e $fresh/build ]]
}

@test "a missing dependency on an unknown distribution" {
  fresh_tree
  bare_path
  stub pkg-config <<<'exit 1'
  PATH=$stubs run -3 --separate-stderr "$fresh/run.sh" list
  echo "$stderr"
  [[ $stderr == 'run.sh: missing: benchmark>=1.7.1, numa, '*'(remedy: install by hand; there is no apt-get, '* ]]
}

@test "--install-deps installs what is missing, once, and then runs the verb" {
  fake_debian
  fresh_tree
  stub id <<<'echo 0'
  PATH=$stubs:$PATH run -0 --separate-stderr "$fresh/run.sh" list --install-deps --json
  echo "$output"
  [[ $output == *' [list] [--json]' && ${#lines[@]} == 1 ]]
  cat "$DIR/apt.log"
  [[ $(<"$DIR/apt.log") == 'apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends libbenchmark-dev' ]]
  PATH=$stubs:$PATH run -0 "$fresh/run.sh" --install-deps list
  [[ $(wc -l <"$DIR/apt.log") == 1 ]]
}

@test "--install-deps brings QEMU for vm, and for no other verb" {
  fresh_tree
  "$fresh/run.sh" list
  bare_path
  fake_debian
  ln -s "$(command -v find)" "$stubs/find"
  touch "$DIR/installed"
  stub id <<<'echo 0'
  run -0 env PATH="$stubs" "$fresh/run.sh" --install-deps list
  [[ ! -e $DIR/apt.log ]]
  run -0 --separate-stderr env PATH="$stubs" "$fresh/run.sh" vm --kernel a=x --install-deps --boots 2
  echo "$output" "$stderr"
  [[ $output == *' [vm] [--kernel] [a=x] [--boots] [2]' ]]
  [[ $(<"$DIR/apt.log") == *' install -y --no-install-recommends qemu-system-x86 qemu-system-arm' ]]
  # Without the option, what is missing is for ptebench to say: it knows which one is needed.
  rm "$DIR/apt.log"
  run -0 env PATH="$stubs" "$fresh/run.sh" vm --help
  [[ ! -e $DIR/apt.log ]]
}

@test "package lists are fetched where there are none or the install fails" {
  fake_debian
  stub id <<<'echo 0'
  rm "$DIR/x_Packages"
  PATH=$stubs:$PATH run -0 deps_install build
  [[ $(cut -d' ' -f 2- "$DIR/apt.log" | head -n 1) == update ]]
  [[ $(wc -l <"$DIR/apt.log") == 2 ]]
  rm "$DIR/apt.log" "$DIR/installed" "$DIR/updated"
  touch "$DIR/x_Packages"
  NEEDS_UPDATE=yes PATH=$stubs:$PATH run -0 deps_install build
  cat "$DIR/apt.log"
  [[ $(wc -l <"$DIR/apt.log") == 3 ]]
}

@test "an install that fails or does not help ends with 3 and says so" {
  fake_debian
  stub id <<<'echo 0'
  stub apt-get <<<'exit 100'
  PATH=$stubs:$PATH run -3 deps_install build
  [[ $output == *': --install-deps: apt-get failed, see above (remedy: by hand: apt-get install '* ]]
  stub apt-get <<<'exit 0'
  PATH=$stubs:$PATH run -3 deps_install build
  echo "$output"
  [[ $output == *"packages don't bring benchmark>=1.7.1 (remedy: "* ]]
}

@test "installing without root goes through sudo, or says that it can't" {
  bare_path
  fake_debian
  stub id <<<'echo 1000'
  PATH=$stubs run -3 deps_install build
  echo "$output"
  [[ $output == *'neither root nor sudo (remedy: as root: apt-get install '* ]]
  stub sudo <<<'echo sudo >>"$DIR/sudo.log"; exec "$@"'
  PATH=$stubs run -0 deps_install build
  [[ $(<"$DIR/sudo.log") == sudo && -e $DIR/installed ]]
  rm "$DIR/installed"
  PATH=$stubs run -3 deps_require build
  [[ $output == *'or: sudo apt-get install '* ]]
}

@test "verbs and options reach ptebench unchanged, from the caller's folder" {
  cd "$BATS_TEST_TMPDIR"
  while IFS='|' read -r args expected; do
    declare -a words="($args)"
    run -0 "$tree/run.sh" "${words[@]}"
    echo "$output"
    [[ $output == *" cwd=$BATS_TEST_TMPDIR results=$tree/results $expected" ]]
  done <<'END'
|[run]
--label 'a b' --out x.json|[run] [--label] [a b] [--out] [x.json]
run --help|[run] [--help]
list --json|[list] [--json]
vm --kernel base=./bzImage|[vm] [--kernel] [base=./bzImage]
--version|[--version]
restore ''|[restore] []
END
}

@test "the exit status and the process are ptebench's" {
  run -2 "$tree/run.sh" compare base new
  run -0 bash -c 'echo "$$"; exec "$1" list' bash "$tree/run.sh"
  [[ ${lines[1]} == "pid=${lines[0]} "* ]]
}

@test "run.sh works through a symbolic link" {
  ln -s "$tree/run.sh" "$BATS_TEST_TMPDIR/pte"
  run -0 "$BATS_TEST_TMPDIR/pte" list
  [[ $output == *"results=$tree/results [list]" ]]
}

@test "--help shows the driver's help and builds nothing" {
  fresh_tree
  for args in --help -h 'test --help' '--install-deps --help'; do
    # shellcheck disable=SC2086
    run -0 "$fresh/run.sh" $args
    [[ ${lines[0]} == 'Usage: ./run.sh '* && $output == *'Exit status: '* ]]
  done
  [[ ! -e $fresh/build ]]
}

@test "what is built is not built again until a source changes" {
  fresh_tree
  run -0 --separate-stderr "$fresh/run.sh" list
  [[ $stderr == "run.sh: building in $fresh/build" && ${#lines[@]} == 1 ]]
  before=$(stat -c %y "$fresh/build/ptebench" "$fresh/build/build.ninja" "$fresh/build/build.log")
  run -0 --separate-stderr "$fresh/run.sh" list
  [[ -z $stderr && ${#lines[@]} == 1 ]]
  [[ $(stat -c %y "$fresh/build/ptebench" "$fresh/build/build.ninja" "$fresh/build/build.log") == "$before" ]]
  sed -i 's/pid=/changed pid=/' "$fresh/bench/main.c"
  run -0 "$fresh/run.sh" list
  [[ $output == 'changed pid='* ]]
}

@test "a failed build ends with 3, shows the compiler's words on stderr only and keeps the log" {
  fresh_tree
  echo 'int broken' >>"$fresh/bench/main.c"
  run -3 --separate-stderr "$fresh/run.sh" list
  [[ -z $output && $stderr == *'error: '*"run.sh: build: failed"* ]]
  grep -q 'error: ' "$fresh/build/build.log"
}

@test "a moved tree and a broken build directory are set up anew" {
  fresh_tree
  "$fresh/run.sh" list
  mv "$fresh" "$fresh-moved"
  fresh+=-moved
  run -0 "$fresh/run.sh" list
  [[ $output == *"results=$fresh/results [list]" ]]
  grep -q "\"source\": \"$fresh\"" "$fresh/build/meson-info/meson-info.json"
  rm "$fresh/build/build.ninja"
  run -0 "$fresh/run.sh" list
  : >"$fresh/build/meson-private/coredata.dat"
  run -0 "$fresh/run.sh" list
  rm -r "$fresh/build/meson-private"
  run -0 "$fresh/run.sh" list
}

@test "two runs at once build one after the other" {
  fresh_tree
  "$fresh/run.sh" list >"$BATS_TEST_TMPDIR/one" 2>&1 3>&- &
  run -0 --separate-stderr "$fresh/run.sh" list
  wait $!
  grep -q '\[list\]' "$BATS_TEST_TMPDIR/one"
}

@test "what another user built is used while it is current, and reported when it is not" {
  (($(id -u) == 0)) || skip "needs root, to become another user"
  command -v setpriv >/dev/null || skip "setpriv is not installed"
  home=$(mktemp -d)
  chmod 755 "$home"
  cp -r "$tree" "$home/tree"
  "$home/tree/run.sh" list
  run -0 --separate-stderr setpriv --reuid=65534 --clear-groups "$home/tree/run.sh" list
  [[ $output == *'[list]'* && -z $stderr ]]
  touch "$home/tree/bench/main.c"
  run --separate-stderr setpriv --reuid=65534 --clear-groups "$home/tree/run.sh" list
  rm -rf "$home"
  echo "$stderr"
  [[ $status == 3 && -z $output ]]
  [[ $stderr == "run.sh: $home/tree/build"*": not writable by "*" (remedy: sudo chown -R "* ]]
}

@test "test counts single cases, crashes, silence and time-outs, and closes with one line" {
  fresh_tree
  run -1 --separate-stderr "$fresh/run.sh" test
  echo "$output"
  [[ ${lines[-1]} == '4 passed, 4 failed, 1 skipped' ]]
  [[ $output == *'skipped: ptebench:cli / mixed: c (no THP)'* ]]
  [[ $output == *'failed: ptebench:root / bad: e'* ]]
  [[ $output == *'failed: ptebench:root / crash (killed by signal 11)'* ]]
  [[ $output == *'failed: ptebench:root / silent (printed no results)'* ]]
  [[ $output == *'failed: ptebench:root / hang (timeout)'* ]]
  [[ ! -e $fresh/build ]]
}

@test "test quick runs the unit and cli suites alone" {
  fresh_tree
  run -0 "$fresh/run.sh" test quick
  [[ ${lines[-1]} == '2 passed, 0 failed, 1 skipped' ]]
}

@test "a test run in which nothing ran, or all was skipped, fails" {
  fresh_tree
  sed -i '/^  test(/,$d' "$fresh/meson.build"
  cp "$fresh/meson.build" "$BATS_TEST_TMPDIR/none"
  echo endif >>"$fresh/meson.build"
  run -1 "$fresh/run.sh" test
  echo "$output"
  [[ ${lines[-1]} == '0 passed, 1 failed, 0 skipped' ]]
  {
    cat "$BATS_TEST_TMPDIR/none"
    echo "test('all', sh, args: ['-c', 'echo 1..0 \# SKIP no root'], protocol: 'tap')"
    echo endif
  } >"$fresh/meson.build"
  run -1 "$fresh/run.sh" test
  echo "$output"
  [[ ${lines[-1]} == '0 passed, 0 failed, 1 skipped' ]]
}

@test "test with an unknown set or too many arguments is bad usage" {
  run -3 "$tree/run.sh" test some
  [[ $output == 'run.sh: test: some: no such set of tests (remedy: quick or all)' ]]
  run -3 "$tree/run.sh" test quick all
}
