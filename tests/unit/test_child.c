// SPDX-License-Identifier: GPL-2.0-or-later
/* Going on in a child: whoever waits for the worker sees what became of it. */
#include "bench/case.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static int exits(void)
{
	_exit(7);
}

static int is_killed(void)
{
	return raise(SIGKILL);
}

/* How a process ends that goes on in a child, which does @what. */
static int end_of(int (*what)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		if (case_continue_in_child())
			_exit(99);
		what();
		_exit(98);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void test_exit(void **state)
{
	int status = end_of(exits);

	(void)state;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
}

static void test_signal(void **state)
{
	int status = end_of(is_killed);

	(void)state;
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
}

/* The child must not outlive the worker that the harness kills: it holds the pipe's other end. */
static void test_killed_parent(void **state)
{
	char byte;
	int ends[2];
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		if (case_continue_in_child() || write(ends[1], "x", 1) != 1)
			_exit(99);
		for (;;)
			pause();
	}
	close(ends[1]);
	assert_int_equal(read(ends[0], &byte, 1), 1);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	/* End of file, once nobody holds it. */
	assert_int_equal(read(ends[0], &byte, 1), 0);
	close(ends[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exit),
		cmocka_unit_test(test_signal),
		cmocka_unit_test(test_killed_parent),
	};

	alarm(60); /* a child that outlives its parent would hang the last one */
	return cmocka_run_group_tests(tests, NULL, NULL);
}
