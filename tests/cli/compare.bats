#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ptebench compare: what people see and what scripts get. PTEBENCH is the program, TEST_DATA the
# fixtures.
# shellcheck disable=SC2154  # run sets stderr and stderr_lines

bats_require_minimum_version 1.5.0

setup() {
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
  golden 2 compare.txt results/base.json results/patched.json
  [[ -z $stderr ]]
}

@test "two boots per arm as text: inconclusive without intervals" {
  golden 2 compare-boots.txt results/boots/base results/boots/patched
}

@test "three arms, with all that cannot be judged" {
  golden 3 compare-edge.txt results/base.json results/edge.json results/boots/patched
  [[ ${#stderr_lines[@]} == 1 && $stderr == "ptebench: compare: 1 of the differences"* ]]
}

@test "a published figure is shown and not judged" {
  golden 2 compare-published.txt results/base.json results/published.json --cases mprotect_4k
  [[ $output == *" list"*"+8.50% published"* ]]
}

@test "the same as JSON" {
  golden 2 compare.json results/base.json results/patched.json --format json
  golden 3 compare-edge.json results/base.json results/edge.json --format=json
}

@test "text is plain ASCII of at most 72 columns" {
  for arms in "base patched" "edge published" "published base"; do
    read -r a b <<<"$arms"
    run --separate-stderr "$PTEBENCH" compare "results/$a.json" "results/$b.json"
    ((status == 2 || status == 3))
    ((${#lines[@]} > 10))
    lacks '[^ -~]|^.{73}| $'
  done
}

@test "names beyond ASCII and longer than a column stay within it" {
  mkdir "$BATS_TEST_TMPDIR/a"
  sed 's/"label": "patched"/"label": "gepatchter Kern für \\u001b[31mArm\\nx"/' \
    results/patched.json >"$BATS_TEST_TMPDIR/a/1.json"
  run --separate-stderr "$PTEBENCH" compare results/base.json "$BATS_TEST_TMPDIR/a"
  [[ $status == 2 ]]
  lacks '[^ -~]|^.{73}'
  grep -q '^ gepatchter Kern~ ' <<<"$output"
  grep -q '^  gepatchter Kern f?r ??31mArm?x$' <<<"${output//\[/?}"
}

@test "--out writes the same, whole, and nothing to standard output" {
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json \
    --out "$BATS_TEST_TMPDIR/table"
  [[ $status == 2 && -z $output ]]
  diff -u golden/compare.txt "$BATS_TEST_TMPDIR/table"
}

@test "--cases takes a case for all its variants, or a pattern" {
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json \
    --cases mprotect_toggle
  [[ $status == 2 ]]
  grep -q '^mprotect_toggle/rw/4K, per call$' <<<"$output"
  lacks '^nop|^mprotect_4k'
  run --separate-stderr "$PTEBENCH" compare results/base.json results/patched.json --cases '*p'
  [[ ${lines[1]} == "nop, per iteration" ]]
}

@test "--help tells usage and exit status" {
  run --separate-stderr "$PTEBENCH" compare --help
  [[ $status == 0 && -z $stderr ]]
  [[ $output == "usage: ptebench compare BASE NEW..."* && $output == *"Exit status"* ]]
}

@test "bad usage is refused in one line" {
  refused "needs two results or more, got 0"
  refused "needs two results or more, got 1" results/base.json
  refused "--format xml: no such form" results/base.json results/patched.json --format xml
  refused "--nonsense: no such option" results/base.json results/patched.json --nonsense
  refused "--out: needs a value" results/base.json results/patched.json --out
  refused "no-such-thing: no such file or folder" results/base.json no-such-thing
  refused "--cases x*: no row of these files matches" results/base.json results/edge.json \
    --cases 'x*'
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
  python=
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import numpy, scipy' 2>/dev/null; then
      python=$candidate
      break
    fi
  done
  [[ $python ]] || skip "python3 has no numpy or scipy (python3-scipy)"
  run --separate-stderr "$python" "$tool" --no-color benchmarks results/base.json \
    results/patched.json
  [[ $status == 0 ]]
  grep -qE '^mprotect_4k +-0\.1' <<<"$output"
  grep -qE '^mprotect_4k_pvalue +.*27 vs 27' <<<"$output"
}
