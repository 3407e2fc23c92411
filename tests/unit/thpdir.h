/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A copy of a fixture's THP settings, in files that hold what was written to them last. */
#ifndef TESTS_UNIT_THPDIR_H
#define TESTS_UNIT_THPDIR_H

#include "bench/thp.h"
#include "tmpdir.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* As tmpdir_setup(), with the settings of Linux 6.18 in it. */
static inline int thpdir_setup(void **state)
{
	int ret = tmpdir_setup(state);

	if (!ret)
		tmpdir_copy_thp(*state, "linux-6.18-x86_64");
	return ret;
}

#define thpdir_test(f) cmocka_unit_test_setup_teardown(f, thpdir_setup, tmpdir_teardown)

static inline void expect_file(const struct rootfs *root, const char *name, const char *text)
{
	char buf[4096];

	assert_string_equal(tmpdir_read(root, name, buf, sizeof(buf)), text);
}

static inline void expect_same(const struct thp_state *a, const struct thp_state *b)
{
	assert_int_equal(a->nr, b->nr);
	for (size_t i = 0; i < a->nr; i++) {
		assert_string_equal(a->settings[i].file, b->settings[i].file);
		assert_string_equal(a->settings[i].word, b->settings[i].word);
	}
}

/* What is there is as @found. */
static inline void expect_state(const struct rootfs *root, const struct thp_state *found)
{
	struct thp_state now;

	assert_int_equal(thp_snapshot(root->fd, &now, NULL), 0);
	expect_same(&now, found);
}

/* Puts a link to @target in the place of the file @name. */
static inline void replace_by_link(const struct rootfs *root, const char *name, const char *target)
{
	char path[PATH_MAX];

	assert_int_equal(unlink(tmpdir_path(root, name, path)), 0);
	assert_int_equal(symlink(target, path), 0);
}

#endif
