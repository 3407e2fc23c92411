#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# What README.md and CONTRIBUTING.md say, held to what the program does.
# shellcheck disable=SC2154,SC2016,SC2013  # run sets output; backquotes are markdown; words are meant

bats_require_minimum_version 1.5.0
load ../common

setup() {
  repo=$BATS_TEST_DIRNAME/../..
  cd "$BATS_TEST_TMPDIR" || exit 1
}

@test "each case of the README's table exists" {
  for name in $(grep -oE '^\| `[^|]*\|' "$repo/README.md" | grep -oE '`[a-z0-9_]+`' | tr -d '`' |
    grep -vxE 'run|compare|plan|check|vm|explain|series|test' | sort -u); do
    "$PTEBENCH" list --cases "$name" >/dev/null
  done
}

@test "what --cases is given in the README names something" {
  globs=$(grep -ohE -e "--cases ('[^']*'|[a-z][a-z0-9_/,*]*)" "$repo/README.md" | awk '{ print $2 }' | tr -d "'")
  [ "$(wc -l <<<"$globs")" -ge 3 ]
  while read -r glob; do
    "$PTEBENCH" list --cases "$glob" >/dev/null
  done <<<"$globs"
}

@test "cases/README.md is what list --markdown writes" {
  "$PTEBENCH" list --markdown >page
  diff -u "$repo/cases/README.md" page || {
    echo "Remedy: ./run.sh list --markdown > cases/README.md"
    false
  }
}

@test "options and rows that the README names are taken" {
  "$PTEBENCH" run --quick --cases 'mprotect_toggle/none/4K,controls' --label base --out a.json
  "$PTEBENCH" run --quick --cases 'controls' --iterations-from a.json --label patched --out b.json
  run "$PTEBENCH" compare a.json b.json
  [ "$status" -eq 2 ]
  for option in $(grep -ohE -e '--[a-z][a-z-]*' "$repo/README.md" "$repo/CONTRIBUTING.md" | sort -u); do
    case $option in
    --install-deps) grep -q -- "$option" "$repo/run.sh" ;;
    --benchmark | --verbose | --exec) ;; # meson's, vng's
    *) for verb in run compare plan vm series list; do "$PTEBENCH" "$verb" --help; done | grep -q -- "$option " ;;
    esac
  done
}

@test "verbs that the README shows exist" {
  for verb in $(grep -oE '\./run\.sh [a-z]+' "$repo/README.md" | awk '{ print $2 }' | sort -u); do
    "$repo/run.sh" --help | grep -q "^  $verb "
  done
}

@test "the output shown has the shape of today's" {
  "$PTEBENCH" run --quick --cases nop --processes 1 --out r.json >now
  grep -qxF "$(grep 'per call  per page' now)" "$repo/README.md"
  grep -q '^mprotect_mthp_64k .*16384 x 64K, order 4$' "$repo/README.md"
}

@test "the groups of the README's table are the groups that there are" {
  # Those of the default suite stand in the table above it.
  "$PTEBENCH" list --json | python3 -c '
import json, sys
tags = {t for r in json.load(sys.stdin) for t in r["tags"]}
print("\n".join(sorted(tags - {"seeds", "verbatim", "controls"})))' >groups
  sed -n '/^| group /,/^$/p' "$repo/README.md" | cut -d'|' -f2 | grep -oE '`[a-z]+`' | tr -d '`' |
    sort >named
  diff groups named
}

@test "links lead to files" {
  for link in $(grep -ohE '\]\([a-zA-Z][^)]*\)' "$repo"/*.md "$repo"/results/README.md | sed 's/](\(.*\))/\1/'); do
    [ -e "$repo/$link" ]
  done
}

@test "the files that CONTRIBUTING names are there" {
  for file in $(grep -oE '`[a-z]+/[a-z_0-9./]*`' "$repo/CONTRIBUTING.md" | tr -d '`'); do
    [ -e "$repo/$file" ]
  done
}
