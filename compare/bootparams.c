// SPDX-License-Identifier: GPL-2.0-or-later
#include "compare/bootparams.h"

#include <ctype.h>
#include <string.h>

/* That of root=UUID=... is shorter. */
#define LONG_WORD 64

struct word {
	const char *start;
	size_t len; /* 0: no more words */
};

static bool names_image(const struct word *w)
{
	return !strncmp(w->start, "BOOT_IMAGE=", 11) || !strncmp(w->start, "initrd=", 7);
}

static struct word next_word(const char **rest)
{
	struct word w;

	do {
		const char *p = *rest;
		bool quoted = false;

		while (isspace((unsigned char)*p))
			p++;
		w.start = p;
		for (; *p && (quoted || !isspace((unsigned char)*p)); p++)
			quoted ^= *p == '"';
		w.len = (size_t)(p - w.start);
		*rest = p;
	} while (w.len && names_image(&w));
	return w;
}

static bool same_word(const struct word *a, const struct word *b)
{
	return a->len == b->len && !memcmp(a->start, b->start, a->len);
}

bool bootparams_equal(const char *base, const char *here)
{
	struct word a, b;

	do {
		a = next_word(&base);
		b = next_word(&here);
		if (!same_word(&a, &b))
			return false;
	} while (a.len);
	return true;
}

/* How often @text has the word, before @end if that is not NULL. */
static size_t count(const char *text, const struct word *word, const char *end)
{
	size_t n = 0;

	for (struct word w = next_word(&text); w.len && w.start != end; w = next_word(&text))
		n += same_word(&w, word);
	return n;
}

/* How much of it to show: all, or of a long one what stands before its value. */
static int shown_length(const struct word *w)
{
	const char *value = w->len > LONG_WORD ? memchr(w->start, '=', w->len) : NULL;

	return (int)(value ? (size_t)(value + 1 - w->start) : w->len);
}

/* Appends what @from has more often than @other. Returns the new length. */
static size_t append(char *buf, size_t len, size_t size, char sign, const char *from,
		     const char *other)
{
	const char *rest = from;

	for (struct word w = next_word(&rest); w.len; w = next_word(&rest)) {
		const char *space = len ? " " : "";
		int shown = shown_length(&w);

		if (count(from, &w, w.start) < count(other, &w, NULL))
			continue;
		/* With room to say that there is more. */
		if (len + strlen(" -") + (size_t)shown + strlen("... ...") >= size)
			return len + (size_t)snprintf(buf + len, size - len, "%s...", space);
		len += (size_t)snprintf(buf + len, size - len, "%s%c%.*s%s", space, sign, shown,
					w.start, (size_t)shown < w.len ? "..." : "");
	}
	return len;
}

const char *bootparams_difference(const char *base, const char *here, char *buf, size_t size)
{
	size_t len;

	*buf = '\0';
	len = append(buf, 0, size / 2, '-', base, here);
	len = append(buf, len, size, '+', here, base);
	if (!len)
		snprintf(buf, size, "the same words in another order");
	return buf;
}
