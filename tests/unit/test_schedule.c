// SPDX-License-Identifier: GPL-2.0-or-later
#include "bench/schedule.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define NR_ROWS   12
#define PROCESSES 5

static char names[NR_ROWS][24];
static struct bench_case cases[NR_ROWS];
static const struct case_variant plain = {.size_bytes = 4096}, small = {.name = "small"};
static struct selected rows[NR_ROWS];

static int setup(void **state)
{
	(void)state;
	for (int i = 0; i < NR_ROWS; i++) {
		snprintf(names[i], sizeof(names[i]), "case_%d", i / 2);
		cases[i].name = names[i];
		rows[i] = (struct selected){&cases[i], i % 2 ? &small : &plain};
	}
	return 0;
}

static void test_each_once(void **state)
{
	struct slot slots[NR_ROWS * PROCESSES];
	bool seen[NR_ROWS][PROCESSES] = {{false}};

	(void)state;
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, slots), 0);
	for (size_t i = 0; i < ARRAY_SIZE(slots); i++) {
		assert_in_range(slots[i].row, 0, NR_ROWS - 1);
		/* Round after round. */
		assert_int_equal(slots[i].process, i / NR_ROWS);
		assert_false(seen[slots[i].row][slots[i].process]);
		seen[slots[i].row][slots[i].process] = true;
	}
}

static bool same_order(const struct slot *a, const struct slot *b, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (a[i].row != b[i].row)
			return false;
	return true;
}

static void test_seed(void **state)
{
	struct slot a[NR_ROWS * PROCESSES], b[NR_ROWS * PROCESSES];

	(void)state;
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, a), 0);
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, b), 0);
	assert_true(same_order(a, b, ARRAY_SIZE(a)));
	for (uint64_t seed = 8; seed < 40; seed++) {
		assert_int_equal(schedule_fill(seed, rows, NR_ROWS, PROCESSES, b), 0);
		assert_false(same_order(a, b, NR_ROWS));
	}
}

/* No round repeats another, and none is in the order of the names. */
static void test_rounds_differ(void **state)
{
	struct slot slots[NR_ROWS * PROCESSES], sorted[NR_ROWS];

	(void)state;
	for (size_t i = 0; i < NR_ROWS; i++)
		sorted[i] = (struct slot){i, 0};
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, slots), 0);
	for (size_t i = 0; i < PROCESSES; i++) {
		assert_false(same_order(slots + i * NR_ROWS, sorted, NR_ROWS));
		for (size_t k = 0; k < i; k++)
			assert_false(same_order(slots + i * NR_ROWS, slots + k * NR_ROWS, NR_ROWS));
	}
}

/* Each row comes first about as often as any other: 600 rounds, 50 times expected, sd 6.8. */
static void test_fair(void **state)
{
	unsigned int first[NR_ROWS] = {0};
	struct slot slots[NR_ROWS];

	(void)state;
	for (uint64_t seed = 0; seed < 600; seed++) {
		assert_int_equal(schedule_fill(seed, rows, NR_ROWS, 1, slots), 0);
		first[slots[0].row]++;
	}
	for (size_t i = 0; i < NR_ROWS; i++)
		assert_in_range(first[i], 20, 80);
}

/* A kernel that lacks a case runs the others as one that has it. */
static void test_one_less(void **state)
{
	struct slot all[NR_ROWS * PROCESSES], some[(NR_ROWS - 1) * PROCESSES];
	struct selected less[NR_ROWS - 1];

	(void)state;
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, all), 0);
	for (size_t dropped = 0; dropped < NR_ROWS; dropped++) {
		size_t k = 0;

		memcpy(less, rows, dropped * sizeof(*rows));
		memcpy(less + dropped, rows + dropped + 1, (NR_ROWS - 1 - dropped) * sizeof(*rows));
		assert_int_equal(schedule_fill(7, less, NR_ROWS - 1, PROCESSES, some), 0);
		for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
			if (all[i].row == dropped)
				continue;
			assert_ptr_equal(rows[all[i].row].c, less[some[k].row].c);
			assert_int_equal(all[i].process, some[k].process);
			k++;
		}
		assert_int_equal(k, ARRAY_SIZE(some));
	}
}

/* Nor do more processes change the rounds that there are. */
static void test_more_rounds(void **state)
{
	struct slot few[NR_ROWS * 2], many[NR_ROWS * PROCESSES];

	(void)state;
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, 2, few), 0);
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, PROCESSES, many), 0);
	assert_true(same_order(few, many, ARRAY_SIZE(few)));
}

static void test_nothing(void **state)
{
	struct slot slot = {42, 42};

	(void)state;
	assert_int_equal(schedule_fill(7, rows, 0, PROCESSES, &slot), 0);
	assert_int_equal(schedule_fill(7, rows, NR_ROWS, 0, &slot), 0);
	assert_int_equal(slot.row, 42);
	assert_int_equal(schedule_fill(7, rows, 1, 1, &slot), 0);
	assert_int_equal(slot.row, 0);
	assert_int_equal(slot.process, 0);
}

static void test_random_seed(void **state)
{
	uint64_t first = schedule_random_seed(), bits = 0;
	bool other = false;

	(void)state;
	for (int i = 0; i < 64; i++) {
		uint64_t seed = schedule_random_seed();

		bits |= seed;
		other |= seed != first;
	}
	assert_true(other);
	assert_true(bits >> 53 == 0);
	assert_true(bits >> 40 != 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_once),     cmocka_unit_test(test_seed),
		cmocka_unit_test(test_rounds_differ), cmocka_unit_test(test_fair),
		cmocka_unit_test(test_one_less),      cmocka_unit_test(test_more_rounds),
		cmocka_unit_test(test_nothing),       cmocka_unit_test(test_random_seed),
	};

	return cmocka_run_group_tests_name("schedule", tests, setup, NULL);
}
