# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# Builds what arm64 guests run, on a machine of another architecture: with Debian's cross compiler,
# and against Debian's arm64 libraries below build-arm64/sysroot. Those are unpacked there; nothing
# of them is installed, and the machine's dpkg and apt never hear of arm64. Sourced by run.sh, whose
# $here, $install and functions it uses; defines functions only.
# shellcheck disable=SC2154

# The libraries that ptebench links with, as packages: the table's, but for programs.
arm64_packages() {
  local probe package
  while read -r _ probe package _; do
    [[ $probe == cmd:* ]] || echo "$package"
  done < <(deps_rows build)
}

# arm64_apt DIR ARGUMENT...: apt for arm64, with lists, cache and record of what is installed
# (nothing) in DIR. What the machine has apt do after an update is about its own lists.
arm64_apt() {
  local dir=$1 event
  shift
  mkdir -p "$dir/state/lists/partial" "$dir/cache/archives/partial"
  : >"$dir/state/status"
  for event in Pre-Invoke Post-Invoke Post-Invoke-Success; do
    echo "#clear APT::Update::$event;"
  done >"$dir/apt.conf"
  apt-get -q -y -c "$dir/apt.conf" -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o Dir::Cache="$dir/cache" -o Dir::State="$dir/state" \
    -o Dir::State::status="$dir/state/status" -o APT::Sandbox::User=root \
    -o APT::Update::Error-Mode=any -o Acquire::Languages=none "$@"
}

# arm64_fetch DIR PACKAGE...: unpacks the packages, and all that they need, to DIR/sysroot.
arm64_fetch() {
  local dir=$1 all deb
  shift
  rm -rf "$dir/apt" "$dir/sysroot.new" || return
  # A repository that is not to be had does not matter if the others have the packages.
  arm64_apt "$dir/apt" update || true
  arm64_apt "$dir/apt" install --simulate --no-install-recommends "$@" >"$dir/apt/plan" || return
  mapfile -t all < <(awk '$1 == "Inst" { print $2 }' "$dir/apt/plan")
  mkdir "$dir/apt/debs" "$dir/sysroot.new" || return
  (cd "$dir/apt/debs" && arm64_apt "$dir/apt" download "${all[@]}") || return
  for deb in "$dir"/apt/debs/*.deb; do
    dpkg-deb -x "$deb" "$dir/sysroot.new" || return
  done
  # Releases that have all in /usr have the link in a package that nothing depends on.
  [[ -e $dir/sysroot.new/lib ]] || ln -s usr/lib "$dir/sysroot.new/lib" || return
  echo "$*" >"$dir/sysroot.new/packages"
  rm -rf "$dir/sysroot" "$dir/build" "$dir/apt" && mv "$dir/sysroot.new" "$dir/sysroot"
}

# arm64_fetched DIR PACKAGE...: whether DIR/sysroot has them.
arm64_fetched() {
  local packages=$1/sysroot/packages
  shift
  [[ -f $packages && $(<"$packages") == "$*" ]]
}

# arm64_sysroot DIR: has the libraries in DIR/sysroot; fetches them if they are not there, or not
# those that this version needs.
arm64_sysroot() {
  local dir=$1 packages log=$1/fetch.log
  mapfile -t packages < <(arm64_packages)
  ! arm64_fetched "$dir" "${packages[@]}" || return 0
  [[ $install ]] || fail "arm64 guests: their libraries are not fetched yet (remedy: \
--install-deps, which downloads 30 MB of packages and unpacks them in $dir/sysroot; nothing is \
installed)"
  echo "run.sh: fetching arm64 libraries to $dir/sysroot" >&2
  mkdir -p "$dir"
  # Whoever held the lock may have done it.
  (flock 9 && { arm64_fetched "$dir" "${packages[@]}" || arm64_fetch "$dir" "${packages[@]}"; }) \
    9<"$here/run.sh" >"$log" 2>&1 </dev/null ||
    fail "arm64 guests: $(grep '^E: ' "$log" | tail -n 1) (the whole log: $log; remedy: a network, \
and package sources that have arm64)"
}

arm64_cross_file() {
  local sysroot=$1 pkg_config=$1/usr/lib/aarch64-linux-gnu/pkgconfig:$1/usr/share/pkgconfig
  cat <<END
[binaries]
c = ['aarch64-linux-gnu-gcc', '--sysroot=$sysroot']
cpp = ['aarch64-linux-gnu-g++', '--sysroot=$sysroot']
ar = 'aarch64-linux-gnu-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'

[properties]
sys_root = '$sysroot'
pkg_config_libdir = '$pkg_config'

[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END
}

# build_arm64: brings $here/build-arm64 up to date: sysroot/ and, below build/, what runs in guests.
build_arm64() {
  local dir=$here/build-arm64 cross
  if [[ $(uname -m) == aarch64 ]]; then
    echo 'run.sh: build-arm64: nothing to do, this is an arm64 machine' >&2
    return
  fi
  if ! deps_present cmd:apt-get || ! deps_present cmd:dpkg-deb; then
    fail "arm64 guests: their libraries are Debian's packages, and this machine has no apt-get and \
dpkg-deb (remedy: a Debian or Ubuntu machine or container, or an arm64 machine)"
  fi
  # Meson's cross files have no way to write a quote, and pkg-config none to write a blank.
  [[ $dir != *[[:space:]\']* ]] || fail "$dir: a blank or quote in the path, which cross builds \
can't have (remedy: use a copy of the tree elsewhere)"
  [[ -z $install ]] || deps_install arm64 || exit
  deps_require arm64 || exit
  arm64_sysroot "$dir"
  cross=$(arm64_cross_file "$dir/sysroot")
  # Other paths than those it was set up with: the tree was moved.
  if [[ ! -f $dir/cross.ini || $(<"$dir/cross.ini") != "$cross" ]]; then
    rm -rf "$dir/build"
    echo "$cross" >"$dir/cross.ini"
  fi
  build build-arm64/build arm64 --cross-file "$dir/cross.ini" -Dtests=false
}
