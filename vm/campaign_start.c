// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign_parts.h"

#include "initramfs.h"
#include "plugin.h"
#include "unnamed.h"

#include "bench/iterations.h"
#include "bench/schema.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*
 * Callbacks of RCU run in a thread of their own then, not in between what is counted: short loops
 * of mprotect() agreed from boot to boot to 0.07 % instead of 1.5 %.
 */
#define ICOUNT_PARAMETERS "rcutree.use_softirq=0"

/* As long, at most. */
#define COUNTING_TAKES 4

const char *campaign_boot_name(const struct campaign *c, const struct boot *boot, char *buf,
			       size_t size)
{
	const char *label = c->labels[boot->slot.arm];

	if (boot->counted)
		snprintf(buf, size, "%s, counted by function", label);
	else
		snprintf(buf, size, "%s, block %u", label, boot->slot.block);
	return buf;
}

void campaign_result_path(const struct campaign *c, const struct boot *boot, char *buf)
{
	const char *label = c->labels[boot->slot.arm];
	char name[256];

	if (boot->counted)
		snprintf(buf, PATH_MAX, "%s/" CAMPAIGN_COUNTS "/%s.json", c->dir, label);
	else
		snprintf(buf, PATH_MAX, "%s/%s", c->dir,
			 order_file_name(name, sizeof(name), &boot->slot, label));
}

void campaign_console_path(const struct campaign *c, const struct boot *boot, char *buf)
{
	const char *label = c->labels[boot->slot.arm], *again = boot->tries > 1 ? "-again" : "";

	if (boot->counted)
		snprintf(buf, PATH_MAX, "%s/consoles/%s-counted%s.log", c->dir, label, again);
	else
		snprintf(buf, PATH_MAX, "%s/consoles/%s-block-%02u%s.log", c->dir, label,
			 boot->slot.block, again);
}

void campaign_boot_done(struct campaign *c, struct boot *boot)
{
	_cleanup_json_ json_t *found = NULL;
	char path[PATH_MAX];

	boot->done = true;
	campaign_result_path(c, boot, path);
	/* A result without a row, all being skipped, has no counts to take. */
	if (!iterations_from(path, c->dir, &found, NULL))
		json_object_update_missing(c->iterations, found);
	c->calibrated[boot->slot.arm] = true;
}

/* The counts so far in the form of a result file, which is what `run` takes them from. */
static json_t *iterations_result(const json_t *iterations)
{
	json_t *rows = json_array(), *workers = json_array(), *entry;
	const char *name;

	json_object_foreach ((json_t *)iterations, name, entry) {
		json_array_append_new(rows,
				      json_pack("{s:s,s:O,s:{s:I}}", "name", name, "iterations",
						json_object_get(entry, "iterations"), "ptebench",
						"worker", (json_int_t)json_array_size(workers)));
		json_array_append_new(workers, json_pack("{s:{s:O}}", "params", "size_bytes",
							 json_object_get(entry, "size")));
	}
	return json_pack("{s:{s:{s:i,s:o}},s:o}", "context", "ptebench", "schema", RESULT_SCHEMA,
			 "workers", workers, "benchmarks", rows);
}

/* Returns an unnamed file with them, or a negative errno with @err. */
static int write_iterations(const struct campaign *c, struct error *err)
{
	_cleanup_json_ json_t *result = iterations_result(c->iterations);
	_cleanup_free_ char *text = result ? json_dumps(result, JSON_INDENT(1)) : NULL;
	int fd = text ? unnamed_open("iterations") : -ENOMEM;
	int ret = fd < 0 ? fd : write_all(fd, text, strlen(text));

	if (!ret)
		return fd;
	close_fd(&fd);
	return error_set(err, ret, "vm: iteration counts: %s (free some memory)", strerror(-ret));
}

/*
 * The order of cases is one for all arms of a block; where a boot repeats to the instruction, for
 * all boots, so that they do.
 */
static uint64_t order_seed(const struct campaign *c, const struct boot *boot)
{
	unsigned int block = c->o->accel == VM_ICOUNT ? 0 : boot->slot.block;

	return (c->o->seed + block) & VM_MAX_SEED;
}

static int write_job(const struct campaign *c, const struct boot *boot, int fd, struct error *err)
{
	/* One is as good as three there: what is counted repeats. */
	static const char *const counted[] = {"--processes", "1"};
	const struct kernel_image *image = &c->images[boot->slot.arm];
	char block[16], position[16], seed[24];
	char base[UNNAMED_PATH_MAX], iterations[UNNAMED_PATH_MAX];
	_cleanup_fd_ int counts = -1;
	const char *const fixed[] = {
		"--label",    c->labels[boot->slot.arm],
		"--block",    block,
		"--position", position,
		"--seed",     seed,
		"--clock",    c->o->accel == VM_ICOUNT ? "instructions" : "wall",
	};
	_cleanup_free_ char **options =
		calloc(ARRAY_SIZE(fixed) + c->o->run.nr + ARRAY_SIZE(counted) + 1, sizeof(char *));
	size_t nr = 0;
	struct guest_job job = {
		.options = options,
		.config = image->config[0] ? image->config : NULL,
		.symbols = boot->counted,
	};

	if (!options)
		return error_set(err, -ENOMEM, "vm: not enough memory (fewer options)");
	snprintf(block, sizeof(block), "%u", boot->slot.block);
	snprintf(position, sizeof(position), "%u", boot->slot.position);
	snprintf(seed, sizeof(seed), "%" PRIu64, order_seed(c, boot));
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++)
		options[nr++] = (char *)fixed[i];
	for (size_t i = 0; i < c->o->run.nr; i++)
		options[nr++] = c->o->run.list[i];
	for (size_t i = 0; boot->counted && i < ARRAY_SIZE(counted); i++)
		options[nr++] = (char *)counted[i];
	if (json_object_size(c->iterations)) {
		counts = write_iterations(c, err);
		if (counts < 0)
			return counts;
		job.iterations = unnamed_path(counts, iterations);
	}
	return initramfs_with_job(unnamed_path(c->base, base), &job, fd, err);
}

/* @option has PLUGIN_OPTION_MAX bytes. */
static int prepare_counting(struct boot *boot, char *option, struct error *err)
{
	char out[UNNAMED_PATH_MAX];

	close_fd(&boot->counts);
	boot->counts = unnamed_open("counts");
	if (boot->counts < 0)
		return error_set(err, boot->counts, "vm: counts: %s (free some memory)",
				 strerror(-boot->counts));
	return plugin_option(unnamed_path(boot->counts, out), option, err);
}

static int start_boot(struct campaign *c, struct boot *boot, size_t guest, struct error *err)
{
	/* QEMU has it open from then on. */
	_cleanup_fd_ int fd = unnamed_open("initramfs");
	int inherited[] = {fd, c->kernels[boot->slot.arm], -1};
	char initramfs[UNNAMED_PATH_MAX], console[PATH_MAX], plugin[PLUGIN_OPTION_MAX];
	struct vm_settings settings = {
		.image = &c->images[boot->slot.arm],
		.initramfs = unnamed_path(fd, initramfs),
		.inherited = inherited,
		.nr_inherited = 2,
		.accel = c->o->accel,
		.memory_bytes = c->o->memory_bytes,
		.limit_ns = c->o->limit_ns,
		.parameters = c->o->accel == VM_ICOUNT ? ICOUNT_PARAMETERS : NULL,
		.log = console,
	};
	int ret;

	if (fd < 0)
		return error_set(err, fd, "vm: an initramfs: %s (free some memory)", strerror(-fd));
	ret = write_job(c, boot, fd, err);
	if (!ret && boot->counted) {
		ret = prepare_counting(boot, plugin, err);
		inherited[settings.nr_inherited++] = boot->counts;
		settings.plugin = plugin;
		settings.limit_ns *= COUNTING_TAKES;
	}
	if (ret)
		return ret;
	boot->tries++;
	campaign_console_path(c, boot, console);
	ret = vm_start(&settings, &c->guests[guest], err);
	if (ret)
		return ret;
	boot->running = true;
	boot->start_ns = now_ns();
	c->boot_of[guest] = boot;
	return 0;
}

size_t campaign_running(const struct campaign *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr_boots; i++)
		nr += c->boots[i].running;
	return nr;
}

/* Whether a boot runs that finds iteration counts out for rows that no other arm had. */
static bool is_calibrating(const struct campaign *c)
{
	for (size_t i = 0; i < c->nr_boots; i++)
		if (c->boots[i].running && !c->calibrated[c->boots[i].slot.arm])
			return true;
	return false;
}

/*
 * NULL: none that could be started now. The first boots of arms come one after the other, since an
 * arm may have rows that those before it skipped, and one count is to serve all.
 */
static struct boot *next_boot(struct campaign *c)
{
	bool calibrating = is_calibrating(c);

	for (size_t i = 0; i < c->nr_boots; i++) {
		struct boot *boot = &c->boots[i];

		if (!boot->done && !boot->running && boot->tries < CAMPAIGN_MAX_TRIES &&
		    !(calibrating && !c->calibrated[boot->slot.arm]))
			return boot;
	}
	return NULL;
}

int campaign_start_boots(struct campaign *c, struct error *err)
{
	for (size_t i = 0; i < c->nr_guests; i++) {
		struct boot *boot = c->guests[i] ? NULL : next_boot(c);
		int ret = boot ? start_boot(c, boot, i, err) : 0;

		if (ret)
			return ret;
	}
	return 0;
}
