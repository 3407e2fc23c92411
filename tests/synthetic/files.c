// SPDX-License-Identifier: GPL-2.0-or-later
#include "campaign.h"

#include "bench/schema.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* What the kernel and the machine were: the same for all. */
static json_t *machine(void)
{
	return json_pack("{s:{s:s,s:s,s:s},s:{s:I,s:I,s:I},s:{s:s},s:s,s:{s:i,s:i,s:i,s:i,s:s}}",
			 "cpu", "vendor", "GenuineSynthetic", "model_name", "Synthetic",
			 "microcode", "0x1", "memory", "base_page_bytes", (json_int_t)4096,
			 "total_bytes", (json_int_t)8 << 30, "pmd_bytes", (json_int_t)2 << 20,
			 "clocksource", "current", "tsc", "virtualisation", "none", "topology",
			 "packages", 1, "numa_nodes", 1, "cores", 4, "pus", 4, "summary",
			 "1 package, 1 NUMA node, 4 cores, 4 PUs");
}

static json_t *order(const struct campaign *campaign, const struct comparison *c)
{
	json_t *array = json_array();

	for (size_t r = 0; r < c->nr_rows; r++)
		for (size_t p = 0; p < campaign->processes; p++)
			json_array_append_new(array, json_pack("{s:s,s:i}", "name", c->rows[r].name,
							       "process", (int)p));
	return array;
}

static json_t *workers(const struct campaign *campaign, const struct comparison *c, size_t arm)
{
	json_t *array = json_array();

	for (size_t r = 0; r < c->nr_rows; r++)
		for (size_t p = 0; p < campaign->processes; p++) {
			const struct row *row = &c->rows[r];
			const struct cell *cell = &row->cells[arm];
			const int64_t *n = cell->workload.number;
			double measure_ns =
				campaign->per_repetition_ns * (double)(campaign->repetitions + 1);
			json_t *worker = json_pack(
				"{s:s,s:i,s:i,s:b,s:{s:I,s:I,s:I,s:I,s:I},s:I,s:I,s:b,s:i,s:i,"
				"s:I,s:i,s:I}",
				"name", row->name, "process", (int)p, "order",
				(int)json_array_size(array), "frozen", 0, "params", "size_bytes",
				(json_int_t)n[WORKLOAD_SIZE], "folio_bytes",
				(json_int_t)n[WORKLOAD_FOLIO], "spinners",
				(json_int_t)n[WORKLOAD_SPINNERS], "pages",
				(json_int_t)n[WORKLOAD_PAGES], "base_page_bytes",
				(json_int_t)n[WORKLOAD_BASE_PAGE], "calls",
				(json_int_t)n[WORKLOAD_CALLS], "iterations",
				(json_int_t)cell->min_iterations, "calibrated", p == 0, "cpu", 1,
				"node", 0, "setup_ns", (json_int_t)campaign->setup_ns, "prove_ns",
				0, "measure_ns", (json_int_t)measure_ns);

			if (n[WORKLOAD_PAGES_PER_CALL] > 0)
				json_object_set_new(worker, "pages_per_call",
						    json_integer(n[WORKLOAD_PAGES_PER_CALL]));
			if (row->control)
				json_object_set_new(worker, "control", json_true());
			json_array_append_new(array, worker);
		}
	return array;
}

static json_t *context(const struct campaign *campaign, const struct comparison *c, size_t arm,
		       const struct run *run)
{
	const struct arm *a = &c->arms[arm];
	const struct boot *boot = &a->boots[run->boot];
	json_t *own = json_pack(
		"{s:i,s:s,s:s,s:s,s:s,s:s,s:b,s:[s],s:I,s:o,s:{s:i,s:i},s:{s:i,s:i},s:{s:s},s:{s:s,s:s,s:s,s:s},"
		"s:o,s:{s:{s:s},s:{}},s:o,s:[],s:[]}",
		"schema", RESULT_SCHEMA, "version", PTEBENCH_VERSION, "revision", "synthetic",
		"label", a->label, "boot_id", boot->id, "clock", a->clock, "interrupted", 0,
		"command", "campaign", "seed", (json_int_t)run->seed, "order", order(campaign, c),
		"settings", "processes", (int)campaign->processes, "repetitions",
		(int)campaign->repetitions, "placement", "cpu", 1, "node", 0, "libraries",
		"compiler", "gcc 12.2.0", "kernel", "release", boot->release, "version", "#1 SMP",
		"arch", "x86_64", "cmdline", "quiet", "machine", machine(), "thp", "found",
		"enabled", "madvise", "applied", "workers", workers(campaign, c, arm), "skipped",
		"failed");

	if (boot->block >= 0) {
		json_object_set_new(own, "block", json_integer(boot->block));
		json_object_set_new(own, "position", json_integer(boot->position));
	}
	return json_pack("{s:s,s:s,s:s,s:i,s:f,s:[],s:[f,f,f],s:s,s:o}", "date", run->date,
			 "host_name", "synthetic", "executable", "ptebench", "num_cpus", 4,
			 "mhz_per_cpu", 3000.0, "caches", "load_avg", 0.0, 0.0, 0.0,
			 "library_build_type", "release", "ptebench", own);
}

/* A line per row, as in the files of `run`. */
static int print_rows(const struct campaign *campaign, const struct comparison *c, size_t arm,
		      uint32_t run, FILE *f)
{
	const char *comma = "";

	for (size_t r = 0; r < c->nr_rows; r++) {
		const struct cell *cell = &c->rows[r].cells[arm];
		const char *name = c->rows[r].name;
		json_int_t index = 0;

		for (size_t i = 0; i < cell->nr_samples; i++) {
			const struct sample *s = &cell->samples[i];
			_cleanup_json_ json_t *row = NULL;

			if (s->run != run)
				continue;
			row = json_pack(
				"{s:s,s:s,s:s,s:i,s:I,s:i,s:I,s:f,s:f,s:s,s:{s:I,s:i,s:i}}", "name",
				name, "run_name", name, "run_type", "iteration", "repetitions",
				(int)(campaign->processes * campaign->repetitions),
				"repetition_index", index++, "threads", 1, "iterations",
				(json_int_t)cell->min_iterations, "real_time", s->iteration_ns,
				"cpu_time", s->iteration_ns, "time_unit", "ns", "ptebench",
				"worker", (json_int_t)(r * campaign->processes + s->process),
				"process", (int)s->process, "repetition", (int)s->repetition);
			fprintf(f, "%s\n", comma);
			comma = ",";
			if (!row || json_dumpf(row, f, JSON_COMPACT))
				return -ENOMEM;
		}
	}
	return 0;
}

static int write_run(const struct campaign *campaign, const struct comparison *c, size_t arm,
		     uint32_t run, const char *path)
{
	_cleanup_json_ json_t *json = context(campaign, c, arm, &c->arms[arm].runs[run]);
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	int ret;

	if (!f)
		return -ENOMEM;
	fputs("{\n\"context\": ", f);
	ret = json && !json_dumpf(json, f, JSON_INDENT(1)) ? 0 : -ENOMEM;
	fputs(",\n\"benchmarks\": [", f);
	if (!ret)
		ret = print_rows(campaign, c, arm, run, f);
	fputs("\n]\n}\n", f);
	if (fclose(f) && !ret)
		ret = -ENOMEM;
	return ret ? ret : write_file_atomic(path, text, size, 0644);
}

int campaign_write(const struct campaign *campaign, const char *dir, struct error *err)
{
	char path[PATH_MAX] = "";
	struct comparison c;
	int ret = campaign_make(campaign, &c);

	if (ret)
		return error_set(err, ret, "%s: not enough memory (ask for less)", dir);
	for (size_t a = 0; a < c.nr_arms && !ret; a++) {
		snprintf(path, sizeof(path), "%s/%s", dir, c.arms[a].name);
		ret = make_dirs(path, 0755);
		for (uint32_t i = 0; i < c.arms[a].nr_runs && !ret; i++) {
			snprintf(path, sizeof(path), "%s/%s", dir, c.arms[a].runs[i].path);
			ret = write_run(campaign, &c, a, i, path);
		}
	}
	comparison_free(&c);
	return ret ? error_set(err, ret, "%s: cannot be written: %s (check space and permissions)",
			       path, strerror(-ret))
		   : 0;
}
