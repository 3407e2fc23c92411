// SPDX-License-Identifier: GPL-2.0-or-later
#include "progress.h"

#include <unistd.h>

void progress_init(struct progress *progress, FILE *out, size_t total)
{
	*progress = (struct progress){
		.out = out,
		.terminal = isatty(fileno(out)),
		.total = total,
		.start_ns = now_ns(),
	};
}

void progress_clear(const struct progress *progress)
{
	if (progress->terminal)
		fprintf(progress->out, "\r\033[K");
}

void progress_show(const struct progress *progress, size_t nr, const char *name)
{
	double elapsed = (double)(now_ns() - progress->start_ns) / 1e9;
	double left = nr ? elapsed / (double)nr * (double)(progress->total - nr) : 0;

	if (!progress->terminal)
		return;
	progress_clear(progress);
	fprintf(progress->out, "[%zu/%zu] %s", nr + 1, progress->total, name);
	/* From fewer workers it would be a guess. */
	if (nr >= 5)
		fprintf(progress->out, "  %d:%02d left", (int)left / 60, (int)left % 60);
	fflush(progress->out);
}
