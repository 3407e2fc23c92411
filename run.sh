#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The driver: brings the build up to date and hands over to build/ptebench. Standard output is the
# verb's alone, so that it can be piped; what the driver says goes to standard error.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# shellcheck source=deps.sh
source "$here/deps.sh"

usage() {
  cat <<'END'
Usage: ./run.sh [VERB] [--install-deps] [OPTIONS]

Builds ptebench where needed and runs it.

  run (default)  measure the selected cases, write a result file
  list           cases, what they need, whether this machine has it
  check          is this machine fit to measure?
  compare        compare results: kernels, boots, labels
  vm             boot kernels under QEMU, measure in each boot, compare
  explain        boot two kernels, show which kernel functions differ
  series         build the kernels of a git range, boot each, a row per commit
  plan           how many boots and repetitions it takes to find a change
  restore        undo what a killed run left of settings and swap
  build-arm64    build what arm64 guests of vm run (vm does so where it has to)
  test [quick|all]
                 test ptebench itself; quick: what needs no root

  --install-deps  first install what is missing, with the distribution's package manager
  --version       ptebench's version
  -h, --help      this text; ./run.sh VERB --help for a verb's options

Every verb but test and build-arm64 is ptebench's own and gets all other options unchanged.

Examples:
  ./run.sh --install-deps list
  sudo ./run.sh --label base --cases 'mprotect*'
  ./run.sh compare base patched
  ./run.sh vm --kernel base=debian:6.1 --kernel new=debian:6.12 --install-deps
  ./run.sh series --tree ~/linux --range v6.12..topic --install-deps
  ./run.sh test quick

Exit status: ptebench's. test: 0 all passed, 1 a test failed or none ran. 3 bad usage, a missing
dependency or a failed build, for every verb.
END
}

fail() {
  printf 'run.sh: %s\n' "$1" >&2
  exit 3
}

# Whether build directory $1 is configured and for this source tree. (Meson writes other than plain
# ASCII in another form, so a path with such characters is taken on trust.)
configured() {
  local LC_ALL=C
  [[ -f $1/build.ninja && -f $1/meson-private/coredata.dat ]] || return 1
  [[ $here == *[!\ -~]* ]] || grep -qsF "\"source\": \"$here\"" "$1/meson-info/meson-info.json"
}

# Runs under the lock, output in the log. A build directory that can't even be regenerated (another
# source path, another meson, half written) is set up anew, with the options it had.
configure_and_compile() {
  local dir=$1
  shift
  if ! configured "$dir" || ! "$ninja" -C "$dir" build.ninja; then
    if [[ -f $dir/meson-private/cmd_line.txt ]]; then
      meson setup --wipe "$dir" "$here" || return
    else
      meson setup "$dir" "$here" "$@" || return
    fi
  fi
  "$ninja" -C "$dir"
}

# Whether program $1 is newer than all that it is built from.
up_to_date() {
  [[ -x $1 && -z $(find "$here" -path "$here/build*" -prune -o \
    \( -name '*.[ch]' -o -name '*.cc' -o -name 'meson*' \) -newer "$1" -print -quit) ]]
}

# build NAME ROLES [MESON-OPTION...]: brings the build directory $here/NAME up to date.
build() {
  local roles=$2 dir=$here/$1 foreign
  shift 2
  if ! configured "$dir"; then
    # shellcheck disable=SC2086 # roles are words
    deps_require $roles || exit
    echo "run.sh: building in $dir" >&2
  fi
  foreign=$(find "$dir" ! -writable ! -type l -print -quit 2>/dev/null) || true
  # What root built is as good, as long as no source is newer.
  [[ -z $foreign ]] || ! up_to_date "$dir/ptebench" || return 0
  [[ -z $foreign ]] || fail "$foreign: not writable by $(id -un), probably built as root (remedy: \
sudo chown -R $(id -un) '$dir')"
  [[ -d $dir || -w $here ]] || fail "$here: not writable, can't build (remedy: use a copy of the tree)"
  ninja=$(command -v ninja || command -v ninja-build) || true

  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  # The lock is this file, since a build directory may be wiped; it ends with the subshell.
  if (flock 9 && configure_and_compile "$dir" "$@") 9<"$here/run.sh" >"$log" 2>&1 </dev/null; then
    # The commit's name is looked up each time: that alone is no build.
    ! grep -qE 'Compiling|Linking' "$log" || cat "$log" >"$dir/build.log"
    # The next one to build may be the user without sudo.
    [[ -z ${SUDO_UID-} ]] || chown -R "$SUDO_UID:${SUDO_GID-}" "$dir"
    rm -f "$log"
    return
  fi
  # shellcheck disable=SC2086
  deps_require $roles || exit
  tail -n 30 "$log" >&2
  mkdir -p "$dir" && cat "$log" >"$dir/build.log"
  fail "build: failed, see above (the whole log: $dir/build.log)"
}

run_tests() {
  local which=${1-all} suites=() logs=$here/build-tests/meson-logs status=0
  case $which in
  quick) suites=(--suite unit --suite cli) ;;
  all) ;;
  *) fail "test: $which: no such set of tests (remedy: quick or all)" ;;
  esac
  (($# <= 1)) || fail "test: $2: one argument at most (remedy: quick or all)"
  deps_require build test || exit
  build build-tests 'build test' -Dtests=true
  rm -f "$logs"/testlog.json "$logs"/testlog.junit.xml
  meson test -C "$here/build-tests" --no-rebuild --print-errorlogs "${suites[@]}" </dev/null || status=$?
  python3 "$here/tests/tally.py" "$logs" "$status"
}

install=${PTEBENCH_INSTALL_DEPS-}
args=()
for arg; do
  if [[ $arg == --install-deps ]]; then install=yes; else args+=("$arg"); fi
done
set -- "${args[@]}"

case ${1-} in
-h | --help)
  usage
  exit
  ;;
--version) ;;
'' | -*) set -- run "$@" ;;
esac

if [[ $1 == test ]]; then
  shift
  if [[ ${1-} == -h || ${1-} == --help ]]; then
    usage
    exit
  fi
  [[ -z $install ]] || deps_install build test extra || exit
  run_tests "$@"
elif [[ $1 == build-arm64 ]]; then
  # shellcheck source=vm/cross-arm64.sh
  source "$here/vm/cross-arm64.sh"
  build_arm64
else
  roles=(build)
  [[ $1 != @(vm|explain|series) ]] || roles+=(vm)
  [[ $1 != series ]] || roles+=(kernel)
  [[ -z $install ]] || deps_install "${roles[@]}" || exit
  build build build -Dtests=false
  export PTEBENCH_RESULTS="${PTEBENCH_RESULTS:-$here/results}"
  # What guests need of a kernel's configuration.
  export PTEBENCH_KERNEL_CONFIG=$here/vm
  # For vm, which finds out what guests need, and has it built.
  export PTEBENCH_DRIVER=$here/run.sh PTEBENCH_INSTALL_DEPS=$install
  export PTEBENCH_GUEST_ARM64=$here/build-arm64
  exec "$here/build/ptebench" "$@"
fi
