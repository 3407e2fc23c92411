#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The table of a patch series, a row per commit: compare --format series, and what `series` has
# compared when some of its commits could not be measured. PTEBENCH is the program, STEPS does that
# part of series, TEST_DATA has the fixtures, CAMPAIGN writes result files of known truth.
# shellcheck disable=SC2154,SC2030,SC2031  # run sets stderr; each test has its own rows

bats_require_minimum_version 1.5.0

setup() {
  load ../common
  cd "$BATS_TEST_TMPDIR" || return
  subjects=("Linux 6.12" "mm/mprotect: factor out the loop over page table entries"
    "mm/mprotect: shortcut for folios of order 0" "mm/mprotect: check each entry twice"
    'Revert "mm/mprotect: check each entry twice"')
  rows=()
}

# campaign OPTIONS...: c/base and c/new to c/new-4, which count instructions, always the same.
campaign() {
  "$CAMPAIGN" --out c --arms 5 --controls 2 --blocks 2 --clock instructions "$@"
}

# The commits: nothing, an improvement, a check that costs, and its revert.
series_of_four() {
  campaign --cases "${1:-1}" --effect case_1@2=-11 --effect case_1@3=-9.1 --effect case_1@4=-11
}

# id N: of a commit, in full.
id() {
  printf "$1%.0s" {1..40}
}

# measured NR ARM, failed NR FAILURE: the next row.
measured() {
  rows+=("$(id "$1")" "${subjects[$1]}" "$2" "")
}

failed() {
  rows+=("$(id "$1")" "${subjects[$1]}" "" "$2")
}

all_measured() {
  measured 0 c/base
  measured 1 c/new
  measured 2 c/new-2
  measured 3 c/new-3
  measured 4 c/new-4
}

# steps WANTED OPTIONS...: compares the rows; the exit status must be WANTED.
steps() {
  local wanted=$1
  shift
  run --separate-stderr "$STEPS" "$@" -- "${rows[@]}"
  echo "$output$stderr"
  [[ $status == "$wanted" ]]
}

# has LINE...: each is a line of the output.
has() {
  local line
  for line; do
    grep -qxF -e "$line" <<<"$output" || {
      echo "no such line: $line"
      return 1
    }
  done
}

lacks() {
  if LC_ALL=C grep -nE "$1" <<<"$output"; then
    return 1
  fi
}

# Plain ASCII, at most 72 columns, no blanks at the end.
fits_a_mail() {
  lacks '[^ -~]|^.{73}| $'
}

golden() {
  diff -u "$TEST_DATA/golden/$1" <(printf '%s\n' "$output")
}

# kernel PLACE LABEL R RW: the counted instructions of TEST_DATA, with those of R and RW times that.
kernel() {
  mkdir "$2"
  python3 - "$TEST_DATA/campaigns/icount/base" "$@" <<'END'
import json
import sys

source, place, label, r, rw = sys.argv[1:]
factors = {'R': float(r), 'RW': float(rw)}
for boot in (0, 1):
    with open(f'{source}/{boot}.json') as f:
        file = json.load(f)
    own = file['context']['ptebench']
    own['kernel']['version'] = f'#1 SMP {label}'
    own |= {'label': label, 'boot_id': f'{label}-{boot}-0123-4567', 'block': boot,
            'position': int(place)}
    file['context']['date'] = f'2026-01-0{boot + 1}T1{place}:00:00+00:00'
    for row in file['benchmarks']:
        directions = row['ptebench'].get('directions', [])
        for direction in directions:
            direction['real_time'] *= factors.get(direction['name'], 1)
        if directions:
            row['real_time'] = row['cpu_time'] = sum(d['real_time'] for d in directions)
    with open(f'{label}/{boot}.json', 'w') as f:
        json.dump(file, f)
END
}

@test "one case: a table with a row per commit, and the verdict of the whole" {
  series_of_four
  all_measured
  steps 1
  fits_a_mail
  golden series-one.txt
  [[ -z $stderr ]]
}

@test "three cases: first what each commit did at worst and at best" {
  kernel 0 base 1 1
  kernel 1 clean 1.0002 1
  kernel 2 fast 0.88 0.8
  kernel 3 check 0.95 0.76
  kernel 4 revert 0.88 0.8
  run --separate-stderr "$PTEBENCH" compare base clean fast check revert --format series \
    --format series-markdown=out.md --cases 'mprotect_4k,mprotect_thp_split,mprotect_toggle'
  [[ $status == 1 && -z $stderr ]]
  fits_a_mail
  golden series-three.txt
  output=$(cat out.md)
  golden series-three.md
}

@test "a commit may change the configuration that comes of one: listed, and judged all the same" {
  series_of_four
  all_measured
  python3 - "$BATS_TEST_TMPDIR"/c <<'PY'
import json, pathlib, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.json"):
    d = json.loads(path.read_text())
    kernel = d["context"]["ptebench"]["kernel"]
    on = path.parent.name in ("new-2", "new-3", "new-4")
    kernel["release"] = "6.12.0"
    kernel["config"] = {"source": "/proc/config.gz", "options": {"CONFIG_PT_RECLAIM": "y"} if on else {"CONFIG_NUMA": "y"}, "debug": []}
    path.write_text(json.dumps(d))
PY
  steps 1
  lacks INCOMPARABLE
  grep -q 'kernel.config.options.CONFIG_PT_RECLAIM' <<<"$output"
}

@test "a commit that does not build is a row, and the next one's predecessor the last that did" {
  series_of_four 2
  measured 0 c/base
  measured 1 c/new
  failed 2 "build failed: see /tmp/x/build.log"
  measured 3 c/new-3
  failed 4 "does not boot"
  steps 2
  fits_a_mail
  has "4 steps, 2 cases (1% threshold): 03 IMPROVEMENT; 01 EQUIVALENT; 02 build" \
    "  failed; 04 does not boot. The whole, 03 against 00: IMPROVEMENT." \
    "  02-222222222222: build failed: see /tmp/x/build.log" \
    "  04-444444444444: does not boot" \
    "02 mm/mprotect: shortcut fo..                           build failed" \
    "02 mm/mprotect: shortcut fo..       -                     build failed" \
    "03 (since 01) mm/mprotect: ..     454 -9.10%  0.18 -9.10% IMPROVEMENT" \
    '04 Revert "mm/mprotect: che..       -                     does not boot' \
    "whole: 03 against 00                  -9.10%  0.18        IMPROVEMENT"
  steps 2 --format text
  fits_a_mail
  has "  02-222222222222: build failed: see /tmp/x/build.log" \
    "03-333333333333 against 01-111111111111, its predecessor"
}

@test "without the first commit the next one is the baseline; failures keep a regression at 1" {
  series_of_four
  failed 0 "build failed"
  measured 1 c/new
  measured 2 c/new-2
  measured 3 c/new-3
  steps 1
  has "00 Linux 6.12                       -                     build failed" \
    "01 base: mm/mprotect: facto..     500" \
    "02 mm/mprotect: shortcut fo..     445 -11.0%  0.17 -11.0% IMPROVEMENT" \
    "whole: 03 against 01                  -9.10%  0.18        IMPROVEMENT"
}

@test "a single commit that was measured has figures and no verdict; none at all is an error" {
  series_of_four
  failed 0 "build failed"
  measured 1 c/new
  steps 2
  fits_a_mail
  has "1 step, 1 case (1% threshold): 00 build failed." "01 base: mm/mprotect: facto..     500"
  lacks 'whole|Change|Controls'
  steps 2 --format json
  rows=("${rows[@]::4}")
  steps 3
  [[ -z $output && ${#stderr_lines[@]} == 1 ]]
  [[ $stderr == "ptebench: series: none of 1 commits was measured; 000000000000: build failed"* ]]
}

@test "json has the commits, with their subjects whole and the reasons" {
  series_of_four
  measured 0 c/base
  failed 1 "build failed"
  rows+=("$(id 2)" "" c/new-2 "")
  steps 2 --format json
  python3 - <<END
import json
d = json.loads('''$output''')
assert d['status'] == 2
assert d['steps'][0] == {'id': '0' * 40, 'subject': 'Linux 6.12', 'arm': '00-000000000000'}
assert d['steps'][1]['failure'] == 'build failed' and 'arm' not in d['steps'][1]
assert d['steps'][2] == {'id': '2' * 40, 'arm': '02-222222222222'}
assert [a['name'] for a in d['arms']] == ['00-000000000000', '02-222222222222']
END
  printf '%s\n' "$output" >out.json
  "$BATS_TEST_DIRNAME/../consumers/shapes.py" json out.json >/dev/null
  steps 2
  has "02 (since 00) 222222222222        445 -11.0%  0.17 -11.0% IMPROVEMENT"
}

@test "a control that moved takes its step's verdicts back, and no other's" {
  campaign --cases 1 --effect case_1@2=-11 --effect control_2@2=2
  measured 0 c/base
  measured 1 c/new
  measured 2 c/new-2
  steps 2
  has "  UNSTABLE: control control_2, which no patch to mprotect or mremap can" \
    "    move, moved by +2.00%: no verdict of this comparison holds (02" \
    "    against 00, 02 against 01)" \
    "01 mm/mprotect: factor out ..     500 +0.00%  0.20 +0.00% EQUIVALENT" \
    "02 mm/mprotect: shortcut fo..     445 -11.0%  0.17 -11.0% UNSTABLE"
  has "Controls: the largest change is +2.00% +- 0.20 (control_2, 02 against"
}

@test "a wall clock: times, and intervals of the blocks" {
  "$CAMPAIGN" --out c --arms 3 --cases 1 --controls 1 --blocks 6 --boot 0.3 --repetition 0.5 \
    --effect case_1@1=6% --seed 7
  measured 0 c/base
  measured 1 c/new
  measured 2 c/new-2
  steps 1
  fits_a_mail
  grep -qx 'case_1, time per call' <<<"$output"
  grep -qxE '00 base: Linux 6.12            [0-9]{3} ns' <<<"$output"
  grep -qxE '01 mm/mprotect: factor out ..  [0-9]{3} ns \+[56].[0-9]{2}%  0.[0-9]{2} \+[56].[0-9]{2}% REGRESSION' <<<"$output"
  grep -qxE '02 mm/mprotect: shortcut fo..  [0-9]{3} ns -[56].[0-9]{2}%  0.[0-9]{2} [+-]0.[0-9]{2}% IMPROVEMENT' <<<"$output"
  grep -qxE 'whole: 02 against 00                  [+-]0.[0-9]{2}%  0.[0-9]{2}        EQUIVALENT' <<<"$output"
}

@test "small steps add up: the exit status is that of any arm against the first" {
  campaign --cases 1 --effect case_1@1=0.7 --effect case_1@2=1.4 --effect case_1@3=0.1 \
    --effect case_1@4=0.1
  all_measured
  steps 1
  has "4 steps, 1 case (1% threshold): 03 IMPROVEMENT; 01, 02 SMALL-CHANGE; 04" \
    "  REGRESSION against 00 before the end (02)"
  # Its own step shows what one regressed by.
  rows=("${rows[@]::8}")
  steps 0
  lacks 'before the end'
}

@test "passes are 0; what is no pass of one commit is shown, whatever the others did" {
  series_of_four 3
  measured 0 c/base
  measured 1 c/new
  measured 2 c/new-2
  steps 0
  has "2 steps, 3 cases (1% threshold): 02 IMPROVEMENT; 01 EQUIVALENT. The"
  # A case that the last one lacks.
  for file in c/new-2/*.json; do
    sed -i 's/"case_2"/"case_9"/' "$file"
  done
  steps 2
  has "  case_2                                                MISSING" \
    "  case_1                                   -11.0%  0.17 IMPROVEMENT"
  grep -qE '^02 .* -11.0%  0.17 MISSING$' <<<"$output"
  has "02 mm/mprotect: shortcut fo..       -      -     -      - MISSING" \
    "  MISSING: no such row in 02-222222222222 (case_2)"
}

@test "what cannot be compared is 3, with the table" {
  series_of_four
  measured 0 c/base
  measured 1 c/new
  sed -i 's/"microcode": "0x1"/"microcode": "0x2"/' c/new/*.json
  steps 3
  has "01 mm/mprotect: factor out ..     500      -     -      - INCOMPARABLE"
  [[ $stderr == "ptebench: compare: "*" INCOMPARABLE: "* ]]
  steps 0 --allow machine.cpu.microcode
}

@test "a commit may leave the kernel as it was" {
  series_of_four
  sed -i 's/6\.12\.0-new/6.12.0-base/' c/new/*.json
  measured 0 c/base
  measured 1 c/new
  steps 0
  run "$PTEBENCH" compare c/base c/new --format series
  [[ $status == 2 && $output == *"both arms are the same build"* ]]
}

@test "long subjects, many cases and letters beyond ASCII fit" {
  campaign --cases 30 --effect case_7@1=5000 --effect case_8@2=-99
  all_measured
  rows[5]="mm: sö $(printf 'mprotect%.0s ' {1..40})"
  rows[9]=$(printf 'x%.0s' {1..400})
  rows[12]=short
  steps 1
  fits_a_mail
  has "01 mm: s? mprotect mprotect..  4.00 k +0.00%  0.20 +0.00% EQUIVALENT"
  grep -qE '^02 x{24}\.\. ' <<<"$output"
  grep -qx '  03-short .*' <<<"$output"
  [[ $(grep -c '^03 mm/mprotect: check each .. ' <<<"$output") == 31 ]]
  steps 1 --format series-markdown
}

@test "the options are compare's, but for results" {
  series_of_four 2
  all_measured
  steps 1 --cases case_1 --format csv=out.csv --format series --out out.txt
  [[ -z $output && -s out.txt ]]
  grep -q '^02-222222222222,03-333333333333,true,instructions,case_1,' out.csv
  [[ $(cat out.txt out.csv) != *case_2* ]]
  steps 0 --threshold 5%
  steps 3 c/base
  [[ $stderr == "ptebench: c/base: a series has its own results (leave it out, or use compare)" ]]
  steps 3 --no-such
  # compare shows the steps in this form only, or where it is told to.
  run "$PTEBENCH" compare c/base c/new c/new-2 --format json=out.json --format series
  grep -q '"step": true' out.json
  run "$PTEBENCH" compare c/base c/new c/new-2 --format json
  lacks '"step": true|"steps"'
}
