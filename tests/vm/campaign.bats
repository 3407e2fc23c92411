#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Campaigns with a QEMU that is a script, fake_qemu.py, which sends what a test orders. Real boots
# are in boot.bats.

bats_require_minimum_version 1.5.0

load campaign

# Refused before anything boots or is written, with one line.
refused() {
  local pattern=$1
  shift
  fails_with 3 "$pattern" "$PTEBENCH" vm "$@"
  [[ ! -e $FAKE_DIR/starts && ! -e $PTEBENCH_RESULTS ]]
  nothing_left
}

@test "two kernels are booted in blocks and compared" {
  vm 0 --boots 3 --seed 7
  [[ $(results_of base) -eq 3 && $(results_of new) -eq 3 ]]
  # A boot of each kernel in each block, at each position.
  for block in 00 01 02; do
    [[ $(find "$PTEBENCH_RESULTS/c" -name "block-$block-position-[01].json" | wc -l) -eq 2 ]]
    [[ $(find "$PTEBENCH_RESULTS/c" -name "block-$block-position-0.json" | wc -l) -eq 1 ]]
  done
  [[ $(find "$PTEBENCH_RESULTS/c/base" -name 'block-0[01]-position-0.json' | wc -l) -eq 1 ]]
  grep -q '"seed": 7' "$PTEBENCH_RESULTS/c/campaign.json"
  [[ $(find "$PTEBENCH_RESULTS/c/consoles" -name '*.log' | wc -l) -eq 6 ]]
  head -qn 1 "$PTEBENCH_RESULTS"/c/consoles/*.log | grep -c '^# qemu-system-x86_64 ' | grep -qx 6
  says '^ptebench: base: Linux 6\.12\.1-old, x86-64$'
  says '^ptebench: 6 boots, 3 of each kernel, up to [1-9][0-9]* at a time; seed 7; in .*/results/c$'
  says '^ptebench: boot 6 of 6: (base|new), block [012]: [0-9]+ s$'
  says '^ptebench: results: .*/results/c$'
  [[ $output == *'new against base'* ]]
  nothing_left
}

@test "the exit status is the comparison's" {
  order new '*' '*' slower
  vm 1
  [[ $output == *REGRESSION* ]]
}

@test "what guests and the comparison are told" {
  vm 0 --cases mprotect_4k --repetitions 2 --threshold 7% --format "json=$BATS_TEST_TMPDIR/j"
  grep -q '"threshold_percent": 7' "$BATS_TEST_TMPDIR/j"
  [[ $(wc -l <"$FAKE_DIR/jobs") -eq 4 ]]
  while read -r job; do
    [[ $job == 'run --out /run/result.json '* ]]
    [[ $job == *' --clock instructions --cases mprotect_4k --repetitions 2 --quick' ]]
  done <"$FAKE_DIR/jobs"
  # Boots that repeat to the instruction have one order of cases.
  [[ $(sed -n 's/.* --seed \([0-9]*\) .*/\1/p' "$FAKE_DIR/jobs" | sort -u | wc -l) -eq 1 ]]
}

@test "iteration counts are of the first boot that has the row" {
  order base '*' '*' skipped
  # With this seed, base is the first one.
  vm 2 --boots 2 --seed 1
  # Nothing to take from the first one, whose rows were skipped, nor for the other arm's first.
  cat "$FAKE_DIR/starts"
  grep -qx 'base 0 1 -' "$FAKE_DIR/starts"
  [[ $(grep -c '^new .* -$' "$FAKE_DIR/starts") -eq 1 ]]
  [[ $(grep -c '^new .* getppid,.*mprotect_4k' "$FAKE_DIR/starts") -eq 1 ]]
}

@test "the first boots of arms come one after the other" {
  run --separate-stderr "$PTEBENCH" vm --kernel a="$old" --kernel b="$new" --kernel c="$new" \
    --campaign c --boots 1 --memory 64M
  head -n 4 "$FAKE_DIR/events" | paste -sd ' ' | grep -qx 'start end start end'
  [[ $(grep -c ' -$' "$FAKE_DIR/starts") -eq 1 ]]
}

@test "with a clock that others disturb, one boot at a time" {
  # Too few boots for a verdict.
  vm 2 --accel tcg --boots 2
  paste -sd ' ' "$FAKE_DIR/events" | grep -qx 'start end start end start end start end'
  [[ $(grep -c -- '--clock wall' "$FAKE_DIR/jobs") -eq 4 ]]
  run ! grep -q -- --quick "$FAKE_DIR/jobs"
  says ' up to 1 at a time;'
}

@test "with the instruction clock, one per CPU" {
  [[ $(nproc) -gt 1 ]] || skip "needs two CPUs"
  vm 0 --boots 4 --memory 64M
  paste -sd ' ' "$FAKE_DIR/events" | grep -q 'start start'
  [[ $(taskset -c 0 "$PTEBENCH" vm --kernel a="$old" --boots 1 2>&1 >/dev/null) == *' 1 at a time;'* ]]
}

@test "a boot that fails is repeated once" {
  for what in panic damaged nothing complaint killed refused broken; do
    rm -rf "$PTEBENCH_RESULTS" "$FAKE_DIR"/{starts,orders}
    order new 1 1 "$what"
    vm 0
    [[ $(results_of new) -eq 2 ]]
    grep -q '^new 1 2 ' "$FAKE_DIR/starts"
    says '^ptebench: new, block 1: booting it once more \(all of its console: .*/new-block-01.log\)'
    [[ -s $PTEBENCH_RESULTS/c/consoles/new-block-01.log ]]
    [[ -s $PTEBENCH_RESULTS/c/consoles/new-block-01-again.log ]]
    case $what in
    panic) says 'new, block 1: kernel panic: Fatal exception' && says '^  \[    0.3\] the stack' ;;
    damaged) says 'new, block 1: result: damaged: ' ;;
    nothing) says 'new, block 1: ended without a result$' ;;
    complaint) says 'block 1: /dev: cannot be mounted: .*needs CONFIG_DEVTMPFS' ;;
    killed) says 'block 1: ptebench was ended by signal 9 in the guest \(out of memory' ;;
    refused) says 'block 1: ptebench exited with 3 in the guest: ptebench: --size 5: no whole' ;;
    broken) says 'block 1: QEMU failed with status 1: no such machine' ;;
    esac
  done
  nothing_left
}

@test "what a guest says does not act on the terminal" {
  order new 1 1 escapes
  vm 0
  says 'block 1: ptebench exited with 3 in the guest: \]0;title\[2Jptebench: café$'
}

@test "the first boot of all fails while others wait" {
  order '*' 0 1 panic
  vm 0 --seed 1
  [[ $(results_of base) -eq 2 && $(results_of new) -eq 2 ]]
  # Whoever started without counts was alone.
  head -n 3 "$FAKE_DIR/starts" | grep -c ' -$' | grep -qx '[23]'
}

@test "a result with rows that failed is one" {
  order new 0 1 failed-rows
  vm 0
  [[ $(results_of new) -eq 2 && $(wc -l <"$FAKE_DIR/starts") -eq 4 ]]
  says '^ptebench: boot . of 4: new, block 0: [0-9]+ s, with rows that failed'
}

@test "an arm of which no boot comes back is MISSING, the others are kept" {
  order new '*' '*' panic
  vm 2
  [[ $(results_of base) -eq 2 && $(results_of new) -eq 0 ]]
  [[ $(grep -c '^new ' "$FAKE_DIR/starts") -eq 4 ]]
  says '^ptebench: new, block 0: given up, MISSING \(all of its console: .*-again.log\)$'
  says '^ptebench: new: MISSING: no boot of it came back$'
  says '^ptebench: 2 of 4 boots are MISSING; the same command with --resume c tries them again$'
  [[ $output == *mprotect_4k* ]]
  # Tried again, with what was done left alone.
  rm "$FAKE_DIR"/{starts,orders}
  vm_resume 0
  says '^ptebench: done already: 2 of them$'
  run ! grep -q '^base' "$FAKE_DIR/starts"
  [[ $(results_of new) -eq 2 ]]
}

@test "a boot that fails twice is MISSING, and what passes without it does not pass" {
  order new 1 '*' panic
  vm 2 --boots 3
  [[ $(results_of base) -eq 3 && $(results_of new) -eq 2 ]]
  [[ $output == *EQUIVALENT* ]]
  says '^ptebench: 1 of 6 boots are MISSING; '
}

@test "the others are compared where one of three is MISSING, or the baseline" {
  order c '*' '*' nothing
  run -2 --separate-stderr "$PTEBENCH" vm --kernel a="$old" --kernel b="$new" --kernel c="$new" --boots 2
  [[ $output == *'b against a'* ]]
  order a '*' '*' nothing
  run -2 --separate-stderr "$PTEBENCH" vm --kernel a="$old" --kernel b="$new" --kernel d="$new" \
    --boots 1 --campaign other
  [[ $stderr == *'the baseline is MISSING, so nothing to compare'* ]]
}

@test "one kernel alone is measured and shown" {
  run -0 --separate-stderr "$PTEBENCH" vm --kernel only="$old" --campaign c
  [[ $(results_of only) -eq 2 && $output == *mprotect_4k* ]]
  says 'one kernel, so nothing to compare'
  # Counts are no times.
  [[ $output == *'instructions, not time: no cache or TLB miss'* ]]
  [[ $(grep '^mprotect_4k ' <<<"$output") =~ ^mprotect_4k\ +[0-9.]+\ M\ +[0-9.]+\  ]]
}

@test "a kernel that was fetched earlier is said to be" {
  kept=$XDG_CACHE_HOME/ptebench/debian-6.12-amd64
  mkdir -p "$kept/boot"
  cp "$old" "$kept/boot/vmlinuz-6.12.1-old"
  run -0 --separate-stderr "$PTEBENCH" vm --kernel a=debian:6.12:amd64 --kernel b="$new" --boots 2
  says "^ptebench: a: Linux 6\.12\.1-old, x86-64 \(cached; to get the newest, remove $kept\)$"
  says '^ptebench: b: Linux 6\.12\.2-new, x86-64$'
}

@test "what guests or the comparison would refuse is refused before anything boots" {
  refused 'no case.*nosuch|nosuch.*(no|match)' --kernel a="$old" --cases nosuch
  refused '^ptebench: --size x: ' --kernel a="$old" --size x
  refused '^ptebench: --threshold|threshold' --kernel a="$old" --threshold x
  refused '^ptebench: --format nosuch: no such form' --kernel a="$old" --format nosuch
  refused '^ptebench: --thresholds|nosuch' --kernel a="$old" --thresholds /nosuch
}

@test "bad usage" {
  refused '^ptebench: vm: no kernel' --boots 2
  refused '^ptebench: --kernel old: not NAME=IMAGE' --kernel old
  refused '^ptebench: --kernel =x: not NAME=IMAGE' --kernel =x
  refused '^ptebench: --kernel a=: not NAME=IMAGE' --kernel a=
  refused '^ptebench: --kernel a: two of that name' --kernel a="$old" --kernel a="$new"
  for label in a/b .a -a published "$(printf %0101d 0)"; do
    refused "^ptebench: --kernel .*: the name is to be a folder's" --kernel "$label=$old"
  done
  run -3 "$PTEBENCH" vm --kernel $'a\nb='"$old"
  run -3 "$PTEBENCH" vm --kernel $'\xff='"$old"
  refused '^ptebench: --kernel consoles: ' --kernel consoles="$old"
  refused '^ptebench: /nosuch: No such file' --kernel a=/nosuch
  refused '^ptebench: --boots 0: not a number from 1 to 1000' --kernel a="$old" --boots 0
  refused '^ptebench: --accel fast: no such accelerator' --kernel a="$old" --accel fast
  refused '^ptebench: --memory 1M: no size from 64M up' --kernel a="$old" --memory 1M
  refused '^ptebench: --campaign a/b: no name for a folder' --kernel a="$old" --campaign a/b
  refused '^ptebench: --resume b: and a: two campaigns' --campaign a --resume b
  refused '^ptebench: vm: --nosuch: no such option' --kernel a="$old" --nosuch
  refused '^ptebench: vm: -xy: no such option' --kernel a="$old" -xy
  refused '^ptebench: vm: --boots: needs a value' --kernel a="$old" --boots
  refused '^ptebench: vm: bzImage: takes no such argument' --kernel a="$old" bzImage --boots 2
}

@test "kernels of two architectures are refused" {
  make_arm64_kernel 6.12.1-arm "$BATS_TEST_TMPDIR/Image"
  cp "$BATS_TEST_TMPDIR"/bin/qemu-system-{x86_64,aarch64}
  run -3 --separate-stderr "$PTEBENCH" vm --kernel a="$old" --kernel b="$BATS_TEST_TMPDIR/Image"
  says '^ptebench: --kernel b: for arm64, not x86-64 as a \(a comparison is of one architecture\)$'
  [[ ! -e $FAKE_DIR/starts && ! -e $PTEBENCH_RESULTS ]]
  nothing_left
}

@test "labels with characters that shells, globs and formats know" {
  label='v6.12 %s*[é]"'
  run -2 --separate-stderr "$PTEBENCH" vm --kernel "$label=$old" --kernel new="$new" --boots 1 --campaign c
  [[ $(results_of "$label") -eq 1 ]]
  echo "$output"
  [[ $output == *"new against v6.12 %s*["* ]]
}

@test "too little memory on the host" {
  vm 3 --memory 1000T
  says 'a guest of 1048576000 MiB does not fit: .* leaves [0-9]+ MiB \(free memory, or a smaller --memory\)$'
  [[ ! -e $PTEBENCH_RESULTS ]]
  vm 3 --memory 18446744073709551615
  says ' MiB does not fit: '
  # For one guest and no more.
  left=$(sed -n 's/.* leaves \([0-9]*\) MiB.*/\1/p' <<<"$stderr")
  vm 0 --memory "$((left * 6 / 10))M"
  says ' up to 1 at a time;'
  paste -sd ' ' "$FAKE_DIR/events" | grep -qx 'start end start end start end start end'
}

@test "kvm that does not work is refused, without a fall-back" {
  export FAKE_PROBE
  for FAKE_PROBE in 'qemu-system-x86_64: failed to initialize kvm' reset; do
    vm 3 --accel kvm
    says '^ptebench: kvm.*use --accel icount\)$'
    [[ ! -e $PTEBENCH_RESULTS && ! -e $FAKE_DIR/starts ]]
  done
  nothing_left
  [[ ! -w /dev/kvm ]] || says 'kvm does not work here: the guest ended without a word of its kernel '
}

@test "without QEMU, its package is named" {
  rm "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  run -3 --separate-stderr env PATH="$BATS_TEST_TMPDIR/bin" "$PTEBENCH" vm --kernel a="$old"
  says '^ptebench: qemu-system-x86_64: not found .*--install-deps .*apt-get install qemu-system-x86\)$'
}

@test "progress on a terminal, and on no other stream" {
  command -v script >/dev/null || skip "needs script"
  vm 2 --boots 1
  run ! grep -q $'\r\|\033' <<<"$stderr"
  run -2 script -qec "'$PTEBENCH' vm --kernel base='$old' --kernel new='$new' --boots 1 --campaign d" \
    "$BATS_TEST_TMPDIR/typescript" </dev/null
  grep -q '\[1/2\] booted: \(base\|new\), block 0' "$BATS_TEST_TMPDIR/typescript"
}
