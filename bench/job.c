// SPDX-License-Identifier: GPL-2.0-or-later
#include "job.h"

#include <errno.h>

json_t *job_json(const struct job *job)
{
	json_t *cpus = json_array();

	for (int i = 0; i < job->nr_spinners; i++)
		json_array_append_new(cpus, json_integer(job->spinner_cpus[i]));
	return json_pack("{s:s,s:I,s:i,s:I,s:I,s:i,s:i,s:i,s:o,s:b}", "name", job->name,
			 "size_bytes", (json_int_t)job->size_bytes, "repetitions",
			 (int)job->repetitions, "iterations", (json_int_t)job->iterations,
			 "target_ns", (json_int_t)job->target_ns, "cpu", job->cpu, "node",
			 job->node, "mark", job->mark, "spinner_cpus", cpus, "perf", job->perf);
}

int job_from_json(json_t *json, struct job *job)
{
	json_int_t size, iterations, target;
	struct job read = {0};
	int repetitions, perf;
	json_t *cpus;

	if (json_unpack(json, "{s:s,s:I,s:i,s:I,s:I,s:i,s:i,s:i,s:o,s:b}", "name", &read.name,
			"size_bytes", &size, "repetitions", &repetitions, "iterations", &iterations,
			"target_ns", &target, "cpu", &read.cpu, "node", &read.node, "mark",
			&read.mark, "spinner_cpus", &cpus, "perf", &perf) ||
	    size < 0 || repetitions < 1 || iterations < 0 || target < 1 || read.mark < -1 ||
	    !json_is_array(cpus) || json_array_size(cpus) > MAX_SPINNERS)
		return -EBADMSG;
	read.size_bytes = (uint64_t)size;
	read.repetitions = (unsigned int)repetitions;
	read.iterations = (uint64_t)iterations;
	read.target_ns = (uint64_t)target;
	read.perf = perf;
	read.nr_spinners = (int)json_array_size(cpus);
	for (int i = 0; i < read.nr_spinners; i++)
		if (json_unpack(json_array_get(cpus, (size_t)i), "i", &read.spinner_cpus[i]) ||
		    read.spinner_cpus[i] < 0)
			return -EBADMSG;
	*job = read;
	return 0;
}
