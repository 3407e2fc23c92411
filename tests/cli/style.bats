#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The tree's own rules, held to the files that git tracks.

bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_DIRNAME/../.." || return
  command -v git >/dev/null || skip "git is not installed"
  [[ -n $(tracked .) ]] || skip "not a git checkout, or nothing is tracked yet"
}

# Also works on another user's checkout, as with sudo.
git_here() {
  git -c safe.directory="$PWD" "$@"
}

# tracked PATHSPEC...: tracked files that are there, one per line.
tracked() {
  local file
  git_here ls-files -- "$@" 2>/dev/null | while read -r file; do
    [[ ! -f $file || -L $file ]] || echo "$file"
  done
}

# Fails, showing the text on stdin, unless that is empty.
none() {
  local found
  found=$(cat)
  echo "$found"
  [[ -z $found ]]
}

@test "C and C++ files are formatted as .clang-format says" {
  command -v clang-format >/dev/null || skip "clang-format is not installed"
  version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
  [[ $version == 14 ]] || skip "clang-format 14 is the reference, this is $version"
  mapfile -t files < <(tracked '*.c' '*.h' '*.cc')
  ((${#files[@]})) || skip "no C file is tracked yet"
  clang-format --dry-run -Werror "${files[@]}"
}

@test "every file names its licence in its first lines" {
  tracked . ':!LICENSE' ':!*.json' ':!*.gz' ':!tests/data' ':!results/published' |
    while read -r file; do
      head -n 5 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-or-later' || echo "$file"
    done | none
}

@test "shellcheck finds nothing in shell and bats files" {
  command -v shellcheck >/dev/null || skip "shellcheck is not installed"
  mapfile -t files < <(git_here grep -lE '^#!.*[/ ](bash|sh|bats)\b' -- ':!tests/data')
  mapfile -t -O "${#files[@]}" files < <(tracked '*.sh')
  ((${#files[@]})) || skip "no shell file is tracked yet"
  shellcheck -x "${files[@]}"
}

@test "no source file is longer than 400 lines" {
  tracked bench cases shim compare series vm | grep -v '^cases/README.md$' | while read -r file; do
    length=$(wc -l <"$file")
    ((length <= 400)) || echo "$file: $length lines"
  done | none
}

@test "no line ends in white space" {
  git_here grep -nIE '[[:space:]]+$' -- ':!LICENSE' ':!tests/data' ':!*.patch' | none
}

@test "test names have no number sign, which TAP takes for a directive" {
  git_here grep -nE '^@test .*#' -- '*.bats' | none
}
