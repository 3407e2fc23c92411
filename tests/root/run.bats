#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2030,SC2031,SC2154  # bats: each test is a subshell; run sets stderr
# Real folios on this machine: what is measured is what the case's name says.

bats_require_minimum_version 1.5.0
load ../common

setup() {
  need_folios
  cd "$BATS_TEST_TMPDIR" || exit 1
  export PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/results
  before=$(thp_settings)
}

# Of the words of a file in sysfs.
chosen() {
  sed 's/.*\[\(.*\)\].*/\1/' "$1"
}

teardown() {
  [ -z "${before:-}" ] || [ "$(thp_settings)" = "$before" ]
}

@test "T1, T2 and T3 are made of folios of order 9, 4 and 0, proved before and after" {
  [ "$(cat /sys/kernel/mm/transparent_hugepage/hpage_pmd_size)" -eq 2097152 ] &&
    [ "$(getconf PAGESIZE)" -eq 4096 ] || skip "needs 4K base pages and 2M PMDs"
  "$PTEBENCH" run --quick --cases mprotect_thp_split,mprotect_mthp_64k,mprotect_4k --out r.json
  [ "$(json 'sorted({(w["name"], str(w["folios_before"]["histogram"]), w["verified"]) for w in p["workers"]})' r.json)" = \
    "[('mprotect_4k', \"{'0': 16384}\", True), ('mprotect_mthp_64k', \"{'4': 1024}\", True), ('mprotect_thp_split', \"{'9': 32}\", True)]" ]
  [ "$(json 'sorted({(w["published"]["name"], w["name"]) for w in p["workers"]})' r.json)" = \
    "[('T1', 'mprotect_thp_split'), ('T2', 'mprotect_mthp_64k'), ('T3', 'mprotect_4k')]" ]
  [ "$(json 'all(w[m]["verified"] and w[m]["vmas"] == 1 and w[m]["pmd_mapped_bytes"] == 0 for w in p["workers"] for m in ("folios_before", "folios_after"))' r.json)" = True ]
  [ "$(json 'all(w["residency"]["pages"] == w["residency"]["on_node"] == 16384 for w in p["workers"])' r.json)" = True ]
}

@test "directions add up to the cycle, and nothing faults while it is measured" {
  "$PTEBENCH" run --quick --cases mprotect_mthp_64k --out r.json
  [ "$(json 'all([x["name"] for x in r["ptebench"]["directions"]] == ["r", "rw"] for r in d["benchmarks"])' r.json)" = True ]
  [ "$(json 'all(0.9 * r["real_time"] < sum(x["real_time"] for x in r["ptebench"]["directions"]) <= r["real_time"] for r in d["benchmarks"])' r.json)" = True ]
  [ "$(json '{r["ptebench"].get("counters", {}).get("minor_faults", 0) for r in d["benchmarks"]}' r.json)" = "{0}" ]
}

@test "every row of the default suite that can run here runs, verified" {
  run --separate-stderr "$PTEBENCH" run --quick --repetitions 1 --processes 1 --out r.json
  echo "$stderr"
  [ "$status" -eq 0 ]
  [ "$(json 'len(p["failed"])' r.json)" -eq 0 ]
  [ "$(json 'all(w.get("verified", True) for w in p["workers"])' r.json)" = True ]
}

@test "the posted program runs whole, with its folios proved on the way" {
  "$PTEBENCH" run --cases mprotect_verbatim --size 64M --processes 1 --out r.json
  [ "$(json 'sorted({(w["name"], str(w["folios_before"]["histogram"]), w["iterations"]) for w in p["workers"]})' r.json)" = \
    "[('mprotect_verbatim/4k', \"{'0': 16384}\", 1), ('mprotect_verbatim/mthp_64k', \"{'4': 1024}\", 1), ('mprotect_verbatim/thp_split', \"{'9': 32}\", 1)]" ]
}

@test "the mremap loop's rounds are all served by 64K folios, one fault each" {
  "$PTEBENCH" run --quick --cases mremap_1m_loop/64k --processes 1 --out r.json
  [ "$(json 'p["workers"][0]["mthp"]["anon_fault_fallback"]' r.json)" -eq 0 ]
  [ "$(json 'all(0 <= r["ptebench"]["counters"]["minor_faults"] - 16 * r["iterations"] < 16 for r in d["benchmarks"])' r.json)" = True ]
  # Each round of each repetition, the warm-up included, takes 16.
  [ "$(json 'p["workers"][0]["mthp"]["anon_fault_alloc"] >= 16 * 4 * p["workers"][0]["iterations"]' r.json)" = True ]
}

@test "a mapping loop whose folios change in mid-run fails, by its faults" {
  local enabled=/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled was
  was=$(chosen $enabled)
  "$PTEBENCH" run --cases mremap_1m_loop/64k --processes 1 --repetitions 30 --out r.json 2>err &
  local run=$! status=0
  until pgrep -P $run -f '^ptebench worker' >/dev/null; do sleep 0.05; done
  # Only in between: the rehearsals before and after see nothing of it.
  sleep 1
  echo never >$enabled
  sleep 0.3
  echo always >$enabled
  wait $run || status=$?
  # The run may have been gone before the last change.
  echo "$was" >$enabled
  cat err
  [ $status -eq 2 ]
  grep -q 'faults in a repetition instead of' err
}

@test "settings that another program flips in mid-run are noticed, not measured" {
  local dir=/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled was
  was=$(chosen $dir)
  (while :; do echo never >$dir; done) &
  local flipper=$!
  run --separate-stderr "$PTEBENCH" run --quick --cases mprotect_mthp_64k --processes 1 --out r.json
  kill $flipper
  wait $flipper 2>/dev/null || :
  echo "$was" >$dir
  echo "$stderr"
  # Whether the read-back or the folios give it away depends on the instant.
  [ "$status" -eq 2 ]
  [ "$(json 'len(d["benchmarks"]), len(p["failed"])' r.json)" = "(0, 1)" ]
}

@test "without CAP_SYS_ADMIN the region is unverified, with the reason, and is measured" {
  run --separate-stderr setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin \
    "$PTEBENCH" run --quick --cases mprotect_mthp_64k --processes 1 --out r.json
  [ "$status" -eq 0 ]
  [ "$(json '{w["verified"] for w in p["workers"]}' r.json)" = "{False}" ]
  [[ $(json 'p["workers"][0]["folios_before"]["reason"]' r.json) == *"PFNs need CAP_SYS_ADMIN"* ]]
  [[ $output == *UNVERIFIED* ]]
}

@test "an ordinary user measures what needs no settings, and is told why the rest is skipped" {
  cp "$PTEBENCH" ./ptebench
  chmod 755 . ./ptebench
  mkdir -m 777 out
  run --separate-stderr as_nobody env PTEBENCH_RESULTS=out ./ptebench run --quick \
    --cases mprotect_4k,mprotect_mthp_64k,nop --label u
  echo "$stderr"
  [ "$status" -eq 0 ]
  local file
  file=$(echo out/u/*.json)
  [ "$(json 'sorted({r["name"] for r in d["benchmarks"]})' "$file")" = "['mprotect_4k', 'nop']" ]
  [[ $(json 'p["skipped"][0]["reason"]' "$file") == "needs root: "* ]]
}

@test "a worker that is killed fails its row; the others are measured" {
  "$PTEBENCH" run --cases mprotect_4k,nop --size 512M --processes 1 --out r.json 2>err &
  local run=$!
  until pkill -KILL -f '^ptebench worker' -P $run; do sleep 0.02; done
  local status=0
  wait $run || status=$?
  cat err
  [ $status -eq 2 ]
  grep -q 'killed by signal 9' err
  [ "$(json 'len(p["failed"]), len({r["name"] for r in d["benchmarks"]})' r.json)" = "(1, 1)" ]
}

@test "a worker that hangs is ended at its time limit" {
  timeout -k 1 60 "$PTEBENCH" run --cases mprotect_4k --size 512M --time-limit 2 --processes 1 \
    --out r.json 2>err &
  local run=$! status=0
  until pkill -STOP -f '^ptebench worker'; do sleep 0.02; done
  wait $run || status=$?
  cat err
  [ $status -eq 2 ]
  grep -q 'not done after 2 s' err
  run ! pgrep -f '^ptebench worker'
}

@test "results pass the schema" {
  /usr/bin/python3 -c 'import jsonschema' 2>/dev/null || skip "needs python3-jsonschema"
  "$PTEBENCH" run --quick --cases seeds,controls --out r.json
  /usr/bin/python3 - "$BATS_TEST_DIRNAME/../../results/schema.json" r.json <<'EOF'
import json, sys, jsonschema
schema, result = (json.load(open(f)) for f in sys.argv[1:])
jsonschema.Draft7Validator(schema).validate(result)
EOF
}

@test "CPU time of a case with a time of its own is of the same work" {
  "$PTEBENCH" run --cases mprotect_verbatim/4k --size 64M --processes 1 --out r.json
  [ "$(json 'all(0.5 < r["real_time"] / r["ptebench"]["wall_ns"] < 1.05 for r in d["benchmarks"])' r.json)" = True ]
  [ "$(json 'all(0.5 < r["cpu_time"] / r["real_time"] < 1.05 for r in d["benchmarks"])' r.json)" = True ]
}

@test "the template for new cases runs as it stands, and is verified" {
  "$PTEBENCH_TEMPLATE" run --quick --cases template --processes 1 --out r.json
  [ "$(json 'sorted({(w["name"], w["verified"]) for w in p["workers"]})' r.json)" = \
    "[('template/4k', True), ('template/64k', True)]" ]
}
