// SPDX-License-Identifier: GPL-2.0-or-later
#include "symbols.h"

#include "compare/model.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 16

/* What a compiler puts before and behind a name is not the function's. */
static char *function_name(const char *name, size_t len, const char *module)
{
	static const char *const before[] = {"__pfx_", "__cfi_"};
	const char *dot = memchr(name + 1, '.', len - 1);
	char *text;

	len = dot ? (size_t)(dot - name) : len;
	for (size_t i = 0; i < ARRAY_SIZE(before); i++) {
		size_t prefix = strlen(before[i]);

		if (len > prefix && !strncmp(name, before[i], prefix)) {
			name += prefix;
			len -= prefix;
		}
	}
	return asprintf(&text, "%.*s%s%.*s", (int)len, name, module ? " " : "",
			module ? (int)strcspn(module, "\n") : 0, module ? module : "") < 0
		       ? NULL
		       : text;
}

static int add(struct symbols *symbols, const char address[], const char *line)
{
	const char *name = line + 3, *module = strpbrk(name, "\t\n");
	size_t len = module ? (size_t)(module - name) : 0;
	struct symbol *symbol;

	if (line[0] != ' ' || !line[1] || !strchr("TtWw", line[1]) || line[2] != ' ' || !len)
		return -EBADMSG;
	module = *module == '\t' ? module + 1 : NULL;
	symbol = array_add(&symbols->list, symbols->nr, &symbols->room, sizeof(*symbol));
	if (!symbol)
		return -ENOMEM;
	symbol->address = strtoull(address, NULL, 16);
	symbol->linked = line[1];
	symbol->name = function_name(name, len, module);
	if (!symbol->name)
		return -ENOMEM;
	symbols->nr++;
	return 0;
}

/* "__lock_text_start": where the linker put a part of the kernel, mostly where a function begins.
 */
static bool is_boundary(const char *name)
{
	static const char *const ends[] = {"_text_start", "_text_end", "_text", "_stext", "_etext"};
	size_t len = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (name[0] == '_' && len >= strlen(ends[i]) &&
		    !strcmp(name + len - strlen(ends[i]), ends[i]))
			return true;
	return false;
}

/* Of an address with several names, the one that other files know, and then the shortest. */
static int by_address(const void *pa, const void *pb)
{
	static const char order[] = "TtWw";
	const struct symbol *a = pa, *b = pb;
	size_t la = strlen(a->name), lb = strlen(b->name);

	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	if (is_boundary(a->name) != is_boundary(b->name))
		return is_boundary(a->name) ? 1 : -1;
	if (a->linked != b->linked)
		return strchr(order, a->linked) < strchr(order, b->linked) ? -1 : 1;
	if (la != lb)
		return la < lb ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void sort(struct symbols *symbols)
{
	size_t kept = 0;

	if (symbols->nr)
		qsort(symbols->list, symbols->nr, sizeof(*symbols->list), by_address);
	for (size_t i = 0; i < symbols->nr; i++) {
		if (kept && symbols->list[i].address == symbols->list[kept - 1].address)
			free(symbols->list[i].name);
		else
			symbols->list[kept++] = symbols->list[i];
	}
	symbols->nr = kept;
}

int symbols_parse(const char *text, size_t size, struct symbols *symbols, struct error *err)
{
	char address[DIGITS + 1] = "0000000000000000";

	*symbols = (struct symbols){0};
	for (const char *line = text, *next; line < text + size; line = next) {
		size_t digits = strspn(line, "0123456789abcdef");
		int ret = -EBADMSG;

		next = memchr(line, '\n', (size_t)(text + size - line));
		if (next && digits && digits <= DIGITS) {
			memcpy(address + DIGITS - digits, line, digits);
			ret = add(symbols, address, line + digits);
		}
		if (ret)
			return error_set(err, ret, "the guest's symbols: %s: %.*s",
					 ret == -ENOMEM ? "not enough memory" : "no symbol",
					 (int)strcspn(line, "\n"), line);
		next++;
	}
	sort(symbols);
	/* All are 0 for whom the kernel hides them from. */
	if (!symbols->nr || !symbols->list[symbols->nr - 1].address)
		return error_set(err, -EBADMSG, "the guest's symbols: none has an address");
	return 0;
}

void symbols_release(struct symbols *symbols)
{
	for (size_t i = 0; i < symbols->nr; i++)
		free(symbols->list[i].name);
	free(symbols->list);
	*symbols = (struct symbols){0};
}

const char *symbols_name(const struct symbols *symbols, uint64_t address)
{
	size_t low = 0, high = symbols->nr;

	if (!(address >> 63))
		return "[user space]";
	/* The last one at or before it. */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (symbols->list[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? symbols->list[low - 1].name : "[unknown]";
}
