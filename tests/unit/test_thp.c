// SPDX-License-Identifier: GPL-2.0-or-later
/* Reading the settings and what follows from them; test_thp_apply.c writes them. */
#include "bench/thp.h"
#include "tmpdir.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define K 1024UL
#define M (1024UL * K)

static struct thp_state snapshot_of(const char *fixture)
{
	_cleanup_fd_ int fd = rootfs_open(fixture);
	struct thp_state s;

	assert_true(fd >= 0);
	assert_int_equal(thp_snapshot(fd, &s, NULL), 0);
	for (size_t i = 1; i < s.nr; i++)
		assert_true(strcmp(s.settings[i - 1].file, s.settings[i].file) < 0);
	return s;
}

static void expect_word(const struct thp_state *s, const char *file, const char *word)
{
	const char *there = thp_word(s, file);

	assert_string_equal(there ? there : "(none)", word);
}

static void test_snapshot_6_1(void **state)
{
	struct thp_state s = snapshot_of("linux-6.1-x86_64");

	(void)state;
	assert_int_equal(s.nr, 5);
	expect_word(&s, "enabled", "always");
	expect_word(&s, "defrag", "madvise");
	expect_word(&s, "shmem_enabled", "never");
	expect_word(&s, "use_zero_page", "1");
	expect_word(&s, "khugepaged/defrag", "1");
	expect_word(&s, "hpage_pmd_size", "(none)"); /* cannot be set */
}

static void test_snapshot_6_18(void **state)
{
	struct thp_state s = snapshot_of("linux-6.18-x86_64");

	(void)state;
	/* Five global ones, nine sizes for shmem, and for anonymous memory all of them but 8K. */
	assert_int_equal(s.nr, 5 + 9 + 8);
	expect_word(&s, "enabled", "madvise");
	expect_word(&s, "hugepages-64kB/enabled", "never");
	expect_word(&s, "hugepages-2048kB/enabled", "inherit");
	expect_word(&s, "hugepages-8kB/shmem_enabled", "never");
	expect_word(&s, "hugepages-8kB/enabled", "(none)");
}

static void test_snapshot_none(void **state)
{
	assert_int_equal(snapshot_of("linux-no-thp").nr, 0);
	(void)state;
}

/* Words of kernels to come, and files that hold nothing but a word. */
static void test_unknown_words(void **state)
{
	const struct rootfs *root = *state;
	struct thp_state s;
	struct error err;

	tmpdir_copy_thp(root, "linux-6.18-x86_64");
	rootfs_write(root, THP_DIR "/enabled", "always madvise never [auto-tuned:2]\n");
	rootfs_write(root, THP_DIR "/hugepages-64kB/enabled", "[sometimes] always\n");
	rootfs_write(root, THP_DIR "/defrag", "2\n");
	assert_int_equal(thp_snapshot(root->fd, &s, NULL), 0);
	expect_word(&s, "enabled", "auto-tuned:2");
	expect_word(&s, "hugepages-64kB/enabled", "sometimes");
	expect_word(&s, "defrag", "2");
	rootfs_write(root, THP_DIR "/defrag", "[a-word-of-more-characters-than-any-setting-has]\n");
	s.nr = 42;
	assert_int_equal(thp_snapshot(root->fd, &s, &err), -ENAMETOOLONG);
	assert_non_null(strstr(err.text, "/" THP_DIR "/defrag"));
	assert_int_equal(s.nr, 42);
}

static void test_set(void **state)
{
	static struct thp_state s;
	char file[16];

	(void)state;
	s.nr = 0;
	assert_int_equal(thp_set(&s, "m", "1"), 0);
	assert_int_equal(thp_set(&s, "a", "2"), 0);
	assert_int_equal(thp_set(&s, "z", "3"), 0);
	assert_int_equal(thp_set(&s, "m", "4"), 0);
	assert_int_equal(s.nr, 3);
	assert_string_equal(s.settings[0].file, "a");
	assert_string_equal(s.settings[2].file, "z");
	expect_word(&s, "m", "4");
	assert_int_equal(thp_set(&s, "m", "0123456789012345678901234567890123456789"),
			 -ENAMETOOLONG);
	assert_int_equal(thp_set(&s, "01234567890123456789012345678901234567890123456789", "x"),
			 -ENAMETOOLONG);
	while (s.nr < MAX_THP_SETTINGS) {
		snprintf(file, sizeof(file), "n%zu", s.nr);
		assert_int_equal(thp_set(&s, file, "x"), 0);
	}
	assert_int_equal(thp_set(&s, "one more", "x"), -ENOSPC);
	assert_int_equal(thp_set(&s, "m", "y"), 0);
}

/* That size `always`, all others and the global one `never`. */
static void expect_only(const struct thp_state *plan, const char *file)
{
	bool any = false;

	for (size_t i = 0; i < plan->nr; i++) {
		const struct thp_setting *s = &plan->settings[i];
		bool wanted = file && !strcmp(s->file, file);

		if (!strcmp(s->file, "defrag")) {
			assert_string_equal(s->word, "always");
			continue;
		}
		assert_string_equal(s->word, wanted ? "always" : "never");
		assert_true(!strcmp(s->file, "enabled") || strstr(s->file, "kB/enabled"));
		any |= wanted;
	}
	assert_true(any || !file);
}

static void test_plan_6_18(void **state)
{
	struct thp_state found = snapshot_of("linux-6.18-x86_64"), plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan(&found, 64 * K, 4 * K, 2 * M, &plan, &why), 0);
	assert_int_equal(plan.nr, 2 + 8);
	expect_only(&plan, "hugepages-64kB/enabled");
	assert_int_equal(thp_plan(&found, 2 * M, 4 * K, 2 * M, &plan, &why), 0);
	assert_int_equal(plan.nr, 2 + 8);
	expect_only(&plan, "hugepages-2048kB/enabled");
	assert_int_equal(thp_plan(&found, 4 * K, 4 * K, 2 * M, &plan, &why), 0);
	assert_int_equal(plan.nr, 1 + 8);
	expect_only(&plan, NULL);
	plan.nr = 42;
	assert_int_equal(thp_plan(&found, 8 * K, 4 * K, 2 * M, &plan, &why), -ENOTSUP);
	assert_non_null(strstr(why.text, "hugepages-8kB"));
	assert_non_null(strstr(why.text, "needs 8K folios"));
	assert_int_equal(plan.nr, 42);
}

static void test_plan_6_1(void **state)
{
	struct thp_state found = snapshot_of("linux-6.1-x86_64"), plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan(&found, 2 * M, 4 * K, 2 * M, &plan, &why), 0);
	assert_int_equal(plan.nr, 2);
	expect_only(&plan, "enabled");
	expect_word(&plan, "defrag", "always");
	assert_int_equal(thp_plan(&found, 4 * K, 4 * K, 2 * M, &plan, &why), 0);
	assert_int_equal(plan.nr, 1);
	expect_only(&plan, NULL);
	assert_int_equal(thp_plan(&found, 64 * K, 4 * K, 2 * M, &plan, &why), -ENOTSUP);
	assert_non_null(strstr(why.text, "6.8"));
}

static void test_plan_64k(void **state)
{
	struct thp_state found = snapshot_of("linux-6.12-arm64-64k"), plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan(&found, 2 * M, 64 * K, 512 * M, &plan, &why), 0);
	expect_only(&plan, "hugepages-2048kB/enabled");
	assert_int_equal(thp_plan(&found, 512 * M, 64 * K, 512 * M, &plan, &why), 0);
	expect_only(&plan, "hugepages-524288kB/enabled");
	assert_int_equal(thp_plan(&found, 64 * K, 64 * K, 512 * M, &plan, &why), 0);
	expect_only(&plan, NULL);
}

static void test_plan_no_thp(void **state)
{
	struct thp_state found = snapshot_of("linux-no-thp"), plan;
	struct error why;

	(void)state;
	assert_int_equal(thp_plan(&found, 4 * K, 4 * K, 0, &plan, &why), 0);
	assert_int_equal(plan.nr, 0);
	assert_int_equal(thp_plan(&found, 64 * K, 4 * K, 0, &plan, &why), -ENOTSUP);
	assert_non_null(strstr(why.text, "CONFIG_TRANSPARENT_HUGEPAGE"));
}

/* What one word each of the global setting, 64K and 2M give with 4K pages. */
static bool suits(const char *global, const char *k64, const char *m2, uint64_t folio,
		  bool madvised)
{
	struct thp_state s = {0};

	thp_set(&s, "enabled", global);
	if (k64) {
		thp_set(&s, "hugepages-64kB/enabled", k64);
		thp_set(&s, "hugepages-2048kB/enabled", m2);
	}
	return thp_suits(&s, folio, 4 * K, 2 * M, madvised);
}

static void test_suits_sizes(void **state)
{
	(void)state;
	assert_true(suits("never", "always", "never", 64 * K, false));
	assert_true(suits("never", "madvise", "never", 64 * K, true));
	assert_false(suits("never", "madvise", "never", 64 * K, false));
	assert_false(suits("never", "never", "never", 64 * K, true));
	/* The larger one would come first. */
	assert_false(suits("never", "always", "always", 64 * K, false));
	assert_false(suits("never", "always", "madvise", 64 * K, true));
	assert_true(suits("never", "always", "madvise", 64 * K, false));
	/* The global word counts where a size inherits it, and nowhere else. */
	assert_false(suits("always", "always", "inherit", 64 * K, false));
	assert_true(suits("never", "always", "inherit", 64 * K, false));
	assert_true(suits("always", "never", "inherit", 2 * M, false));
	assert_true(suits("madvise", "never", "inherit", 2 * M, true));
	assert_false(suits("madvise", "never", "inherit", 2 * M, false));
	assert_false(suits("always", "never", "never", 2 * M, true));
	assert_false(suits("always", "always", "never", 32 * K, true));
	/* A word of a kernel to come promises nothing. */
	assert_false(suits("never", "sometimes", "never", 64 * K, true));
}

static void test_suits_global(void **state)
{
	(void)state;
	assert_true(suits("always", NULL, NULL, 2 * M, false));
	assert_true(suits("madvise", NULL, NULL, 2 * M, true));
	assert_false(suits("madvise", NULL, NULL, 2 * M, false));
	assert_false(suits("never", NULL, NULL, 2 * M, true));
	assert_false(suits("always", NULL, NULL, 64 * K, true));
}

/* MADV_NOHUGEPAGE forbids all that is larger than a base page. */
static void test_suits_base(void **state)
{
	struct thp_state none = {0};

	(void)state;
	assert_true(suits("always", "always", "always", 4 * K, true));
	assert_false(suits("always", NULL, NULL, 4 * K, false));
	assert_false(suits("never", "always", "never", 4 * K, false));
	assert_true(suits("madvise", "madvise", "inherit", 4 * K, false));
	assert_true(thp_suits(&none, 4 * K, 4 * K, 0, false));
	assert_false(thp_suits(&none, 2 * M, 4 * K, 0, true));
}

static void test_stats(void **state)
{
	const struct rootfs *root = *state;
	_cleanup_json_ json_t *stats = NULL;

	tmpdir_copy_thp(root, "linux-6.18-x86_64");
	rootfs_write(root, THP_DIR "/hugepages-64kB/stats/anon_fault_alloc", "16384\n");
	stats = thp_stats(root->fd, 64 * K);
	assert_int_equal(json_object_size(stats), 5);
	assert_int_equal(json_integer_value(json_object_get(stats, "anon_fault_alloc")), 16384);
	assert_true(json_is_integer(json_object_get(stats, "anon_fault_fallback")));
	assert_null(thp_stats(root->fd, 4 * K));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshot_6_1),
		cmocka_unit_test(test_snapshot_6_18),
		cmocka_unit_test(test_snapshot_none),
		tmpdir_test(test_unknown_words),
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_plan_6_18),
		cmocka_unit_test(test_plan_6_1),
		cmocka_unit_test(test_plan_64k),
		cmocka_unit_test(test_plan_no_thp),
		cmocka_unit_test(test_suits_sizes),
		cmocka_unit_test(test_suits_global),
		cmocka_unit_test(test_suits_base),
		tmpdir_test(test_stats),
	};

	return cmocka_run_group_tests_name("thp", tests, NULL, NULL);
}
