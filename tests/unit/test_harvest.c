// SPDX-License-Identifier: GPL-2.0-or-later
#include "tmpdir.h"
#include "vm/harvest.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* "{}\n" and what ends with it, by Python's base64 and zlib. */
#define RESULT                                         \
	"-----BEGIN PTEBENCH result 3 dda1b006-----\n" \
	"e30K\n"                                       \
	"-----END PTEBENCH result-----\n"
#define DAMAGED                                        \
	"-----BEGIN PTEBENCH result 3 dda1b000-----\n" \
	"e30K\n"                                       \
	"-----END PTEBENCH result-----\n"
/* "exited 0\n" */
#define EXITED_0                                       \
	"-----BEGIN PTEBENCH status 9 e39d1de5-----\n" \
	"ZXhpdGVkIDAK\n"                               \
	"-----END PTEBENCH status-----\n"
/* "exited 2\nptebench: nop: failed\n" */
#define EXITED_2                                         \
	"-----BEGIN PTEBENCH status 31 c0e15391-----\n"  \
	"ZXhpdGVkIDIKcHRlYmVuY2g6IG5vcDogZmFpbGVkCg==\n" \
	"-----END PTEBENCH status-----\n"
/* "exited 3\nfirst\nptebench: bad\r\n\n" */
#define EXITED_3                                         \
	"-----BEGIN PTEBENCH status 31 3b94f91c-----\n"  \
	"ZXhpdGVkIDMKZmlyc3QKcHRlYmVuY2g6IGJhZA0KCg==\n" \
	"-----END PTEBENCH status-----\n"
/* "killed 9\n" and "killed 11\nlast" */
#define KILLED_9                                       \
	"-----BEGIN PTEBENCH status 9 f731e3da-----\n" \
	"a2lsbGVkIDkK\n"                               \
	"-----END PTEBENCH status-----\n"
#define KILLED_11                                       \
	"-----BEGIN PTEBENCH status 14 c38451fa-----\n" \
	"a2lsbGVkIDExCmxhc3Q=\n"                        \
	"-----END PTEBENCH status-----\n"

/* The file is written, with this content, or not there. */
static void check(const struct rootfs *dir, const char *console, int expected, bool rows_failed,
		  const char *text)
{
	struct error err = {""};
	char path[PATH_MAX], file[64];
	bool failed = false;

	unlinkat(dir->fd, "r.json", 0);
	assert_int_equal(harvest(console, strlen(console), -1, tmpdir_path(dir, "r.json", path),
				 &failed, &err),
			 expected);
	assert_string_equal(err.text, text);
	assert_int_equal(failed, rows_failed);
	assert_string_equal(tmpdir_read(dir, "r.json", file, sizeof(file)),
			    expected ? "(none)" : "{}");
}

static void test_taken(void **state)
{
	check(*state, "Booting\n" RESULT EXITED_0, 0, false, "");
	check(*state, RESULT EXITED_2, 0, true, "");
	/* What comes after it does not matter. */
	check(*state, RESULT EXITED_0 "Kernel panic - not syncing: Fatal exception\n", 0, false,
	      "");
	check(*state, RESULT EXITED_0 "-----BEGIN PTEBENCH status 9 f73", 0, false, "");
}

/* A run that was cut short leaves rows out. */
static void test_program_failed(void **state)
{
	check(*state, EXITED_3, -EBADMSG, false,
	      "ptebench exited with 3 in the guest: ptebench: bad");
	check(*state, RESULT EXITED_3, -EBADMSG, false,
	      "ptebench exited with 3 in the guest: ptebench: bad");
	check(*state, RESULT KILLED_9, -EBADMSG, false,
	      "ptebench was ended by signal 9 in the guest (out of memory? see --memory)");
	check(*state, RESULT KILLED_11, -EBADMSG, false,
	      "ptebench was ended by signal 11 in the guest: last");
}

static void test_none(void **state)
{
	check(*state, "", -ENODATA, false, "ended without a result");
	check(*state, EXITED_0, -ENODATA, false, "ended without a result");
	/* The program may have been killed halfway. */
	check(*state, RESULT, -ENODATA, false, "status: the guest sent none");
	check(*state, RESULT "-----BEGIN PTEBENCH status 9 f731e3da-----\na2ls\n", -ENODATA, false,
	      "status: not ended: 0 of 9 bytes came");
	check(*state,
	      RESULT "-----BEGIN PTEBENCH status 9 f731e300-----\na2lsbGVkIDkK\n"
		     "-----END PTEBENCH status-----\n",
	      -EBADMSG, false, "status: damaged: checksum f731e3da instead of f731e300");
	check(*state, DAMAGED EXITED_0, -EBADMSG, false,
	      "result: damaged: checksum dda1b006 instead of dda1b000");
	check(*state, "-----BEGIN PTEBENCH result 3 dda1b006-----\ne30K\n", -ENODATA, false,
	      "result: not ended: 3 of 3 bytes came");
	check(*state, "\nptebench-init: /dev: no (the kernel needs it)\n", -EBADMSG, false,
	      "/dev: no (the kernel needs it)");
}

static void test_not_written(void **state)
{
	struct error err = {""};
	bool failed = false;

	(void)state;
	assert_int_equal(harvest(RESULT EXITED_2, strlen(RESULT EXITED_2), -1,
				 "/nonexistent/r.json", &failed, &err),
			 -ENOENT);
	assert_string_equal(err.text, "/nonexistent/r.json: cannot be written: No such file or "
				      "directory (check space and permissions)");
	assert_false(failed);
	assert_int_equal(
		harvest(RESULT EXITED_0, strlen(RESULT EXITED_0), -1, "/dev/full", &failed, &err),
		-ENOSPC);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_taken),
		tmpdir_test(test_program_failed),
		tmpdir_test(test_none),
		cmocka_unit_test(test_not_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
