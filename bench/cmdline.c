// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmdline.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

/* The length of the parameter at @p; white space inside double quotes belongs to it. */
static size_t param_len(const char *p)
{
	bool quoted = false;
	size_t len = 0;

	for (; p[len] && (quoted || !isspace((unsigned char)p[len])); len++)
		quoted ^= p[len] == '"';
	return len;
}

static char dash_to_underscore(char c)
{
	return c == '-' ? '_' : c;
}

static bool name_equals(const char *p, size_t len, const char *name)
{
	if (len != strlen(name))
		return false;
	for (size_t i = 0; i < len; i++)
		if (dash_to_underscore(p[i]) != dash_to_underscore(name[i]))
			return false;
	return true;
}

/* The value of the parameter that lies between @p and @end, or NULL if it is another one. */
static const char *value_in(const char *p, const char *end, const char *name)
{
	const char *eq;

	p += *p == '"'; /* "name=a b" is as good as name="a b" */
	eq = memchr(p, '=', (size_t)(end - p));
	if (!name_equals(p, (size_t)((eq ? eq : end) - p), name))
		return NULL;
	return eq ? eq + 1 + (eq[1] == '"') : end;
}

const char *cmdline_get(const char *cmdline, const char *name, char *buf, size_t size)
{
	const char *p = cmdline, *found = NULL;

	for (;;) {
		const char *end, *value;

		p += strspn(p, " \t\r\n");
		end = p + param_len(p);
		if (p == end || (end - p == 2 && !strncmp(p, "--", 2)))
			return found;
		value = value_in(p, end, name);
		if (value) {
			snprintf(buf, size, "%.*s", (int)(end - value), value);
			buf[strcspn(buf, "\"")] = '\0';
			found = buf;
		}
		p = end;
	}
}

int cmdline_parse_bool(const char *value)
{
	switch (tolower((unsigned char)value[0])) {
	case 'y':
	case '1':
		return 1;
	case 'n':
	case '0':
		return 0;
	case 'o':
		if (tolower((unsigned char)value[1]) == 'n')
			return 1;
		if (tolower((unsigned char)value[1]) == 'f')
			return 0;
	}
	return -EINVAL;
}
