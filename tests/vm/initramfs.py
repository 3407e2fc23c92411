# SPDX-License-Identifier: GPL-2.0-or-later
"""initramfs.py INIT OUT: an initramfs of /dev/console and one program, in the kernel's "newc" format
(Documentation/driver-api/early-userspace/buffer-format.rst)."""
import gzip
import sys


def entry(name, mode, data=b"", device=(0, 0)):
    name = name.encode() + b"\0"
    fields = (1, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name), 0)
    head = b"070701" + b"".join(b"%08X" % f for f in fields) + name
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)


with open(sys.argv[1], "rb") as init, open(sys.argv[2], "wb") as out:
    out.write(gzip.compress(
        entry("dev", 0o40755) + entry("dev/console", 0o20600, device=(5, 1)) +
        entry("init", 0o100755, init.read()) + entry("TRAILER!!!", 0)))
