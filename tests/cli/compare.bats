#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ptebench compare: what people see and what scripts get. PTEBENCH is the program, TEST_DATA the
# fixtures, CAMPAIGN writes result files of known truth.
# shellcheck disable=SC2154,SC2016  # run sets stderr and stderr_lines; backquotes are Markdown's

bats_require_minimum_version 1.5.0

setup() {
  load ../common
  cd "$TEST_DATA" || return
}

# Runs compare with the arguments and holds its output to a golden file and its exit status.
golden() {
  local status_wanted=$1 file=$2
  shift 2
  run --separate-stderr "$PTEBENCH" compare "$@"
  diff -u "golden/$file" <(printf '%s\n' "$output")
  [[ $status == "$status_wanted" ]]
}

# Runs compare with the arguments, which must be refused in one line that has the given text.
refused() {
  local text=$1
  shift
  run --separate-stderr "$PTEBENCH" compare "$@"
  echo "$stderr"
  [[ $status == 3 && -z $output ]]
  [[ ${#stderr_lines[@]} == 1 && $stderr == "ptebench: "*"$text"*"("*")" ]]
}

# lacks ERE: no line of the output matches.
lacks() {
  if LC_ALL=C grep -nE "$1" <<<"$output"; then
    return 1
  fi
}

@test "two arms as text, one boot each: inconclusive" {
  golden 2 compare.txt results/base.json results/patched.json --allow machine.cpu.microcode
  [[ -z $stderr ]]
}

@test "two boots per arm as text: an interval, and no verdict" {
  golden 2 compare-boots.txt results/boots/base results/boots/patched
}

@test "three arms, with all that cannot be judged" {
  golden 3 compare-edge.txt results/base.json results/edge.json results/boots/patched
}

@test "a published figure is shown and not judged" {
  golden 2 compare-published.txt results/base.json results/published.json
}

@test "before and after of one mail name it once" {
  local published=../../results/published/mprotect-large-folios-v5-x86-64
  run --separate-stderr "$PTEBENCH" compare $published-before.json $published-after.json
  [[ ${lines[0]} == *" against "*": 3 cases beside published"* ]]
  [[ $(grep -c 'http://' <<<"$output") == 1 ]]
  grep -qx '    published there' <<<"$output"
  lacks '^Method|^Verdicts|^Differences'
}

@test "a campaign of six blocks, as text and as Markdown" {
  golden 1 campaign.txt campaigns/verdicts/base campaigns/verdicts/patched
  [[ -z $stderr ]]
  golden 1 campaign.md campaigns/verdicts/base campaigns/verdicts/patched --format markdown
}

@test "blocks that lie apart are none, and one order in all of them is told" {
  local warning="booted first in all of them: what depends on the order is not excluded."
  mkdir "$BATS_TEST_TMPDIR/later" "$BATS_TEST_TMPDIR/second"
  for file in campaigns/verdicts/patched/*.json; do
    sed 's/"2026-01/"2026-02/' "$file" >"$BATS_TEST_TMPDIR/later/${file##*/}"
    sed 's/:[05]0:00+00:00"/:55:00+00:00"/' "$file" >"$BATS_TEST_TMPDIR/second/${file##*/}"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/later" \
    --format markdown
  grep -q "^- Welch's t over 6 boots per arm.* Blocks 0 and 1 interleave in time or lie apart: taken as boots without blocks; drift" <<<"$output"
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/second" \
    --format markdown
  grep -q "^- Paired t over 6 blocks .* base $warning" <<<"$output"
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base campaigns/verdicts/patched \
    --format markdown
  lacks "$warning"
}

@test "boots without a partner are told under the table" {
  cp -r campaigns/verdicts/patched "$BATS_TEST_TMPDIR/patched"
  rm "$BATS_TEST_TMPDIR/patched/2.json"
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched"
  grep -qx '  1 boot without a partner in its block: in the times, not in the' <<<"$output"
  lacks 'measured in . of'
  # Without blocks all boots are in all figures.
  sed -i '/"block": /d; /"position": /d' "$BATS_TEST_TMPDIR"/patched/*.json
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched"
  [[ $output == *"Welch's t over 5 boots"* ]]
  lacks 'without a partner'
}

@test "a control that moved takes all verdicts back" {
  golden 2 moved.txt campaigns/moved/before campaigns/moved/after
}

@test "controls that guard nothing, or too little, are told before the table" {
  mkdir "$BATS_TEST_TMPDIR/patched"
  for file in campaigns/verdicts/patched/*.json; do
    sed 's/"getppid"/"getpid"/' "$file" >"$BATS_TEST_TMPDIR/patched/${file##*/}"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched" \
    --cases 'get*,nop,mprotect_verbatim' --threshold 'nop=0.01%'
  [[ $status == 2 && ${lines[0]} == "patched against base: 1 EQUIVALENT of 1 case "* ]]
  [[ ${lines[1]} == "  MISSING of a control, so no pass: no such row in base (getpid)" ]]
  [[ ${lines[2]} == "  MISSING of a control, so no pass: no such row in patched (getppid)" ]]
  [[ ${lines[3]} == "  INCONCLUSIVE control: a change of the machine by 0.01% is not excluded" ]]
}

@test "counted instructions are no times" {
  golden 1 icount.txt campaigns/icount/base campaigns/icount/patched
}

# curves DIR OPTIONS...: compares two kernels with a cost curve, 4K to 4M, that the options change.
curves() {
  local dir=$BATS_TEST_TMPDIR/$1
  shift
  "$CAMPAIGN" --out "$dir" --cases 1 --controls 1 --sizes 6 --intercept 900 --slope 17 --seed 3 "$@"
  run --separate-stderr "$PTEBENCH" compare "$dir/base" "$dir/new"
  [[ -z $stderr ]]
  lacks '[^ -~]|^.{73}| $'
}

@test "cost curves stand under the table, with what a call and a page cost" {
  curves noisy --slope-change 20% --boot 0.5 --process 0.4 --repetition 0.5
  [[ $status == 1 ]]
  diff -u golden/curves.txt <(printf '%s\n' "$output")
  run --separate-stderr "$PTEBENCH" compare "$BATS_TEST_TMPDIR"/noisy/{base,new} --format markdown
  grep -qxF '### Cost curves' <<<"$output"
  grep -qE '^\| curve \| base \| 9[0-9]{2} ns \| [0-9.]+ \| 1[67]\.[0-9] ns \|' <<<"$output"
  grep -qE '^\|  \| change \| [^|]+ \| [0-9.]+ \| \+(19|20)\.[0-9]% \| [0-9.]+ \|  \|$' <<<"$output"
}

@test "what is bent is called no straight line, in the arm where it is" {
  curves straight
  [[ $output == *"Cost curves"* ]]
  lacks 'straight'
  curves bent --bend 50
  grep -qx '  not a straight line, off by over 10%: intercept and slope are no costs' <<<"$output"
  run --separate-stderr "$PTEBENCH" compare "$BATS_TEST_TMPDIR"/{straight/base,bent/new}
  grep -qx '  not a straight line in new, off by over 10%: intercept and slope are' <<<"$output"
  curves below --bend 100 --intercept 10
  grep -qE '^curve +base +<= 0 +- ' <<<"$output"
}

@test "a curve takes four sizes, and two boots for an interval" {
  curves three --sizes 3
  lacks 'Cost curves'
  curves single --blocks 1
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"boot by boot. No interval (-) without a second boot. worst"* ]]
  grep -qE '^curve +base +900 ns +- 17\.0 ns +- ' <<<"$output"
}

@test "curves of counted instructions, and of sizes that one arm lacks" {
  curves counted --clock instructions --blocks 2 --slope-change 20
  grep -qE '^curve +base +900 +0\.00 +17\.0 +0\.00 ' <<<"$output"
  grep -qE '^ +change +\+0\.00% +0\.2[0-9] +\+20\.0% +0\.2[0-9]$' <<<"$output"
  [[ $output == *"Instructions per call = intercept + slope x pages:"*"over 6 sizes"* ]]
  python3 - "$BATS_TEST_TMPDIR"/counted/new/*.json <<'END'
import json
import sys

for path in sys.argv[1:]:
    with open(path) as f:
        file = json.load(f)
    file['benchmarks'] = [row for row in file['benchmarks'] if row['name'] != 'curve/4096K']
    with open(path, 'w') as f:
        json.dump(file, f)
END
  run --separate-stderr "$PTEBENCH" compare "$BATS_TEST_TMPDIR"/counted/{base,new}
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"errors over 5 sizes"* ]]
  grep -qE '^ +change +\+0\.00% .* \+20\.0% ' <<<"$output"
}

@test "the report says first what forbids a verdict" {
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json
  [[ $status == 3 ]]
  [[ ${lines[1]} == "  INCOMPARABLE: 1 difference of machine or settings"* ]]
  grep -qx '  INCOMPARABLE machine.cpu.microcode: 0xa0011d5 | 0xa0011d6' <<<"$output"
  run --separate-stderr "$PTEBENCH" compare results/base.json results/edge.json \
    --no-require-verified
  grep -q '^  UNVERIFIED: the folios of mprotect_toggle/rw/4K were not proved, and' <<<"$output"
}

@test "the report's head names up to three cases whose folios were not proved" {
  mkdir "$BATS_TEST_TMPDIR/patched"
  for file in campaigns/icount/patched/*.json; do
    sed 's/"verified": *true/"verified":false/' "$file" >"$BATS_TEST_TMPDIR/patched/${file##*/}"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/icount/base "$BATS_TEST_TMPDIR/patched" \
    --format markdown
  [[ $status == 2 ]]
  grep -q 'UNVERIFIED: the folios of mprotect\\_4k, mprotect\\_thp\\_split and 2 more were' <<<"$output"
  run --separate-stderr "$PTEBENCH" compare campaigns/icount/base "$BATS_TEST_TMPDIR/patched" \
    --format markdown --cases 'mprotect_t*,mremap_1m'
  grep -q 'the folios of mprotect.*_split, mprotect.*_toggle/rw/4K, mremap.*/4k were' <<<"$output"
}

@test "two labels on one build of the kernel are no comparison, unless that is meant" {
  mkdir "$BATS_TEST_TMPDIR/patched"
  for file in campaigns/verdicts/patched/*.json; do
    sed 's/6\.18\.0-patched/6.18.0/' "$file" >"$BATS_TEST_TMPDIR/patched/${file##*/}"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched"
  [[ $status == 2 ]]
  [[ $output == *"10 INCONCLUSIVE of 10 cases"*"No verdict: both arms are the same build,"* ]]
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched" \
    --allow kernel.version
  [[ $status == 1 && $output == *"1 REGRESSION,"* ]]
  # One such file among others makes an arm of two kernels.
  cp campaigns/verdicts/patched/0.json "$BATS_TEST_TMPDIR/patched/0.json"
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched"
  [[ $status == 3 ]]
  grep -qx '  INCOMPARABLE kernel.release: 6.18.0 | varies' <<<"$output"
}

@test "what a part of the boots skipped, or did not get to, is told" {
  cp -r campaigns/verdicts/patched "$BATS_TEST_TMPDIR/patched"
  python3 - "$BATS_TEST_TMPDIR/patched" <<'END'
import json
import sys

def change(path, name, **own):
    with open(path) as f:
        file = json.load(f)
    file['benchmarks'] = [row for row in file['benchmarks'] if row['name'] != name]
    file['context']['ptebench'] |= own
    with open(path, 'w') as f:
        json.dump(file, f)

toggle = 'mprotect_toggle/rw/40K'
change(f'{sys.argv[1]}/2.json', toggle, skipped=[{'name': toggle, 'reason': 'no room'}])
change(f'{sys.argv[1]}/4.json', 'mremap_1m/4k', interrupted=True)
END
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base "$BATS_TEST_TMPDIR/patched" \
    --cases 'mprotect_toggle/rw/*,mremap_1m/4k'
  [[ $status == 2 ]]
  grep -qx '  measured in 5 of 6 blocks (mprotect_toggle/rw/40K, mremap_1m/4k)' <<<"$output"
  grep -qx '  skipped in 1 of 6 boots of patched: no room (mprotect_toggle/rw/40K)' <<<"$output"
  [[ $output == *"ERROR: failed in 1 of 6 boots of patched: not reached: the run was"* ]]
}

@test "thresholds other than the common one are told" {
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base campaigns/verdicts/patched \
    --threshold 'mremap_1m=5%'
  [[ $(head -n 3 <<<"$output" | tr -s ' \n' ' ') == *"(3% threshold, others below)"* ]]
  grep -qx '  threshold of 5% (mremap_1m/4k, mremap_1m/64k)' <<<"$output"
}

@test "a file's thresholds that gate nothing are told, whatever the form of the report" {
  local form
  echo '{"cases": {"mremap_1m": "5%", "mprotekt_*": "1%", "gone": "1%"}}' >"$BATS_TEST_TMPDIR/t"
  for form in text junit; do
    run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base campaigns/verdicts/patched \
      --thresholds "$BATS_TEST_TMPDIR/t" --format "$form"
    [[ $status == 1 && $output ]]
    [[ $stderr == "ptebench: warning: --thresholds: mprotekt_*, gone: no row of these files matches" ]]
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base campaigns/verdicts/patched \
    --thresholds "$BATS_TEST_TMPDIR/t" --cases mremap_1m
  [[ $output && -z $stderr ]]
}

@test "with --step each arm is also held against its predecessor" {
  # The third boot of each block.
  mkdir "$BATS_TEST_TMPDIR/after"
  for file in campaigns/moved/after/*.json; do
    sed -e 's/6\.18\.0-patched/6.18.0-after/; s/"position": [01]/"position": 2/' \
      -e 's/-15T\(..\):.0/-12T\1:55/; s/-16T\(..\):.0/-13T\1:55/' "$file" \
      >"$BATS_TEST_TMPDIR/after/${file##*/}"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/verdicts/base campaigns/verdicts/patched \
    "$BATS_TEST_TMPDIR/after" --step
  grep -qx 'after against patched, its predecessor' <<<"$output"
  grep -q 'mprotect_4k in after against patched' <<<"$output"
}

@test "files of another program get no verdict, and nothing is said of them that they do not say" {
  for arm in a b; do
    mkdir "$BATS_TEST_TMPDIR/$arm"
    sed 's/"ptebench": *{/"other": {/' campaigns/icount/base/0.json >"$BATS_TEST_TMPDIR/$arm/1.json"
  done
  run --separate-stderr "$PTEBENCH" compare "$BATS_TEST_TMPDIR/a" "$BATS_TEST_TMPDIR/b"
  [[ $status == 2 ]]
  [[ ${lines[1]} == "  No verdict: flat data: "* ]]
  grep -q '^    files of another program, each taken for a process: 1 process' <<<"$output"
  lacks 'not used|kernel|icount'
  grep -qx '  none found' <<<"$output"
}

@test "where nothing is held against anything, no difference is not called a finding" {
  local flat=$BATS_TEST_TMPDIR/flat.json bare=$BATS_TEST_TMPDIR/bare
  sed 's/"ptebench": *{/"other": {/' campaigns/icount/base/0.json >"$flat"
  for arm in a b; do
    printf '{"context": {}, "benchmarks": [{"name": "x", "run_type": "iteration", "iterations": 1,
      "real_time": 1, "cpu_time": 1, "time_unit": "ns"}]}' >"$bare-$arm.json"
  done
  run --separate-stderr "$PTEBENCH" compare campaigns/icount/base "$flat"
  grep -qx '  not known: flat is of another program, which states other facts' <<<"$output"
  lacks 'none found'
  run --separate-stderr "$PTEBENCH" compare "$bare-a.json" "$bare-b.json"
  grep -qx '  not known: neither states anything of machine and settings' <<<"$output"
  lacks 'none found'
  run --separate-stderr "$PTEBENCH" compare "$flat" "$bare-a.json"
  grep -qx '  not known: bare-a states nothing of machine and settings' <<<"$output"
}

@test "more arms than fit beside each other are published in two tables" {
  arms=()
  for i in 1 2 3 4 5 6; do
    sed -e "s/000000000001/00000000001$i/; s/\"label\": \"base\"/\"label\": \"arm$i\"/" \
      results/base.json >"$BATS_TEST_TMPDIR/$i.json"
    arms+=("$BATS_TEST_TMPDIR/$i.json")
  done
  run --separate-stderr "$PTEBENCH" compare "${arms[@]}"
  grep -qE '^ +arm1 +arm2 +arm3 +arm4 +arm5$' <<<"$output"
  grep -qE '^ +arm6$' <<<"$output"
  [[ $(grep -cE '^T3 mprotect_4k( +1\.84)+$' <<<"$output") == 2 ]]
  lacks '^.{73}'
}

@test "text is plain ASCII of at most 72 columns" {
  for arms in "base.json patched.json" "edge.json published.json" "published.json base.json" \
    "../campaigns/verdicts/base ../campaigns/verdicts/patched"; do
    read -r a b <<<"$arms"
    run --separate-stderr "$PTEBENCH" compare "results/$a" "results/$b"
    ((${#lines[@]} > 10))
    lacks '[^ -~]|^.{73}| $'
  done
}

@test "names beyond ASCII and longer than a column stay within it" {
  mkdir "$BATS_TEST_TMPDIR/a"
  sed 's/"label": "patched"/"label": "gepatchter Kern für \\u001b[31mArm\\nx"/' \
    results/patched.json >"$BATS_TEST_TMPDIR/a/1.json"
  run --separate-stderr "$PTEBENCH" compare results/base.json "$BATS_TEST_TMPDIR/a"
  lacks '[^ -~]|^.{73}'
  grep -qE '^ +base gepatc~ change ' <<<"$output"
  grep -q '^  gepatchter Kern f?r ??31mArm?x$' <<<"${output//\[/?}"
}

@test "arms that look alike once cut are called base and new" {
  for label in base patched; do
    mkdir "$BATS_TEST_TMPDIR/$label"
    sed "s/\"label\": \"$label\"/\"label\": \"v6.18-rc1-$label\"/" results/$label.json \
      >"$BATS_TEST_TMPDIR/$label/1.json"
  done
  run --separate-stderr "$PTEBENCH" compare "$BATS_TEST_TMPDIR/base" "$BATS_TEST_TMPDIR/patched"
  [[ ${lines[0]} == "v6.18-rc1-patched against v6.18-rc1-base: "* ]]
  grep -qE '^ +base +new change ' <<<"$output"
}

@test "Markdown takes no name for markup" {
  mkdir "$BATS_TEST_TMPDIR/a"
  sed -e 's/"label": "patched"/"label": "a|b <b>\&amp; @team #7 *x* `y` ~z~"/' \
    results/patched.json >"$BATS_TEST_TMPDIR/a/1.json"
  run --separate-stderr "$PTEBENCH" compare results/base.json "$BATS_TEST_TMPDIR/a" \
    --format markdown
  [[ ${lines[0]} == 'a\|b &lt;b&gt;&amp;amp; @<!-- -->team #<!-- -->7 \*x\* \`y\` \~z\~ against'* ]]
  # Each line of the table has as many cells as its head.
  run awk -F'[^\\\\][|]' '/^\|/ {print NF}' <<<"$output"
  [[ $(sort -u <<<"$output" | wc -l) == 2 ]]
  run --separate-stderr "$PTEBENCH" compare results/base.json results/published.json \
    --format markdown
  grep -qx '  - <https://example.org/cover-letter>' <<<"$output"
}

@test "--out writes the same, whole, and nothing to standard output" {
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json \
    --allow machine.cpu.microcode --out "$BATS_TEST_TMPDIR/table"
  [[ $status == 2 && -z $output ]]
  diff -u golden/compare.txt "$BATS_TEST_TMPDIR/table"
}

@test "--cases takes a case for all its variants, or a pattern" {
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json \
    --cases mprotect_toggle
  grep -q '^mprotect_toggle/rw/4K  ' <<<"$output"
  # Controls ride along.
  grep -q '^nop  ' <<<"$output"
  lacks '^mprotect_4k'
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json --cases '*p'
  grep -q '^nop  ' <<<"$output"
  lacks '^mprotect'
}

@test "--help tells usage and exit status" {
  run --separate-stderr "$PTEBENCH" compare --help
  [[ $status == 0 && -z $stderr ]]
  [[ $output == "usage: ptebench compare BASE NEW..."* && $output == *"Exit status"* ]]
  [[ $output == *"Verdicts are of whole iterations"* ]]
}

@test "bad usage is refused in one line" {
  refused "needs two results or more, got 0"
  refused "needs two results or more, got 1" results/base.json
  refused "--format xml: no such form" results/base.json results/patched.json --format xml
  refused "--nonsense: no such option" results/base.json results/patched.json --nonsense
  refused "--out: needs a value" results/base.json results/patched.json --out
  refused "-xyz: no such option" results/base.json -xyz results/patched.json --step
  refused "-x: no such option" --step results/base.json results/patched.json -x
  refused "--step=1: no such option" results/base.json results/patched.json --step=1
  refused "both to a.xml" results/base.json results/patched.json --format junit=a.xml \
    --format text --format csv=a.xml
  refused "csv and text: both to a" results/base.json results/patched.json --format csv=a --out a \
    --format text
  refused "--allow '': a name is empty" results/base.json results/patched.json --allow ''
  refused "--allow 'kernel.cmdline,'" results/base.json results/patched.json --allow kernel.cmdline,
  refused "no-such-thing: no such file or folder" results/base.json no-such-thing
  refused "--cases x*: no row of these files matches" results/base.json results/edge.json \
    --cases 'x*'
  # Not even where others match: a gate would pass without the misspelt.
  refused "--cases mremapp_*: no row" campaigns/verdicts/base campaigns/verdicts/patched \
    --cases 'mprotect_*,mremapp_*,nop'
  refused "--cases ,: no row" results/base.json results/edge.json --cases ,
  refused "holds no *.json" results/base.json "$BATS_TEST_TMPDIR"
  refused "same boot and start" results/base.json results/base.json
  refused "but \"base\" in results/boots/base/1.json" results/published.json results/boots
}

@test "each damaged file is refused in one line that names it" {
  for file in malformed/*.json; do
    [[ $file != malformed/valid.json ]] || continue
    refused "$file: " results/base.json "$file"
  done
}

@test "a file that cannot be read is refused" {
  ((EUID)) || skip "root reads everything"
  cp results/base.json "$BATS_TEST_TMPDIR/secret.json"
  chmod 0 "$BATS_TEST_TMPDIR/secret.json"
  refused "cannot be read: Permission denied" results/patched.json "$BATS_TEST_TMPDIR/secret.json"
}

@test "a dangling link in a folder is reported, not passed over" {
  cp results/base.json "$BATS_TEST_TMPDIR/1.json"
  ln -s nowhere "$BATS_TEST_TMPDIR/2.json"
  refused "2.json: cannot be read: No such file" results/patched.json "$BATS_TEST_TMPDIR"
}

@test "a result that is compared is not written over" {
  cp results/base.json "$BATS_TEST_TMPDIR/base.json"
  ln "$BATS_TEST_TMPDIR/base.json" "$BATS_TEST_TMPDIR/link"
  for out in base.json link; do
    refused "$out: is a result that is compared" "$BATS_TEST_TMPDIR/base.json" \
      results/patched.json --format "csv=$BATS_TEST_TMPDIR/$out"
  done
  cmp results/base.json "$BATS_TEST_TMPDIR/base.json"
}

@test "output that cannot be written is an error" {
  refused "/dev/full: cannot be written: No space left" results/base.json results/patched.json \
    --out /dev/full
  refused "/nowhere/table: cannot be written: No such file" results/base.json \
    results/patched.json --out /nowhere/table
  run --separate-stderr bash -c "'$PTEBENCH' compare results/base.json results/patched.json >/dev/full"
  [[ $status == 3 && $stderr == "ptebench: standard output: cannot be written: No space left"* ]]
}

@test "google/benchmark's compare.py reads the files" {
  tool=/usr/share/benchmark/compare.py
  [[ -e $tool ]] || skip "$tool is not installed (libbenchmark-tools)"
  need_python numpy scipy
  run --separate-stderr python3 "$tool" --no-color benchmarks results/base.json \
    results/patched.json
  [[ $status == 0 ]]
  grep -qE '^mprotect_4k +-0\.1' <<<"$output"
  grep -qE '^mprotect_4k_pvalue +.*27 vs 27' <<<"$output"
}
