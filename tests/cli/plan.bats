#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ptebench plan: what people see. PTEBENCH is the program, CAMPAIGN writes result files of known
# noise. tests/unit/test_plan.c holds the numbers to brute force.
# shellcheck disable=SC2154  # run sets stderr and stderr_lines

bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR" || return
}

# Two kernels of 6 cases and 2 controls; what the arguments say in addition.
campaign() {
  "$CAMPAIGN" --out . --cases 6 --controls 2 --boot 1 --process 0.4 --repetition 0.5 --block 1 \
    --drift 2 --seed 3 "$@"
}

# Runs plan with the arguments, which must succeed, quietly and in 72 columns of plain ASCII.
plan() {
  run --separate-stderr "$PTEBENCH" plan "$@"
  echo "$output"
  [[ $status == 0 && -z $stderr ]]
  if LC_ALL=C grep -nE '[^ -~]|.{73}' <<<"$output"; then
    return 1
  fi
}

# Runs plan with the arguments, which must be refused in one line that has the given text.
refused() {
  local text=$1
  shift
  run --separate-stderr "$PTEBENCH" plan "$@"
  echo "$stderr"
  [[ $status == 3 && -z $output ]]
  [[ ${#stderr_lines[@]} == 1 && $stderr == "ptebench: "*"$text"*"("*")" ]]
}

@test "a plan from two kernels in blocks" {
  campaign
  plan base new --detect 4%
  diff -u "$TEST_DATA/golden/plan.txt" <(printf '%s\n' "$output")
}

@test "what is as small as the threshold is planned to be significant, and it is said" {
  campaign
  plan base new --detect 3%
  [[ $output == "To find a change of 3 % in 80 of 100 campaigns, as significant"* ]]
  [[ $output == *"By compare's threshold of 3 % it is a REGRESSION in half of the"* ]]
  plan base new --detect 3.1%
  [[ $output == "To find a slowdown of 3.1 % "* && $output != *"in half of"* ]]
}

@test "from many boots it finds the noise that is there, and the blocks for it" {
  campaign --blocks 120
  plan base new --detect 2%
  # By the non-central t: 10 blocks for differences that vary by 1.48 %, give or take 7 % of that.
  while read -r _ boot process repetition level blocks; do
    [[ $boot == @(0.9|1.[01])? && $process == 0.[345]? && $repetition == 0.@(4[89]|5[012]) ]]
    [[ $level == boot ]] && ((blocks >= 8 && blocks <= 13))
  done < <(grep '^case_[1-6]  ' <<<"$output")
  [[ $output == *"present: finds it in 6 of 6"* ]]
}

@test "one boot per kernel gives a lower bound, and says so" {
  campaign
  plan base/01.json new/01.json
  [[ $output == "To find a slowdown of 5 % "* ]]
  [[ $output == *"One boot per kernel"*"lower bounds"* ]]
  [[ $(grep '^case_1  ' <<<"$output") =~ ^case_1\ +-\ +0\. ]]
}

@test "one kernel is enough; drift counts then" {
  campaign --boot 0.1 --drift 8
  plan base
  [[ $output == *"5 degrees of freedom, between boots, drift included"* ]]
  [[ $(grep '^case_1  ' <<<"$output") =~ ^case_1\ +[23]\. ]]
}

@test "kernels that share no blocks are taken each for itself" {
  campaign
  mkdir early late
  mv base/0[1-3].json early
  mv new/0[4-6].json late
  plan early late
  [[ $output == *"4 degrees of freedom, between boots, drift included"* ]]
}

@test "only the cases that match are planned for" {
  campaign
  plan base new --cases 'case_[12]'
  [[ $output == *"among 2 cases:"* && $output != *case_3* ]]
}

@test "under the instruction clock two blocks do for 2 %" {
  campaign --boot 0.02 --block 0 --process 0 --repetition 0 --drift 0 --blocks 2 \
    --clock instructions
  plan base new
  [[ $output == "To find a slowdown of 2 % "*"present: finds it in 6 of 6"* ]]
  [[ $(grep 'least time, all' <<<"$output") =~ \ 2\ +1\ x\ 3\  ]]
}

@test "noise that no campaign overcomes is said to be so" {
  campaign --boot 30
  plan base new
  [[ $(grep '^case_1  ' <<<"$output") == *" > 100" ]]
  [[ $(grep 'least time, all' <<<"$output") =~ none$ ]]
}

@test "what cannot be planned from is refused" {
  campaign
  refused "needs results"
  refused "--detect" base --detect 2
  refused "--detect" base --detect 0%
  refused "--blocks: no such option" base --blocks 3
  refused "-xyz: no such option" base -xyz new
  refused "needs a value" base --detect
  refused "nothing-here" nothing-here
  refused "--cases" base --cases 'no_such_*'
  refused "controls" base --cases 'control_*'
  refused "published" "$TEST_DATA/results/published.json"
  "$CAMPAIGN" --out icount --cases 6 --clock instructions --sequential
  refused "clock is instructions" base icount/new
}

@test "help names the options" {
  run --separate-stderr "$PTEBENCH" plan --help
  [[ $status == 0 && -z $stderr ]]
  [[ $output == "usage: ptebench plan "*"--detect"*"--cases"* ]]
}
