// SPDX-License-Identifier: GPL-2.0-or-later
#include "result.h"

#include "folio.h"
#include "revision.h"
#include "shim/gbench.h"
#include "sysinfo.h"

#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

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
	own = json_pack(
		"{s:i,s:s,s:s,s:s,s:s,s:s,s:b,s:o,s:I,s:[],s:o,s:o,s:o,s:o,s:o,s:{s:o,s:{}},"
		"s:[],s:[],s:[]}",
		"schema", RESULT_SCHEMA, "version", PTEBENCH_VERSION, "revision", REVISION, "label",
		label, "boot_id", boot_id, "clock", "wall", "interrupted", 1, "command",
		strings(options->argv, options->argc), "seed", (json_int_t)options->seed, "order",
		"settings", settings(options), "placement", placement_json(&host->placement),
		"libraries", libraries(), "kernel", kernel, "machine", machine, "thp", "found",
		thp_json(&host->thp), "applied", "workers", "skipped", "failed");
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

void result_fail(json_t *result, const char *name, unsigned int process, const char *reason)
{
	json_array_append_new(json_object_get(ours(result), "failed"),
			      json_pack("{s:s,s:i,s:s}", "name", name, "process", (int)process,
					"reason", reason));
}

/* What of a row is the same in each of its repetitions. */
static json_t *row_facts(const struct host *host, const struct selected *row, uint64_t size_bytes,
			 const json_t *report)
{
	const struct bench_case *c = row->c;
	uint64_t folio =
		folio_bytes_of(row->variant->folio_bytes, host->page_bytes, host->pmd_bytes);
	uint64_t pages = size_bytes / host->page_bytes;
	json_t *facts = json_pack("{s:{s:I,s:I,s:i,s:I,s:I}}", "params", "size_bytes",
				  (json_int_t)size_bytes, "folio_bytes",
				  (json_int_t)(size_bytes ? folio : 0), "spinners",
				  (int)row->variant->spinners, "pages", (json_int_t)pages,
				  "base_page_bytes", (json_int_t)host->page_bytes);
	json_t *histogram = json_object_get(json_object_get(report, "folios_before"), "histogram");

	if (histogram)
		json_object_set(facts, "folios", histogram);
	if (size_bytes) {
		json_object_set(facts, "folio_order", json_object_get(report, "folio_order"));
		json_object_set(facts, "verified", json_object_get(report, "verified"));
	}
	if (c->calls_per_iteration)
		json_object_set_new(facts, "calls", json_integer(c->calls_per_iteration));
	if (c->pages_per_call)
		json_object_set_new(facts, "pages_per_call",
				    json_integer(c->pages_per_call == PAGES_OF_REGION
							 ? (json_int_t)pages
							 : c->pages_per_call));
	if (c->published_iterations)
		json_object_set_new(facts, "published",
				    json_pack("{s:i,s:s}", "iterations",
					      (int)c->published_iterations, "unit",
					      c->published_unit));
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

static void add_row(json_t *benchmarks, const char *name, unsigned int repetitions,
		    const json_t *facts, const json_t *sample, size_t worker, unsigned int process,
		    size_t repetition)
{
	static const char *const own_fields[] = {"directions", "counters", "wall_ns",
						 "thread_cpu_ns", "contended"};
	json_t *own = json_copy((json_t *)facts);
	json_t *row = json_pack("{s:s,s:s,s:s,s:i,s:I,s:i,s:O,s:O,s:O,s:s}", "name", name,
				"run_name", name, "run_type", "iteration", "repetitions",
				(int)repetitions, "repetition_index", rows_named(benchmarks, name),
				"threads", 1, "iterations", json_object_get(sample, "iterations"),
				"real_time", json_object_get(sample, "real_time"), "cpu_time",
				json_object_get(sample, "cpu_time"), "time_unit", "ns");

	json_object_set_new(own, "worker", json_integer((json_int_t)worker));
	json_object_set_new(own, "process", json_integer(process));
	json_object_set_new(own, "repetition", json_integer((json_int_t)repetition));
	for (size_t i = 0; i < ARRAY_SIZE(own_fields); i++)
		if (json_object_get(sample, own_fields[i]))
			json_object_set(own, own_fields[i], json_object_get(sample, own_fields[i]));
	json_object_set_new(row, "ptebench", own);
	json_array_append_new(benchmarks, row);
}

void result_add(json_t *result, const struct host *host, const struct selected *row,
		uint64_t size_bytes, const struct slot *slot, size_t order,
		unsigned int repetitions, bool frozen, json_t *report)
{
	static const char *const not_the_workers[] = {"status", "reason", "rows", "verified",
						      "folio_order"};
	json_t *workers = json_object_get(ours(result), "workers");
	json_t *benchmarks = json_object_get(result, "benchmarks");
	_cleanup_json_ json_t *facts = row_facts(host, row, size_bytes, report);
	_cleanup_json_ json_t *samples = json_incref(json_object_get(report, "rows"));
	char name[ROW_NAME_MAX];
	json_t *sample;
	size_t i;

	row_name(row, name, sizeof(name));
	json_array_foreach (samples, i, sample)
		add_row(benchmarks, name, repetitions, facts, sample, json_array_size(workers),
			slot->process, i);
	for (i = 0; i < ARRAY_SIZE(not_the_workers); i++)
		json_object_del(report, not_the_workers[i]);
	json_object_set_new(report, "name", json_string(name));
	json_object_set_new(report, "process", json_integer(slot->process));
	json_object_set_new(report, "order", json_integer((json_int_t)order));
	json_object_set_new(report, "frozen", json_boolean(frozen));
	json_array_append_new(workers, report);
}

char *result_text(const json_t *result)
{
	/* Ten digits: a nanosecond in a second, and less in less. */
	return json_dumps(result, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
}

/* The newest file of a folder: their names begin with the time. */
static int newest(const char *dir, char *path, size_t size)
{
	_cleanup_dir_ DIR *d = opendir(dir);
	const struct dirent *entry;
	char best[NAME_MAX + 1] = "";

	if (!d)
		return -errno;
	while ((entry = readdir(d)))
		if (!fnmatch("*.json", entry->d_name, FNM_PERIOD) &&
		    strcmp(entry->d_name, best) > 0)
			strcpy(best, entry->d_name);
	if (!*best || snprintf(path, size, "%s/%s", dir, best) >= (int)size)
		return -ENOENT;
	return 0;
}

static int find_file(const char *from, const char *results_dir, char *path, size_t size)
{
	char dir[PATH_MAX];
	struct stat st;

	snprintf(path, size, "%s", from);
	if (!stat(from, &st))
		return S_ISDIR(st.st_mode) ? newest(from, path, size) : 0;
	snprintf(dir, sizeof(dir), "%s/%s", results_dir, from);
	return newest(dir, path, size);
}

int result_iterations(const char *from, const char *results_dir, json_t **by_name,
		      struct error *err)
{
	_cleanup_json_ json_t *json = NULL, *found = json_object();
	json_t *rows, *row;
	json_error_t parse;
	char file[PATH_MAX];
	size_t i;

	if (find_file(from, results_dir, file, sizeof(file)))
		return error_set(
			err, -ENOENT,
			"--iterations-from %s: no such file, and no label with results in %s", from,
			results_dir);
	json = json_load_file(file, 0, &parse);
	if (!json)
		return error_set(err, -EBADMSG, "%s: line %d: %s (a result file is needed)", file,
				 parse.line, parse.text);
	if (json_object_get(ours(json), "source"))
		return error_set(
			err, -EBADMSG,
			"%s: published figures, whose iterations were not measured so (give "
			"a result of your own)",
			file);
	rows = json_object_get(json, "benchmarks");
	json_array_foreach (rows, i, row) {
		const char *name = json_string_value(json_object_get(row, "name"));
		json_t *iterations = json_object_get(row, "iterations");
		json_t *params = json_object_get(json_object_get(row, "ptebench"), "params");

		if (!name || json_integer_value(iterations) < 1 || !params)
			return error_set(err, -EBADMSG,
					 "%s: benchmarks[%zu]: no name, iterations or params", file,
					 i);
		json_object_set_new(found, name,
				    json_pack("{s:O,s:O}", "iterations", iterations, "size",
					      json_object_get(params, "size_bytes")));
	}
	if (!json_object_size(found))
		return error_set(err, -EBADMSG, "%s: holds no rows (a result file is needed)",
				 file);
	*by_name = json_incref(found);
	return 0;
}
