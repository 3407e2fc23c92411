// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Compares the commits of a series, as `ptebench series` does once they are measured:
 *
 *   steps [OPTIONS OF COMPARE] -- ID SUBJECT ARM FAILURE [ID SUBJECT ARM FAILURE]...
 *
 * where "" is what there is not.
 */
#include "compare/steps.h"

#include <stdlib.h>
#include <string.h>

static const char *given(const char *text)
{
	return *text ? text : NULL;
}

int main(int argc, char **argv)
{
	_cleanup_free_ struct step *steps = calloc((size_t)argc, sizeof(*steps));
	struct error err = {""};
	int nr_options = 1, status;
	size_t nr = 0;

	while (nr_options < argc && strcmp(argv[nr_options], "--"))
		nr_options++;
	if (!steps || (argc - nr_options - 1) % 4)
		return 4;
	for (int i = nr_options + 1; i < argc; i += 4)
		steps[nr++] = (struct step){argv[i], given(argv[i + 1]), given(argv[i + 2]),
					    given(argv[i + 3])};
	argv[0] = "compare";
	argv[nr_options] = NULL;
	status = steps_main(steps, nr, nr_options, argv, &err);
	if (err.text[0])
		fprintf(stderr, "ptebench: %s\n", err.text);
	return status;
}
