// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/mismatch.h"

#include "compare/bootparams.h"

#include <string.h>

/* Of a value, "..." included. Two and the longest names fill a few lines of a mail. */
#define SHOWN_MAX 72

/* Of a value or a part of it, with an ellipsis where it was cut. */
struct shown {
	char text[SHOWN_MAX + 1];
};

static bool is_value(const struct fact *fact)
{
	return fact && !fact->varies;
}

static const char *word_for(const struct mismatch *m, const struct fact *fact)
{
	if (!fact)
		return m->not_set ? "not set" : "not stated";
	if (fact->varies)
		return "varies";
	return fact->value[0] ? fact->value : "\"\"";
}

/* Shows @len bytes of @text, @before and @after: there is more. Cuts at the end what is too long.
 */
static void show(struct shown *s, const char *text, size_t len, bool before, bool after)
{
	size_t room = SHOWN_MAX - (before ? strlen("...") : 0);

	if (len + (after ? strlen("...") : 0) > room) {
		len = room - strlen("...");
		/* Not inside a character of UTF-8. */
		while (len && (text[len] & 0xc0) == 0x80)
			len--;
		after = true;
	}
	snprintf(s->text, sizeof(s->text), "%s%.*s%s", before ? "..." : "", (int)len, text,
		 after ? "..." : "");
}

/*
 * Length of what both begin with, back to the start of a clause, so that "IBPB: always-on" is not
 * "always-on" alone, or of a word where the clause is long.
 */
static size_t common_start(const char *a, const char *b)
{
	size_t n = 0, clause, word;

	while (a[n] && a[n] == b[n])
		n++;
	for (word = n; word && !strchr(" ,", a[word - 1]);)
		word--;
	for (clause = n; clause && !strchr(",;", a[clause - 1]);)
		clause--;
	while (clause < word && a[clause] == ' ')
		clause++;
	return n - clause < SHOWN_MAX / 2 ? clause : word;
}

/* Length of what both end with, from the end of a word on. Leaves something after @start bytes. */
static size_t common_end(const char *a, const char *b, size_t start)
{
	size_t la = strlen(a), lb = strlen(b), n = 0;

	while (n + 1 < la - start && n + 1 < lb - start && a[la - n - 1] == b[lb - n - 1])
		n++;
	while (n && !strchr(" ,;", a[la - n]))
		n--;
	return n;
}

static void show_both(const struct mismatch *m, struct shown *base, struct shown *here)
{
	const char *a = word_for(m, m->base), *b = word_for(m, m->here);
	size_t la = strlen(a), lb = strlen(b), start = 0, end = 0;

	if (is_value(m->base) && is_value(m->here) && (la > SHOWN_MAX || lb > SHOWN_MAX)) {
		start = common_start(a, b);
		end = common_end(a, b, start);
	}
	show(base, a + start, la - start - end, start, end);
	show(here, b + start, lb - start - end, start, end);
}

const char *mismatch_text(const struct mismatch *m, char *buf, size_t size)
{
	struct shown base = {""}, here = {""};
	char words[256];

	if (is_value(m->base) && is_value(m->here) && !strcmp(m->name, "kernel.cmdline")) {
		bootparams_difference(m->base->value, m->here->value, words, sizeof(words));
		snprintf(buf, size, "%s: %s", m->name, words);
		return buf;
	}
	show_both(m, &base, &here);
	snprintf(buf, size, "%s: %s | %s", m->name, base.text, here.text);
	return buf;
}
