# SPDX-License-Identifier: GPL-2.0-or-later
"""VERSION IMAGE OBJECT...: a bzImage as small as can be."""
import struct, sys
k = bytearray(8192)
k[0x1f1] = 3
struct.pack_into("<I", k, 0x1f4, 6144 // 16)
k[0x202:0x206] = b"HdrS"
struct.pack_into("<H", k, 0x206, 0x20f)
struct.pack_into("<H", k, 0x20e, 0x300)
struct.pack_into("<H", k, 0x236, 1)
k[0x500:0x500 + len(sys.argv[1])] = sys.argv[1].encode()
at = 0x600
for name in sys.argv[3:]:
    data = open(name, "rb").read()
    k[at:at + len(data)] = data
    at += len(data)
open(sys.argv[2], "wb").write(k)
