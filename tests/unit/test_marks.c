// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/marks.h"
#include "bench/util.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void test_too_large(void **state)
{
	struct marks marks = {0};
	struct error err = {""};

	(void)state;
	assert_int_equal(marks_map(MARKS_MAX, &marks, &err), -ERANGE);
	assert_string_equal(err.text,
			    "marks: 16385 workers are too many (fewer cases or processes)");
	assert_null(marks.begin);
}

/* In a child, whose end tells: 0, or the number of the check that failed. */
static int in_child(int (*check)(void))
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (!pid)
		_exit(check());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static int check_last(void)
{
	struct marks marks, other = {0};
	struct error err = {""};

	if (marks_map(MARKS_MAX - 1, &marks, &err))
		return 1;
	if ((uintptr_t)marks.begin != MARKS_BEGIN + MARKS_BYTES - MARKS_STRIDE ||
	    (uintptr_t)marks.end != MARKS_END + MARKS_BYTES - MARKS_STRIDE)
		return 2;
	/* They can be called, and return. */
	marks.begin();
	marks.end();
	/* Nothing that is there already is mapped over. */
	if (marks_map(1, &other, &err) != -EEXIST || !strstr(err.text, "File exists"))
		return 3;
	return other.begin ? 4 : 0;
}

static int check_first(void)
{
	struct marks marks;
	int status;
	pid_t pid;

	if (marks_map(0, &marks, NULL))
		return 1;
	if ((uintptr_t)marks.begin != MARKS_BEGIN || (uintptr_t)marks.end != MARKS_END)
		return 2;
	pid = fork();
	if (!pid) {
		marks.begin();
		marks.end();
		_exit(0);
	}
	return waitpid(pid, &status, 0) == pid && !status ? 0 : 3;
}

static void test_map(void **state)
{
	(void)state;
	assert_int_equal(in_child(check_first), 0);
	assert_int_equal(in_child(check_last), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_too_large),
		cmocka_unit_test(test_map),
	};

	return cmocka_run_group_tests_name("marks", tests, NULL, NULL);
}
