#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Series of kernels of a tree that builds within a second, linux/, booted by a QEMU that is a script,
# fake_qemu.py.

bats_require_minimum_version 1.5.0

load fake_linux

# series STATUS OPTIONS...: the series "c" of the tree. Of one boot each nobody knows: 2.
series() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" series --tree "$linux" --boots "${boots-1}" --campaign c "$@"
  echo "wanted $want, got $status: $output $stderr"
  [[ $status -eq $want ]]
}

# As often as it was compiled: "mm 2".
made() {
  sort "$FAKE_DIR/made" | uniq -c | awk '{ print $2, $1 }' | paste -sd ' '
}

@test "a row per commit, oldest first, also of one that does not build, or gives no result" {
  echo "03-* * * panic" >"$FAKE_DIR/orders"
  GIT_DIR=/nowhere MAKEFLAGS=-n series 2 --range v1..topic
  labels=$(cd "$c/kernels" && echo *)
  [[ $labels =~ ^00-[0-9a-f]{12}\ 01-[0-9a-f]{12}\ 02-[0-9a-f]{12}\ 03-[0-9a-f]{12}$ ]]
  read -r base first second third <<<"$labels"
  [[ ${base#*-} == "$(git -C "$linux" rev-parse --short=12 v1)" ]]
  [[ ${third#*-} == "$(git -C "$linux" rev-parse --short=12 topic)" ]]
  # Each said once, in this order.
  rows=$(grep -nE 'Linux 1|say what|forget a|cost more' <<<"$output" | head -n 4)
  [[ $rows == *'Linux 1'*'say what'*'forget a'*'cost more'* ]]
  says "^ptebench: $second: build failed \(the whole log: $c/kernels/$second/build.log\)$"
  says '^  .*mm.c:[0-9]+:#error'
  [[ $output == *'build failed'*'gave no result'* ]]
  [[ ! -e $c/kernels/$second/bzImage && ! -e $c/boots/$second ]]
  for label in "$base" "$first" "$third"; do
    [[ -d $c/boots/$label ]]
    # uname -v tells them from one another, and is of one length.
    grep -aq "6.12.0 #$label" "$c/kernels/$label/bzImage"
    grep -qx CONFIG_PROC_PAGE_MONITOR=y "$c/kernels/$label/config"
  done
  # What a commit leaves alone is not made again.
  [[ $(made) == 'fs 2 mm 3' ]]
}

@test "each commit is explained against the one before it that was booted" {
  echo "01-* * * panic" >"$FAKE_DIR/orders"
  series 2 --range v1..topic --explain
  [[ $(tr -s '\n ' ' ' <"$c/boots/explain.txt") =~ ^Kernel\ functions,\ from\ 00-[^:]*\ to\ 03- ]]
  [[ $(grep -c '^Kernel functions' <<<"$output") -eq 1 ]]
  # It is not the last one's change alone.
  ! grep -q 'cost more' "$c/boots/explain.txt" || return 1
}

@test "what is said of a commit has its subject, and stands clear" {
  series 2 --range v1..merging --explain
  [[ $(tr -s '\n ' ' ' <<<"$output") == *' from 00-'*' to 01-'*' (mm: straight on): '* ]]
  [[ $(grep -B 1 '^Kernel functions' <<<"$output") == $'\nKernel'*$'\n--\n\nKernel'* ]]
}

@test "the exit status is the comparison's" {
  echo "01-* * * slower" >"$FAKE_DIR/orders"
  boots=2 series 1 --range v1..topic~2
}

@test "a base that does not boot leaves nothing to compare" {
  echo "00-* * * panic" >"$FAKE_DIR/orders"
  series 2 --range v1..topic~2
  says '^ptebench: 00-.*: gave no result: see .*; without the base there is nothing to compare$'
}

@test "a base that does not build ends it" {
  series 3 --range topic~..topic
  says '^ptebench: 00-[0-9a-f]*: the base: build failed: see .*\(another base, .* --resume c\)$'
  [[ ! -e $c/boots ]]
}

@test "of a merge the first parent is followed, and it is said" {
  touch "$FAKE_DIR/broken"
  series 3 --range v1..merging
  says "^ptebench: 2 commits on .* for x86-64, by gcc .*, from tinyconfig; in .*/c$"
  says "^ptebench: 02-.*: a merge: "
}

@test "patches of a mailbox become the commits" {
  {
    git -C "$linux" format-patch --stdout -1 --no-signature v1 | head -n 4
    echo "Subject: [PATCH 0/1] a cover letter"
    echo
    echo "words"
    echo
    git -C "$linux" format-patch --stdout v1..topic~2
  } >"$BATS_TEST_TMPDIR/mbox"
  cd "$BATS_TEST_TMPDIR"
  series 2 --mbox mbox --base v1
  [[ $output == *'say what it is'* ]]
  [[ $(made) == 'fs 1 mm 2' ]]
  # The same commits again, by other hashes than the user's: its kernels are there.
  run --separate-stderr "$PTEBENCH" series --tree "$linux" --mbox mbox --base v1 --resume c
  echo "$stderr"
  [[ $status -eq 2 && $(made) == 'fs 1 mm 2' ]]
}

@test "a patch that does not apply is named" {
  git -C "$linux" format-patch --stdout v1..topic >"$BATS_TEST_TMPDIR/mbox"
  refused 'mbox: patch 1 of 3, "mm: say what it is", does not apply to [0-9a-f]{12}: .*\(--base ' \
    --tree "$linux" --mbox "$BATS_TEST_TMPDIR/mbox"
  echo nothing >"$BATS_TEST_TMPDIR/empty"
  refused 'empty: .*\(a mailbox of patches\)' --tree "$linux" --mbox "$BATS_TEST_TMPDIR/empty"
  refused '--mbox /nowhere: No such file' --tree "$linux" --mbox /nowhere
}

@test "a series that was killed goes on where it was" {
  touch "$FAKE_DIR/hang"
  "$PTEBENCH" series --tree "$linux" --boots 1 --range v1..topic~2 --campaign c 3>&- 2>/dev/null &
  pid=$!
  until_true test -e "$FAKE_DIR/hangs"
  kill -KILL "$pid"
  rm "$FAKE_DIR/hang"
  # What git and the campaign may leave behind.
  touch "$c/tree/.git/index.lock" "$c/tree/left"
  mkdir "$c/boots"
  run --separate-stderr "$PTEBENCH" series --tree "$linux" --boots 1 --range v1..topic~2 --resume c
  echo "$stderr"
  [[ $status -eq 2 && $(made) == 'fs 1 mm 2' && ! -e $c/tree/left ]]
  # And again, when all is there.
  run --separate-stderr "$PTEBENCH" series --tree "$linux" --range v1..topic~2 --resume c
  [[ $status -eq 2 && $(made) == 'fs 1 mm 2' ]]
  says '^ptebench: kernel 2 of 2: 01-.*: built already$'
  says '^ptebench: done already: 2 of them$'
}

@test "a signal ends the build and what it runs" {
  touch "$FAKE_DIR/hang"
  "$PTEBENCH" series --tree "$linux" --range v1..topic --campaign c 3>&- 2>"$FAKE_DIR/stderr" &
  pid=$!
  until_true test -e "$FAKE_DIR/hangs"
  kill -TERM "$pid"
  status=0
  wait "$pid" || status=$?
  cat "$FAKE_DIR/stderr"
  [[ $status -eq 143 ]]
  tail -n 1 "$FAKE_DIR/stderr" |
    grep -qx 'ptebench: interrupted; the same command with --resume c goes on'
  # All have let go of the lock.
  flock -n "$c" true
}

@test "another range does not go on with a series" {
  touch "$FAKE_DIR/broken"
  series 3 --range v1..topic~2
  cp "$c/series.json" "$BATS_TEST_TMPDIR"
  fails_with 3 '--resume c: other commits than this series began with' \
    "$PTEBENCH" series --tree "$linux" --range v1..topic --resume c
  echo CONFIG_TINY=y >"$BATS_TEST_TMPDIR/config"
  fails_with 3 '--resume c: config_sha256: not what this series began with' "$PTEBENCH" series \
    --tree "$linux" --range v1..topic~2 --resume c --config "$BATS_TEST_TMPDIR/config"
  fails_with 3 'c: exists \(--resume c goes on' \
    "$PTEBENCH" series --tree "$linux" --range v1..topic --campaign c
  fails_with 3 '--resume d: no such series' \
    "$PTEBENCH" series --tree "$linux" --range v1..topic --resume d
  diff "$c/series.json" "$BATS_TEST_TMPDIR/series.json"
}

@test "configurations that do not take what guests need" {
  cp -a "$linux" "$BATS_TEST_TMPDIR/tree"
  git -C "$BATS_TEST_TMPDIR/tree" checkout -qf v1
  echo CONFIG_DEVTMPFS=y >>"$BATS_TEST_TMPDIR/tree/unknown"
  commit "$BATS_TEST_TMPDIR/tree" 'Lose an option'
  run --separate-stderr "$PTEBENCH" series --tree "$BATS_TEST_TMPDIR/tree" --range v1..HEAD
  [[ $status -eq 2 && $output == *'does not take CONFIG_DEVTMPFS=y'* ]]
  echo '/* on */' >>"$BATS_TEST_TMPDIR/tree/mm.c"
  commit "$BATS_TEST_TMPDIR/tree" 'Go on'
  run --separate-stderr "$PTEBENCH" series --tree "$BATS_TEST_TMPDIR/tree" --range HEAD~..HEAD
  [[ $status -eq 3 ]]
  says '00-.*: the base: configuration does not take CONFIG_DEVTMPFS=y: see '
}

@test "a configuration of the user's is what the kernel has" {
  touch "$FAKE_DIR/broken"
  printf '%s\n' CONFIG_X86=y CONFIG_MINE=y >"$BATS_TEST_TMPDIR/mine"
  series 3 --range v1..topic~2 --config "$BATS_TEST_TMPDIR/mine"
  grep -qx CONFIG_MINE=y "$c"/kernels/00-*/config
  grep -qx CONFIG_PROC_PAGE_MONITOR=y "$c"/kernels/00-*/config
  ! grep -q CONFIG_TINY "$c"/kernels/*/config || return 1
}

@test "what a configuration needs to be built is looked for" {
  mkdir "$BATS_TEST_TMPDIR/few"
  for program in as bc bison cat cp flex gcc git grep make mkdir mv qemu-system-x86_64 sh; do
    ln -s "$(command -v "$program")" "$BATS_TEST_TMPDIR/few"
  done
  printf '%s\n' CONFIG_OID_REGISTRY=y CONFIG_OBJTOOL=y >"$BATS_TEST_TMPDIR/mine"
  run --separate-stderr env PATH="$BATS_TEST_TMPDIR/few" "$PTEBENCH" series \
    --tree "$linux" --range v1..topic~2 --config "$BATS_TEST_TMPDIR/mine"
  echo "$stderr"
  [[ $status -eq 3 ]]
  says '^ptebench: series: missing to build kernels: perl \(./run.sh series --install-deps'
  [[ ! -e $FAKE_DIR/made ]]
}

@test "a lack of room or memory is no failure of a commit" {
  cp -a "$linux" "$BATS_TEST_TMPDIR/tree"
  git -C "$BATS_TEST_TMPDIR/tree" checkout -qf v1
  local nr=0
  while IFS='|' read -r text message; do
    echo "#machine: $text" >>"$BATS_TEST_TMPDIR/tree/mm.c"
    commit "$BATS_TEST_TMPDIR/tree" 'Want much'
    run --separate-stderr "$PTEBENCH" series --tree "$BATS_TEST_TMPDIR/tree" --range HEAD~..HEAD \
      --campaign "$((++nr))"
    echo "$stderr"
    [[ $status -eq 3 ]]
    says "^ptebench: 01-.*: $message.*, then --resume goes on; the log: "
    git -C "$BATS_TEST_TMPDIR/tree" checkout -qf v1
  done <<'END'
mm.c: No space left on device|no space left on device \(free some
gcc: fatal error: Killed signal terminated program cc1|no memory for the compiler \(free some, or
make[3]: *** [mm.o] Killed|no memory for a program of the build \(free some, or fewer --jobs
link-vmlinux.sh: line 49: 1234 Killed                  ld -o vmlinux|no memory for a program
cc1: out of memory allocating 65536 bytes|no memory for the compiler
collect2: fatal error: ld terminated with signal 9 [Killed]|no memory for the linker
make[3]: *** [a/Makefile:2: mm.o] Error 137|no memory for a program
cp: error writing 'mm.o': Disk quota exceeded|no space left to this user \(free some
sh: 0: Cannot fork|too many processes \(ulimit -u
ld: memory exhausted|no memory for the linker
sh: fork: Cannot allocate memory|not enough memory
END
  [[ $nr -eq 11 ]]
}

@test "a program of the build that is killed is no failure of a commit" {
  touch "$FAKE_DIR/hang"
  "$PTEBENCH" series --tree "$linux" --range v1..topic --campaign c 3>&- 2>"$FAKE_DIR/stderr" &
  pid=$!
  until_true test -e "$FAKE_DIR/hangs"
  pkill -KILL -P "$pid" make
  status=0
  wait "$pid" || status=$?
  cat "$FAKE_DIR/stderr"
  [[ $status -eq 3 ]]
  grep -q 'make: ended by signal 9 (free some memory, .*; then --resume goes on; the log: ' \
    "$FAKE_DIR/stderr"
}
