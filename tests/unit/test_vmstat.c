// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/vmstat.h"
#include "rootfs.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct vmstat read_text(const char *text)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	struct vmstat v;

	memset(&v, 0xff, sizeof(v));
	rootfs_write(&root, "proc/vmstat", text);
	assert_int_equal(vmstat_read(root.fd, &v), 0);
	return v;
}

static bool lacks(const struct vmstat *v, const char *name)
{
	_cleanup_json_ json_t *missing = vmstat_missing(v);
	json_t *entry;
	size_t i;

	json_array_foreach (missing, i, entry)
		if (!strcmp(json_string_value(entry), name))
			return true;
	return false;
}

/* What @name went up by; 0 where it is not told. */
static json_int_t up(const char *before, const char *after, const char *name)
{
	struct vmstat b = read_text(before), a = read_text(after);
	_cleanup_json_ json_t *change = vmstat_change(&b, &a);

	assert_non_null(change);
	return json_integer_value(json_object_get(change, name));
}

static void test_change(void **state)
{
	struct vmstat before =
		read_text("nr_free_pages 5\npgfault 100\npgfree 7\nthp_split_pmd 1\n");
	struct vmstat after =
		read_text("nr_free_pages 9\npgfault 142\npgfree 7\nthp_split_pmd 2\n");
	_cleanup_json_ json_t *change = vmstat_change(&before, &after);

	(void)state;
	/* Neither what did not happen nor what is on no list. */
	assert_int_equal(json_object_size(change), 2);
	assert_int_equal(json_integer_value(json_object_get(change, "pgfault")), 42);
	assert_int_equal(json_integer_value(json_object_get(change, "thp_split_pmd")), 1);
}

/* Not there is not the same as not happened. */
static void test_missing(void **state)
{
	struct vmstat v = read_text("pgfault 0\npgmajfault 0\nthp_split_pmd 3\n");
	struct vmstat none = read_text("nr_free_pages 5\n");

	(void)state;
	assert_true(vmstat_any(&v));
	assert_false(lacks(&v, "pgfault"));
	assert_false(lacks(&v, "thp_split_pmd"));
	assert_true(lacks(&v, "nr_tlb_remote_flush"));
	assert_false(lacks(&v, "nr_free_pages"));
	assert_false(vmstat_any(&none));
	assert_true(lacks(&none, "pgfault"));
	/* One that comes or goes in between has no change. */
	assert_int_equal(up("pgfree 1\n", "pgfree 1\npgfault 7\n", "pgfault"), 0);
	assert_int_equal(up("pgfree 1\npgfault 7\n", "pgfree 1\n", "pgfault"), 0);
}

static void test_garbage(void **state)
{
	struct vmstat v = read_text("\n \npgfault\npgmajfault \npgfree -1\npgreuse 0x10\n"
				    "thp_split_pmd 5 6\npswpin 18446744073709551616\nxpswpout 1\n"
				    "thp_split_pmd_x 1\nthp_split 1\nnuma_hint_faults 12");

	(void)state;
	assert_true(lacks(&v, "pgfault"));
	assert_true(lacks(&v, "pgmajfault"));
	assert_true(lacks(&v, "pgfree"));
	assert_true(lacks(&v, "pgreuse"));
	assert_true(lacks(&v, "thp_split_pmd"));
	assert_true(lacks(&v, "pswpin"));
	assert_true(lacks(&v, "pswpout"));
	/* Also without a line end. */
	assert_false(lacks(&v, "numa_hint_faults"));
}

static void test_huge(void **state)
{
	(void)state;
	/* Beyond what a double holds, and beyond what a signed number does. */
	assert_true(up("pgfault 9007199254740992\n", "pgfault 9007199254740993\n", "pgfault") == 1);
	assert_true(up("pgfault 0\n", "pgfault 9223372036854775807\n", "pgfault") == INT64_MAX);
	assert_true(up("pgfault 18446744073709551610\n", "pgfault 18446744073709551615\n",
		       "pgfault") == 5);
	/* The counter wrapped. */
	assert_true(up("pgfault 18446744073709551615\n", "pgfault 2\n", "pgfault") == 3);
}

static void test_backwards(void **state)
{
	struct vmstat before = read_text("pgfault 100\npgfree 1\n");
	struct vmstat after = read_text("pgfault 99\npgfree 2\n");

	(void)state;
	assert_null(vmstat_change(&before, &after));
}

static void test_absent(void **state)
{
	_cleanup_rootfs_ struct rootfs root = rootfs_make();
	struct vmstat v;

	(void)state;
	assert_int_equal(vmstat_read(root.fd, &v), -ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_change),    cmocka_unit_test(test_missing),
		cmocka_unit_test(test_garbage),   cmocka_unit_test(test_huge),
		cmocka_unit_test(test_backwards), cmocka_unit_test(test_absent),
	};

	return cmocka_run_group_tests_name("vmstat", tests, NULL, NULL);
}
