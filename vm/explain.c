// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain.h"

#include "campaign.h"

#include "compare/explain.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define _cleanup_profile_ __attribute__((cleanup(profile_free)))

static int load(const char *dir, const char *label, struct profile *profile, struct error *err)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/" CAMPAIGN_COUNTS "/%s.json", dir, label);
	if (access(path, F_OK))
		return error_set(err, -ENOENT, "%s was not counted: no boot of it came back",
				 label);
	return profile_load(path, profile, err);
}

/* How many cases were left, or a negative errno. */
static int explain_pair(struct page *page, const char *dir, const struct explain_pair *pair)
{
	_cleanup_profile_ struct profile base = {0}, here = {0};
	struct error why;
	int ret = load(dir, pair->base, &base, &why);

	if (!ret)
		ret = load(dir, pair->here, &here, &why);
	if (ret == -ENOMEM)
		return ret;
	if (!ret)
		return explain_write(page, &base, &here, pair->title);
	page_line(page, 0, "%s to %s: not explained: %s.", pair->base, pair->here, why.text);
	return 1;
}

static int write_pairs(const char *dir, const struct explain_pair *pairs, size_t nr, char **text,
		       size_t *left)
{
	size_t size = 0;
	FILE *f = open_memstream(text, &size);
	struct page page = {.f = f, .form = &text_form};
	int ret = f ? 0 : -ENOMEM;

	for (size_t i = 0; ret >= 0 && i < nr; i++) {
		ret = explain_pair(&page, dir, &pairs[i]);
		*left += ret > 0 ? (size_t)ret : 0;
	}
	if (ret >= 0)
		ret = page_end(&page);
	if (f && fclose(f) && !ret)
		ret = -ENOMEM;
	return ret;
}

int explain_campaign(const char *dir, const struct explain_pair *pairs, size_t nr, FILE *f,
		     bool below, size_t *left, struct error *err)
{
	_cleanup_free_ char *text = NULL;
	char path[PATH_MAX];
	size_t nr_left = 0;
	int ret = write_pairs(dir, pairs, nr, &text, &nr_left);

	if (ret)
		return error_set(err, ret, "explain: %s (free some memory)", strerror(-ret));
	snprintf(path, sizeof(path), "%s/explain.txt", dir);
	ret = write_file_atomic(path, text, strlen(text), 0644);
	if (ret)
		return error_set(err, ret,
				 "%s: cannot be written: %s (check space and permissions)", path,
				 strerror(-ret));
	if (f && below)
		fputc('\n', f);
	if (f && (fputs(text, f) < 0 || fflush(f)))
		return error_set(err, -EIO, "standard output: %s", strerror(errno));
	if (!f)
		fprintf(stderr, "ptebench: kernel functions: %s\n", path);
	if (left)
		*left = nr_left;
	return 0;
}

int explain_after(const struct vm_options *o, const struct campaign_outcome *outcome, bool step,
		  struct error *err)
{
	const bool chosen =
		vm_options_has(&o->compare, "--format") || vm_options_has(&o->compare, "--out");
	struct explain_pair pairs[VM_MAX_ARMS];
	size_t nr = 0, base = 0;

	for (size_t i = 1; i < o->nr_kernels; i++) {
		if (outcome->empty[i])
			continue;
		pairs[nr++] = (struct explain_pair){o->kernels[base].label, o->kernels[i].label,
						    i == base + 1 ? o->kernels[i].title : NULL};
		base = step ? i : 0;
	}
	return nr ? explain_campaign(outcome->dir, pairs, nr, chosen ? NULL : stdout, true, NULL,
				     err)
		  : 0;
}
