// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/merge.h"

#include "compare/blocks.h"
#include "compare/counters.h"
#include "compare/fields.h"
#include "compare/find.h"
#include "compare/workload.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A file on its way into an arm. */
struct merging {
	struct merge *m;
	struct arm *arm;
	size_t arm_index;
	struct result_file *file;
	struct node own; /* context.ptebench, for messages */
};

int merge_init(struct merge *m, struct comparison *c)
{
	m->c = c;
	m->known = json_object();
	return m->known ? 0 : -ENOMEM;
}

void merge_free(struct merge *m)
{
	json_decref(m->known);
	m->known = NULL;
}

static int no_memory(const struct merging *g)
{
	return error_set(g->own.err, -ENOMEM, "%s: not enough memory to read it (compare fewer)",
			 g->file->path);
}

static char *take(char **text)
{
	char *taken = *text;

	*text = NULL;
	return taken;
}

/* For later files: the arm's newest run is the first that has @key. */
static int remember(const struct merging *g, const char *key)
{
	uint64_t run = (uint64_t)g->arm_index << 32 | (g->arm->nr_runs - 1);

	if (json_object_get(g->m->known, key))
		return 0;
	return json_object_set_new(g->m->known, key, json_integer((json_int_t)run)) ? no_memory(g)
										    : 0;
}

static const struct run *recall(const struct merging *g, const char *key)
{
	json_t *known = json_object_get(g->m->known, key);
	uint64_t run = (uint64_t)json_integer_value(known);

	return known ? &g->m->c->arms[run >> 32].runs[run & UINT32_MAX] : NULL;
}

/* The id of the boot of that run. */
static const char *recall_boot(const struct merging *g, const char *key)
{
	uint64_t arm = (uint64_t)json_integer_value(json_object_get(g->m->known, key)) >> 32;

	return g->m->c->arms[arm].boots[recall(g, key)->boot].id;
}

/* The arm has one label and one clock for all its files. */
static int same_text(const struct merging *g, const char *key, const char *here, const char *kept)
{
	if (!kept || !here || !strcmp(here, kept))
		return 0;
	return node_error(&g->own, key,
			  "\"%.60s\", but \"%.60s\" in %.200s (an input is one kernel)", here, kept,
			  g->arm->runs[0].path);
}

static int check_kind(const struct merging *g)
{
	const struct arm *arm = g->arm;
	struct node file = g->own;

	file.path = "";
	if (!arm->nr_runs)
		return 0;
	if (g->file->foreign != arm->flat)
		return node_error(&file, NULL,
				  "a result of %s, but %.200s is one of %s (give them as two "
				  "inputs)",
				  arm->flat ? "ptebench" : "another program", arm->runs[0].path,
				  arm->flat ? "another program" : "ptebench");
	if (g->file->published != arm->published)
		return node_error(
			&g->own, "source",
			"published and measured figures under one label (give one of them)");
	return 0;
}

static int merge_arm(const struct merging *g)
{
	struct result_file *file = g->file;
	struct source *from = &file->source, *to = &g->arm->source;
	struct arm *arm = g->arm;
	int ret = check_kind(g);

	if (!ret)
		ret = same_text(g, "label", file->label, arm->label);
	if (!ret)
		ret = same_text(g, "clock", file->clock, arm->clock);
	if (ret)
		return ret;
	arm->flat = file->foreign;
	arm->published = file->published;
	if (!arm->label)
		arm->label = file->foreign ? find_base_name(arm->input) : take(&file->label);
	/* The clock of google/benchmark is the steady one, ptebench's "wall". */
	if (!arm->clock)
		arm->clock = file->foreign ? strdup("wall") : take(&file->clock);
	if (!arm->label || (file->foreign && !arm->clock) || facts_add(arm, &file->facts) ||
	    uncounted_add(&arm->uncounted, &file->uncounted))
		return no_memory(g);
	to->url = to->url ? to->url : take(&from->url);
	to->title = to->title ? to->title : take(&from->title);
	to->author = to->author ? to->author : take(&from->author);
	to->date = to->date ? to->date : take(&from->date);
	to->note = to->note ? to->note : take(&from->note);
	return 0;
}

static int add_run(const struct merging *g, const char *boot_key)
{
	const struct run *same_boot = recall(g, boot_key);
	struct result_file *file = g->file;
	struct arm *arm = g->arm;
	struct boot *boot;
	struct run *run;
	int64_t start;

	run = array_add(&arm->runs, arm->nr_runs, &arm->runs_room, sizeof(*run));
	if (!run)
		return no_memory(g);
	run->boot = same_boot ? same_boot->boot : (uint32_t)arm->nr_boots;
	if (!same_boot) {
		boot = array_add(&arm->boots, arm->nr_boots, &arm->boots_room, sizeof(*boot));
		if (!boot)
			return no_memory(g);
		arm->nr_boots++;
		boot->id = file->boot_id ? take(&file->boot_id) : strdup("not stated");
		boot->release = take(&file->release);
		boot->version = take(&file->version);
		boot->machine = take(&file->machine);
		boot->block = boot->position = -1;
	}
	boot = &arm->boots[run->boot];
	start = file->date ? blocks_seconds(file->date) : 0;
	if (!boot->nr_runs || start < boot->start)
		boot->start = start;
	boot->nr_runs++;
	boot->block = boot->block < 0 ? file->block : boot->block;
	boot->position = boot->position < 0 ? file->position : boot->position;
	run->seed = file->seed;
	run->block = file->block;
	run->position = file->position;
	run->interrupted = file->interrupted;
	run->date = take(&file->date);
	run->path = strdup(file->path);
	arm->nr_runs++;
	return boot->id && run->path ? remember(g, boot_key) : no_memory(g);
}

static int check_block(const struct merging *g, const struct run *earlier)
{
	const struct result_file *file = g->file;
	bool block = earlier && earlier->block != file->block;

	if (!earlier || (!block && earlier->position == file->position))
		return 0;
	return node_error(&g->own, block ? "block" : "position",
			  "%" PRId64 ", but %" PRId64
			  " in %.200s, of the same boot (a boot has one "
			  "place in a campaign)",
			  block ? file->block : file->position,
			  block ? earlier->block : earlier->position, earlier->path);
}

/* The run of another boot than the newest's that has @key; NULL: there is none, or none yet. */
static const struct run *recall_other(const struct merging *g, const char *key)
{
	const struct arm *arm = g->arm;
	const struct run *known = recall(g, key);

	if (!known || !strcmp(recall_boot(g, key), arm->boots[arm->runs[arm->nr_runs - 1].boot].id))
		return NULL;
	return known;
}

/* A block has one boot of each arm, and each boot a position of its own. */
static int check_place(const struct merging *g)
{
	const struct result_file *file = g->file;
	char block[96], position[96];
	const struct run *other;
	int ret;

	snprintf(block, sizeof(block), "arm %zu block %" PRId64, g->arm_index, file->block);
	snprintf(position, sizeof(position), "block %" PRId64 " position %" PRId64, file->block,
		 file->position);
	other = recall_other(g, block);
	if (other)
		return node_error(&g->own, "block",
				  "%" PRId64 ", as in %.200s, another boot of this kernel (a block "
				  "has one of each)",
				  file->block, other->path);
	other = file->position < 0 ? NULL : recall_other(g, position);
	if (other)
		return node_error(&g->own, "position",
				  "%" PRId64 ", as in %.200s, another boot of block %" PRId64
				  " (compare campaigns one by one)",
				  file->position, other->path, file->block);
	ret = remember(g, block);
	return ret || file->position < 0 ? ret : remember(g, position);
}

/*
 * Boot, start and seed tell a run: a file given twice, by whatever names, would pass for more data.
 * The start alone does not, since two short runs may begin in one second.
 */
static int merge_run(const struct merging *g)
{
	_cleanup_free_ char *run = NULL, *boot = NULL, *block = NULL;
	const struct result_file *file = g->file;
	const char *id = file->boot_id ? file->boot_id : "not stated";
	bool dated = file->boot_id && file->date, placed = file->boot_id && file->block >= 0;
	int ret = 0;

	if (asprintf(&run, "run %s %s %" PRId64, id, dated ? file->date : "", file->seed) < 0)
		run = NULL;
	if (asprintf(&boot, "boot %zu %s", g->arm_index, id) < 0)
		boot = NULL;
	if (asprintf(&block, "block %s", id) < 0)
		block = NULL;
	if (!run || !boot || !block)
		return no_memory(g);
	if (dated && recall(g, run))
		return node_error(&g->own, "boot_id",
				  "same boot and start as %.200s (give a file once)",
				  recall(g, run)->path);
	if (placed)
		ret = check_block(g, recall(g, block));
	if (!ret)
		ret = add_run(g, boot);
	if (!ret && dated)
		ret = remember(g, run);
	if (!ret && placed)
		ret = check_place(g);
	return !ret && placed ? remember(g, block) : ret;
}

static int append_samples(struct cell *cell, struct file_row *from)
{
	size_t nr = cell->nr_samples + from->nr_samples;
	struct sample *grown;

	if (!cell->nr_samples) {
		cell->samples = from->samples;
		cell->samples_room = from->samples_room;
		from->samples = NULL;
		return 0;
	}
	if (nr > cell->samples_room) {
		size_t room = nr > 2 * cell->samples_room ? nr : 2 * cell->samples_room;

		grown = reallocarray(cell->samples, room, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		cell->samples = grown;
		cell->samples_room = room;
	}
	memcpy(cell->samples + cell->nr_samples, from->samples,
	       from->nr_samples * sizeof(*from->samples));
	return 0;
}

static int merge_samples(const struct merging *g, struct cell *cell, struct file_row *from)
{
	struct node place = g->own;
	char text[160];

	if (!from->nr_samples)
		return 0;
	place.path = "benchmarks";
	place.index = (long)from->samples[0].place;
	place.sub = g->file->foreign ? NULL : "ptebench";
	if (cell->nr_samples &&
	    workload_difference(&cell->workload, &from->workload, text, sizeof(text)))
		return node_error(&place, NULL,
				  "%s as in %.200s under that name (one workload per name: give "
				  "such files labels of their own)",
				  text, g->arm->runs[cell->samples[0].run].path);
	for (size_t i = 0; i < from->nr_samples; i++)
		from->samples[i].run = (uint32_t)(g->arm->nr_runs - 1);
	if (append_samples(cell, from))
		return no_memory(g);
	if (!cell->nr_samples) {
		cell->workload = from->workload;
		cell->min_iterations = from->min_iterations;
	}
	if (from->min_iterations < cell->min_iterations)
		cell->min_iterations = from->min_iterations;
	if (from->max_iterations > cell->max_iterations)
		cell->max_iterations = from->max_iterations;
	cell->nr_samples += from->nr_samples;
	cell->nr_contended += from->nr_contended;
	cell->nr_verified += from->nr_verified;
	cell->nr_unverified += from->nr_unverified;
	spent_add(&cell->spent, &from->spent);
	return counters_add(&cell->counters, &from->counters) ? no_memory(g) : 0;
}

static void merge_control(struct row *row, const struct file_row *from)
{
	bool control = row->control || from->control;

	row->disputed |= control && (row->no_control || from->no_control);
	row->no_control |= from->no_control;
	row->control = control && !row->disputed;
}

/* Keeps the first reason, and counts the boots that give one. */
static int merge_reason(const struct merging *g, const struct file_row *row, const char *what,
			char **from, char **kept, size_t *nr_boots)
{
	uint32_t boot = g->arm->runs[g->arm->nr_runs - 1].boot;
	_cleanup_free_ char *key = NULL;

	if (!*from)
		return 0;
	if (asprintf(&key, "%s %zu %" PRIu32 " %s", what, g->arm_index, boot, row->name) < 0)
		key = NULL;
	if (!key)
		return no_memory(g);
	*nr_boots += !recall(g, key);
	*kept = *kept ? *kept : take(from);
	return remember(g, key);
}

int merge_file(struct merge *m, size_t arm_index, struct result_file *file, struct error *err)
{
	struct merging g = {
		.m = m,
		.arm = &m->c->arms[arm_index],
		.arm_index = arm_index,
		.file = file,
		.own = {.file = file->path, .path = "context.ptebench", .index = -1, .err = err},
	};
	int ret = merge_arm(&g);

	if (!ret)
		ret = merge_run(&g);
	for (size_t i = 0; i < file->nr_rows && !ret; i++) {
		struct file_row *from = &file->rows[i];
		struct row *row = comparison_row(m->c, from->name);
		struct cell *cell = row ? &row->cells[arm_index] : NULL;

		if (!row)
			return no_memory(&g);
		merge_control(row, from);
		ret = merge_reason(&g, from, "failed", &from->failed, &cell->failed,
				   &cell->nr_failed);
		if (!ret)
			ret = merge_reason(&g, from, "skipped", &from->skipped, &cell->skipped,
					   &cell->nr_skipped);
		if (!ret)
			ret = merge_samples(&g, cell, from);
	}
	return ret;
}
