#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Makes a small git history of Linux 6.12 to try `series` on: Debian's source as the base, and four
# commits of ours on mprotect(): one that changes nothing, one that helps, one that costs, and the
# revert of that.
set -euo pipefail

usage() {
  cat <<'END_OF_USAGE'
Usage: series/demo.sh FOLDER [linux-source-6.12.tar.xz]

Makes the git tree FOLDER/linux, with the tags demo-base and demo, and says how to go on. Without a
tar file it is Debian's package linux-source-6.12 that is fetched, and not installed.
END_OF_USAGE
}

fail() {
  printf 'demo.sh: %s\n' "$1" >&2
  exit 3
}

case ${1-} in
-h | --help) usage && exit ;;
'' | -*) usage >&2 && exit 3 ;;
esac
folder=$1 tar=${2-}
[[ ! -e $folder/linux ]] || fail "$folder/linux: exists (remedy: another folder)"
for program in git tar xz; do
  command -v "$program" >/dev/null || fail "$program: not found (remedy: install it)"
done
mkdir -p "$folder"

if [[ -z $tar ]]; then
  # An older fetch of it is as good.
  if ! compgen -G "$folder/linux-source-6.12_*.deb" >/dev/null; then
    (cd "$folder" && apt-get download linux-source-6.12) ||
      fail 'linux-source-6.12: cannot be fetched (remedy: give a tar file of Linux 6.12)'
  fi
  dpkg -x "$(compgen -G "$folder/linux-source-6.12_*.deb" | head -n 1)" "$folder/package"
  tar=$folder/package/usr/src/linux-source-6.12.tar.xz
fi
mkdir "$folder/linux"
tar -xf "$tar" -C "$folder/linux" --strip-components=1 || fail "$tar: cannot be unpacked"
cd "$folder/linux"
file=mm/mprotect.c
[[ -f $file ]] || fail "$tar: has no $file (remedy: a tar file of Linux 6.12)"

# Whatever is configured, the same source gives the same commits.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=demo GIT_AUTHOR_EMAIL=demo@localhost GIT_AUTHOR_DATE=2026-11-30T12:00:00Z
export GIT_COMMITTER_NAME=demo GIT_COMMITTER_EMAIL=demo@localhost GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
git init -q
git add -A -f
git commit -q -m 'Linux 6.12, as Debian has it'
git tag demo-base

# edit LINE TEXT: puts the text before the one line of change_pte_range() that is LINE.
edit() {
  local function='/^static long change_pte_range/,/^}/'
  (($(sed -n "${function}p" "$file" | grep -cxF -- "$1") == 1)) ||
    fail "$file: is not that of Linux 6.12: no line, or more than one: $1"
  LINE=$1 TEXT=$2 awk '
    /^static long change_pte_range/ { inside = 1 }
    inside && $0 == ENVIRON["LINE"] { print ENVIRON["TEXT"] }
    /^}/ { inside = 0 }
    { print }' "$file" >"$file.new"
  mv "$file.new" "$file"
}

sed -i 's/\<ptent\>/newpte/g' "$file"
git commit -q -a -m 'mm/mprotect: call the new entry newpte' \
  -m 'Beside oldpte it is easier to read. No functional change.'

# A function of its own for others, and for the loop one that is part of it.
sed -i 's/^bool can_change_pte_writable/static __always_inline bool can_make_writable/' "$file"
LINE='static long change_pte_range(struct mmu_gather *tlb,' awk '
  $0 == ENVIRON["LINE"] {
    print "bool can_change_pte_writable(struct vm_area_struct *vma, unsigned long addr,"
    print "\t\t\t     pte_t pte)"
    print "{"
    print "\treturn can_make_writable(vma, addr, pte);"
    print "}"
    print ""
    inside = 1
  }
  inside { sub("can_change_pte_writable", "can_make_writable") }
  { print }' "$file" >"$file.new"
mv "$file.new" "$file"
git commit -q -a -m 'mm/mprotect: test in line whether a page can become writable' \
  -m 'mprotect() to read-write asks that of each order-0 page, by a call so far.'

edit '			oldpte = ptep_modify_prot_start(vma, addr, pte);' \
  '			checked = vm_normal_page(vma, addr, oldpte);
			WARN_ON_ONCE(checked && !page_count(checked));
'
edit '	long pages = 0;' '	struct page *checked;'
git commit -q -a -m 'mm/mprotect: check that mapped pages are in use' \
  -m 'A page that is mapped and free would be a bug elsewhere: warn of it here.'

git revert --no-edit HEAD >/dev/null
git tag demo

cat <<END_OF_REPORT
A git tree with four commits: $PWD

Go on with (the kernels take some minutes to build):
  ./run.sh series --install-deps --tree '$PWD' --range demo-base..demo --explain \\
    --cases mprotect_4k,nop
END_OF_REPORT
