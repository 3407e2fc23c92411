// SPDX-License-Identifier: GPL-2.0-or-later
#include "config.h"

#include <stdio.h>
#include <string.h>

#define NOT_SET " is not set"
#define EMPTY   "=\"\""

/* Whether @text has a line of just the @len bytes at @line, or with @prefix, one that begins so. */
static bool has_line(const char *text, const char *line, size_t len, bool prefix)
{
	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (!strncmp(text, line, len) && (prefix || strcspn(text, "\n") == len))
			return true;
	return false;
}

bool config_enabled(const char *config, const char *option)
{
	char line[128];
	int len = snprintf(line, sizeof(line), "CONFIG_%s=y", option);

	return has_line(config, line, (size_t)len, false);
}

static bool ends_with(const char *line, size_t len, const char *end)
{
	return len > strlen(end) && !strncmp(line + len - strlen(end), end, strlen(end));
}

/* An option that a kernel does not know is as good as one that is not set, or empty. */
static bool is_satisfied(const char *line, size_t len, const char *config)
{
	size_t name = len - strlen(EMPTY);
	char set[128];

	if (has_line(config, line, len, false))
		return true;
	if (!ends_with(line, len, EMPTY)) {
		if (*line != '#')
			return false;
		line += strlen("# ");
		name = len - strlen("# ") - strlen(NOT_SET);
	}
	snprintf(set, sizeof(set), "%.*s=", (int)name, line);
	return !has_line(config, set, strlen(set), true);
}

/* Comments and empty lines want nothing. */
static bool wants(const char *line, size_t len)
{
	return !strncmp(line, "CONFIG_", 7) ||
	       (!strncmp(line, "# CONFIG_", 9) && ends_with(line, len, NOT_SET));
}

size_t config_missing(const char *fragment, const char *config, char *missing, size_t size)
{
	size_t nr = 0, used = 0, len;

	missing[0] = '\0';
	for (; *fragment; fragment += len, fragment += *fragment == '\n') {
		len = strcspn(fragment, "\n");
		if (!wants(fragment, len) || is_satisfied(fragment, len, config))
			continue;
		if (used < size)
			used += (size_t)snprintf(missing + used, size - used, "%s%.*s",
						 nr ? ", " : "", (int)len, fragment);
		nr++;
	}
	return nr;
}
