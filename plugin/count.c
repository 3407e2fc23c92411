// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A TCG plugin of QEMU: counts the instructions that a guest with one CPU executes between marks
 * (bench/marks.h), by the translation block that they are in. It knows no symbols:
 * vm/counts.h reads what it writes, and says in which form.
 *
 * Arguments: out=PATH, the file to write; probe=on instead: only say that it can be loaded.
 */
#include "abi.h"

#include "bench/marks.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 65536u

/* x86's smallest, and so a divisor of all others. */
#define PAGE_BYTES 4096u

#define LONGEST 15u /* of x86's instructions, in bytes */

/* One per address and length: QEMU translates again what it has thrown away or what was changed. */
struct block {
	uint64_t address;
	size_t length;       /* in instructions */
	uint64_t executions; /* since the work began that is counted now */
	struct block *next_executed, *next_in_bucket;
	char sizes[]; /* of the instructions, as hexadecimal digits */
};

int qemu_plugin_version = 1;

static struct block *buckets[BUCKETS], *executed;
static bool counting, broken, text_began;
static uint64_t work = MARKS_MAX, spans; /* the number that its marks have; pairs of marks */
static FILE *out;

/* QEMU reads the version after this. */
static void __attribute__((constructor)) choose_version(void)
{
	if (dlsym(RTLD_DEFAULT, "qemu_plugin_scoreboard_new"))
		qemu_plugin_version = 2;
}

/* Writes down and forgets what was counted. */
static void end_work(void)
{
	if (work < MARKS_MAX)
		fprintf(out, "work %" PRIu64 " %" PRIu64 " %s\n", work, spans,
			counting || broken ? "broken" : "whole");
	while (executed) {
		struct block *b = executed;

		fprintf(out, "%" PRIx64 " %" PRIu64 " %s\n", b->address, b->executions, b->sizes);
		executed = b->next_executed;
		b->executions = 0;
	}
	work = MARKS_MAX;
	spans = 0;
	counting = broken = false;
}

static void on_begin(unsigned int vcpu, void *number)
{
	(void)vcpu;
	if ((uintptr_t)number != work) {
		end_work();
		work = (uintptr_t)number;
	}
	/* A worker that was killed leaves a begin without an end. */
	broken |= counting;
	counting = true;
}

static void on_end(unsigned int vcpu, void *number)
{
	(void)vcpu;
	broken |= !counting || (uintptr_t)number != work;
	counting = false;
	spans++;
}

static void on_block(unsigned int vcpu, void *user)
{
	struct block *b = user;

	(void)vcpu;
	if (!counting)
		return;
	if (!b->executions++) {
		b->next_executed = executed;
		executed = b;
	}
}

/* What is told comes last: no work is marked any more. */
static void on_text(unsigned int vcpu, void *byte)
{
	(void)vcpu;
	if (!text_began) {
		end_work();
		fputs("text\n", out);
		text_began = true;
	}
	putc((int)(uintptr_t)byte, out);
}

/* @n instructions of @tb from @first on, counted together. */
static struct block *find_block(const struct qemu_plugin_tb *tb, size_t first, size_t n)
{
	uint64_t address = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, first));
	struct block **bucket = &buckets[(address ^ address >> 16) % BUCKETS], *b;

	for (b = *bucket; b; b = b->next_in_bucket)
		if (b->address == address && b->length == n)
			return b;
	b = calloc(1, sizeof(*b) + n + 1);
	if (!b) {
		fprintf(stderr, "ptebench-count: not enough memory (free some)\n");
		exit(1);
	}
	b->address = address;
	b->length = n;
	for (size_t i = 0; i < n; i++)
		b->sizes[i] = "0123456789abcdef"[qemu_plugin_insn_size(
							 qemu_plugin_tb_get_insn(tb, first + i)) &
						 15];
	b->next_in_bucket = *bucket;
	return *bucket = b;
}

/*
 * An instruction that goes on in another page ends the block before it, but QEMU 7.2 has some of
 * its bytes among the block's instructions all the same. So what comes near the end of a page is
 * counted by itself: only what is executed calls.
 */
static void count_block(struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);
	struct qemu_plugin_insn *last = qemu_plugin_tb_get_insn(tb, n - 1);

	if (n > 1 && qemu_plugin_insn_vaddr(last) % PAGE_BYTES + LONGEST > PAGE_BYTES) {
		n--;
		qemu_plugin_register_vcpu_insn_exec_cb(last, on_block, QEMU_PLUGIN_CB_NO_REGS,
						       find_block(tb, n, 1));
	}
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS,
					     find_block(tb, 0, n));
}

static void on_translation(uint64_t id, struct qemu_plugin_tb *tb)
{
	uint64_t address = qemu_plugin_tb_vaddr(tb);

	(void)id;
	if (address - MARKS_BEGIN < MARKS_BYTES)
		qemu_plugin_register_vcpu_tb_exec_cb(
			tb, on_begin, QEMU_PLUGIN_CB_NO_REGS,
			(void *)(uintptr_t)((address - MARKS_BEGIN) / MARKS_STRIDE));
	else if (address - MARKS_END < MARKS_BYTES)
		qemu_plugin_register_vcpu_tb_exec_cb(
			tb, on_end, QEMU_PLUGIN_CB_NO_REGS,
			(void *)(uintptr_t)((address - MARKS_END) / MARKS_STRIDE));
	else if (address - MARKS_TEXT < MARKS_TEXT_BYTES)
		qemu_plugin_register_vcpu_tb_exec_cb(
			tb, on_text, QEMU_PLUGIN_CB_NO_REGS,
			(void *)(uintptr_t)((address - MARKS_TEXT) / MARKS_STRIDE));
	else
		count_block(tb);
}

static void on_exit_of_qemu(uint64_t id, void *user)
{
	(void)id;
	(void)user;
	end_work();
	/* The last line, so that what is cut off, or has a hole, is not taken for the whole. */
	if (!ferror(out))
		fprintf(out, "end\n");
	if (fclose(out))
		fprintf(stderr, "ptebench-count: what was counted: %s\n", strerror(errno));
}

int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	(void)info;
	if (argc == 1 && !strcmp(argv[0], "probe=on"))
		exit(0);
	if (argc != 1 || strncmp(argv[0], "out=", 4)) {
		fprintf(stderr, "ptebench-count: one argument is wanted, out=PATH\n");
		return -1;
	}
	out = fopen(argv[0] + 4, "we");
	if (!out) {
		fprintf(stderr, "ptebench-count: %s: %s\n", argv[0] + 4, strerror(errno));
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
	return 0;
}
