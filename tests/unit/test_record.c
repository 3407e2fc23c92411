// SPDX-License-Identifier: GPL-2.0-or-later
#include "tmpdir.h"
#include "vm/record.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static char *run_options[] = {"--cases", "nop", NULL};

/* Two kernels, whose files are in @dir. */
static struct vm_options make(const struct rootfs *dir, struct kernel_image images[2])
{
	struct vm_options o = {
		.kernels = {{.label = "base"}, {.label = "new"}},
		.nr_kernels = 2,
		.campaign = "c",
		.blocks = 3,
		.memory_bytes = 1 << 30,
		.seed = 7,
		.run = {run_options, 2},
	};

	memset(images, 0, 2 * sizeof(*images));
	for (int i = 0; i < 2; i++) {
		rootfs_write(dir, i ? "b" : "a", "abc");
		tmpdir_path(dir, i ? "b" : "a", images[i].path);
		strcpy(images[i].version, "6.12.1");
	}
	return o;
}

static void refuse(const struct rootfs *dir, struct vm_options o, const struct kernel_image *images,
		   const char *text)
{
	struct vm_options before = o;
	struct error err = {""};

	assert_int_equal(record_resume(dir->path, &o, images, &err), -EINVAL);
	if (!strstr(err.text, text))
		fail_msg("%s", err.text);
	assert_memory_equal(&o, &before, sizeof(o));
}

/* What stands in the file; the checksum of "abc" is the one that FIPS 180 gives as an example. */
static void test_write(void **state)
{
	const struct rootfs *dir = *state;
	struct kernel_image images[2];
	struct vm_options o = make(dir, images);
	_cleanup_json_ json_t *expected =
		json_pack("{s:i,s:i,s:i,s:s,s:i,s:[s,s],s:[{s:s,s:s,s:s,s:s},{s:s,s:s,s:s,s:s}]}",
			  "ptebench_campaign", 1, "seed", 7, "boots", 3, "accel", "icount",
			  "memory_bytes", 1 << 30, "run", "--cases", "nop", "kernels", "label",
			  "base", "version", "6.12.1", "arch", "x86-64", "sha256",
			  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
			  "label", "new", "version", "6.12.1", "arch", "x86-64", "sha256",
			  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	_cleanup_json_ json_t *found = NULL;
	char path[PATH_MAX];
	struct error err;

	assert_int_equal(record_write(dir->path, &o, images, &err), 0);
	found = json_load_file(tmpdir_path(dir, "campaign.json", path), 0, NULL);
	assert_true(json_equal(found, expected));
	assert_int_equal(record_write("/nonexistent", &o, images, &err), -ENOENT);
	assert_string_equal(err.text, "/nonexistent/campaign.json: cannot be written: No such file "
				      "or directory (check space and permissions)");
}

static void test_resume(void **state)
{
	const struct rootfs *dir = *state;
	struct kernel_image images[2];
	struct vm_options o = make(dir, images);
	struct error err = {""};

	assert_int_equal(record_write(dir->path, &o, images, &err), 0);
	/* The defaults give way. */
	o.seed = 8;
	o.blocks = 2;
	assert_int_equal(record_resume(dir->path, &o, images, &err), 0);
	assert_int_equal(o.seed, 7);
	assert_int_equal(o.blocks, 3);
	/* Given, as it was; and more boots. */
	o.seed_given = o.blocks_given = true;
	assert_int_equal(record_resume(dir->path, &o, images, &err), 0);
	o.blocks = 5;
	assert_int_equal(record_resume(dir->path, &o, images, &err), 0);
	assert_int_equal(o.blocks, 5);
	/* Limits are not what figures depend on. */
	o.limit_ns = 5;
	assert_int_equal(record_resume(dir->path, &o, images, &err), 0);
}

static void test_others(void **state)
{
	const struct rootfs *dir = *state;
	struct kernel_image images[2], other[2];
	const struct vm_options o = make(dir, images);
	struct vm_options changed = o;
	struct error err;

	assert_int_equal(record_write(dir->path, &o, images, &err), 0);
	changed.seed = 8;
	changed.seed_given = true;
	refuse(dir, changed, images, "campaign.json: its seed is 7 ");
	changed = o;
	changed.blocks = 2;
	changed.blocks_given = true;
	refuse(dir, changed, images, "campaign.json: it has 3 boots of each kernel ");
	changed = o;
	changed.accel = VM_TCG;
	refuse(dir, changed, images, "campaign.json: accel: not what this campaign began with");
	changed = o;
	changed.memory_bytes++;
	refuse(dir, changed, images, "campaign.json: memory_bytes: not");
	changed = o;
	changed.run.nr = 1;
	refuse(dir, changed, images, "campaign.json: run: not");
	changed = o;
	changed.nr_kernels = 1;
	refuse(dir, changed, images, "campaign.json: kernels: not");
	changed = o;
	changed.kernels[1].label = "other";
	refuse(dir, changed, images, "campaign.json: kernels: not");
	memcpy(other, images, sizeof(other));
	strcpy(other[1].version, "6.12.2");
	refuse(dir, o, other, "campaign.json: kernels: not");
	memcpy(other, images, sizeof(other));
	other[0].arch = VM_ARM64;
	refuse(dir, o, other, "campaign.json: kernels: not");
	/* Built anew. */
	rootfs_write(dir, "b", "abd");
	refuse(dir, o, images, "campaign.json: kernels: not");
}

static void test_damaged(void **state)
{
	static const char *const texts[] = {
		"{\"seed\": 7, \"boots\": 2}",
		"{\"ptebench_campaign\": 2, \"seed\": 7, \"boots\": 2}",
		"{\"ptebench_campaign\": 1, \"seed\": \"7\", \"boots\": 2}",
		"{\"ptebench_campaign\": 1, \"seed\": 7, \"boots\": -1}",
		"{\"ptebench_campaign\": 1, \"seed\": 7, \"boots\": 1001}",
		"{\"ptebench_campaign\": 1, \"seed\": 7, \"boots\": 4294967296}",
		"{\"ptebench_campaign\": 1, \"seed\": -1, \"boots\": 2}",
		"[]",
	};
	const struct rootfs *dir = *state;
	struct kernel_image images[2];
	const struct vm_options o = make(dir, images);

	refuse(dir, o, images, "campaign.json: line -1: ");
	rootfs_write(dir, "campaign.json", "{");
	refuse(dir, o, images, "campaign.json: line 1: ");
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		rootfs_write(dir, "campaign.json", texts[i]);
		refuse(dir, o, images, "campaign.json: not the record of a campaign");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		tmpdir_test(test_write),
		tmpdir_test(test_resume),
		tmpdir_test(test_others),
		tmpdir_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
