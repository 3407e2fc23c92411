#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Stands for qemu-system-x86_64: takes the job out of the initramfs and does what it is told.

FAKE_DIR/orders has lines "LABEL BLOCK TRY WHAT", the first three being globs; the first line that
fits counts, and none means to send a result at once. FAKE_DIR/starts gets a line per start, "LABEL
BLOCK TRY ITERATIONS", ITERATIONS being the rows that the job has counts for; FAKE_DIR/events a line
per start and end, FAKE_DIR/kernels one per start with the checksum of what is booted. With a plugin
BLOCK is "counted", and the plugin's counts are made to fit the result. FAKE_PLUGIN: what QEMU
complains of if it is asked for one.
"""
import base64, fnmatch, hashlib, json, os, sys, time, uuid, zlib

folder = os.environ["FAKE_DIR"]
TEMPLATE = os.environ["TEST_DATA"] + "/campaigns/icount/base/0.json"


def note(name, text):
    with open(f"{folder}/{name}", "a") as f:
        f.write(text + "\n")


def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def members(data):
    """Names and contents of concatenated gzipped newc archives."""
    while data:
        unzip = zlib.decompressobj(wbits=31)
        archive, data = unzip.decompress(data), unzip.unused_data
        at = 0
        while archive[at:at + 6] == b"070701":
            field = [int(archive[at + 6 + 8 * i:at + 14 + 8 * i], 16) for i in range(13)]
            name = archive[at + 110:at + 110 + field[11] - 1].decode()
            start = (at + 110 + field[11] + 3) // 4 * 4
            yield name, archive[start:start + field[6]]
            at = (start + field[6] + 3) // 4 * 4
    # cpio's end is a member as well, TRAILER!!!


def send(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def frame(kind, content, size=None):
    data = content.encode()
    text = base64.b64encode(data).decode()
    lines = "".join(text[i:i + 76] + "\r\n" for i in range(0, len(text), 76))
    return (f"\r\n-----BEGIN PTEBENCH {kind} {size or len(data)} {zlib.crc32(data):08x}-----\r\n"
            f"{lines}-----END PTEBENCH {kind}-----\r\n")


def result(job, skipped=False, slower=1.0):
    d = json.load(open(TEMPLATE))
    own = d["context"]["ptebench"]
    own.update(label=job["--label"], boot_id=str(uuid.uuid4()), block=int(job["--block"]),
               position=int(job["--position"]), clock=job["--clock"])
    own["kernel"]["version"] = "#1 of " + job["--label"]
    if skipped:
        own["skipped"] = [{"name": r["name"], "reason": "asked for"} for r in d["benchmarks"][:1]]
        d["benchmarks"], own["workers"] = [], []
    for row in d["benchmarks"]:
        if row["name"] == "mprotect_4k":
            row["real_time"] *= slower
    return json.dumps(d)


def counts(result, what):
    """What the plugin writes: all but a hundredth in one function."""
    result, text = json.loads(result), ""
    for i, worker in enumerate(result["context"]["ptebench"]["workers"]):
        all_ns = round(sum(r["iterations"] * r["real_time"] for r in result["benchmarks"]
                           if r["ptebench"]["worker"] == i))
        rest = all_ns // 100 + (all_ns // 50 if what == "sum-off" else 0)
        text += (f"work {worker['order']} 2 {'broken' if what == 'marks' else 'whole'}\n"
                 f"ffffffff81000010 {all_ns - all_ns // 100} 4\nffffffff81001000 {rest} 1\n")
    if what != "no-symbols":
        text += "text\nffffffff81000010 t change_pte_range.isra.0\n1000 T syscall_enter\n"
    return text if what == "cut-off" else text + "end\n"


def main():
    plugin = option("-plugin")
    if plugin and plugin.endswith(",probe=on"):
        return os.environ.get("FAKE_PLUGIN")
    if not option("-initrd"):  # the probe
        what = os.environ.get("FAKE_PROBE", "")
        if what == "reset":
            send("SeaBIOS\r\n")
            return 0
        if what:
            sys.exit(what)
        send("Kernel panic - not syncing: VFS: Unable to mount root fs\r\n")
        return 0
    files = dict(members(open(option("-initrd"), "rb").read()))
    argv = files["job/argv"].decode().split("\0")
    job = dict(zip(argv, argv[1:]))
    label, block = job["--label"], "counted" if plugin else job["--block"]
    rows = []
    if "job/iterations.json" in files:
        rows = [r["name"] for r in json.loads(files["job/iterations.json"])["benchmarks"]]
    starts = open(f"{folder}/starts").read() if os.path.exists(f"{folder}/starts") else ""
    number = sum(line.startswith(f"{label} {block} ") for line in starts.splitlines()) + 1
    note("starts", f"{label} {block} {number} {','.join(sorted(set(rows))) or '-'}")
    note("jobs", " ".join(argv))
    kernel = open(option("-kernel"), "rb").read()
    note("kernels", f"{label} {hashlib.sha256(kernel).hexdigest()}")
    note("events", "start")
    what = "good"
    if os.path.exists(f"{folder}/orders"):
        for line in open(f"{folder}/orders"):
            words = line.split()
            if all(fnmatch.fnmatch(a, b) for a, b in zip((label, block, str(number)), words)):
                what = words[3]
                break
    send("SeaBIOS\r\n[    0.1] Booting\r\n")
    time.sleep(0.3)
    status = "exited 0\n"
    text = None
    if what == "good":
        text = result(job)
    elif what == "built-again":
        with open(os.environ["FAKE_TREE"], "wb") as f:
            f.write(kernel + b"built again")
        text = result(job)
    elif what == "slower":
        text = result(job, slower=1.05)
    elif what == "skipped":
        text = result(job, skipped=True)
    elif what == "failed-rows":
        text, status = result(job), "exited 2\nptebench: mprotect_4k: failed\n"
    elif what == "refused":
        status = "exited 3\nptebench: waiting\nptebench: --size 5: no whole number\n"
    elif what == "escapes":
        status = "exited 3\n\033]0;title\007\033[2Jptebench: caf\u00e9\n"
    elif what == "killed":
        text, status = result(job), "killed 9\n"
    elif what == "panic":
        send("[    0.2] Kernel panic - not syncing: Fatal exception\r\n[    0.3] the stack\r\n")
        status = None
    elif what == "complaint":
        send("\nptebench-init: /dev: cannot be mounted: No such device (the kernel needs "
             "CONFIG_DEVTMPFS)\r\n")
        status = None
    elif what == "damaged":
        text = frame("result", result(job))
        send(text[:len(text) // 2] + "[    9.9] message" + text[len(text) // 2:])
        text = None
    elif what == "nothing":
        status = None
    elif what == "hang":
        os.execvp("sleep", [f"qemu-system {folder}", "500"])
    elif what == "broken":
        sys.exit("qemu-system-x86_64: no such machine")
    elif what in ("cut-off", "marks", "no-symbols", "sum-off"):
        text = result(job)
    if text and plugin:
        with open(plugin.split(",out=")[1], "w") as f:
            f.write(counts(text, what))
    if text:
        send(frame("result", text))
    if status:
        send(frame("status", status))
    note("events", "end")
    return 0


sys.exit(main())
