# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
# shellcheck shell=bash
# A tree that builds within a second, linux/, for the tests of series of kernels; whatever they do, it
# is afterwards as it was.

load fake

# What `series` must not come to depend on: neither the user's settings, nor those of a rebase.
lonely_git() {
  export HOME=$BATS_FILE_TMPDIR GIT_CONFIG_NOSYSTEM=1
  git config --global user.name user
  git config --global user.email user@localhost
  git config --global init.defaultBranch main
  git config --global commit.gpgSign true
  git config --global gpg.program false
}

# commit TREE SUBJECT: of all that is there.
commit() {
  git -C "$1" add -A
  git -C "$1" commit -q --no-gpg-sign -m "$2"
}

# Tag v1, on it a topic of three commits, of which the second does not build; a branch that merges
# one on the side. Nothing is clean in it.
setup_file() {
  lonely_git
  export linux=$BATS_FILE_TMPDIR/linux
  cp -r "$BATS_TEST_DIRNAME/linux" "$linux"
  git -C "$linux" init -q
  commit "$linux" 'Linux 1'
  git -C "$linux" tag v1
  git -C "$linux" checkout -q -b topic
  echo '/* as it was */' >>"$linux/mm.c"
  commit "$linux" 'mm: say what it is'
  echo '#error' >>"$linux/mm.c"
  commit "$linux" 'mm: forget a semicolon'
  sed -i '/#error/d' "$linux/mm.c"
  echo '/* more */' >>"$linux/fs.c"
  commit "$linux" 'fs: cost more'
  git -C "$linux" checkout -q -b side v1
  echo '/* aside */' >>"$linux/fs.c"
  commit "$linux" 'fs: on the side'
  git -C "$linux" checkout -q -b merging v1
  echo '/* straight on */' >>"$linux/mm.c"
  commit "$linux" 'mm: straight on'
  git -C "$linux" merge -q --no-gpg-sign -m 'Merge the side' side
  git -C "$linux" checkout -q topic
  echo '/* stashed */' >>"$linux/mm.c"
  git -C "$linux" stash -q
  echo '/* staged */' >>"$linux/mm.c"
  git -C "$linux" add mm.c
  echo '#error not committed' >>"$linux/fs.c"
  echo untracked >"$linux/untracked"
}

# Names, modes, times and contents of all that is in the tree, .git included.
look_of() {
  (cd "$1" && find . -printf '%p %m %T@ %s %l\n' && find . -type f -exec sha256sum {} +) | sort
}

setup() {
  fake_qemu
  lonely_git
  export PTEBENCH_KERNEL_CONFIG=$BATS_TEST_DIRNAME/../../vm
  # shellcheck disable=SC2034 # for the caller
  c=$PTEBENCH_RESULTS/c
  for program in git make gcc flex bison bc; do
    need_program "$program"
  done
  look_of "$linux" >"$BATS_TEST_TMPDIR/before"
}

teardown() {
  [[ ! -e $BATS_TEST_TMPDIR/before ]] || look_of "$linux" | diff "$BATS_TEST_TMPDIR/before" -
}

# Refused before anything is built, with one line, and nothing is left.
refused() {
  local pattern=$1
  shift
  fails_with 3 "$pattern" "$PTEBENCH" series "$@"
  [[ ! -e $FAKE_DIR/made && -z $(ls -A "$PTEBENCH_RESULTS" 2>/dev/null) ]]
}
