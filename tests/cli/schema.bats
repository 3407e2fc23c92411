#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# results/schema.json: what it accepts and what it does not.

bats_require_minimum_version 1.5.0

setup() {
  load ../common
  root=$BATS_TEST_DIRNAME/../..
  need_python jsonschema
}

# valid FILE...: holds each to the schema, and names what is wrong with the first that fails.
valid() {
  python3 - "$root/results/schema.json" "$@" <<'END'
import json
import sys

import jsonschema

with open(sys.argv[1]) as f:
    schema = json.load(f)
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
for path in sys.argv[2:]:
    with open(path) as f:
        for error in validator.iter_errors(json.load(f)):
            sys.exit(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
END
}

# changed PYTHON: base.json with a statement applied to it, where `file` is the whole, `own` its
# context.ptebench and `row` its first row.
changed() {
  python3 - "$TEST_DATA/results/base.json" "$1" >"$BATS_TEST_TMPDIR/changed.json" <<'END'
import json
import sys

with open(sys.argv[1]) as f:
    file = json.load(f)
exec(sys.argv[2], {"file": file, "own": file["context"]["ptebench"], "row": file["benchmarks"][0]})
json.dump(file, sys.stdout)
END
}

@test "the samples are valid" {
  mapfile -t files < <(find "$TEST_DATA/results" -name '*.json')
  ((${#files[@]} > 5))
  valid "${files[@]}"
}

@test "the files of synthetic campaigns are valid" {
  "$CAMPAIGN" --out "$BATS_TEST_TMPDIR" --cases 2 --controls 1 --blocks 2
  valid "$BATS_TEST_TMPDIR"/{base,new}/*.json
}

@test "the published figures are valid" {
  valid "$root"/results/published/*.json
}

@test "what is not in results/README.md is not valid" {
  local counters='{k: {"available": True, "missing": ["a"]} for k in ("perf", "vmstat")}'
  for change in pass 'own["block"], own["position"] = 0, 1000000' 'own["block"] = 3' \
    "own['counters'] = $counters" 'own["workers"][0]["vmstat"] = {}' \
    'own["workers"][0]["functions"] = {"change_protection": 10**15, "[user space]": 0}' \
    'row["ptebench"]["counters"] = {"kernel_cycles": 0}; row["ptebench"]["counted_ratio"] = 0.5'; do
    changed "$change"
    valid "$BATS_TEST_TMPDIR/changed.json"
  done
  while read -r change; do
    changed "$change"
    if valid "$BATS_TEST_TMPDIR/changed.json"; then
      echo "accepted: $change"
      return 1
    fi
  done <<'END'
own["schema"] = 1
own["schema"] = 3
own["schema"] = "2"
own["extra"] = 1
own["clock"] = "cycles"
del own["boot_id"]
del own["machine"]
own["machine"]["colour"] = "beige"
own["kernel"]["config"]["sha256"] = "short"
own["block"] = -1
own["block"], own["position"] = 0, 0.5
own["position"] = 0
del own["workers"]
own["workers"][0]["folios_after"]["verified"] = False
own["workers"][0]["folios_after"]["histogram"] = {"order 4": 1}
own["workers"][0]["control"] = False
own["workers"][0]["calls"] = 0
own["workers"][0]["functions"] = {}
own["workers"][0]["functions"] = {"": 1}
own["workers"][0]["functions"] = {"change_protection": -1}
own["workers"][0]["functions"] = {"change_protection": 1.5}
own["workers"][0]["params"]["colour"] = 1
own["workers"][0]["published"] = {"iterations": 40, "name": "T1"}
own["workers"][0]["published"]["name"] = ""
del own["workers"][0]["params"]
del own["workers"][0]["verified"]
del own["workers"][0]["folio_order"]
del own["workers"][0]["process"]
own["skipped"] = [{"name": "nop"}]
own["source"] = {"title": "measured and published at once"}
own["counters"] = {"perf": {"available": True, "missing": []}}
own["counters"] = {k: {"available": k == "perf", "missing": []} for k in ("perf", "vmstat")}
own["workers"][0]["vmstat"] = {"pgfault": 0}
row["ptebench"]["counters"] = {"kernel_instructions": 0.5}
row["ptebench"]["counters"] = {"cycles": 1}
row["ptebench"]["counted_ratio"] = 1
file["extra"] = {}
del file["context"]["date"]
file["context"]["caches"] = {}
file["benchmarks"] = {}
row["counter"] = 3.5
row["real_time"] = 0
row["real_time"] = "fast"
row["iterations"] = 0
row["time_unit"] = "us"
row["run_type"] = "aggregate"
del row["cpu_time"]
del row["ptebench"]
row["ptebench"]["extra"] = None
row["ptebench"]["directions"] *= 2
row["ptebench"]["params"] = {"size_bytes": 4096}
row["ptebench"]["thread_cpu_ns"] = 1
row["ptebench"]["contended"] = False
del row["ptebench"]["worker"]
del row["ptebench"]["repetition"]
END
}

@test "a published file needs its source and may lack what a mail does not say" {
  file=$root/results/published/mprotect-large-folios-v5-x86-64-before.json
  [[ $(<"$file") != *cpu_time* ]]
  sed 's/"source"/"sauce"/' "$file" >"$BATS_TEST_TMPDIR/changed.json"
  if valid "$BATS_TEST_TMPDIR/changed.json"; then
    return 1
  fi
  sed 's/"worker":0//' "$file" >"$BATS_TEST_TMPDIR/changed.json"
  if valid "$BATS_TEST_TMPDIR/changed.json"; then
    return 1
  fi
}

@test "each row's worker is an entry of workers[] of its name and process" {
  mapfile -t files < <(find "$TEST_DATA/results" "$root/results/published" -name '*.json')
  python3 - "${files[@]}" <<'END'
import json
import sys

for path in sys.argv[1:]:
    with open(path) as f:
        file = json.load(f)
    workers = file["context"]["ptebench"]["workers"]
    for row in file["benchmarks"]:
        worker = workers[row["ptebench"]["worker"]]
        if worker["name"] != row["name"] or worker.get("process") != row["ptebench"].get("process"):
            sys.exit(f"{path}: {row['name']}: {row['ptebench']}")
END
}
