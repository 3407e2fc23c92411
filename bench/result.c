// SPDX-License-Identifier: GPL-2.0-or-later
#include "result.h"

#include "folio.h"
#include "pages.h"
#include "revision.h"
#include "shim/gbench.h"
#include "sysinfo.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* NULL, for a field that stays away, if it is negative. */
static json_t *natural(int value)
{
	return value < 0 ? NULL : json_integer(value);
}

static json_t *ours(const json_t *result)
{
	return json_object_get(json_object_get(result, "context"), "ptebench");
}

static json_t *strings(char **argv, int argc)
{
	json_t *array = json_array();

	for (int i = 0; i < argc; i++)
		json_array_append_new(array, json_string(argv[i]));
	return array;
}

static json_t *integers(const int *values, int nr)
{
	json_t *array = json_array();

	for (int i = 0; i < nr; i++)
		json_array_append_new(array, json_integer(values[i]));
	return array;
}

/* The fields that google/benchmark's own tools expect. */
static json_t *gbench_context(void)
{
	struct gbench_cache caches[16];
	size_t nr = gbench_caches(caches, ARRAY_SIZE(caches));
	json_t *list = json_array(), *load = json_array(), *context;
	struct gbench_cpu_info cpu;
	time_t now = time(NULL);
	struct utsname names;
	double loads[3];
	char date[32];
	struct tm tm;

	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%S+00:00", gmtime_r(&now, &tm));
	uname(&names);
	gbench_cpu(&cpu);
	for (size_t i = 0; i < nr && i < ARRAY_SIZE(caches); i++)
		json_array_append_new(list, json_pack("{s:s,s:i,s:i,s:i}", "type", caches[i].type,
						      "level", caches[i].level, "size",
						      caches[i].size_bytes, "num_sharing",
						      caches[i].num_sharing));
	for (int i = 0; getloadavg(loads, 3) == 3 && i < 3; i++)
		json_array_append_new(load, json_real(loads[i]));
	context = json_pack("{s:s,s:s,s:s,s:i,s:f,s:o,s:o,s:s}", "date", date, "host_name",
			    names.nodename, "executable", "ptebench", "num_cpus", cpu.num_cpus,
			    "mhz_per_cpu", cpu.mhz, "caches", list, "load_avg", load,
			    "library_build_type", BUILD_TYPE);
	if (context && cpu.scaling_enabled >= 0)
		json_object_set_new(context, "cpu_scaling_enabled",
				    json_boolean(cpu.scaling_enabled));
	return context;
}

static json_t *settings(const struct run_options *o)
{
	json_t *json = json_pack("{s:i,s:i,s:I,s:b}", "processes", (int)o->processes, "repetitions",
				 (int)o->repetitions, "target_ns", (json_int_t)o->target_ns,
				 "quick", o->quick);

	if (json && o->iterations_from)
		json_object_set_new(json, "iterations_from", json_string(o->iterations_from));
	if (json && o->size_bytes)
		json_object_set_new(json, "size_bytes", json_integer((json_int_t)o->size_bytes));
	return json;
}

static json_t *placement_json(const struct placement *p)
{
	return json_pack("{s:i,s:i,s:b,s:i,s:i,s:o,s:s}", "cpu", p->cpu, "node", p->node,
			 "boot_cpu", p->boot_cpu, "core_pus", p->core_pus, "parent_cpu",
			 p->parent_cpu, "spinner_cpus", integers(p->spinner_cpus, p->nr_spinners),
			 "reason", p->reason);
}

static json_t *libraries(void)
{
	return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s}", "google_benchmark", GBENCH_VERSION, "hwloc",
			 HWLOC_VERSION, "libnuma", NUMA_VERSION, "jansson", JANSSON_VERSION,
			 "compiler", COMPILER, "build", BUILD_TYPE);
}

json_t *result_new(const struct run_options *options, const char *label, const struct host *host)
{
	json_t *kernel = NULL, *machine = NULL, *topology = NULL, *context, *own;
	char boot_id[40] = "unknown";

	read_text_at(host->rootfd, "proc/sys/kernel/random/boot_id", boot_id, sizeof(boot_id));
	if (sysinfo_kernel(host->rootfd, &kernel) || sysinfo_machine(host->rootfd, &machine) ||
	    sysinfo_topology(&topology))
		return NULL;
	json_object_set_new(machine, "topology", topology);
	own = json_pack("{s:i,s:s,s:s,s:s,s:s,s:o*,s:o*,s:s,s:b,s:o,s:I,s:[],s:o,s:o,s:o,s:o,s:o,"
			"s:{s:o,s:{}},s:[],s:[],s:[]}",
			"schema", RESULT_SCHEMA, "version", PTEBENCH_VERSION, "revision", REVISION,
			"label", label, "boot_id", boot_id, "block", natural(options->block),
			"position", natural(options->position), "clock", options->clock,
			"interrupted", 1, "command", strings(options->argv, options->argc), "seed",
			(json_int_t)options->seed, "order", "settings", settings(options),
			"placement", placement_json(&host->placement), "libraries", libraries(),
			"kernel", kernel, "machine", machine, "thp", "found", thp_json(&host->thp),
			"applied", "workers", "skipped", "failed");
	context = gbench_context();
	if (!own || !context) {
		json_decref(own);
		json_decref(context);
		return NULL;
	}
	json_object_set_new(context, "ptebench", own);
	return json_pack("{s:o,s:[]}", "context", context, "benchmarks");
}

void result_set_order(json_t *result, const struct selected *rows, const struct slot *slots,
		      size_t nr)
{
	json_t *order = json_array();

	for (size_t i = 0; i < nr; i++) {
		char name[ROW_NAME_MAX];

		json_array_append_new(order,
				      json_pack("{s:s,s:i}", "name",
						row_name(&rows[slots[i].row], name, sizeof(name)),
						"process", (int)slots[i].process));
	}
	json_object_set_new(ours(result), "order", order);
}

void result_set_counters(json_t *result, json_t *counters)
{
	json_object_set_new(ours(result), "counters", counters);
}

void result_set_idle(json_t *result, const struct idle_report *idle)
{
	json_object_set_new(ours(result), "idle",
			    json_pack("{s:I,s:f,s:b}", "waited_ns", (json_int_t)idle->waited_ns,
				      "busy_ratio", idle->busy_ratio, "reached", idle->reached));
}

void result_set_thp_applied(json_t *result, const char *kind, const struct thp_state *plan)
{
	json_object_set_new(json_object_get(json_object_get(ours(result), "thp"), "applied"), kind,
			    thp_json(plan));
}

void result_set_complete(json_t *result)
{
	json_object_set_new(ours(result), "interrupted", json_false());
}

void result_skip(json_t *result, const char *name, const char *reason)
{
	json_array_append_new(json_object_get(ours(result), "skipped"),
			      json_pack("{s:s,s:s}", "name", name, "reason", reason));
}

bool result_skips(const json_t *result, const char *name)
{
	size_t i;
	json_t *entry;

	json_array_foreach (json_object_get(ours(result), "skipped"), i, entry)
		if (!strcmp(json_string_value(json_object_get(entry, "name")), name))
			return true;
	return false;
}

void result_fail(json_t *result, const char *name, unsigned int process, const char *reason)
{
	json_array_append_new(json_object_get(ours(result), "failed"),
			      json_pack("{s:s,s:i,s:s}", "name", name, "process", (int)process,
					"reason", reason));
}

json_t *result_row_facts(const struct host *host, const struct selected *row, uint64_t size_bytes)
{
	const struct bench_case *c = row->c;
	uint64_t folio =
		folio_bytes_of(row->variant->folio_bytes, host->page_bytes, host->pmd_bytes);
	json_int_t pages = (json_int_t)(size_bytes / host->page_bytes);
	json_t *facts = json_pack("{s:{s:I,s:I,s:i,s:I,s:I}}", "params", "size_bytes",
				  (json_int_t)size_bytes, "folio_bytes",
				  (json_int_t)(size_bytes ? folio : 0), "spinners",
				  (int)row->variant->spinners, "pages", pages, "base_page_bytes",
				  (json_int_t)host->page_bytes);

	if (row->variant->pages != PAGES_EXCLUSIVE)
		json_object_set_new(json_object_get(facts, "params"), "page_state",
				    json_string(pages_facts(row->variant->pages)->name));
	if (row->variant->vmas)
		json_object_set_new(json_object_get(facts, "params"), "vmas",
				    json_integer(row->variant->vmas));
	if (c->control)
		json_object_set_new(facts, "control", json_true());
	if (c->calls_per_iteration)
		json_object_set_new(facts, "calls", json_integer(c->calls_per_iteration));
	if (c->pages_per_call)
		json_object_set_new(facts, "pages_per_call",
				    json_integer(c->pages_per_call == PAGES_OF_REGION
							 ? pages
							 : c->pages_per_call));
	if (c->published_iterations)
		json_object_set_new(facts, "published",
				    json_pack("{s:i,s:s,s:s*}", "iterations",
					      (int)c->published_iterations, "unit",
					      c->published_unit, "name", c->published_name));
	return facts;
}

static json_int_t rows_named(const json_t *benchmarks, const char *name)
{
	json_int_t nr = 0;
	size_t i;
	json_t *row;

	json_array_foreach (benchmarks, i, row)
		nr += !strcmp(json_string_value(json_object_get(row, "name")), name);
	return nr;
}

/* Takes @own, what of the row is ours; consumes it. */
static json_t *row_json(const char *name, unsigned int repetitions, json_int_t index,
			const json_t *sample, json_t *own)
{
	static const char *const own_fields[] = {"directions", "counters", "counted_ratio",
						 "wall_ns", "contended"};

	for (size_t i = 0; i < ARRAY_SIZE(own_fields); i++)
		if (json_object_get(sample, own_fields[i]))
			json_object_set(own, own_fields[i], json_object_get(sample, own_fields[i]));
	return json_pack("{s:s,s:s,s:s,s:i,s:I,s:i,s:O,s:O,s:O,s:s,s:o}", "name", name, "run_name",
			 name, "run_type", "iteration", "repetitions", (int)repetitions,
			 "repetition_index", index, "threads", 1, "iterations",
			 json_object_get(sample, "iterations"), "real_time",
			 json_object_get(sample, "real_time"), "cpu_time",
			 json_object_get(sample, "cpu_time"), "time_unit", "ns", "ptebench", own);
}

void result_add(json_t *result, const struct host *host, const struct selected *row,
		uint64_t size_bytes, const struct slot *slot, size_t order,
		unsigned int repetitions, bool frozen, json_t *report)
{
	static const char *const not_the_workers[] = {"status", "reason", "rows"};
	json_t *workers = json_object_get(ours(result), "workers");
	json_t *benchmarks = json_object_get(result, "benchmarks");
	_cleanup_json_ json_t *samples = json_incref(json_object_get(report, "rows"));
	_cleanup_json_ json_t *facts = result_row_facts(host, row, size_bytes);
	json_int_t index, worker = (json_int_t)json_array_size(workers);
	char name[ROW_NAME_MAX];
	json_t *sample, *entry;
	size_t i;

	row_name(row, name, sizeof(name));
	index = rows_named(benchmarks, name);
	json_array_foreach (samples, i, sample)
		json_array_append_new(
			benchmarks,
			row_json(name, repetitions, index + (json_int_t)i, sample,
				 json_pack("{s:I,s:i,s:I}", "worker", worker, "process",
					   (int)slot->process, "repetition", (json_int_t)i)));
	for (i = 0; i < ARRAY_SIZE(not_the_workers); i++)
		json_object_del(report, not_the_workers[i]);
	entry = json_pack("{s:s,s:i,s:I,s:b}", "name", name, "process", (int)slot->process, "order",
			  (json_int_t)order, "frozen", frozen);
	json_object_update(entry, facts);
	json_object_update(entry, report);
	json_decref(report);
	json_array_append_new(workers, entry);
}

/* The context for people to read; a line per row, so that files are small and compare well. */
static int print_result(const json_t *result, FILE *f)
{
	/* Ten digits: a nanosecond in a second, and less in less. */
	const size_t digits = JSON_REAL_PRECISION(10);
	int ret = 0;
	json_t *row;
	size_t i;

	fputs("{\n\"context\": ", f);
	ret |= json_dumpf(json_object_get(result, "context"), f, JSON_INDENT(1) | digits);
	fputs(",\n\"benchmarks\": [", f);
	json_array_foreach (json_object_get(result, "benchmarks"), i, row) {
		fputs(i ? ",\n" : "\n", f);
		ret |= json_dumpf(row, f, JSON_COMPACT | digits);
	}
	fputs("\n]\n}\n", f);
	return ret || ferror(f) ? -ENOMEM : 0;
}

char *result_text(const json_t *result)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int ret = f ? print_result(result, f) : -ENOMEM;

	if (f && fclose(f))
		ret = -ENOMEM;
	if (!ret)
		return text;
	free(text);
	return NULL;
}
