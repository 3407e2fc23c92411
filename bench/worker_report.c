// SPDX-License-Identifier: GPL-2.0-or-later
#include "worker_parts.h"

static json_t *directions(const struct worker *w, const struct sample *s)
{
	json_t *array;

	if (!w->row.c->directions[0])
		return NULL;
	array = json_array();
	for (int d = 0; d < 2; d++)
		json_array_append_new(
			array, json_pack("{s:s,s:f}", "name", w->row.c->directions[d], "real_time",
					 (double)s->direction_ns[d] / (double)s->iterations));
	return array;
}

/* Those that are not 0, and what the hardware counted; NULL where there is neither. */
static json_t *counters(const struct worker *w, const struct sample *s)
{
	const struct {
		const char *name;
		uint64_t value;
	} all[] = {
		{"minor_faults", (uint64_t)s->minor_faults},
		{"major_faults", (uint64_t)s->major_faults},
		{"voluntary_switches", (uint64_t)s->voluntary},
		{"involuntary_switches", (uint64_t)s->involuntary},
	};
	json_t *json = s->perf.known ? json_object() : NULL;

	for (size_t i = 0; s->perf.known && i < w->perf.nr; i++)
		json_object_set_new(json, w->perf.names[i],
				    json_integer((json_int_t)s->perf.value[i]));
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		if (!all[i].value)
			continue;
		json = json ? json : json_object();
		json_object_set_new(json, all[i].name, json_integer((json_int_t)all[i].value));
	}
	return json;
}

static json_t *row_json(const struct worker *w, const struct sample *s)
{
	const double n = (double)s->iterations;

	/* What else run() did than what counts does not show in real_time. */
	json_t *wall = w->row.c->own_time ? json_integer((json_int_t)s->wall_ns) : NULL;
	/* Others had the counters for a while: told, and nothing scaled up. */
	json_t *ratio = s->perf.known && s->perf.ratio < 1 ? json_real(s->perf.ratio) : NULL;

	return json_pack("{s:I,s:f,s:f,s:o*,s:o*,s:o*,s:o*,s:o*}", "iterations",
			 (json_int_t)s->iterations, "real_time", s->real_ns / n, "cpu_time",
			 s->cpu_ns / n, "directions", directions(w, s), "counters", counters(w, s),
			 "counted_ratio", ratio, "wall_ns", wall, "contended",
			 sample_contended(s) ? json_true() : NULL);
}

static void add_samples(const struct worker *w, json_t *report)
{
	const struct sample *warmup = &w->samples[0];
	json_t *rows = json_array();

	json_object_set_new(report, "warmup",
			    json_pack("{s:f,s:f}", "real_time",
				      warmup->real_ns / (double)warmup->iterations, "cpu_time",
				      warmup->cpu_ns / (double)warmup->iterations));
	for (unsigned int i = 1; i <= w->job.repetitions; i++)
		json_array_append_new(rows, row_json(w, &w->samples[i]));
	json_object_set_new(report, "rows", rows);
}

static json_t *spin_ratios(const struct worker *w)
{
	json_t *array = json_array();

	for (int i = 0; i < w->job.nr_spinners; i++)
		json_array_append_new(array, json_real(w->spin_ratio[i]));
	return array;
}

static const char *status_of(const struct worker *w, int ret)
{
	return !ret ? "ok" : w->skipped ? "skipped" : "failed";
}

json_t *worker_report(const struct worker *w, int ret)
{
	json_t *report = json_pack(
		"{s:s,s:I,s:b,s:i,s:i,s:I,s:I,s:I}", "status", status_of(w, ret), "iterations",
		(json_int_t)w->iterations, "calibrated", w->calibrated, "cpu", w->job.cpu, "node",
		w->job.node, "setup_ns", (json_int_t)w->setup_ns, "prove_ns",
		(json_int_t)w->prover.prove_ns, "measure_ns", (json_int_t)w->measure_ns);

	if (w->has_folios && w->prover.order >= 0) {
		json_object_set_new(report, "verified",
				    json_boolean(!ret && prover_verified(&w->prover)));
		json_object_set_new(report, "folio_order", json_integer(w->prover.order));
	}
	if (w->prover.seen[BEFORE])
		json_object_set(report, "folios_before", w->prover.seen[BEFORE]);
	if (w->prover.seen[AFTER])
		json_object_set(report, "folios_after", w->prover.seen[AFTER]);
	if (w->residency.pages)
		json_object_set_new(report, "residency",
				    json_pack("{s:I,s:I}", "pages", (json_int_t)w->residency.pages,
					      "on_node", (json_int_t)w->residency.on_node));
	if (w->mthp)
		json_object_set(report, "mthp", w->mthp);
	if (w->vmstat)
		json_object_set(report, "vmstat", w->vmstat);
	if (w->job.nr_spinners)
		json_object_set_new(report, "spin_ratio", spin_ratios(w));
	if (ret)
		json_object_set_new(report, "reason", json_string(w->err.text));
	else
		add_samples(w, report);
	return report;
}
