# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash
#
# What ptebench needs and which packages bring it. Sourced by run.sh and .ci/run; defines functions only.
#
# Roles: build (to build and run), vm (to boot kernels), kernel (to build kernels, for series), arm64
# (to build for arm64 guests on other machines), test (run.sh test), extra (more tests run where it
# is present), lint (what .ci/run checks with). Probes: cmd:NAME|OTHER[>=VERSION] a program, pc:NAME[>=VERSION] a pkg-config module,
# py:NAME a module of the system's python3, file:PATH|OTHER. "-": no such package.
deps_table() {
  cat <<'END'
# role probe                      apt-get             dnf                    pacman            zypper
build  cmd:cc|gcc|clang           gcc                 gcc                    gcc               gcc
build  cmd:c++|g++|clang++        g++                 gcc-c++                gcc               gcc-c++
build  cmd:meson>=1.0.0           meson               meson                  meson             meson
build  cmd:ninja|ninja-build      ninja-build         ninja-build            ninja             ninja
build  cmd:pkg-config             pkg-config          pkgconf-pkg-config     pkgconf           pkg-config
build  cmd:flock                  util-linux          util-linux             util-linux        util-linux
build  pc:benchmark>=1.7.1        libbenchmark-dev    google-benchmark-devel benchmark         benchmark-devel
build  pc:numa                    libnuma-dev         numactl-devel          numactl           libnuma-devel
build  pc:hwloc>=2.4              libhwloc-dev        hwloc-devel            hwloc             hwloc-devel
build  pc:jansson>=2.12           libjansson-dev      jansson-devel          jansson           libjansson-devel
build  pc:gsl                     libgsl-dev          gsl-devel              gsl               gsl-devel
build  pc:zlib                    zlib1g-dev          zlib-devel             zlib              zlib-devel
build  pc:libmd                   libmd-dev           libmd-devel            libmd             libmd-devel
build  pc:libelf                  libelf-dev          elfutils-libelf-devel  libelf            libelf-devel
build  file:/usr/lib/x86_64-linux-gnu/libc.a|/usr/lib/aarch64-linux-gnu/libc.a|/usr/lib64/libc.a|/usr/lib/libc.a libc6-dev glibc-static glibc glibc-devel-static
vm     cmd:qemu-system-x86_64     qemu-system-x86     qemu-system-x86-core   qemu-system-x86   qemu-x86
vm     cmd:qemu-system-aarch64    qemu-system-arm     qemu-system-aarch64-core qemu-system-aarch64 qemu-arm
kernel cmd:git                    git                 git                    git               git
kernel cmd:make                   make                make                   make              make
kernel cmd:gcc                    gcc                 gcc                    gcc               gcc
kernel cmd:flex                   flex                flex                   flex              flex
kernel cmd:bison                  bison               bison                  bison             bison
kernel cmd:bc                     bc                  bc                     bc                bc
kernel cmd:perl                   perl                perl                   perl              perl
kernel cmd:ccache                 ccache              ccache                 ccache            ccache
kernel file:/usr/include/openssl/bio.h libssl-dev     openssl-devel          openssl           libopenssl-devel
arm64  cmd:aarch64-linux-gnu-gcc  gcc-aarch64-linux-gnu -                    -                 -
arm64  cmd:aarch64-linux-gnu-g++  g++-aarch64-linux-gnu -                    -                 -
test   pc:cmocka                  libcmocka-dev       libcmocka-devel        cmocka            libcmocka-devel
test   cmd:bats                   bats                bats                   bats              bats
test   py:jsonschema              python3-jsonschema  python3-jsonschema     python-jsonschema python3-jsonschema
extra  file:/usr/share/benchmark/compare.py|/usr/share/googlebenchmark/tools/compare.py libbenchmark-tools - - -
extra  py:numpy                   python3-numpy       python3-numpy          python-numpy      python3-numpy
extra  py:scipy                   python3-scipy       python3-scipy          python-scipy      python3-scipy
extra  py:yaml                    python3-yaml        python3-pyyaml         python-yaml       python3-PyYAML
extra  cmd:xmllint                libxml2-utils       libxml2                libxml2           libxml2-tools
lint   cmd:clang                  clang               -                      -                 -
lint   cmd:clang-format           clang-format        -                      -                 -
lint   cmd:shellcheck             shellcheck          -                      -                 -
lint   cmd:cppcheck               cppcheck            -                      -                 -
END
}

deps_error() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
}

# deps_manager: the distribution's package manager, or else any that is in PATH.
deps_manager() {
  local id manager
  # shellcheck source=/dev/null
  for id in $(. "${deps_os_release:-/etc/os-release}" 2>/dev/null && echo "${ID-} ${ID_LIKE-}"); do
    case $id in
    debian | ubuntu) manager='apt-get' ;;
    fedora | rhel | centos) manager='dnf' ;;
    arch) manager='pacman' ;;
    suse | opensuse* | sles*) manager='zypper' ;;
    *) continue ;;
    esac
    if command -v "$manager" >/dev/null; then
      echo "$manager"
      return
    fi
  done
  for manager in apt-get dnf pacman zypper; do
    if command -v "$manager" >/dev/null; then
      echo "$manager"
      return
    fi
  done
  return 1
}

# deps_rows ROLE...: the table's rows for these roles.
deps_rows() {
  local role rest
  while read -r role rest; do
    [[ " $* " != *" $role "* ]] || echo "$role $rest"
  done < <(deps_table)
}

# deps_present PROBE: whether this machine has it.
deps_present() {
  local names=${1#*:} least='' name have
  if [[ $names == *'>='* ]]; then
    least=${names#*>=}
    names=${names%%>=*}
  fi
  case $1 in
  pc:*) pkg-config --exists "$names${least:+ >= $least}" 2>/dev/null && return ;;
  py:*) /usr/bin/python3 -c "import $names" 2>/dev/null && return ;;
  file:*) for name in ${names//|/ }; do [[ -e $name ]] && return; done ;;
  cmd:*)
    for name in ${names//|/ }; do
      command -v "$name" >/dev/null || continue
      [[ $least ]] || return 0
      have=$("$name" --version 2>/dev/null | head -n 1)
      printf '%s\n%s\n' "$least" "$have" | sort -V -C && return
    done
    ;;
  esac
  return 1
}

# deps_missing ROLE...: the rows whose probe fails.
deps_missing() {
  local role probe rest
  while read -r role probe rest; do
    deps_present "$probe" || echo "$role $probe $rest"
  done < <(deps_rows "$@")
}

# deps_packages MANAGER: the packages that bring the rows on stdin, each once.
deps_packages() {
  local manager=$1 apt dnf pacman zypper package
  local -A seen=()
  while read -r _ _ apt dnf pacman zypper; do
    case $manager in
    apt-get) package=$apt ;;
    dnf) package=$dnf ;;
    pacman) package=$pacman ;;
    zypper) package=$zypper ;;
    *) return 1 ;;
    esac
    [[ $package == - || ${seen[$package]-} ]] || echo "$package"
    seen[$package]=1
  done
}

# deps_command MANAGER PACKAGE...: what installs them, as one line.
deps_command() {
  local manager=$1
  shift
  case $manager in
  apt-get) echo "apt-get install -y --no-install-recommends $*" ;;
  dnf) echo "dnf install -y --setopt=install_weak_deps=False $*" ;;
  pacman) echo "pacman -S --needed --noconfirm $*" ;;
  zypper) echo "zypper --non-interactive install --no-recommends $*" ;;
  *) return 1 ;;
  esac
}

# deps_names: the rows on stdin as users know them, separated by commas.
deps_names() {
  local probe names=''
  while read -r _ probe _; do
    probe=${probe#*:}
    names+=", ${probe%%|*}"
  done
  echo "${names#, }"
}

# deps_require ROLE...: fails with 3, naming what is missing and the command that brings it.
deps_require() {
  local rows names manager packages line
  rows=$(deps_missing "$@")
  [[ $rows ]] || return 0
  names=$(deps_names <<<"$rows")
  if manager=$(deps_manager); then
    mapfile -t packages < <(deps_packages "$manager" <<<"$rows")
    line=$(deps_command "$manager" "${packages[@]}")
    (($(id -u) == 0)) || line="sudo $line"
    deps_error "missing: $names (remedy: --install-deps, or: $line)"
  else
    deps_error "missing: $names (remedy: install by hand; there is no apt-get, dnf, pacman or zypper)"
  fi
  return 3
}

# deps_get MANAGER PACKAGE...: installs packages, as root or through sudo; fails with 3.
deps_get() {
  local manager=$1 line words as_root=()
  line=$(deps_command "$@")
  if (($(id -u))); then
    if ! command -v sudo >/dev/null; then
      deps_error "--install-deps: neither root nor sudo (remedy: as root: $line)"
      return 3
    fi
    as_root=(sudo)
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  echo "${0##*/}: $line" >&2
  read -ra words <<<"$line"
  if [[ $manager == apt-get ]]; then
    words=(apt-get -o DPkg::Lock::Timeout=300 "${words[@]:1}")
    # Without package lists, or with old ones, a package is not found: fetch them and try again.
    if ! compgen -G "${deps_apt_lists:-/var/lib/apt/lists}/*_Packages*" >/dev/null ||
      ! "${as_root[@]}" "${words[@]}"; then
      "${as_root[@]}" apt-get update && "${as_root[@]}" "${words[@]}"
    fi
  else
    "${as_root[@]}" "${words[@]}"
  fi >&2 </dev/null || {
    deps_error "--install-deps: $manager failed, see above (remedy: by hand: $line)"
    return 3
  }
}

# deps_install ROLE...: installs what is missing and does nothing where nothing is. Fails with 3.
deps_install() {
  local rows manager packages
  rows=$(deps_missing "$@")
  [[ $rows ]] || return 0
  if ! manager=$(deps_manager); then
    deps_require "$@"
    return
  fi
  mapfile -t packages < <(deps_packages "$manager" <<<"$rows")
  ((${#packages[@]})) || return 0
  deps_get "$manager" "${packages[@]}" || return
  rows=$(deps_missing build)
  [[ -z $rows ]] || {
    deps_error "--install-deps: this distribution's packages don't bring $(deps_names <<<"$rows") \
(remedy: a newer release, or install by hand)"
    return 3
  }
}
