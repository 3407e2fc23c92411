// SPDX-License-Identifier: GPL-2.0-or-later
#include "range.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Of an empty subject git prints no line, so none is empty. */
#define SUBJECT "--format=-%s"

static int no_memory(struct error *err)
{
	return error_set(err, -ENOMEM, "series: not enough memory (free some)");
}

/* Commits may claim an encoding that is not theirs. */
static void make_utf8(char *text)
{
	_cleanup_json_ json_t *valid = json_string(text);

	for (; !valid && *text; text++)
		if (*text & 0x80)
			*text = '?';
}

static int append(struct range *range, const char *hash, const char *subject, bool merge,
		  struct error *err)
{
	struct series_step *step = &range->list[range->nr];

	*step = (struct series_step){.merge = merge};
	snprintf(step->commit, sizeof(step->commit), "%s", hash);
	snprintf(step->label, sizeof(step->label), "%02zu-%.12s", range->nr, hash);
	if (asprintf(&step->subject, "%s%s", merge ? "(merge) " : "", subject) < 0) {
		step->subject = NULL;
		return no_memory(err);
	}
	/* What others wrote is not to act on the terminal, nor to be missing in JSON. */
	vm_printable(step->subject);
	make_utf8(step->subject);
	range->nr++;
	return 0;
}

static size_t count_commits(const char *text)
{
	size_t lines = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		lines++;
	return lines / 2;
}

static int check_first(const struct range *range, const char *parent, const char *option,
		       struct error *err)
{
	const char *base = range->list[0].commit;

	if (!strcmp(parent, base))
		return 0;
	return error_set(err, -EINVAL,
			 "%s: its first commit is made on %.12s, not on %.12s (begin there: "
			 "--range %.12s..END)",
			 option, *parent ? parent : "nothing", base, parent);
}

static int parse(char *text, const char *option, struct range *range, struct error *err)
{
	size_t nr = count_commits(text);
	char *line, *rest = text;

	if (!nr)
		return error_set(err, -EINVAL,
				 "%s: no commit in it (its end is its beginning, or comes before "
				 "it: the older one is named first)",
				 option);
	if (range->nr + nr > VM_MAX_ARMS)
		return error_set(err, -EINVAL,
				 "%s: %zu commits, and at most %d can be compared with a base (a "
				 "shorter range)",
				 option, nr, VM_MAX_ARMS - 1);
	while ((line = strsep(&rest, "\n")) && *line) {
		const char *word = strsep(&line, " "), *hash = strsep(&line, " ");
		const char *parent = strsep(&line, " "), *subject = strsep(&rest, "\n");
		int ret;

		if (strcmp(word, "commit") || !hash || !subject || *subject != '-')
			return error_set(err, -EINVAL, "%s: git lists no commits (try again)",
					 option);
		ret = range->nr == 1 ? check_first(range, parent ? parent : "", option, err) : 0;
		if (!ret)
			ret = append(range, hash, subject + 1, line, err);
		if (ret)
			return ret;
	}
	return 0;
}

int range_begin(const char *tree, const char *hash, struct range *range, struct error *err)
{
	const char *const args[] = {"rev-list", "--max-count=1", "--encoding=UTF-8", SUBJECT, hash,
				    NULL};
	_cleanup_free_ char *output = NULL;
	struct error why = {""};
	char *rest;

	if (git_read(tree, args, &output, &why))
		return error_set(err, -EIO, "--tree %.100s: %.300s (git fsck)", tree, why.text);
	rest = output;
	strsep(&rest, "\n");
	return append(range, hash, rest && *rest ? strsep(&rest, "\n") + 1 : "", false, err);
}

int range_append(git_runner *git, const char *tree, const char *option, const char *tip,
		 struct range *range, struct error *err)
{
	char hashes[2 * GIT_HASH_MAX + 8];
	const char *const args[] = {"rev-list", "--first-parent",   "--reverse", "--parents",
				    SUBJECT,    "--encoding=UTF-8", hashes,      NULL};
	_cleanup_free_ char *output = NULL;
	struct error why = {""};

	snprintf(hashes, sizeof(hashes), "%s..%s", range->list[0].commit, tip);
	if (git(tree, args, &output, &why))
		return error_set(err, -EIO, "%s: %.300s (git fsck)", option, why.text);
	return parse(output, option, range, err);
}

int range_list(const char *tree, const char *text, struct range *range, struct error *err)
{
	_cleanup_free_ char *begin = strdup(text);
	const char *dots = strstr(text, ".."), *end;
	char base[GIT_HASH_MAX], tip[GIT_HASH_MAX], option[128];
	int ret;

	if (!begin)
		return no_memory(err);
	snprintf(option, sizeof(option), "--range %.100s", text);
	if (!dots || dots[2] == '.')
		return error_set(err, -EINVAL, "%s: not A..B (the base, two dots, the last commit)",
				 option);
	begin[dots - text] = '\0';
	end = dots + 2;
	ret = git_resolve(tree, option, *begin ? begin : "HEAD", base, err);
	if (!ret)
		ret = git_resolve(tree, option, *end ? end : "HEAD", tip, err);
	if (!ret)
		ret = range_begin(tree, base, range, err);
	return ret ? ret : range_append(git_read, tree, option, tip, range, err);
}

void range_free(struct range *range)
{
	for (size_t i = 0; i < range->nr; i++) {
		free(range->list[i].subject);
		free(range->list[i].failure);
	}
	range->nr = 0;
}
