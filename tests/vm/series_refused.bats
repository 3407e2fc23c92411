#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# What `series` refuses: trees, ranges, options, folders.

bats_require_minimum_version 1.5.0

load fake_linux

@test "bad trees, ranges and options" {
  mkdir "$BATS_TEST_TMPDIR/plain"
  refused '--tree .*/plain: fatal: not a git repository.*git init' --tree "$BATS_TEST_TMPDIR/plain" \
    --range v1..topic
  refused "--tree /nowhere: fatal: cannot change to '/nowhere'" --tree /nowhere --range v1..topic
  git -C "$BATS_TEST_TMPDIR/plain" init -q
  touch "$BATS_TEST_TMPDIR/plain/a"
  commit "$BATS_TEST_TMPDIR/plain" one
  touch "$BATS_TEST_TMPDIR/plain/b"
  commit "$BATS_TEST_TMPDIR/plain" two
  refused 'plain: no Makefile in .*Linux' --tree "$BATS_TEST_TMPDIR/plain" --range HEAD~..HEAD
  tree=(--tree "$linux")
  refused '--range topic..v1: no commit in it \(.*the older one is named first' "${tree[@]}" \
    --range topic..v1
  refused '--range v1..v9: v9: names no commit' "${tree[@]}" --range v1..v9
  refused '--range -x..v1: -x: names no commit' "${tree[@]}" --range -x..v1
  refused '--range v1: not A\.\.B' "${tree[@]}" --range v1
  refused '--range v1...topic: not A\.\.B' "${tree[@]}" --range v1...topic
  refused '--range side..topic: its first commit is made on .*begin there: --range [0-9a-f]{12}\.\.' \
    "${tree[@]}" --range side..topic
  refused 'series: no commits \(--range A..B, or --mbox' "${tree[@]}"
  refused 'series: two kinds of commits' "${tree[@]}" --range v1..topic --mbox x
  refused 'series: no tree' --range v1..topic
  refused '--base v1: the base of a range is its beginning' "${tree[@]}" --range v1.. --base v1
  refused '--base: v9: names no commit' "${tree[@]}" --mbox x --base v9
  refused '--arch sparc: no such architecture' "${tree[@]}" --range v1.. --arch sparc
  refused '--jobs 0: not a number' "${tree[@]}" --range v1.. --jobs 0
  refused '--kernel: a series builds its kernels' "${tree[@]}" --range v1.. --kernel a=b
  refused '--accel hvf: no such accelerator' "${tree[@]}" --range v1.. --accel hvf
  refused '--tree: needs a value' --range v1.. --tree
  refused 'series: --rnage: no such option \(see series --help' "${tree[@]}" --rnage v1..
  refused '/nowhere: cannot be read: .*--config FILE' "${tree[@]}" --range v1.. --config /nowhere
  echo CONFIG_ARM64=y >"$BATS_TEST_TMPDIR/config"
  refused 'config: has CONFIG_ARM64=y, so is not for x86-64' "${tree[@]}" --range v1.. \
    --config "$BATS_TEST_TMPDIR/config"
}

@test "programs that are missing are named, all of them" {
  ln -s "$(command -v git)" "$(command -v gcc)" "$(command -v make)" "$BATS_TEST_TMPDIR/bin"
  run --separate-stderr env PATH="$BATS_TEST_TMPDIR/bin" "$PTEBENCH" series --tree "$linux" \
    --range v1..topic
  [[ $status -eq 3 ]]
  says '^ptebench: series: missing to build kernels: flex, bison, bc \(./run.sh series --install-deps'
}

@test "make takes no blank in a folder's name" {
  local no="the kernel's make takes no folder with a blank or colon in its name"
  refused "/results/a:b: $no \(another --campaign\)" --tree "$linux" --range v1..topic~2 \
    --campaign a:b
  export PTEBENCH_RESULTS="$BATS_TEST_TMPDIR/my results"
  refused "/my results/c: $no \(PTEBENCH_RESULTS " --tree "$linux" --range v1..topic~2 --campaign c
}

@test "a folder that is no series is left alone" {
  mkdir -p "$c/tree"
  touch "$c/tree/mine"
  git -C "$linux" format-patch --stdout v1..topic~2 >"$BATS_TEST_TMPDIR/mbox"
  look_of "$c" >"$BATS_TEST_TMPDIR/c"
  for commits in '--range v1..topic' "--mbox $BATS_TEST_TMPDIR/mbox --base v1"; do
    for option in --campaign --resume; do
      # shellcheck disable=SC2086 # options are words
      fails_with 3 'no series.*(remove it, or another --campaign|begin another)' \
        "$PTEBENCH" series --tree "$linux" $commits $option c
    done
  done
  look_of "$c" | diff "$BATS_TEST_TMPDIR/c" -
  exec {lock}<"$c"
  flock -n "$lock"
  fails_with 3 'c: exists: another ptebench begins this series' \
    "$PTEBENCH" series --tree "$linux" --range v1..topic --campaign c
  exec {lock}<&-
}

@test "a tree that lacks objects is told how to get them" {
  local part=$BATS_TEST_TMPDIR/part
  git clone -q --bare "$linux" "$BATS_TEST_TMPDIR/whole"
  git -C "$BATS_TEST_TMPDIR/whole" config uploadpack.allowFilter true
  git clone -q --no-checkout --filter=blob:none "file://$BATS_TEST_TMPDIR/whole" "$part"
  for commits in '--range v1..origin/topic~2' "--mbox $BATS_TEST_TMPDIR/mbox --base v1"; do
    git -C "$linux" format-patch --stdout v1..topic~2 >"$BATS_TEST_TMPDIR/mbox"
    # shellcheck disable=SC2086 # options are words
    run -3 --separate-stderr "$PTEBENCH" series --tree "$part" $commits --campaign "${commits:2:1}"
    echo "$stderr"
    says 'part: a partial clone: .*\(git fetch --refetch --no-filter in it'
    says 'cannot be (checked out|fetched): '
  done
  git -C "$part" fetch -q --refetch --no-filter
  run --separate-stderr "$PTEBENCH" series --tree "$part" --boots 1 --range v1..origin/topic~2
  [[ $status -eq 2 ]]
}

@test "a tree of another user's is told how to trust it" {
  [[ $(id -u) -eq 0 ]] || skip "not root: cannot give a tree away"
  cp -a "$linux" "$BATS_TEST_TMPDIR/theirs"
  chown -R 12345 "$BATS_TEST_TMPDIR/theirs"
  cd "$BATS_TEST_TMPDIR/theirs"
  refused "--tree .: another user's \\(git config --global --add safe.directory '$PWD'\\)" --tree . \
    --range v1..topic
}

@test "a git that is too old is named" {
  local git
  git=$(command -v git)
  # Says what it does not know, as rev-parse does.
  printf '#!/bin/sh\ncase " $* " in *" --path-format"*) shift 4; printf "%%s\n" "$@" ;; *) exec %s "$@" ;; esac\n' \
    "$git" >"$BATS_TEST_TMPDIR/bin/git"
  chmod +x "$BATS_TEST_TMPDIR/bin/git"
  refused 'git: does not know --path-format=absolute \(git 2.35 or newer\)' --tree "$linux" \
    --range v1..topic
}

@test "more commits than can be compared are refused" {
  git init -q --bare "$BATS_TEST_TMPDIR/long"
  for i in {0..64}; do
    printf 'commit refs/heads/main\ncommitter a <b> %d +0000\ndata 0\n' "$i"
  done | git -C "$BATS_TEST_TMPDIR/long" fast-import --quiet
  refused 'main~64..main: 64 commits, and at most 63 can be compared' \
    --tree "$BATS_TEST_TMPDIR/long" --range main~64..main
}
