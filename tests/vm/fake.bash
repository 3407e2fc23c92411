# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck disable=SC2154  # run sets stderr
# shellcheck shell=bash
# What the tests of campaigns with a QEMU that is a script, fake_qemu.py, have in common.

load vm

# A QEMU, and folders of its own for all that is written.
fake_qemu() {
  export FAKE_DIR=$BATS_TEST_TMPDIR PTEBENCH_RESULTS=$BATS_TEST_TMPDIR/results
  export TMPDIR=$BATS_TEST_TMPDIR/tmp XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
  mkdir "$BATS_TEST_TMPDIR/bin" "$TMPDIR"
  cp "$BATS_TEST_DIRNAME/fake_qemu.py" "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  chmod +x "$BATS_TEST_TMPDIR/bin/qemu-system-x86_64"
  PATH=$BATS_TEST_TMPDIR/bin:$PATH
  [[ $(uname -m) == x86_64 ]] || skip "the guests are this machine's"
}

# Two kernels as well, $old and $new.
fake_setup() {
  fake_qemu
  old=$BATS_TEST_TMPDIR/old new=$BATS_TEST_TMPDIR/new
  make_kernel 6.12.1-old "$old"
  make_kernel 6.12.2-new "$new"
}

# Those that were told to hang do.
guests() {
  pgrep -f "qemu-system $FAKE_DIR" || true
}

any_guest() {
  [[ -n $(guests) ]]
}

end_guests() {
  for pid in $(guests); do kill "$pid"; done
}

nothing_left() {
  [[ -z $(ls "$TMPDIR") ]] && [[ -z $(guests) ]]
}

# order LABEL BLOCK TRY WHAT: see fake_qemu.py.
order() {
  echo "$*" >>"$FAKE_DIR/orders"
}

says() {
  grep -qE -- "$1" <<<"$stderr"
}

# interrupted COMMAND...: SIGINT once a guest runs; it ends by that. Its output goes to the file
# "out". Background jobs of a script ignore the signal, so another one sends it.
interrupted() {
  python3 - "$@" >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- <<'END'
import os, signal, subprocess, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
p = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
for _ in range(600):
    if os.path.exists(os.environ["FAKE_DIR"] + "/starts"):
        break
    time.sleep(0.1)
p.send_signal(signal.SIGINT)
sys.exit(0 if p.wait() == -signal.SIGINT else 1)
END
}
