// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/judgement.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

void judgement_clear(struct judgement *j)
{
	const struct interval unknown = {NAN, NAN};

	*j = (struct judgement){
		.change = {NAN, unknown},
		.difference = {NAN, NAN, NAN},
		.sd = NAN,
		.interval_90 = unknown,
		.p = NAN,
		.p_adjusted = NAN,
		.sign_interval = unknown,
		.p_sign_flip = NAN,
		.detectable = NAN,
	};
	for (int d = 0; d < MAX_DIRECTIONS; d++)
		j->directions[d] = j->change;
}

bool judgement_is_open(const struct judgement *j)
{
	return !j->reason;
}

int judgement_decide(struct judgement *j, enum verdict verdict, const char *fmt, ...)
{
	va_list args;
	int len;

	free(j->reason);
	va_start(args, fmt);
	len = vasprintf(&j->reason, fmt, args);
	va_end(args);
	if (len < 0) {
		j->reason = NULL;
		return -ENOMEM;
	}
	j->verdict = verdict;
	return 0;
}
