#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The forms of ptebench compare that machines read, each through a strict reader of its own in
# tests/consumers. PTEBENCH is the program, TEST_DATA the fixtures, CAMPAIGN writes result files of
# known truth.
# shellcheck disable=SC2154  # run sets stderr

bats_require_minimum_version 1.5.0

setup() {
  load ../common
  consumers=$BATS_TEST_DIRNAME/../consumers
  cd "$TEST_DATA" || return
}

# compare ARGUMENTS...: all forms at once, to out.FORM; the exit status is in $status.
compare() {
  local form formats=()
  for form in json csv curves junit ktap gbench bmf benchstat; do
    formats+=(--format "$form=$BATS_TEST_TMPDIR/out.$form")
  done
  run --separate-stderr "$PTEBENCH" compare "$@" "${formats[@]}"
}

# consume FORM [FILE]: what its reader makes of it, as JSON.
consume() {
  local file=${2:-$BATS_TEST_TMPDIR/out.$1}
  case $1 in
  json | gbench | bmf) "$consumers/shapes.py" "$1" "$file" ;;
  csv | curves) "$consumers/rfc4180.py" "$file" ;;
  benchstat) "$consumers/gobench.py" "$file" ;;
  *) "$consumers/$1.py" "$file" ;;
  esac
}

# consume_all: reads out.FORM of each form, to FORM.json.
consume_all() {
  local form
  for form in json csv curves junit ktap gbench bmf benchstat; do
    consume "$form" >"$BATS_TEST_TMPDIR/$form.json"
  done
}

# holds PYTHON: asserts on what the readers made of the forms, each a variable of its name.
holds() {
  python3 - "$BATS_TEST_TMPDIR" "$1" <<'END'
import json
import math
import sys

names = ['json', 'csv', 'curves', 'junit', 'ktap', 'gbench', 'bmf', 'benchstat']
forms = {}
for name in names:
    with open(f'{sys.argv[1]}/{name}.json') as f:
        forms[name] = json.load(f)
exec(sys.argv[2], {'math': math} | forms)
END
}

# campaign LABEL FACTOR: six boots of a kernel, one per block, on which mprotect_toggle takes FACTOR
# times as long and all boots differ by some tenths of a percent.
campaign() {
  mkdir -p "$BATS_TEST_TMPDIR/$1"
  python3 - results/base.json "$BATS_TEST_TMPDIR/$1" "$@" <<'END'
import json
import sys

source, folder, label, factor = sys.argv[1:]
with open(source) as f:
    text = f.read()
# The same set for both arms: the geometric means keep the ratio, the blocks' ratios differ.
noises = (0, 3, 1, 4, 2, 5) if label == 'base' else (2, 0, 5, 1, 4, 3)
for block, noise in enumerate(noises):
    file = json.loads(text)
    own = file['context']['ptebench']
    position = (block + (label != 'base')) % 2
    own['kernel']['version'] = f'#1 SMP {label}'
    own |= {'label': label, 'block': block, 'position': position,
            'boot_id': f'{label}-{block}-0123-4567'}
    file['context']['date'] = f'2026-01-0{block + 1}T1{position}:00:00+00:00'
    for row in file['benchmarks']:
        scale = (1 + 0.001 * noise) * (float(factor) if 'toggle' in row['name'] else 1)
        for times in [row] + row['ptebench'].get('directions', []):
            for key in {'real_time', 'cpu_time'} & set(times):
                times[key] *= scale
    with open(f'{folder}/{block}.json', 'w') as f:
        json.dump(file, f)
END
}

# golden NAME FORM...: holds out.FORM of each form to golden/NAME.FORM.
golden() {
  local name=$1 form
  shift
  for form; do
    diff -u "golden/$name.$form" "$BATS_TEST_TMPDIR/out.$form"
  done
}

@test "golden files: three arms, also in turn, with all that cannot be judged" {
  compare results/base.json results/edge.json results/boots/patched --step
  [[ $status == 3 ]]
  golden formats json csv curves junit ktap gbench bmf benchstat
  consume_all
}

@test "golden files: a campaign of six blocks, with verdicts" {
  compare campaigns/verdicts/base campaigns/verdicts/patched
  [[ $status == 1 ]]
  golden verdicts csv junit ktap
  consume_all
}

@test "golden files: counted instructions" {
  compare campaigns/icount/base campaigns/icount/patched
  [[ $status == 1 ]]
  golden icount bmf benchstat
  consume_all
  holds '
assert {case["time"] for case in junit[0]["cases"]} == {"0.000000000"}, junit
assert gbench["context"]["clock"] == "instructions" and gbench["benchmarks"], gbench
'
  sed '/<testsuite\|"getppid"/s/ time="0.000000000"/ time="0.000000080"/' \
    "$BATS_TEST_TMPDIR/out.junit" >"$BATS_TEST_TMPDIR/x"
  run consume junit "$BATS_TEST_TMPDIR/x"
  [[ $status == 1 && $output == *"instructions as seconds"* ]]
  sed 's/, not ns"/"/' "$BATS_TEST_TMPDIR/out.gbench" >"$BATS_TEST_TMPDIR/x"
  run consume gbench "$BATS_TEST_TMPDIR/x"
  [[ $status == 1 && $output == *"instructions"* ]]
}

@test "a control that moved passes in no form" {
  compare campaigns/moved/before campaigns/moved/after
  [[ $status == 2 ]]
  consume_all
  holds '
assert json["contrasts"][0]["moved_control"] == "getppid"
assert not any(test["ok"] for test in ktap[0]["subtests"]), ktap
assert {case["result"] for case in junit[0]["cases"]} == {"error"}, junit
'
}

@test "a regression is one in every form that has verdicts" {
  campaign base 1
  campaign patched 1.1
  compare "$BATS_TEST_TMPDIR/base" "$BATS_TEST_TMPDIR/patched"
  [[ $status == 1 ]]
  consume_all
  holds '
toggle = "mprotect_toggle/rw/4K"
[contrast] = json["contrasts"]
assert json["status"] == 1 and contrast["units"] == 6, contrast
assert sum(json["self_check"]["boots"]) == 6, json["self_check"]
assert contrast["verdicts"]["REGRESSION"] == 1, contrast
[case] = [case for case in contrast["cases"] if case["verdict"] == "REGRESSION"]
assert case["name"] == toggle and abs(case["change_percent"] - 10) < 1e-6, case
assert case["p_adjusted"] < 0.05, case
assert case["interval_95_percent"][0] < case["interval_90_percent"][0], case

[test] = ktap
assert [sub["name"] for sub in test["subtests"] if not sub["ok"]] == [toggle], test
[suite] = junit
results = {case["name"]: (case["result"], case["type"]) for case in suite["cases"]}
assert results[toggle] == ("failure", "REGRESSION"), results
assert [result for result, _ in results.values() if result] == ["failure"], results
'
}

@test "the forms agree on every figure" {
  campaign base 1
  campaign patched 1.1
  compare "$BATS_TEST_TMPDIR/base" "$BATS_TEST_TMPDIR/patched"
  consume_all
  holds '
def near(a, b):
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b))

[contrast] = json["contrasts"]
cases = {case["name"]: case for case in contrast["cases"]}
names = [case["name"] for case in json["cases"]]
assert names == list(cases) == list(bmf) == [row["name"] for row in gbench["benchmarks"]], names
assert {row["case"] for row in csv} == set(names)

for row in json["cases"]:
    arm = row["arms"][1]
    [line] = [line for line in csv
              if (line["case"], line["quantity"]) == (row["name"], "iteration")]
    case = cases[row["name"]]
    assert near(float(line["here_time"]), arm["real_time"]), line
    assert near(float(line["base_time"]), row["arms"][0]["real_time"]), line
    assert line["verdict"] == case["verdict"] and near(float(line["p"]), case["p"]), line
    for column, key, index in (("change_low", "interval_95", 0), ("change_high", "interval_95", 1),
                               ("interval_90_low", "interval_90", 0)):
        assert near(float(line[column + "_percent"]), case[key + "_percent"][index]), line

    [benchmark] = [b for b in gbench["benchmarks"] if b["name"] == row["name"]]
    assert near(benchmark["real_time"], arm["real_time"]), benchmark
    metric = bmf[row["name"]]["latency"]
    assert near(metric["value"], arm["real_time"]), metric
    assert metric["lower_value"] < metric["value"] < metric["upper_value"], metric

    name = row["name"][0].upper() + row["name"][1:]
    boots = [result["values"]["ns/op"] for result in benchstat
             if result["name"] == name and result["config"]["label"] == "patched"]
    assert boots == [boot["median"] for boot in arm["boots"]] and len(boots) == 6, boots
    mean = math.exp(sum(map(math.log, boots)) / len(boots))
    assert near(mean, arm["real_time"]), (mean, arm)

directions = {(line["case"], line["quantity"]) for line in csv} - {(n, "iteration") for n in names}
assert directions == {("mprotect_4k", "R"), ("mprotect_4k", "RW")}, directions
assert any(r["name"] == "Mprotect_4k/direction=RW" for r in benchstat)
'
}

# compare_curves OPTIONS...: two kernels with a cost curve from 4K to 4M.
compare_curves() {
  "$CAMPAIGN" --out "$BATS_TEST_TMPDIR/curves" --cases 1 --controls 1 --sizes 6 --intercept 900 \
    --slope 2.5 --seed 3 "$@"
  compare "$BATS_TEST_TMPDIR/curves/base" "$BATS_TEST_TMPDIR/curves/new"
}

@test "cost curves: json and curves tell the truth, and the same" {
  compare_curves --slope-change 20 --boot 0.2
  consume_all
  holds '
[curve] = json["curves"]
cases = {row["name"]: row["arms"] for row in json["cases"]}
assert curve["name"] == "curve" and curve["x"] == "size_bytes", curve
assert curve["cases"] == curve["fitted"] == [f"curve/{4 ** i}K" for i in range(1, 7)], curve
base, new = curve["lines"]
assert base["boots"] == 6 and base["straight"], base
for line, slope in ((base, 2.5), (new, 3)):
    assert abs(line["intercept"]["value"] / 900 - 1) < 0.01, line
    assert abs(line["slope"]["value"] / slope - 1) < 0.01, line
    low, high = line["slope"]["interval_95"]
    assert low < line["slope"]["value"] < high, line
[change] = curve["changes"]
assert (change["base"], change["arm"], change["step"]) == ("base", "new", False), change
assert abs(change["slope"]["change_percent"] - 20) < 1, change
assert math.isclose(change["slope"]["ratio"], new["slope"]["value"] / base["slope"]["value"])

assert [line["case"] for line in curves] == 2 * curve["cases"], curves
for line in curves:
    arm = cases[line["case"]][line["arm"] == "new"]
    fit = [fit for fit in curve["lines"] if fit["arm"] == line["arm"]][0]
    pages, time = int(line["pages"]), float(line["time"])
    calls = [boot["median"] / 2 for boot in arm["boots"]]
    assert math.isclose(time, arm["real_time"] / 2), line
    assert float(line["time_per_page"]) == time / pages, line
    assert math.isclose(float(line["time_low"]), min(calls)), line
    assert math.isclose(float(line["time_high"]), max(calls)), line
    assert math.isclose(float(line["line_time"]), fit["intercept"]["value"] + pages * fit["slope"]["value"])
    assert int(line["x"]) == 4096 * pages and line["x_kind"] == "size_bytes", line
    assert (line["unit"], line["clock"], line["boots"]) == ("ns", "wall", "6"), line
'
}

@test "three sizes are plotted and have no line" {
  compare_curves --sizes 3
  consume_all
  holds '
[curve] = json["curves"]
assert len(curve["cases"]) == 3 and not {"fitted", "lines", "changes"} & set(curve), curve
assert len(curves) == 6 and not any(line["line_time"] for line in curves), curves
'
}

@test "gnuplot draws the curves with the line that the README gives" {
  command -v gnuplot >/dev/null || skip "gnuplot is not installed"
  compare_curves --boot 1
  cd "$BATS_TEST_TMPDIR"
  sed -n '/^gnuplot /,/"$/p' "$BATS_TEST_DIRNAME/../../compare/README.md" |
    sed 's/base patched/base new/; s,mprotect_toggle/rw,curve,' >plot.sh
  mv out.curves curves.csv
  run --separate-stderr bash -e plot.sh
  echo "$stderr"
  [[ $status == 0 && -z $stderr ]]
  # Two names, and for each a mark in the legend and one for each of six sizes.
  grep -q '>base<' curves.svg
  grep -q '>new<' curves.svg
  [[ $(grep -c "<use xlink:href='#gpPt0'" curves.svg) == 7 ]]
  [[ $(grep -c "<use xlink:href='#gpPt1'" curves.svg) == 7 ]]
}

@test "hostile names come back from every form as they were" {
  python3 - "$BATS_TEST_TMPDIR" <<'END'
import json
import sys

# As results have them, control characters in names of rows are refused.
row = 'a<b>&"\'|,`$;*#%d - ' + 'é' + 'x' * 250 + '-8'
for arm, label in (('base', 'b<&>\t"\n,#é'), ('patched', ' |*`label%; ')):
    with open(f'results/{arm}.json') as f:
        text = f.read()
    file = json.loads(text.replace('"mprotect_4k"', json.dumps(row)))
    file['context']['ptebench']['label'] = label
    with open(f'{sys.argv[1]}/{arm}.json', 'w') as f:
        json.dump(file, f)
END
  compare "$BATS_TEST_TMPDIR/base.json" "$BATS_TEST_TMPDIR/patched.json" \
    --allow machine.cpu.microcode
  [[ $status == 2 ]]
  consume_all
  holds '
row = "a<b>&\"\x27|,`$;*#%d - é" + "x" * 250 + "-8"
base, here = "b<&>\t\"\n,#é", " |*`label%; "
suite = here + " against " + base
assert row in [case["name"] for case in json["cases"]]
assert [arm["name"] for arm in json["arms"]] == [base, here]
assert {(line["base"], line["here"]) for line in csv} == {(base, here)}
assert row in [line["case"] for line in csv]
assert [s["name"] for s in junit] == [suite], junit[0]["name"]
assert row in [case["name"] for case in junit[0]["cases"]]
assert [test["name"] for test in ktap] == [suite], ktap[0]["name"]
assert row in [test["name"] for test in ktap[0]["subtests"]]
assert row in [b["name"] for b in gbench["benchmarks"]] and gbench["context"]["label"] == here
assert row in bmf
assert {r["config"]["label"] for r in benchstat} == {base, here}
assert "A" + row[1:] + "/direction=R" in [r["name"] for r in benchstat]
'
}

@test "published figures alone: nothing judged is nothing passed" {
  compare results/base.json results/published.json
  [[ $status == 2 ]]
  consume_all
  holds '
assert all(s["directive"] in ("SKIP", "ERROR") for test in ktap for s in test["subtests"]), ktap
assert all(case["result"] for suite in junit for case in suite["cases"]), junit
assert json["arms"][1]["published"] and "source" in json["arms"][1]
'
}

@test "xmllint reads the XML" {
  command -v xmllint >/dev/null || skip "xmllint is not installed (libxml2-utils)"
  compare results/base.json results/edge.json
  xmllint --noout "$BATS_TEST_TMPDIR/out.junit"
}

@test "google/benchmark's compare.py reads two of its form" {
  tool=/usr/share/benchmark/compare.py
  [[ -e $tool ]] || skip "$tool is not installed (libbenchmark-tools)"
  need_python numpy scipy
  # The last arm is the one that is written.
  for arms in "base patched" "patched base"; do
    read -r first last <<<"$arms"
    "$PTEBENCH" compare "results/$first.json" "results/$last.json" \
      --allow machine.cpu.microcode --format "gbench=$BATS_TEST_TMPDIR/$last.json" || (($? == 2))
  done
  run --separate-stderr python3 "$tool" --no-color benchmarks "$BATS_TEST_TMPDIR/base.json" \
    "$BATS_TEST_TMPDIR/patched.json"
  [[ $status == 0 ]]
  # 39222563.7 against 46081951.2
  grep -qE '^mprotect_4k +-0\.1489 ' <<<"$output"
  grep -qE '^OVERALL_GEOMEAN ' <<<"$output"
}

# refuses FORM SED: its reader must not take the golden file with this change.
refuses() {
  local file=$BATS_TEST_TMPDIR/changed.$1
  sed "$2" "golden/formats.$1" >"$file"
  if cmp -s "golden/formats.$1" "$file"; then
    echo "$1: $2 changes nothing"
    return 1
  fi
  if consume "$1" "$file" 2>/dev/null; then
    echo "$1: accepted $2"
    return 1
  fi
}

@test "the readers refuse what is wrong" {
  refuses ktap '1d'
  refuses ktap '2s/3/4/'
  refuses ktap 's/^not ok 3.*/# nothing/'
  refuses ktap 's/^  not ok 2/  not ok 3/'
  refuses ktap 's/^not ok 1/ok 1/'
  refuses ktap 's/^  not ok 2/    not ok 2/'
  refuses ktap 's/getppid # ERROR/getppid# ERROR/'
  refuses ktap 's/: no such/ # no such/'
  refuses ktap 's/^  # nop/  nop/'
  refuses junit '1d'
  refuses junit '2s/errors="[0-9]*"/errors="1"/'
  refuses junit '3s/tests="5"/tests="4"/'
  refuses junit '0,/<error/s/<error/<failure/'
  refuses junit 's/ classname="[^"]*"//'
  refuses junit 's/time="0.000000000"/time="1e-9"/'
  refuses junit '2s/ time="[^"]*"/ time="1.0"/'
  refuses junit 's/against base/against <base/'
  refuses junit 's/<properties>/<property name="a" value="b"\/><properties>/'
  refuses csv 's/\r$//'
  refuses csv '2s/,3,/,3,4,/'
  refuses csv '2s/getppid/"getp"pid/'
  refuses csv '2s/getppid/get"ppid/'
  refuses csv '1s/,step,/,base,/'
  refuses benchstat 's/BenchmarkNop/Benchmarknop/'
  refuses benchstat 's/BenchmarkNop/BenchmarkNop-4/'
  refuses benchstat 's/BenchmarkNop/Benchmark Nop/'
  refuses benchstat 's/ns\/op$//'
  refuses benchstat 's/ns\/page/ns\/op/'
  refuses benchstat 's/^label/Label/'
  refuses benchstat 's/ 20000 / 2e4 /'
  refuses gbench 's/"real_time": \(.*\),/"real_time": "\1",/'
  refuses gbench 's/"caches".*//'
  refuses gbench 's/"time_unit": "ns"/&, "label": "instructions, not ns"/'
  refuses gbench 's/1098.44057645/NaN/'
  refuses bmf 's/"upper_value": .*/"upper_value": 1000/'
  refuses bmf 's/"value"/"mean"/'
  refuses bmf 's/latency/speed/'
}

# only ROW FILE: a copy of base.json of another boot and label, of that row alone; to FILE.
only() {
  python3 - results/base.json "$1" "$2" <<'END'
import json
import sys

with open(sys.argv[1]) as f:
    file = json.load(f)
file['context']['ptebench'] |= {'label': f'{sys.argv[2]} alone',
                                'boot_id': f'{sys.argv[2]}-0123-4567'}
file['benchmarks'] = [row for row in file['benchmarks'] if row['name'] == sys.argv[2]]
with open(sys.argv[3], 'w') as f:
    json.dump(file, f)
END
}

@test "whatever arms are put together, each form is what its reader expects" {
  local flat=$BATS_TEST_TMPDIR/flat other=$BATS_TEST_TMPDIR/other wanted arms
  local before=../../results/published/mprotect-large-folios-v5-x86-64-before.json
  # shellcheck disable=SC2034  # the lines below name them
  local after=${before/before/after} still=$BATS_TEST_TMPDIR/still verdicts=campaigns/verdicts
  sed 's/"ptebench": *{/"other": {/' campaigns/icount/base/0.json >"$flat-a.json"
  sed 's/"ptebench": *{/"other": {/' results/patched.json >"$flat-b.json"
  only nothing "$other-empty.json"
  only nop "$other-nop.json"
  only mprotect_4k "$other-4k.json"
  campaign base 1
  campaign still 1
  mv "$BATS_TEST_TMPDIR/base" "$still-base"
  while IFS='|' read -r wanted arms; do
    echo "$wanted $arms"
    eval "compare $arms --format text --format markdown=$BATS_TEST_TMPDIR/out.md"
    echo "$status $stderr"
    [[ $status == "$wanted" && -z $stderr && $output && -s $BATS_TEST_TMPDIR/out.md ]]
    consume_all
  done <<'END'
2|$before $after
2|$before $verdicts/base
0|$still-base $still $before --step
0|$before $still-base $still --step
2|$flat-b.json $flat-a.json --step
2|$flat-a.json results/base.json
2|results/base.json $flat-b.json
2|$flat-b.json $before
2|$still-base $still $flat-b.json --step
1|$verdicts/base $flat-a.json $verdicts/patched --step
2|$other-empty.json results/base.json
2|$other-empty.json $flat-a.json
2|$before $other-empty.json
2|$still-base $other-empty.json $still --step
2|$other-4k.json $other-nop.json
2|$other-nop.json $other-4k.json results/base.json --step
2|$verdicts/base $verdicts/patched --cases '[gn]*'
2|results/base.json $other-nop.json $before --cases nop --step
END
}

@test "json has what was counted beside the time, and tells none from not counted" {
  # Per worker 10 times the iterations that it ran, its warm-up's too; the new kernel counts splits.
  counted() {
    mkdir -p "$BATS_TEST_TMPDIR/$1"
    python3 - results/base.json "$1" "$2" "$3" >"$BATS_TEST_TMPDIR/$1/1.json" <<'END'
import json
import sys

source, label, missing, splits = sys.argv[1:]
with open(source) as f:
    file = json.load(f)
own = file['context']['ptebench']
own |= {'label': label, 'boot_id': label + '-0123'}
own['counters'] = {'perf': {'available': True, 'missing': ['kernel_cycles']},
                   'vmstat': {'available': True, 'missing': missing.split()}}
for i, worker in enumerate(own['workers']):
    rows = [r for r in file['benchmarks'] if r['ptebench']['worker'] == i]
    warmup = rows[0]['iterations'] if 'warmup' in worker else 0
    total = sum(r['iterations'] for r in rows) + warmup
    worker['vmstat'] = {'pgfault': 10 * total} | json.loads(splits)
    for r in rows:
        r['ptebench'].setdefault('counters', {})['kernel_instructions'] = 50 * r['iterations']
json.dump(file, sys.stdout)
END
  }
  counted old thp_split_pmd '{}'
  counted new pswpin '{"thp_split_pmd": 1000000}'
  compare results/base.json "$BATS_TEST_TMPDIR"/{old,new}
  consume_all
  holds '
assert "uncounted" not in json["arms"][0], json["arms"]
assert json["arms"][1]["uncounted"] == ["kernel_cycles", "thp_split_pmd"], json["arms"]
none, cases = "not available", 0
for case in json["cases"]:
    base, old, new = (arm.get("counters") for arm in case["arms"])
    if "real_time" not in case["arms"][1]:
        continue
    cases += 1
    assert set(old) == set(new) == {"kernel_instructions", "pgfault", "thp_split_pmd"}, case
    assert base is None or set(base.values()) == {none}, case
    assert math.isclose(old["pgfault"], 10) and math.isclose(new["pgfault"], 10), case
    assert math.isclose(new["kernel_instructions"], 50), case
    assert old["thp_split_pmd"] == none and new["thp_split_pmd"] > 0, case
assert cases == 3, json["cases"]
'
  counted new '' '{"thp_split_pmd": 1000000}'
  counted old '' '{}'
  compare "$BATS_TEST_TMPDIR"/{old,new}
  consume_all
  holds 'assert all(c["arms"][0]["counters"]["thp_split_pmd"] == 0 for c in json["cases"] if "real_time" in c["arms"][0])'
}
