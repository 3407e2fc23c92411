// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/steps.h"

#include "compare/cmd.h"

#include <errno.h>
#include <stdlib.h>

#define STATUS_BAD 3

const char *step_name(const struct step *steps, size_t i, char buf[STEP_NAME_SIZE])
{
	snprintf(buf, STEP_NAME_SIZE, "%02zu-%.12s", i, steps[i].id);
	return buf;
}

int steps_main(const struct step *steps, size_t nr, int argc, char **argv, struct error *err)
{
	_cleanup_free_ const char **arms = calloc(nr + 1, sizeof(*arms));
	__attribute__((cleanup(compare_options_free))) struct compare_options o = {
		.steps = steps,
		.nr_steps = nr,
	};
	size_t nr_arms = 0;

	if (!arms) {
		error_set(err, -ENOMEM, "series: not enough memory (free some)");
		return STATUS_BAD;
	}
	for (size_t i = 0; i < nr; i++)
		if (steps[i].arm)
			arms[nr_arms++] = steps[i].arm;
	if (!nr_arms) {
		error_set(err, -ENODATA, "series: none of %zu commits was measured; %.12s: %s", nr,
			  nr ? steps[0].id : "-", nr ? steps[0].failure : "no commits");
		return STATUS_BAD;
	}
	return compare_run(&o, argc, argv, arms, nr_arms, err);
}
