#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Compiles the shim against google/benchmark 1.9, whose reporter interface differs from the 1.7 of
# Debian 12. The header is unpacked from Debian 13's package into a temporary folder; apt-get gets
# folders of its own there, so that this machine's package lists stay as they are.
#
# Exit status: 0 compiles, 1 does not, 77 skipped, with the reason: the package can't be had here.
set -uo pipefail

here=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
suite=trixie
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

skip() {
  echo "gbench-1.9.sh: skipped: $1"
  exit 77
}

for program in apt-get dpkg c++; do
  command -v "$program" >/dev/null || skip "no $program here"
done
[[ -r $keyring ]] || skip "no Debian archive keys here"
# The mirror is the one that this machine's own release comes from.
# shellcheck disable=SC2016  # apt-get's own variables
mirror=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
  awk -v release="$(. /etc/os-release && echo "${VERSION_CODENAME-}")" '$2 == release { print $1; exit }')
[[ $mirror ]] || skip "apt-get knows no mirror"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir -p "$tmp/lists/partial" "$tmp/archives/partial"
echo "deb [signed-by=$keyring] $mirror $suite main" >"$tmp/sources.list"
apt=(apt-get -q -o "Dir::Etc::sourcelist=$tmp/sources.list" -o Dir::Etc::sourceparts=/dev/null
  -o "Dir::State::lists=$tmp/lists" -o "Dir::Cache=$tmp" -o Acquire::Languages=none
  -o Acquire::Retries=2 -o APT::Sandbox::User=root)
{
  "${apt[@]}" update && (cd "$tmp" && "${apt[@]}" download libbenchmark-dev) &&
    dpkg -x "$tmp"/libbenchmark-dev_*.deb "$tmp/root"
} >"$tmp/log" 2>&1 </dev/null || skip "$suite's libbenchmark-dev can't be had: $(tail -n 1 "$tmp/log")"

version=$(sed -n 's/^Version: *//p' "$tmp"/root/usr/lib/*/pkgconfig/benchmark.pc)
printf '1.9\n%s\n' "$version" | sort -V -C || skip "$suite has google/benchmark $version"
c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wshadow -Werror -I"$here" \
  -isystem "$tmp/root/usr/include" "$here/shim/gbench.cc" || {
  echo "gbench-1.9.sh: shim/gbench.cc does not compile against google/benchmark $version" >&2
  exit 1
}
echo "gbench-1.9.sh: shim/gbench.cc compiles against google/benchmark $version"
