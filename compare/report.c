// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/report.h"

int report_write(FILE *f, const struct page_form *form, const struct comparison *c)
{
	struct page p = {.f = f, .form = form};

	report_headline(&p, c);
	report_tables(&p, c);
	report_legend(&p, c);
	report_published(&p, c);
	report_curves(&p, c);
	page_fold(&p, "Arms, workloads, method, reasons, differences");
	report_arms(&p, c);
	report_workloads(&p, c);
	report_method(&p, c);
	report_verdicts(&p, c);
	report_differences(&p, c);
	page_unfold(&p);
	return page_end(&p);
}
