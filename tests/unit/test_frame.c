// SPDX-License-Identifier: GPL-2.0-or-later
#include "tmpdir.h"
#include "vm/frame.h"
#include "vm/send.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* "000\n" to "031\n", by Python's base64 and zlib. */
#define BEGIN  "-----BEGIN PTEBENCH result 128 61638f14-----\n"
#define LINE_1 "MDAwCjAwMQowMDIKMDAzCjAwNAowMDUKMDA2CjAwNwowMDgKMDA5CjAxMAowMTEKMDEyCjAxMwow\n"
#define LINE_2 "MTQKMDE1CjAxNgowMTcKMDE4CjAxOQowMjAKMDIxCjAyMgowMjMKMDI0CjAyNQowMjYKMDI3CjAy\n"
#define LINE_3 "OAowMjkKMDMwCjAzMQo=\n"
#define END    "-----END PTEBENCH result-----\n"
#define FRAME  BEGIN LINE_1 LINE_2 LINE_3 END

/* "exited 2\nptebench: nop: failed\n" and "killed 9\n" */
#define EXITED                                           \
	"-----BEGIN PTEBENCH status 31 c0e15391-----\n"  \
	"ZXhpdGVkIDIKcHRlYmVuY2g6IG5vcDogZmFpbGVkCg==\n" \
	"-----END PTEBENCH status-----\n"
#define KILLED                                         \
	"-----BEGIN PTEBENCH status 9 f731e3da-----\n" \
	"a2lsbGVkIDkK\n"                               \
	"-----END PTEBENCH status-----\n"

static const char *content(void)
{
	static char text[129];

	for (int i = 0; i < 32; i++)
		snprintf(text + 4 * i, 5, "%03d\n", i);
	return text;
}

/* Finds the result in @console; what is found is the right one. */
static int look(const char *console, size_t size, struct error *err)
{
	_cleanup_free_ char *data = NULL;
	size_t data_size = 0;
	int ret = frame_find(console, size, "result", &data, &data_size, err);

	if (ret) {
		assert_null(data);
		return ret;
	}
	assert_int_equal(data_size, 128);
	assert_string_equal(data, content());
	return 0;
}

static void refuse(const char *console, int expected, const char *text)
{
	struct error err = {""};

	assert_int_equal(look(console, strlen(console), &err), expected);
	assert_string_equal(err.text, text);
}

static void accept_text(const char *console)
{
	struct error err = {""};

	if (look(console, strlen(console), &err))
		fail_msg("%s", err.text);
}

static void test_find(void **state)
{
	(void)state;
	accept_text(FRAME);
	accept_text("SeaBIOS (version 1.16)\r\n\nptebench: result\n\n" FRAME EXITED
		    "reboot: Power down\n");
	/* The first one counts, whatever comes before it. */
	accept_text(EXITED KILLED FRAME);
	refuse("", -ENOENT, "result: the guest sent none");
	refuse(EXITED, -ENOENT, "result: the guest sent none");
}

/* As a serial line sends it. */
static void test_carriage_returns(void **state)
{
	char text[2 * sizeof(FRAME)], *end = text;

	(void)state;
	for (const char *p = FRAME; *p; p++) {
		if (*p == '\n')
			*end++ = '\r';
		*end++ = *p;
	}
	*end = '\0';
	accept_text(text);
}

static void test_kernel_messages(void **state)
{
	(void)state;
	accept_text("[    1.00] random: crng init done\n" BEGIN
		    "[   12.3] clocksource: tsc unstable\n" LINE_1 "done\n\n" LINE_2
		    "[   12.4] a\n[   12.5] b\n" LINE_3 "[   12.6] c\n" END);
	/* What could be base64, but for its length. */
	accept_text(
		BEGIN
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n" LINE_1
		"AAAA\n" LINE_2 LINE_3 END);
	/* One without its newline in front. */
	accept_text("[    1.00] random: " BEGIN LINE_1 LINE_2 LINE_3 "[ 2.0] rcu: " END);
	/* In a line. */
	refuse(BEGIN "MDAwCjAwMQow[ 1.0] oops\nMDIKMDAzCjAwNAowMDUK\n" LINE_2 LINE_3 END, -EBADMSG,
	       "result: damaged: 57 of 128 bytes came");
	/* In the marks. */
	refuse("-----BEGIN PTEBENCH res[ 1.0] oops\nult 128 61638f14-----\n" LINE_1 LINE_2 LINE_3
		       END,
	       -ENOENT, "result: the guest sent none");
	refuse(BEGIN LINE_1 LINE_2 LINE_3 "-----END PTEB[ 1.0] oops\nENCH result-----\n" EXITED,
	       -EBADMSG, "result: damaged: its end is missing: 128 of 128 bytes came");
}

static void test_damage(void **state)
{
	(void)state;
	refuse(BEGIN LINE_1 LINE_3 END, -EBADMSG, "result: damaged: 57 of 128 bytes came");
	refuse(BEGIN LINE_1 LINE_2 END, -EBADMSG, "result: damaged: 114 of 128 bytes came");
	/* Lines in another order. */
	refuse(BEGIN LINE_2 LINE_1 LINE_3 END, -EBADMSG,
	       "result: damaged: checksum 023ad143 instead of 61638f14");
	refuse("-----BEGIN PTEBENCH result 128 61638f15-----\n" LINE_1 LINE_2 LINE_3 END, -EBADMSG,
	       "result: damaged: checksum 61638f14 instead of 61638f15");
	refuse("-----BEGIN PTEBENCH result 129 61638f14-----\n" LINE_1 LINE_2 LINE_3 END, -EBADMSG,
	       "result: damaged: 114 of 129 bytes came");
	refuse("-----BEGIN PTEBENCH result 99999999999999 61638f14-----\n" LINE_1 END, -EBADMSG,
	       "result: damaged: 57 of 99999999999999 bytes came");
}

static void test_not_ended(void **state)
{
	(void)state;
	refuse(BEGIN LINE_1 "MTQKMDE1", -EAGAIN, "result: not ended: 57 of 128 bytes came");
	refuse(BEGIN LINE_1 LINE_2 LINE_3, -EAGAIN, "result: not ended: 128 of 128 bytes came");
	/* Only a line's end tells that it has come. */
	refuse("-----BEGIN PTEBENCH result 128 61638f14-----", -ENOENT,
	       "result: the guest sent none");
}

/* Wherever it is cut off, and whichever character is another: never taken for a good one. */
static void test_any_damage(void **state)
{
	char text[] = FRAME;

	(void)state;
	for (size_t size = 0; size < sizeof(FRAME) - 1; size++) {
		int ret = look(text, size, NULL);

		assert_int_equal(ret, size < sizeof(BEGIN) - 1 ? -ENOENT : -EAGAIN);
	}
	for (size_t i = 0; i < sizeof(FRAME) - 1; i++) {
		static const char others[] = "A=[\n-0";
		char right = text[i];

		for (const char *other = others; *other; other++) {
			text[i] = *other;
			if (!look(text, sizeof(FRAME) - 1, NULL) && *other != right)
				fail_msg("'%c' at %zu was not noticed", *other, i);
		}
		text[i] = right;
	}
}

static void check_sent(const char *kind, const void *data, size_t size, const char *expected)
{
	_cleanup_rootfs_ struct rootfs dir = rootfs_make();
	_cleanup_fd_ int fd = openat(dir.fd, "sent", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	_cleanup_free_ char *text = NULL;
	size_t length = strlen(expected);

	assert_int_equal(frame_send(fd, kind, data, size), 0);
	assert_int_equal(read_all_at(dir.fd, "sent", &text), length - 1);
	assert_memory_equal(text, expected, length - 1);
}

static void test_send(void **state)
{
	_cleanup_fd_ int full = open("/dev/full", O_WRONLY | O_CLOEXEC);

	(void)state;
	check_sent("result", content(), 128, "\n" FRAME);
	check_sent("status", "exited 2\nptebench: nop: failed\n", 31, "\n" EXITED);
	check_sent("result", "", 0,
		   "\n-----BEGIN PTEBENCH result 0 00000000-----\n-----END PTEBENCH result-----\n");
	check_sent("result", "\xfa", 1, "\n-----BEGIN PTEBENCH result 1 8f6af48f-----\n+g==\n" END);
	check_sent("result", "\xfa\xfb", 2,
		   "\n-----BEGIN PTEBENCH result 2 85e5305c-----\n+vs=\n" END);
	check_sent("result", "\xfa\xfb\xfc", 3,
		   "\n-----BEGIN PTEBENCH result 3 0451a955-----\n+vv8\n" END);
	assert_int_equal(frame_send(full, "result", "x", 1), -ENOSPC);
}

/* Every byte and every length that a last line can have, there and back. */
static void test_there_and_back(void **state)
{
	unsigned char sent[256];

	(void)state;
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (unsigned char)(i * 7);
	for (size_t size = 0; size <= sizeof(sent); size++) {
		_cleanup_rootfs_ struct rootfs dir = rootfs_make();
		_cleanup_fd_ int fd = openat(dir.fd, "f", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
		_cleanup_free_ char *data = NULL;
		char console[1024];
		size_t data_size;
		ssize_t length;

		assert_int_equal(frame_send(fd, "any", sent, size), 0);
		length = pread(fd, console, sizeof(console), 0);
		assert_true(length > 0 && length < (ssize_t)sizeof(console));
		assert_int_equal(
			frame_find(console, (size_t)length, "any", &data, &data_size, NULL), 0);
		assert_int_equal(data_size, size);
		assert_memory_equal(data, sent, size);
		assert_int_equal(data[size], 0);
	}
}

static void test_status(void **state)
{
	struct guest_status s = {.number = 42};
	struct error err;

	(void)state;
	assert_int_equal(guest_status_find(FRAME, strlen(FRAME), &s, &err), -ENOENT);
	assert_int_equal(s.number, 42);
	assert_int_equal(guest_status_find(FRAME EXITED, strlen(FRAME EXITED), &s, &err), 0);
	assert_false(s.killed);
	assert_int_equal(s.number, 2);
	assert_string_equal(s.errors, "ptebench: nop: failed\n");
	guest_status_release(&s);
	assert_int_equal(guest_status_find(KILLED, strlen(KILLED), &s, &err), 0);
	assert_true(s.killed);
	assert_int_equal(s.number, 9);
	assert_string_equal(s.errors, "");
	guest_status_release(&s);
	/* "killed\n" */
	assert_int_equal(guest_status_find("-----BEGIN PTEBENCH status 7 b94c0572-----\n"
					   "a2lsbGVkCg==\n-----END PTEBENCH status-----\n",
					   101, &s, &err),
			 -EBADMSG);
}

static void test_complaint(void **state)
{
	static const char console[] =
		"Booting\r\n\nptebench-init: /dev: cannot be mounted: No such device (the kernel "
		"needs CONFIG_DEVTMPFS)\r\nreboot: Power down\n";
	struct error err = {"as before"};

	(void)state;
	assert_false(guest_complained(FRAME EXITED, strlen(FRAME EXITED), &err));
	assert_string_equal(err.text, "as before");
	assert_true(guest_complained(console, strlen(console), &err));
	assert_string_equal(err.text, "/dev: cannot be mounted: No such device (the kernel needs "
				      "CONFIG_DEVTMPFS)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_carriage_returns),
		cmocka_unit_test(test_kernel_messages),
		cmocka_unit_test(test_damage),
		cmocka_unit_test(test_not_ended),
		cmocka_unit_test(test_any_damage),
		cmocka_unit_test(test_send),
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_status),
		cmocka_unit_test(test_complaint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
