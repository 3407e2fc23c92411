#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154,SC2016  # run sets stderr; $1 is the inner shell's
# The command line of ptebench's own verbs: what needs no privilege and measures nothing long.

bats_require_minimum_version 1.5.0
load ../common

setup() {
  cd "$BATS_TEST_TMPDIR" || exit 1
  export PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/results
}

@test "--help and --version answer on stdout with status 0, for each verb" {
  run --separate-stderr "$PTEBENCH" --version
  [ "$status" -eq 0 ] && [[ $output =~ ^ptebench\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
  run --separate-stderr "$PTEBENCH" --help
  [ "$status" -eq 0 ] && [[ $output == *usage* ]]
  for verb in run compare list check restore; do
    run --separate-stderr "$PTEBENCH" "$verb" --help
    [ "$status" -eq 0 ]
    [[ $output == *usage* ]]
    [ -z "$stderr" ]
  done
}

@test "an unknown verb, or none, is status 3" {
  fails_with 3 'frobnicate: no such verb' "$PTEBENCH" frobnicate
  fails_with 3 'no such verb' "$PTEBENCH"
}

@test "options with bad values are named, with what is allowed" {
  fails_with 3 '--size 0: not a size above zero' "$PTEBENCH" run --size 0
  fails_with 3 '--size -4096: not a size' "$PTEBENCH" run --size -4096
  fails_with 3 '--size 64Q: not a size' "$PTEBENCH" run --size 64Q
  fails_with 3 '--size 99999999999999999999: not a size' "$PTEBENCH" run --size 99999999999999999999
  fails_with 3 '--processes 0: not a whole number from 1' "$PTEBENCH" run --processes 0
  fails_with 3 '--repetitions many: not a whole number' "$PTEBENCH" run --repetitions many
  fails_with 3 '--cpu -1: not a whole number' "$PTEBENCH" run --cpu -1
  for label in a/b .. -x published '' $'\xff'; do
    LC_ALL=C fails_with 3 '--label .*: it names a folder' "$PTEBENCH" run --label "$label"
  done
  fails_with 3 '--frobnicate: no such option' "$PTEBENCH" run --frobnicate
  fails_with 3 '--cases: needs a value' "$PTEBENCH" run --cases
  fails_with 3 'stray: takes no such argument' "$PTEBENCH" run stray
}

@test "an unknown case or a glob without a match is named" {
  fails_with 3 '--cases mprotect_5k: no case, row or group matches' "$PTEBENCH" run --cases mprotect_5k
  fails_with 3 '--cases x\*: no case' "$PTEBENCH" run --cases 'nop,x*'
  fails_with 3 'names nothing' "$PTEBENCH" run --cases ,
}

@test "a size that is no whole number of pages is refused" {
  fails_with 3 '--size 4097: no whole number of base pages' "$PTEBENCH" run --cases mprotect_4k --size 4097
  fails_with 3 '--size: none of these cases can take another' "$PTEBENCH" run --cases nop --size 1M
}

@test "a size beyond the memory is refused before anything is allocated" {
  fails_with 3 '--size: mprotect_4k: needs [0-9]+ MiB.*leaves [0-9]+ MiB' \
    "$PTEBENCH" run --cases mprotect_4k --size 900T
  # As large as 64 bits take: the sum with what else is needed goes round.
  fails_with 3 '--size: mprotect_4k: needs' "$PTEBENCH" run --cases mprotect_4k --size 18197944057301139456
}

@test "a CPU or node that does not exist is refused with what there is" {
  fails_with 3 '--cpu 60000: no such CPU \(this process may use' "$PTEBENCH" run --cases nop --cpu 60000
  fails_with 3 '--node 999: no such NUMA node' "$PTEBENCH" run --cases nop --node 999
}

@test "a node without memory is refused, on a machine that hwloc makes up" {
  export HWLOC_SYNTHETIC='pack:2 [numa(memory=0)] core:2 pu:1' HWLOC_THISSYSTEM=1
  fails_with 3 '--node 1: has no memory' "$PTEBENCH" run --cases nop --node 1
}

@test "a CPU outside the affinity mask is refused" {
  [ "$(nproc)" -gt 1 ] || skip "needs two CPUs"
  local allowed
  allowed=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  fails_with 3 '--cpu [0-9]+: not allowed here' \
    taskset -c "$allowed" "$PTEBENCH" run --cases nop --cpu $((allowed + 1))
}

@test "the affinity mask is honoured when the CPU is chosen" {
  [ "$(nproc)" -gt 1 ] || skip "needs two CPUs"
  local allowed
  allowed=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
  taskset -c "$allowed" "$PTEBENCH" run --quick --cases nop --out r.json
  [ "$(json 'p["placement"]["cpu"]' r.json)" -eq "$allowed" ]
}

@test "an output that cannot be written is refused before measuring" {
  fails_with 3 '/nowhere/r.json: cannot be written: No such file' \
    "$PTEBENCH" run --cases nop --out /nowhere/r.json
  fails_with 3 'cannot be written: Is a directory' "$PTEBENCH" run --cases nop --out .
}

@test "what a device does not take is kept elsewhere, and the exit status says so" {
  run --separate-stderr "$PTEBENCH" run --quick --cases nop --out /dev/full
  echo "$stderr"
  [ "$status" -eq 3 ]
  [ -c /dev/full ]
  [[ $stderr == *'/dev/full: cannot be written: No space left'* ]]
  local rescued
  rescued=$(grep -o '/dev/shm/ptebench-.*\.json' <<<"$stderr")
  [ "$(json 'len(d["benchmarks"])' "$rescued")" -eq 6 ]
  rm "$rescued"
}

@test "a pipe gets the result once, whole" {
  mkfifo pipe
  "$PTEBENCH" run --quick --cases nop --out pipe >table 2>/dev/null &
  cat pipe >r.json
  wait $!
  [ "$(json 'len(d["benchmarks"])' r.json)" -eq 6 ]
}

@test "the file that the table goes to is refused for the result" {
  "$PTEBENCH" run --quick --cases nop --out /dev/stdout >f 2>err || [ $? -eq 3 ]
  grep -q 'the table goes there' err
}

@test "two runs in one second have files of their own" {
  for _ in 1 2 3; do
    "$PTEBENCH" run --quick --cases nop --processes 1 --repetitions 1 --label l
  done
  [ "$(find results/l -name '*.json' | wc -l)" -eq 3 ]
}

@test "a quick run has a label of its own" {
  "$PTEBENCH" run --quick --cases nop --processes 1
  [ -d "results/$(uname -r)-quick" ]
}

@test "a run under nohup goes on when its terminal is gone" {
  nohup "$PTEBENCH" run --quick --cases nop --out r.json >/dev/null 2>&1 &
  local run=$!
  sleep 0.3
  kill -HUP $run
  wait $run
  [ "$(json 'p["interrupted"]' r.json)" = False ]
}

@test "an interrupted run prints what it has, also to a pipe" {
  "$PTEBENCH" run --cases nop --processes 50 --out r.json 2>/dev/null >table &
  local run=$! status=0
  until grep -q '^{"name":"nop".*"real_time"' r.json 2>/dev/null; do sleep 0.1; done
  # A shell starts its background jobs with SIGINT ignored, which stays so.
  kill -TERM $run
  wait $run || status=$?
  [ $status -eq 143 ]
  grep -q '^nop ' table
}

@test "output that cannot be written is not success" {
  run -3 bash -c '"$1" list >/dev/full' bash "$PTEBENCH"
  run -3 bash -c '"$1" run --quick --cases nop --out r.json >/dev/full' bash "$PTEBENCH"
}

@test "a case whose set-up finds something lacking is skipped, once, with the reason" {
  "$PTEBENCH_TEMPLATE" run --quick --cases unmet --processes 3 --out r.json 2>err
  grep -q '^ptebench: unmet: skipped: needs a machine that is not there$' err
  [ "$(json 'p["skipped"]' r.json)" = "[{'name': 'unmet', 'reason': 'needs a machine that is not there'}]" ]
  [ "$(json 'p["failed"], p["workers"]' r.json)" = '([], [])' ]
  run -2 "$PTEBENCH_TEMPLATE" run --quick --cases unmet --strict --out r.json
}

@test "list shows every case; --json says the same" {
  run "$PTEBENCH" list
  [ "$status" -eq 0 ]
  for name in nop getppid mprotect_thp_split mprotect_mthp_64k mprotect_4k mprotect_toggle/none/4K \
    mprotect_jit_page/exec/spin1 mprotect_verbatim/4k mremap_1m/64k mremap_1m_loop/512k_4k; do
    grep -q "^    $name " <<<"$output"
  done
  grep -q '^  in the default suite, takes --size; tags seeds$' <<<"$output"
  "$PTEBENCH" list --json >list.json
  python3 - <<'EOF'
import json
rows = json.load(open("list.json"))
assert [r["name"] for r in rows if r["case"] == "mremap_1m"] == ["mremap_1m/64k", "mremap_1m/4k"]
assert all(r["available"] or r["unavailable_because"] for r in rows)
assert all(r["summary"] and r["source"] for r in rows)
by_name = {r["name"]: r for r in rows}
assert by_name["mprotect_verbatim/4k"]["default"] is False
move = by_name["mremap_1m/64k"]
assert move["default"] is True and move["scalable"] is False and move["tags"] == ["seeds", "mremap"], move
assert move["calls"] == 2 and move["params"]["folio_bytes"] == 65536, move
assert move["pages_per_call"] == move["params"]["pages"] > 0, move
assert by_name["nop"]["control"] is True and "calls" not in by_name["nop"]
EOF
}

@test "list ends with the groups and the number of their cases" {
  "$PTEBENCH" list --json | python3 -c 'import collections, json, sys
rows = json.load(sys.stdin)
cases = {r["case"]: r for r in rows}.values()
count = collections.Counter(tag for c in cases for tag in c["tags"])
groups = [*sorted(count.items()), ("default", sum(c["default"] for c in cases)), ("all", len(cases))]
print("groups: " + ", ".join(f"{name} ({nr})" for name, nr in groups))' >expected
  "$PTEBENCH" list | sed -n '/^groups: /,$p' | tr '\n' ' ' | sed -E 's/ cases?\)/)/; s/ $/\n/' >shown
  diff -u expected shown
}

@test "list --cases shows only those, in each form; a dead glob is an error" {
  names() {
    "$PTEBENCH" list --json "$@" | python3 -c 'import json, sys; print(*(r["name"] for r in json.load(sys.stdin)))'
  }
  [ "$(names --cases 'nop,mremap_1m')" = 'mremap_1m/64k mremap_1m/4k nop' ]
  [ "$(names --cases=controls)" = 'getppid nop' ]
  [ "$(names --cases all)" = "$(names)" ]
  [[ " $(names) " == *' mprotect_verbatim/4k '* ]]
  [[ " $(names --cases default) " != *' mprotect_verbatim/'* ]]
  [[ " $(names --cases default,mprotect_verbatim/4k) " == *' mprotect_verbatim/4k '*' nop '* ]]
  run -0 "$PTEBENCH" list --cases nop
  [ "$(grep -c '^    ' <<<"$output")" -eq 1 ]
  [[ $output != *groups:* ]]
  run -0 "$PTEBENCH" list --markdown --cases nop
  [ "$(grep '^###' <<<"$output")" = '### nop' ]
  fails_with 3 '--cases x\*: no case, row or group matches' "$PTEBENCH" list --cases 'nop,x*'
}

@test "list takes one form and no arguments" {
  fails_with 3 'list: --json, --markdown: two forms' "$PTEBENCH" list --markdown --json
  fails_with 3 'list: --frob: no such option \(see list --help\)' "$PTEBENCH" list --frob
  fails_with 3 'list: --cases: needs a value' "$PTEBENCH" list --cases
  fails_with 3 'list: nop: takes no such argument' "$PTEBENCH" list nop
}

@test "controls run for anyone and give a result file that says what ran" {
  "$PTEBENCH" run --quick --cases controls --label mine --seed 7
  local file
  file=$(echo results/mine/*.json)
  [ "$(json 'sorted({r["name"] for r in d["benchmarks"]})' "$file")" = "['getppid', 'nop']" ]
  [ "$(json 'p["seed"], p["label"], p["settings"]["processes"]' "$file")" = "(7, 'mine', 2)" ]
  [ "$(json 'len(d["benchmarks"])' "$file")" -eq 12 ]
  [ "$(json 'all(r["real_time"] > 0 for r in d["benchmarks"])' "$file")" = True ]
}

@test "a row says what is its own, in a line; its worker says the rest" {
  "$PTEBENCH" run --quick --cases controls,mprotect_4k --size 1M --out r.json
  [ "$(grep -c '^{"name":"[^ ]*}}*,\?$' r.json)" -eq "$(json 'len(d["benchmarks"])' r.json)" ]
  [ "$(json 'len(d["benchmarks"])' r.json)" -eq 18 ]
  grep -q '^ "ptebench": {$' r.json
  # Ten digits say all that a clock can.
  run ! grep -E '"real_time":[0-9.]{13}' r.json
  [ "$(json 'all((p["workers"][r["ptebench"]["worker"]]["name"], p["workers"][r["ptebench"]["worker"]]["process"]) == (r["name"], r["ptebench"]["process"]) for r in d["benchmarks"])' r.json)" = True ]
  [ "$(json 'sorted({k for r in d["benchmarks"] for k in r["ptebench"]} - {"counters", "counted_ratio", "contended"})' r.json)" = \
    "['directions', 'process', 'repetition', 'worker']" ]
  [ "$(json 'all(all(v or k.startswith("kernel_") for k, v in r["ptebench"].get("counters", {}).items()) and r["ptebench"].get("contended", True) for r in d["benchmarks"])' r.json)" = True ]
  [ "$(json 'sorted({(w["name"], w.get("control"), w.get("calls"), w.get("folio_order")) for w in p["workers"]}, key=str)' r.json)" = \
    "[('getppid', True, 1, None), ('mprotect_4k', None, 2, 0), ('nop', True, None, None)]" ]
  [ "$(json 'next(w["published"] for w in p["workers"] if w["name"] == "mprotect_4k")' r.json)" = \
    "{'iterations': 40, 'unit': '40 cycles', 'name': 'T3'}" ]
  [ "$(json 'next(w["params"]["size_bytes"] for w in p["workers"] if w["name"] == "mprotect_4k")' r.json)" -eq 1048576 ]
  [ "$(json '{n: [r["repetition_index"] for r in d["benchmarks"] if r["name"] == n] == list(range(6)) for n in ("nop", "getppid")}' r.json)" = \
    "{'nop': True, 'getppid': True}" ]
}

@test "events and hardware counters are counted, or said to be missing" {
  "$PTEBENCH" run --quick --cases mremap_1m_loop/4k --processes 1 --out r.json
  [ "$(json 'all(c["available"] or c["reason"] for c in p["counters"].values())' r.json)" = True ]
  # 256 faults an iteration, the warm-up's too.
  [ "$(json 'p["workers"][0]["vmstat"]["pgfault"] >= 256 * p["workers"][0]["iterations"] * 4 if p["counters"]["vmstat"]["available"] else p["workers"][0].get("vmstat", {}) == {}' r.json)" = True ]
  [ "$(json 'set(p["workers"][0]["vmstat"]) & set(p["counters"]["vmstat"]["missing"])' r.json)" = "set()" ]
  [ "$(json '{(n in p["counters"]["perf"]["missing"]) ^ (n in r["ptebench"]["counters"]) for r in d["benchmarks"] for n in ("kernel_cycles", "kernel_instructions", "kernel_dtlb_load_misses")}' r.json)" = "{True}" ]
}

@test "with a clock that counts instructions the hardware's counters are left alone" {
  "$PTEBENCH" run --quick --cases nop --processes 1 --clock instructions --out r.json
  [ "$(json 'p["counters"]["perf"]["available"], len(p["counters"]["perf"]["missing"])' r.json)" = "(False, 3)" ]
  [[ $(json 'p["counters"]["perf"]["reason"]' r.json) == *"the clock counts instructions"* ]]
}

@test "block and position are recorded as given, and only then" {
  "$PTEBENCH" run --quick --cases nop --processes 1 --block 3 --position 0 --out r.json
  [ "$(json 'p["block"], p["position"]' r.json)" = "(3, 0)" ]
  "$PTEBENCH" run --quick --cases nop --processes 1 --block 0 --out r.json
  [ "$(json 'p["block"], "position" in p' r.json)" = "(0, False)" ]
  "$PTEBENCH" run --quick --cases nop --processes 1 --out r.json
  [ "$(json '"block" in p or "position" in p' r.json)" = False ]
  fails_with 3 '--position 2: of no block \(give --block too\)' "$PTEBENCH" run --position 2
}

@test "the order is shuffled by the seed, and recorded as it ran" {
  "$PTEBENCH" run --quick --cases 'controls' --processes 6 --repetitions 1 --seed 1 --out a.json
  "$PTEBENCH" run --quick --cases 'controls' --processes 6 --repetitions 1 --seed 1 --out b.json
  "$PTEBENCH" run --quick --cases 'controls' --processes 6 --repetitions 1 --seed 2 --out c.json
  [ "$(json 'p["order"]' a.json)" = "$(json 'p["order"]' b.json)" ]
  [ "$(json 'p["order"]' a.json)" != "$(json 'p["order"]' c.json)" ]
  [ "$(json '[(w["name"], w["process"]) for w in p["workers"]]' a.json)" = \
    "$(json '[(o["name"], o["process"]) for o in p["order"]]' a.json)" ]
}

@test "iterations are calibrated once per row, and can be frozen from an earlier result" {
  "$PTEBENCH" run --quick --cases nop --out a.json
  [ "$(json 'len({r["iterations"] for r in d["benchmarks"]})' a.json)" -eq 1 ]
  [ "$(json 'sum(w["calibrated"] for w in p["workers"])' a.json)" -eq 1 ]
  # A number that calibration would not find.
  sed -i -E 's/"iterations":[0-9]+/"iterations":12345/' a.json
  "$PTEBENCH" run --quick --cases nop --iterations-from a.json --out b.json
  [ "$(json '{r["iterations"] for r in d["benchmarks"]}' b.json)" = "{12345}" ]
  [ "$(json '{w["frozen"] for w in p["workers"]}' b.json)" = "{True}" ]
  # From a label: its newest file.
  "$PTEBENCH" run --quick --cases nop --label l
  "$PTEBENCH" run --quick --cases nop --label l --iterations-from b.json
  "$PTEBENCH" run --quick --cases nop,getppid --iterations-from l --out c.json 2>err
  [ "$(json '{r["iterations"] for r in d["benchmarks"] if r["name"] == "nop"}' c.json)" = "{12345}" ]
  grep -q 'getppid: calibrated, since l has no such row' err
}

@test "iterations of another size are refused, each row's being its worker's" {
  "$PTEBENCH" run --quick --cases nop,mprotect_4k --size 1M --out a.json
  "$PTEBENCH" run --quick --cases nop,mprotect_4k --size 1M --iterations-from a.json --out b.json
  [ "$(json '{w["frozen"] for w in p["workers"]}' b.json)" = "{True}" ]
  fails_with 3 'mprotect_4k: of another size' \
    "$PTEBENCH" run --cases mprotect_4k --size 2M --iterations-from a.json --out b.json
}

@test "--iterations-from refuses what is no result file" {
  echo '{"benchmarks": []}' >empty.json
  echo '{' >broken.json
  fails_with 3 'published figures' "$PTEBENCH" run --cases 'controls' --iterations-from \
    "$BATS_TEST_DIRNAME/../../results/published/mprotect-toggle-regression-epyc-milan-v6.16.json"
  fails_with 3 'empty.json: holds no rows' "$PTEBENCH" run --cases nop --iterations-from empty.json
  fails_with 3 'newer than 2 \(update ptebench\)' "$PTEBENCH" run --cases nop --iterations-from "$TEST_DATA/malformed/newer-schema.json"
  sed 's/"schema": 2/"schema": 1/' "$TEST_DATA/malformed/valid.json" >older.json
  fails_with 3 '1 is older than 2 \(measure again\)' "$PTEBENCH" run --cases nop --iterations-from older.json
  for worker in 1 -1 '"0"' null; do
    sed "s/\"worker\": 0/\"worker\": $worker/" "$TEST_DATA/malformed/valid.json" >workerless.json
    fails_with 3 'benchmarks\[0\]: no name, iterations or worker' "$PTEBENCH" run --cases nop \
      --iterations-from workerless.json
  done
  fails_with 3 'broken.json: .*line' "$PTEBENCH" run --cases nop --iterations-from broken.json
  fails_with 3 'none.json: no such file, and no label' "$PTEBENCH" run --cases nop --iterations-from none.json
}

@test "BENCHMARK_ variables of the environment do not reach google/benchmark" {
  # The first would list what there is instead of running it.
  BENCHMARK_LIST_TESTS=true BENCHMARK_REPETITIONS=77 \
    "$PTEBENCH" run --quick --cases nop --processes 1 --out r.json
  [ "$(json 'len(d["benchmarks"])' r.json)" -eq 3 ]
}

@test "what can't be had is skipped with the reason; --strict makes that a failure" {
  run --separate-stderr "$PTEBENCH" run --quick --cases mprotect_jit_page/bare/spin7,nop --out r.json
  [ "$(nproc)" -lt 8 ] || skip "needs a machine of fewer than 8 CPUs"
  [ "$status" -eq 0 ]
  [ "$(json 'p["skipped"][0]["name"]' r.json)" = mprotect_jit_page/bare/spin7 ]
  [[ $(json 'p["skipped"][0]["reason"]' r.json) == "needs 8 cores; this process may use "* ]]
  run "$PTEBENCH" run --strict --quick --cases mprotect_jit_page/bare/spin7,nop --out r.json
  [ "$status" -eq 2 ]
}

@test "check names findings with remedies; --json the same" {
  "$PTEBENCH" check --json >check.json || [ $? -eq 3 ]
  python3 - <<'EOF'
import json
found = json.load(open("check.json"))
assert found
assert all(f["remedy"] for f in found if f["level"] != "ok")
EOF
  run "$PTEBENCH" check
  [[ $output == *remedy:* ]]
}

@test "results of the default suite's shape are taken by compare as one boot: INCONCLUSIVE" {
  "$PTEBENCH" run --quick --cases controls --label a
  "$PTEBENCH" run --quick --cases controls --label b
  run --separate-stderr "$PTEBENCH" compare a b
  [ "$status" -eq 2 ]
  [[ $output == *INCONCLUSIVE* ]]
}
