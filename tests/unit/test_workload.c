// SPDX-License-Identifier: GPL-2.0-or-later
/* What a result says of a workload comes back out, and what differs is told. */
#include "compare/workload.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define FORKED                                                                          \
	"{\"params\": {\"size_bytes\": 65536, \"folio_bytes\": 4096, \"spinners\": 0, " \
	"\"vmas\": 4, \"pages\": 16, \"base_page_bytes\": 4096, "                       \
	"\"page_state\": \"forked\"}, \"folio_order\": 0, \"calls\": 2, "               \
	"\"pages_per_call\": 16}"

static int read_from(const char *text, struct workload *w, json_t **json)
{
	struct error err;
	struct node node = {.file = "file", .path = "workers", .index = 0, .err = &err};
	int ret;

	node.json = json_loads(text, 0, NULL);
	assert_non_null(node.json);
	ret = workload_read(&node, w);
	if (json)
		*json = node.json;
	else
		json_decref(node.json);
	return ret;
}

static void test_all_comes_back(void **state)
{
	_cleanup_json_ json_t *in = NULL, *out = NULL;
	struct workload w;

	(void)state;
	assert_int_equal(read_from(FORKED, &w, &in), 0);
	assert_int_equal(w.number[WORKLOAD_VMAS], 4);
	assert_string_equal(w.page_state, "forked");
	out = workload_json(&w);
	assert_true(json_equal(in, out));
}

static void test_differences(void **state)
{
	struct workload a, b;
	char text[128];

	(void)state;
	assert_int_equal(read_from(FORKED, &a, NULL), 0);
	b = a;
	assert_null(workload_difference(&a, &b, text, sizeof(text)));
	b.page_state[0] = '\0';
	assert_string_equal(workload_difference(&a, &b, text, sizeof(text)),
			    "page_state is \"\", not \"forked\"");
	b = a;
	b.number[WORKLOAD_VMAS] = -1;
	assert_string_equal(workload_difference(&a, &b, text, sizeof(text)),
			    "vmas is not stated, not 4");
}

static void test_bad(void **state)
{
	struct workload w;

	(void)state;
	assert_int_equal(read_from("{\"params\": {\"page_state\": 3}}", &w, NULL), -EINVAL);
	assert_int_equal(read_from("{\"params\": {\"page_state\": \"\"}}", &w, NULL), -EINVAL);
	assert_int_equal(read_from("{\"params\": {\"vmas\": -1}}", &w, NULL), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_comes_back),
		cmocka_unit_test(test_differences),
		cmocka_unit_test(test_bad),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
