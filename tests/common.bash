# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
# shellcheck shell=bash
# What several suites of bats tests need. PTEBENCH is the program under test.

: "${PTEBENCH:?set by the build: the program under test}"

# The distribution's python3 has the modules that deps.sh asks for, and a version manager's takes up
# to a second to find out which one to run, hundreds of times.
[[ ! -x /usr/bin/python3 ]] || PATH=/usr/bin:$PATH

# need_python MODULE...: of python3's.
need_python() {
  local module
  for module; do
    python3 -c "import $module" 2>/dev/null || skip "python3 has no $module (python3-$module)"
  done
}

need_root() {
  [ "$(id -u)" -eq 0 ] || skip "needs root"
}

# Folios can be had and seen: real sysfs, real pagemap.
need_folios() {
  need_root
  [ -w /sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled ] ||
    skip "needs a kernel with mTHP and a writable sysfs"
  [ -r /proc/kpageflags ] || skip "needs /proc/kpageflags"
}

# Every setting that a run may touch, or that the kernel changes along, a line each.
thp_settings() {
  grep -H . /proc/sys/vm/min_free_kbytes
  (cd /sys/kernel/mm/transparent_hugepage &&
    grep -H . enabled defrag shmem_enabled use_zero_page khugepaged/defrag \
      hugepages-*/enabled hugepages-*/shmem_enabled)
}

# As an ordinary user; the program must be readable for others.
as_nobody() {
  setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
}

# json EXPRESSION FILE: prints a Python expression over the parsed file d.
json() {
  python3 -c 'import json, sys; d = json.load(open(sys.argv[2])); p = d["context"]["ptebench"]; print(eval(sys.argv[1]))' "$1" "$2"
}

# fails_with STATUS PATTERN COMMAND...: one line on stderr that matches, and this exit status.
fails_with() {
  local want=$1 pattern=$2
  shift 2
  run --separate-stderr "$@"
  echo "wanted $want and /$pattern/; got $status and: $stderr"
  [ "$status" -eq "$want" ] || return 1
  [ "$(wc -l <<<"$stderr")" -eq 1 ] || return 1
  grep -aEq -- "$pattern" <<<"$stderr"
}
