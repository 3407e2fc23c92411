/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the host and the init of its guests agree upon. Macros only: init is built without any
 * library but libc.
 *
 * The guest's only way out is its console, which kernel messages share. So all that is sent comes
 * in frames, each line one write():
 *
 *	-----BEGIN PTEBENCH KIND SIZE CRC-----
 *	base64 (RFC 4648, section 4) in lines of 76 characters, the last one shorter
 *	-----END PTEBENCH KIND-----
 *
 * SIZE is the decimal number of bytes before encoding, CRC their CRC-32 (the one of zlib and gzip)
 * in 8 hexadecimal digits.
 */
#ifndef VM_GUEST_H
#define VM_GUEST_H

#define GUEST_PROGRAM   "/bin/ptebench"
#define GUEST_LIBRARIES "/lib"
#define GUEST_ARGUMENTS                                                          \
	"/job/argv" /* of the program, the first one its verb, each ended by NUL \
		     */
#define GUEST_ITERATIONS "/job/iterations.json"
#define GUEST_CONFIG     "/job/config"      /* of the kernel; init puts it where distributions do */
#define GUEST_SYMBOLS    "/job/symbols"     /* there: they are to be told */
#define GUEST_RESULT     "/run/result.json" /* where the program writes it */

#define FRAME_BEGIN "-----BEGIN PTEBENCH "
#define FRAME_END   "-----END PTEBENCH "
#define FRAME_DASH  "-----"
#define FRAME_LINE  76 /* characters of base64 */

/* The result file as it is, if there is one; sent before the status. */
#define FRAME_RESULT "result"

/*
 * How the program ended, the last that a guest sends: "exited N" or "killed SIGNAL", a newline,
 * and the last lines that it wrote to standard error.
 */
#define FRAME_STATUS "status"

/* Instead of frames, from a guest that cannot run the program: "what: why (remedy)" on a line. */
#define GUEST_COMPLAINT "ptebench-init: "

#endif
