#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Which kernel functions differ: with a QEMU that is a script, and at the end one that is real.

bats_require_minimum_version 1.5.0

setup() {
  load fake
  real_path=$PATH
  fake_setup
  c=$PTEBENCH_RESULTS/c
}

teardown() {
  end_guests
}

# explain STATUS OPTIONS...: the campaign "c" of two kernels.
explain() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" explain base="$old" new="$new" "$@"
  echo "wanted $want, got $status: $output $stderr"
  [[ $status -eq $want ]]
}

# vm STATUS OPTIONS...: likewise, after a comparison of one boot each, whose verdict nobody knows.
vm() {
  local want=$1
  shift
  run --separate-stderr "$PTEBENCH" vm --kernel base="$old" --kernel new="$new" --boots 1 "$@"
  echo "wanted $want, got $status: $output $stderr"
  [[ $status -eq $want ]]
}

# What was said, without its line breaks.
one_line() {
  tr -s ' \n' ' ' <<<"$output"
}

starts() {
  cut -d ' ' -f 1-3 "$FAKE_DIR/starts" | sort | paste -sd ,
}

@test "the function that became dearer, its share, and the clock" {
  order new '*' '*' slower
  explain 0 --campaign c
  [[ $(starts) == 'base counted 1,new counted 1' ]]
  [[ $output == 'Kernel functions, from base ('*') to new ('*'):'* ]]
  [[ $output == *'mprotect_4k: instructions per page and call'*'  change_pte_range '*'+4.95%'*'  syscall_enter '*'+0.05%'*'sum  '*'+5.00%'*'sum less clock                       +0.000%   +0.000%'* ]]
  [[ $output == *'getppid: no function changed by 0.05% of the whole'* ]]
  diff <(echo "$output") "$c/explain.txt"
  awk 'length > 72 { exit 1 }' "$c/explain.txt"
  says "^ptebench: results: $c\$"
  # Marks, one process, and the same work in both.
  [[ $(grep -c -- ' --processes 1 *$' "$FAKE_DIR/jobs") -eq 2 ]]
  [[ $(sed -n 's/^new counted 1 //p' "$FAKE_DIR/starts") == *mprotect_4k* ]]
  nothing_left
}

@test "after a comparison, in a boot more of each kernel" {
  vm 2 --campaign c --explain
  [[ $(starts) == 'base 0 1,base counted 1,new 0 1,new counted 1' ]]
  [[ $(wc -l <"$FAKE_DIR/starts") -eq 4 ]]
  [[ $output == *'new against base'*'Kernel functions, from base'* ]]
  says '^ptebench: 4 boots, 2 of each kernel, '
  says '^ptebench: boot 4 of 4: (base|new), counted by function: '
  [[ $(ls "$c/counts") == $'base.json\nnew.json' ]]
}

@test "a campaign that was not counted is by --resume, with nothing booted twice" {
  vm 2 --campaign c
  [[ ! -e $c/counts && $output != *'Kernel functions'* ]]
  : >"$FAKE_DIR/starts"
  vm 2 --resume c --explain
  [[ $(starts) == 'base counted 1,new counted 1' ]]
  [[ $output == *'Kernel functions'* ]]
  : >"$FAKE_DIR/starts"
  vm 2 --resume c --explain
  [[ ! -s $FAKE_DIR/starts && $output == *'Kernel functions'* ]]
}

@test "a form for machines is not spoilt" {
  vm 2 --campaign c --explain --format json
  /usr/bin/python3 -c 'import json, sys; json.load(sys.stdin)' <<<"$output"
  grep -q 'Kernel functions' "$c/explain.txt"
  says "^ptebench: kernel functions: $c/explain.txt\$"
}

@test "one kernel is counted, and has nothing to differ from" {
  run -0 --separate-stderr "$PTEBENCH" vm --kernel base="$old" --boots 1 --campaign c --explain
  says "^ptebench: one kernel, so nothing to explain; its functions: $c/counts/base.json\$"
  [[ -e $c/counts/base.json && ! -e $c/explain.txt ]]
}

@test "a QEMU without plugins is refused before anything boots" {
  export FAKE_PLUGIN='qemu-system-x86_64: -plugin: invalid option'
  explain 3 --campaign c
  says '^ptebench: --explain: qemu-system-x86_64 loads no plugin of ours: .*-plugin: invalid option.* \(a QEMU from 7.2 on, built with --enable-plugins\)$'
  [[ ! -e $PTEBENCH_RESULTS && ! -e $FAKE_DIR/starts ]]
  # Who asks for none needs none.
  vm 2 --campaign c
}

@test "a kernel without symbols, and counts that are cut off" {
  while IFS='|' read -r what why; do
    rm -rf "$PTEBENCH_RESULTS" "$FAKE_DIR"/{starts,orders}
    order new counted '*' "$what"
    vm 2 --campaign c --explain
    [[ $(starts) == *',new counted 1,new counted 2' ]]
    says "^ptebench: new, counted by function: $why\$"
    says '^ptebench: new, counted by function: given up, MISSING '
    says '^ptebench: 1 of 4 boots are MISSING; the same command with --resume c tries them again$'
    # The comparison is none the worse for it.
    [[ $output == *'new against base'*'base to new: not explained: new was not counted: '* ]]
  done <<'END'
no-symbols|the guest's kernel tells of no functions \(it needs CONFIG_KALLSYMS\)
cut-off|the plugin's counts are cut off \(was QEMU killed\?\)
panic|kernel panic: Fatal exception .*
END
  rm "$FAKE_DIR"/{starts,orders}
  vm 2 --resume c --explain
  [[ $(starts) == 'new counted 1' && $output == *'Kernel functions'* ]]
}

@test "a kernel of which nothing came back" {
  order base '*' '*' panic
  explain 2 --campaign c
  [[ $(one_line) == 'base to new: not explained: base was not counted: no boot of it came back. ' ]]
  says '^ptebench: 1 of 2 boots are MISSING; the same command with --resume c tries them again$'
  rm "$FAKE_DIR/orders"
  explain 0 --resume c
  # One that is compared as well: the other one's result is shown, and why nothing is explained.
  rm -rf "$PTEBENCH_RESULTS"
  order base '*' '*' panic
  vm 2 --campaign c --explain
  says '^ptebench: base: MISSING: no boot of it came back$'
  says '^ptebench: one kernel, so nothing to compare; the first of its boots:$'
  [[ $output == *'base to new: not explained: base was not counted'* ]]
}

@test "a sum that is not the clock's, and marks that were not all seen, are nobody's success" {
  order new counted '*' sum-off
  explain 2 --campaign c
  [[ $output == *'The functions of mprotect_4k do not add up to the clock'* ]]
  rm -rf "$PTEBENCH_RESULTS" "$FAKE_DIR/orders"
  order new counted '*' marks
  explain 2 --campaign c
  [[ $(one_line) == 'base to new: not explained: '*'/counts/new.json: no case was counted by function. ' ]]
}

@test "explain.txt that cannot be written" {
  explain 0 --campaign c
  rm "$c/explain.txt"
  mkdir "$c/explain.txt.tmp"
  explain 3 --resume c
  says '/results/c/explain.txt: cannot be written: .* \(check space and permissions\)$'
}

@test "a signal ends it, and it says how it goes on" {
  order '*' '*' '*' hang
  interrupted "$PTEBENCH" explain "$old" "$new" --campaign c
  grep -q '^ptebench: interrupted; the same command with --resume c goes on$' "$BATS_TEST_TMPDIR/out"
  until_true nothing_left
  rm "$FAKE_DIR/orders"
  run -0 --separate-stderr "$PTEBENCH" explain "$old" "$new" --resume c
  echo "$output"
  [[ $output == 'Kernel functions, from base'* ]]
}

# refused PATTERN ARGUMENTS...: with one line, before anything boots.
refused() {
  local pattern=$1
  shift
  fails_with 3 "$pattern" "$PTEBENCH" explain "$@"
  [[ ! -e $FAKE_DIR/starts && ! -e $PTEBENCH_RESULTS ]]
}

@test "bad usage" {
  refused '^ptebench: explain: two kernels are wanted first: explain BASE NEW \[options\] '
  refused '^ptebench: explain: two kernels are wanted first' "$old"
  refused '^ptebench: explain: two kernels are wanted first' --cases nop "$old" "$new"
  refused '^ptebench: explain: two kernels are wanted first' "$old" --cases nop
  refused ': third: takes no such argument' "$old" "$new" third
  refused '^ptebench: --kernel a: two of that name' a="$old" a="$new"
  refused '^ptebench: explain: --kernel: takes no such option \(see explain --help\)$' "$old" "$new" \
    --kernel c="$new"
  refused '^ptebench: explain: --boots: takes no such option' "$old" "$new" --boots 2
  refused '^ptebench: explain: --format: takes no such option' "$old" "$new" --format json
  refused '^ptebench: explain: --threshold: takes no such option' "$old" "$new" --threshold 2%
  refused '^ptebench: --explain: counts instructions \(leave out --accel\)$' "$old" "$new" --accel tcg
  refused 'nosuch' "$old" "$new" --cases nosuch
  refused ': --nosuch: no such option' "$old" "$new" --nosuch
  run -3 "$PTEBENCH" explain "$old" /nosuch
  [[ $output == *'ptebench: /nosuch: No such file or directory'* ]]
  for arguments in --help -h "$old $new --help"; do
    # shellcheck disable=SC2086 # several words
    run -0 --separate-stderr "$PTEBENCH" explain $arguments
    [[ $output == 'usage: ptebench explain BASE NEW'* && -z $stderr ]]
  done
  [[ ! -e $FAKE_DIR/starts ]]
}

# A campaign of one kernel, counted in a boot of some seconds.
@test "in a real boot functions add up to the clock, and one of mprotect's is the largest" {
  PATH=$real_path
  need_program qemu-system-x86_64
  unset XDG_CACHE_HOME
  "$VM_BOOT" -n debian:6.12:amd64 >/dev/null 2>&1 || skip "Debian's kernels cannot be fetched"
  TMPDIR=/tmp run -0 --separate-stderr "$PTEBENCH" explain debian:6.12:amd64 other=debian:6.12:amd64 \
    --campaign c --cases mprotect_4k,nop --size 4M --repetitions 2
  echo "$output"
  /usr/bin/python3 - "$c/counts/base.json" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))
for i, w in enumerate(d["context"]["ptebench"]["workers"]):
    clock = sum(r["real_time"] * r["iterations"] for r in d["benchmarks"] if r["ptebench"]["worker"] == i)
    off = sum(w["functions"].values()) / clock - 1
    largest = max(w["functions"], key=w["functions"].get)
    print(w["name"], off, largest)
    assert abs(off) <= 0.001
    assert largest in ("[user space]",) if w["name"] == "nop" else "change_p" in largest
END
}
