/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From addresses to functions: completes a result file by what each worker's repetitions executed.
 */
#ifndef VM_FUNCTIONS_H
#define VM_FUNCTIONS_H

#include "bench/util.h"

/*
 * Adds to each worker of @result that set marks an object `functions`, name to instructions, over
 * all its used repetitions; results/README.md says more. @text of @size bytes, which a NUL follows,
 * is what the plugin wrote (counts.h). 0, -ENOMEM, or -EBADMSG with @err.
 */
int functions_add(json_t *result, const char *text, size_t size, struct error *err);

#endif
