#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Series of kernels of a tree that builds within a second, linux/, booted by a QEMU that is a script,
# fake_qemu.py. Whatever a test does, the user's tree is afterwards as it was.

bats_require_minimum_version 1.5.0

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
  load vm
  lonely_git
  export FAKE_DIR=$BATS_TEST_TMPDIR PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/results
  export PTEBENCH_KERNEL_CONFIG=$BATS_TEST_DIRNAME/../../vm
  mkdir "$BATS_TEST_TMPDIR/bin"
  cp "$BATS_TEST_DIRNAME/fake_qemu.py" "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  chmod +x "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
  c=$PTEBENCH_RESULTS/c
  [[ $(uname -m) == x86_64 ]] || skip "the guests are this machine's"
  for program in git make gcc flex bison bc; do
    need_program "$program"
  done
  look_of "$linux" >"$BATS_TEST_TMPDIR/before"
}

teardown() {
  [[ ! -e $BATS_TEST_TMPDIR/before ]] || look_of "$linux" | diff "$BATS_TEST_TMPDIR/before" -
}

# series STATUS OPTIONS...: the series "c" of the tree. Of one boot each nobody knows: 2.
series() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" series --tree "$linux" --boots "${boots-1}" --campaign c "$@"
  echo "wanted $want, got $status: $output $stderr"
  [[ $status -eq $want ]]
}

says() {
  grep -qE -- "$1" <<<"$stderr"
}

# As often as it was compiled: "mm 2".
made() {
  sort "$FAKE_DIR/made" | uniq -c | awk '{ print $2, $1 }' | paste -sd ' '
}

# Refused before anything is built, with one line, and nothing is left.
refused() {
  local pattern=$1
  shift
  fails_with 3 "$pattern" "$PTEBENCH" series "$@"
  [[ ! -e $FAKE_DIR/made && -z $(ls -A "$PTEBENCH_RESULTS" 2>/dev/null) ]]
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
ld: memory exhausted|no memory for the linker
sh: fork: Cannot allocate memory|not enough memory
END
}

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
  PTEBENCH_RESULTS="$BATS_TEST_TMPDIR/my results"
  refused "/my results/c: $no \(PTEBENCH_RESULTS " --tree "$linux" --range v1..topic~2 --campaign c
}

@test "a folder that is no series is left alone" {
  mkdir -p "$c/tree"
  touch "$c/tree/mine"
  for option in --campaign --resume; do
    fails_with 3 'no series.*(remove it, or another --campaign|begin another)' \
      "$PTEBENCH" series --tree "$linux" --range v1..topic $option c
  done
  [[ -e $c/tree/mine && ! -e $FAKE_DIR/made ]]
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
    says 'cannot be (checked out|fetched): .*git fetch --refetch --no-filter'
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
  refused "--tree .: another user's \\(git config --global --add safe.directory $PWD\\)" --tree . \
    --range v1..topic
}

@test "a git that is too old is named" {
  local git
  git=$(command -v git)
  # Says what it does not know, as rev-parse does.
  printf '#!/bin/sh\ncase " $* " in *" --path-format"*) shift 4; printf "%%s\n" "$@" ;; *) exec %s "$@" ;; esac\n' \
    "$git" >"$BATS_TEST_TMPDIR/bin/git"
  chmod +x "$BATS_TEST_TMPDIR/bin/git"
  refused 'git: does not know --path-format=absolute \(git 2.31 or newer\)' --tree "$linux" \
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
