// SPDX-License-Identifier: GPL-2.0-or-later
#include "journal.h"

#include "swap.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void journal_path(const char *dir, char *path, size_t size)
{
	snprintf(path, size, "%s/thp-journal.json", dir);
}

int journal_write(const char *dir, const char *boot_id, const struct thp_state *state)
{
	_cleanup_json_ json_t *json =
		json_pack("{s:i,s:s,s:I,s:o}", "schema", 1, "boot_id", boot_id, "pid",
			  (json_int_t)getpid(), "settings", thp_json(state));
	_cleanup_free_ char *text = json ? json_dumps(json, JSON_INDENT(1)) : NULL;
	char path[PATH_MAX];

	if (!text)
		return -ENOMEM;
	journal_path(dir, path, sizeof(path));
	return write_file_atomic(path, text, strlen(text), 0600);
}

int journal_read(const char *dir, const char *boot_id, struct thp_state *state, struct error *err)
{
	_cleanup_json_ json_t *json = NULL;
	_cleanup_free_ char *text = NULL;
	const char *of_boot;
	char path[PATH_MAX];
	json_t *settings;
	ssize_t len;
	int schema;

	journal_path(dir, path, sizeof(path));
	len = read_all_at(AT_FDCWD, path, &text);
	if (len == -ENOENT)
		return -ENOENT;
	if (len < 0)
		return error_set(err, (int)len, "%s: %s", path, strerror((int)-len));
	json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
	if (!json || json_unpack(json, "{s:i,s:s,s:o}", "schema", &schema, "boot_id", &of_boot,
				 "settings", &settings))
		return error_set(err, -EBADMSG,
				 "%s: damaged: cannot tell the settings from before the killed run "
				 "(set them under /%s by hand, then remove the file)",
				 path, THP_DIR);
	if (strcmp(of_boot, boot_id))
		return -ESTALE;
	if (schema != 1 || thp_from_json(settings, state))
		return error_set(err, -EBADMSG,
				 "%s: holds what this version does not write (set the settings "
				 "under /%s by hand, then remove the file)",
				 path, THP_DIR);
	return 0;
}

int journal_remove(const char *dir)
{
	char path[PATH_MAX];

	journal_path(dir, path, sizeof(path));
	return unlink(path) && errno != ENOENT ? -errno : 0;
}

static int discard(const char *dir, struct error *err)
{
	int ret = journal_remove(dir);

	if (ret)
		return error_set(err, ret, "%s: the restore journal cannot be removed: %s", dir,
				 strerror(-ret));
	return 0;
}

static int restore_settings(const char *dir, int rootfd, const char *boot_id, bool *restored,
			    struct error *err)
{
	struct thp_state state;
	int ret = journal_read(dir, boot_id, &state, err);

	*restored = false;
	if (ret == -ENOENT)
		return 0;
	if (ret == -ESTALE)
		return discard(dir, err);
	if (!ret)
		ret = thp_apply(rootfd, &state, err);
	if (ret)
		return ret;
	*restored = true;
	return discard(dir, err);
}

int journal_restore(const char *dir, int rootfd, const char *boot_id, bool *restored,
		    struct error *err)
{
	bool removed;
	/* First: a setting that cannot be put back must not keep the swap on. */
	int swap_ret = swap_off(rootfd, &removed, err);
	int ret = restore_settings(dir, rootfd, boot_id, restored, swap_ret ? NULL : err);

	*restored |= removed;
	return swap_ret ? swap_ret : ret;
}
