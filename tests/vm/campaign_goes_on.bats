#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
#
# Campaigns that are ended before they are done, and go on, or must not.

bats_require_minimum_version 1.5.0

load campaign

@test "a signal ends guests and leaves what can go on" {
  while read -r signal expected; do
    rm -rf "$PTEBENCH_RESULTS" "$FAKE_DIR"/{starts,orders}
    order '*' 1 '*' hang
    "$PTEBENCH" vm --kernel base="$old" --kernel new="$new" --campaign c \
      >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
    until_true grep -q ' 1 1 ' "$FAKE_DIR/starts"
    until_true any_guest
    kill -"$signal" $!
    ended=0
    wait $! || ended=$?
    cat "$BATS_TEST_TMPDIR/err"
    [[ $ended -eq $expected ]]
    nothing_left
    [[ ! -s $BATS_TEST_TMPDIR/out ]]
    grep -q '^ptebench: interrupted; the same command with --resume c goes on$' "$BATS_TEST_TMPDIR/err"
  done <<<$'TERM 143\nHUP 129'
  rm "$FAKE_DIR/orders"
  done_before=$(find "$PTEBENCH_RESULTS/c" -name 'block-*.json' | wc -l)
  ((done_before >= 1 && done_before < 4))
  : >"$FAKE_DIR/starts"
  vm_resume 0
  [[ $(wc -l <"$FAKE_DIR/starts") -eq $((4 - done_before)) ]]
  # Counts come from what was done before.
  run ! grep -q ' -$' "$FAKE_DIR/starts"
  [[ $(results_of base) -eq 2 && $(results_of new) -eq 2 ]]
}

@test "SIGKILL leaves no guest and no file but results" {
  order '*' '*' '*' hang
  "$PTEBENCH" vm --kernel base="$old" --campaign c >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
  until_true any_guest
  kill -KILL $!
  wait $! || true
  until_true nothing_left
  [[ -z $(find "$PTEBENCH_RESULTS" -type f ! -name campaign.json ! -name '*.log') ]]
}

@test "SIGINT ends with 130" {
  order '*' '*' '*' hang
  interrupted "$PTEBENCH" vm --kernel base="$old" --campaign c
  until_true nothing_left
}

@test "a guest that hangs is ended at its limit" {
  order new 0 1 hang
  vm 0 --boot-limit 3
  says 'new, block 0: not done after 3 s'
  nothing_left
}

@test "a kernel that is built again meanwhile is booted as it was" {
  order new 0 1 built-again
  FAKE_TREE=$new vm 0 --boots 3
  [[ $(wc -l <"$FAKE_DIR/kernels") -eq 6 && $(sort -u "$FAKE_DIR/kernels" | wc -l) -eq 2 ]]
  grep -q "\"$(sed -n 's/^new //p' "$FAKE_DIR/kernels" | head -n 1)\"" \
    "$PTEBENCH_RESULTS/c/campaign.json"
  nothing_left
  vm_resume 3 --boots 4
  says '^ptebench: .*/c/campaign.json: kernels: not what'
}

@test "a campaign is not overwritten, nor run twice at once" {
  vm 2 --boots 1
  vm 3 --boots 1
  says '/results/c: exists \(--resume c goes on with it; or another --campaign\)$'
  exec 9<"$PTEBENCH_RESULTS/c"
  flock 9
  vm_resume 3
  exec 9<&-
  says '/results/c: cannot be locked: .* \(another ptebench runs this campaign\)$'
  # One boot of each is no verdict.
  vm_resume 2
}

@test "a campaign that another one began meanwhile is not overwritten" {
  # While the package is unpacked, its folder appears.
  printf '!<arch>\ndebian-binary' >"$BATS_TEST_TMPDIR/a.deb"
  mkdir -p "$BATS_TEST_TMPDIR/package/boot"
  cp "$old" "$BATS_TEST_TMPDIR/package/boot/vmlinuz-1"
  cat >"$BATS_TEST_TMPDIR/bin/dpkg-deb" <<'END'
#!/bin/bash
mkdir -p "$PTEBENCH_RESULTS/c"
exec tar -c -C "$FAKE_DIR/package" ./boot
END
  chmod +x "$BATS_TEST_TMPDIR/bin/dpkg-deb"
  run -3 --separate-stderr "$PTEBENCH" vm --kernel a="$BATS_TEST_TMPDIR/a.deb" --campaign c
  says '^ptebench: .*/results/c: exists \(--resume c goes on with it; '
  [[ -z $(ls "$PTEBENCH_RESULTS/c") ]]
}

@test "a campaign goes on as what it began" {
  vm 0 --boots 2 --seed 5 --cases mprotect_4k
  for option in '--cases getppid' '--cases mprotect_4k --memory 2G' '--cases mprotect_4k --accel tcg' \
    '--cases mprotect_4k --repetitions 2'; do
    # shellcheck disable=SC2086 # options are words
    vm_resume 3 $option
    says '^ptebench: .*/c/campaign.json: (run|memory_bytes|accel): not what this campaign began with'
  done
  vm_resume 3 --cases mprotect_4k --seed 6
  says '^ptebench: .*/c/campaign.json: its seed is 5 '
  vm_resume 3 --cases mprotect_4k --boots 1
  says '^ptebench: .*/c/campaign.json: it has 2 boots of each kernel '
  # Rebuilt under the same version.
  cp "$new" "$BATS_TEST_TMPDIR/kept"
  printf x >>"$new"
  vm_resume 3 --cases mprotect_4k
  says '^ptebench: .*/c/campaign.json: kernels: not what'
  cp "$BATS_TEST_TMPDIR/kept" "$new"
  # With more boots, or as many as before without saying so.
  : >"$FAKE_DIR/starts"
  vm_resume 0 --cases mprotect_4k --boots 4 --seed 5
  [[ $(cut -d' ' -f 1,2 "$FAKE_DIR/starts" | sort | paste -sd,) == 'base 2,base 3,new 2,new 3' ]]
  : >"$FAKE_DIR/starts"
  vm_resume 0 --cases mprotect_4k
  [[ ! -s $FAKE_DIR/starts ]]
  says 'done already: 8 of them'
}

@test "what cannot go on" {
  fails_with 3 '^ptebench: --resume c: no such campaign: .*/results/c: No such file' \
    "$PTEBENCH" vm --kernel base="$old" --resume c
  [[ ! -e $PTEBENCH_RESULTS ]]
  mkdir -p "$PTEBENCH_RESULTS/c"
  vm_resume 3
  says 'campaign.json: line -1: .*no campaign that can go on'
  echo '{"ptebench_campaign": 9}' >"$PTEBENCH_RESULTS/c/campaign.json"
  vm_resume 3
  says 'campaign.json: not the record of a campaign, or of another version'
  [[ $(ls "$PTEBENCH_RESULTS/c") == campaign.json ]]
  nothing_left
}

@test "a disk that is full stops the campaign, and it can go on" {
  vm 2 --boots 1
  # Its temporary file cannot be made.
  victim=$(find "$PTEBENCH_RESULTS/c/new" -name '*.json')
  mv "$victim" "$BATS_TEST_TMPDIR/kept"
  mkdir "$victim.tmp"
  vm_resume 3
  says "^ptebench: .*/new/block-00-position-..json: cannot be written: .* \(check space and permissions\)$"
  # The reason first.
  [[ $(tail -n 1 <<<"$stderr") == 'ptebench: stopped; the same command with --resume c goes on' ]]
  nothing_left
  rmdir "$victim.tmp"
  vm_resume 2
}

@test "folders that cannot be written" {
  echo >"$BATS_TEST_TMPDIR/file"
  PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/file vm 3
  says 'cannot be made: Not a directory'
  [[ ! -e $PTEBENCH_RESULTS ]]
}

@test "too long a name for the results folder" {
  long=$BATS_TEST_TMPDIR/$(printf '%0100d/' {1..38})
  PTEBENCH_RESULTS=$long vm 3
  says '^ptebench: .*: too long a name \(another folder\)$'
  [[ ! -e $FAKE_DIR/starts ]]
}
