// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcome.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define MORE_MEMORY "(give the guest more with --memory)"

/* What consoles say, and what it means; the first that fits counts. */
static const struct {
	const char *text, *meaning;
} known[] = {
	{"Initramfs unpacking failed: compression method",
	 "the kernel cannot unpack the initramfs (it needs CONFIG_RD_GZIP)"},
	{"Initramfs unpacking failed: write error", "too little memory " MORE_MEMORY},
	{"System is deadlocked on memory", "out of memory " MORE_MEMORY},
	{"Out of memory and no killable processes", "out of memory " MORE_MEMORY},
	{"Unable to mount root fs",
	 "the kernel did not take the initramfs (it needs CONFIG_BLK_DEV_INITRD and "
	 "CONFIG_RD_GZIP; or has the guest too little memory?)"},
	{"No working init found",
	 "the kernel cannot run the guest's init (it needs CONFIG_BINFMT_ELF and CONFIG_64BIT)"},
	{"Attempted to kill init!", "the guest's init ended (see the end of its console)"},
};

static const char *find_meaning(const char *console, size_t size)
{
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (memmem(console, size, known[i].text, strlen(known[i].text)))
			return known[i].meaning;
	return NULL;
}

/* A line of other programs' text, for a message of one line. */
static int line_length(const char *text)
{
	return (int)strcspn(text, "\r\n");
}

static void explain_panic(const struct vm_evidence *e, const char *panic, struct error *why)
{
	const char *meaning = find_meaning(e->console, e->console_size);

	panic += strlen(PANIC_LINE);
	error_set(why, 0, "kernel panic: %.*s%s%s", line_length(panic), panic, meaning ? ": " : "",
		  meaning ? meaning : " (see the end of its console)");
}

static const char *console_driver(enum vm_arch arch)
{
	return arch == VM_ARM64 ? "CONFIG_SERIAL_AMBA_PL011_CONSOLE" : "CONFIG_SERIAL_8250_CONSOLE";
}

static void explain_timeout(const struct vm_evidence *e, struct error *why)
{
	unsigned long long seconds = e->limit_ns / 1000000000u;

	if (e->console_size)
		error_set(why, 0,
			  "not done after %llu s (does it hang? see the end of its console; else "
			  "choose a smaller --size, fewer --cases, or raise the time limit)",
			  seconds);
	else
		error_set(why, 0,
			  "not a word on the serial console for %llu s (the kernel needs %s; or it "
			  "hangs before it can write)",
			  seconds, console_driver(e->arch));
}

/* The last complaint, less the program's name. */
static const char *qemu_complaint(const char *text)
{
	const char *found = "it did not say why";

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		const char *message = text;

		if (!strncmp(text, "qemu-system-", strlen("qemu-system-"))) {
			message = strstr(text, ": ");
			message = message ? message + 2 : text;
		}
		if (line_length(message) && strncmp(message, "warning: ", strlen("warning: ")))
			found = message;
	}
	return found;
}

static const char *qemu_remedy(const char *text)
{
	if (strstr(text, "Cannot allocate memory"))
		return " (the host has too little memory: choose a smaller --memory)";
	if (strstr(text, "too large to fit in RAM"))
		return " " MORE_MEMORY;
	return "";
}

static void explain_qemu(const struct vm_evidence *e, struct error *why)
{
	const char *complaint = qemu_complaint(e->qemu);

	if (WIFSIGNALED(e->wait_status) && WTERMSIG(e->wait_status) == SIGKILL)
		error_set(why, 0, "QEMU was killed (out of memory on the host? see dmesg)");
	else if (WIFSIGNALED(e->wait_status))
		error_set(why, 0, "QEMU crashed with signal %d (%s): %.*s",
			  WTERMSIG(e->wait_status), strsignal(WTERMSIG(e->wait_status)),
			  line_length(complaint), complaint);
	else
		error_set(why, 0, "QEMU failed with status %d: %.*s%s", WEXITSTATUS(e->wait_status),
			  line_length(complaint), complaint, qemu_remedy(complaint));
}

enum vm_outcome vm_explain(const struct vm_evidence *e, struct error *why)
{
	const char *panic = memmem(e->console, e->console_size, PANIC_LINE, strlen(PANIC_LINE));

	why->text[0] = '\0';
	if (panic) {
		explain_panic(e, panic, why);
		return VM_PANIC;
	}
	if (e->timed_out) {
		explain_timeout(e, why);
		return VM_TIMEOUT;
	}
	if (e->wait_status) {
		explain_qemu(e, why);
		return VM_QEMU;
	}
	if (!e->console_size) {
		error_set(why, 0,
			  "it ended without a word on the serial console (the guest may need more "
			  "--memory; the kernel needs %s)",
			  console_driver(e->arch));
		return VM_SILENT;
	}
	return VM_ENDED;
}

/* Printable, or a part of UTF-8. */
static bool shown(unsigned char c)
{
	return c >= ' ' && c != 0x7f;
}

const char *vm_printable(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (shown((unsigned char)*from))
			*to++ = *from;
	*to = '\0';
	return text;
}

/* The last line that says something before @end, to @line. Returns where it begins. */
static const char *previous_line(const char *start, const char *end, const char **line, size_t *len)
{
	*len = 0;
	while (end > start && !*len) {
		const char *begin = memrchr(start, '\n', (size_t)(end - start));

		begin = begin ? begin + 1 : start;
		for (const char *p = begin; p < end; p++)
			*len += shown((unsigned char)*p);
		*line = begin;
		if (*len)
			*len = (size_t)(end - begin);
		end = begin > start ? begin - 1 : start;
	}
	return end;
}

const char *vm_console_end(const char *console, size_t console_size, unsigned int lines, char *buf,
			   size_t size)
{
	const char *end = console + console_size;
	size_t pos = size - 1; /* built from its end */

	buf[pos] = '\0';
	while (lines-- && pos > 3) {
		const char *line;
		size_t len;

		end = previous_line(console, end, &line, &len);
		if (!len)
			break;
		buf[--pos] = '\n';
		while (len && pos > 2)
			if (shown((unsigned char)line[--len]))
				buf[--pos] = line[len];
		buf[--pos] = ' ';
		buf[--pos] = ' ';
	}
	return memmove(buf, buf + pos, size - pos);
}
