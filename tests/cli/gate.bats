#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# The gate for GitHub's runners: what its step runs, as a runner runs it. PTEBENCH is the program,
# CAMPAIGN writes result files of known noise.
# shellcheck disable=SC2154  # run sets stderr

bats_require_minimum_version 1.5.0

github=$BATS_TEST_DIRNAME/../../.github

# The text of the only "run: |" of a YAML file on stdin, without its indentation.
run_block() {
  python3 -c '
import sys, textwrap
lines = sys.stdin.read().split("\n")
starts = [i for i, line in enumerate(lines) if line.strip() == "run: |"]
assert len(starts) == 1, starts
indent = len(lines[starts[0]]) - len(lines[starts[0]].lstrip())
block = []
for line in lines[starts[0] + 1:]:
    if line.strip() and len(line) - len(line.lstrip()) <= indent:
        break
    block.append(line)
print(textwrap.dedent("\n".join(block)).strip("\n"))'
}

# A tree with the action at its place and a run.sh that installs nothing, and a workspace beside it.
setup() {
  load ../common
  [[ -d $github ]] || skip "no .github in this copy of the tree"
  tree=$BATS_TEST_TMPDIR/tree
  mkdir -p "$tree/.github/actions/gate" "$BATS_TEST_TMPDIR/work space"
  run_block <"$github/actions/gate/action.yml" >"$BATS_TEST_TMPDIR/step.sh"
  cat >"$tree/run.sh" <<'END'
#!/usr/bin/env bash
args=()
for arg; do
  [[ $arg == --install-deps ]] || args+=("$arg")
done
exec "$PTEBENCH" "${args[@]}"
END
  chmod +x "$tree/run.sh"
  cd "$BATS_TEST_TMPDIR/work space" || return
}

# Two kernels of 6 cases and 2 controls; what the arguments say in addition.
campaign() {
  "$CAMPAIGN" --out 'my results' --cases 6 --controls 2 --boot 0.3 --seed 3 "$@"
  ln -sfT 'my results/new' new
}

# gate NEW [OPTIONS]: the step as a runner starts it, with no more variables than it is given.
gate() {
  run --separate-stderr env -i PATH="$PATH" PTEBENCH="$PTEBENCH" \
    GITHUB_ACTION_PATH="$tree/.github/actions/gate" GITHUB_STEP_SUMMARY="$PWD/summary" \
    BASE='my results/base' NEW="$1" OPTIONS="${2-}" REPORT='the report.xml' \
    bash --noprofile --norc -euo pipefail "$BATS_TEST_TMPDIR/step.sh"
  echo "$output$stderr"
}

# results: what the JUnit file says of each case, by its strict reader, a line each.
results() {
  "$BATS_TEST_DIRNAME/../consumers/junit.py" 'the report.xml' | python3 -c '
import json, sys
for suite in json.load(sys.stdin):
    for case in suite["cases"]:
        print(suite["name"], case["name"], case["result"], case["type"])'
}

@test "a campaign without a change passes the gate" {
  campaign
  gate new
  [[ $status == 0 && $output == 'new against base: 6 EQUIVALENT of 6 cases'* ]]
  [[ $(results | grep -c ' None None$') == 8 ]]
  # The job's page has the table.
  [[ $(head -n 1 summary) == 'new against base: '* ]]
  grep -q '^| case\\_1 |.*EQUIVALENT' summary
}

@test "a regression fails the gate, and the reports name it" {
  campaign --effect case_2=8%
  gate new
  [[ $status == 1 ]]
  [[ $(results | grep -v ' None None$') == *' case_2 failure REGRESSION' ]]
  grep -q '^| case\\_2 |.*REGRESSION' summary
}

@test "too few blocks are no pass" {
  campaign --blocks 3
  gate new
  [[ $status == 2 ]]
  [[ $(results | grep -c ' error INCONCLUSIVE$') == 6 ]]
  grep -q '^| case\\_1 |.*INCONCLUSIVE' summary
}

@test "several kernels and options are words" {
  campaign --arms 3 --effect case_2=8%
  ln -s 'my results/new-2' third
  gate 'new third' '--cases case_[3-6] --threshold 2%'
  [[ $status == 0 ]]
  [[ $(results | grep -c ' case_[3-6] None None$') == 8 &&
    $(results | grep -vc ' control_') == 8 ]]
}

@test "the summary grows, and shows nothing of an earlier step where this one cannot compare" {
  campaign
  gate new
  cp summary before
  gate nowhere
  [[ $status == 3 && $stderr == *'nowhere: no such file or folder'* ]]
  diff before summary
  [[ ! -e 'the report.xml' ]]
  gate new
  [[ $status == 0 ]]
  # Markdown goes on in the <details> of the first until a blank line.
  diff summary <(cat before before)
  [[ -z $(tail -n 1 summary) ]]
}

@test "the step is given the variables that it uses, and shellcheck finds nothing in it" {
  mapfile -t used < <(grep -oE '[A-Z][A-Z_]+' "$BATS_TEST_TMPDIR/step.sh" | grep -v '^SC$' |
    sort -u)
  mapfile -t given < <(sed -n 's/^        \([A-Z]*\): \${{ inputs\.[a-z]* }}$/\1/p' \
    "$github/actions/gate/action.yml")
  echo "used ${used[*]}, given ${given[*]}"
  [[ ${used[*]} == 'BASE GITHUB_ACTION_PATH GITHUB_STEP_SUMMARY NEW OPTIONS REPORT' ]]
  [[ ${given[*]} == 'BASE NEW OPTIONS REPORT' ]]
  command -v shellcheck >/dev/null || skip "shellcheck is not installed"
  shellcheck --shell=bash "$BATS_TEST_TMPDIR/step.sh"
}

@test "action and workflow are YAML, and inputs are declared where they are used" {
  need_python yaml
  python3 - "$github" "$BATS_TEST_TMPDIR/step.sh" <<'END'
import re
import sys
import yaml

def load(path):
    with open(f'{sys.argv[1]}/{path}') as f:
        text = f.read()
    return yaml.safe_load(text), set(re.findall(r'\$\{\{ inputs\.(\w+) \}\}', text))

action, used = load('actions/gate/action.yml')
assert used == set(action['inputs']), used
step, = action['runs']['steps']
with open(sys.argv[2]) as f:
    assert step['run'] == f.read()
assert step['shell'] == 'bash'

workflow, used = load('workflows/gate.yml')
# YAML 1.1 takes "on" for a truth value.
call = workflow[True]['workflow_call']
assert used == set(call['inputs']), used
gate, = [s for s in workflow['jobs']['gate']['steps'] if s['uses'].endswith('/actions/gate')]
assert set(gate['with']) <= set(action['inputs']), gate
report, = [s for s in workflow['jobs']['gate']['steps'] if 'upload-artifact' in s['uses']]
assert report['with']['path'] == action['inputs']['report']['default'] and report['if'] == 'always()'
END
}
