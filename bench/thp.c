// SPDX-License-Identifier: GPL-2.0-or-later
#include "thp.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REMEDY_RO " (a container or a read-only sysfs? run on the host, or remount /sys read-write)"

#define PATH_SIZE 128

/*
 * The kernel raises it while THP are on and may not lower it again: not a THP setting, but changed
 * by one. Its name sorts last, so that thp_apply() puts it back after those that move it.
 */
#define MIN_FREE "vm.min_free_kbytes"

static const char *const global_files[] = {
	"defrag", "enabled", "khugepaged/defrag", "shmem_enabled", "use_zero_page",
};
static const char *const size_files[] = {"enabled", "shmem_enabled"};

/* "always [madvise] never" is madvise; text without brackets is the word itself. */
static int chosen_word(char *text, char *word, size_t size)
{
	char *open = strchr(text, '['), *close = open ? strchr(open, ']') : NULL;

	if (open && close) {
		*close = '\0';
		text = open + 1;
	}
	return snprintf(word, size, "%s", text) < (int)size ? 0 : -ENAMETOOLONG;
}

/* Where a setting is, from the root on. */
static const char *path_of(const char *file, char *path, size_t size)
{
	if (!strcmp(file, MIN_FREE))
		snprintf(path, size, "proc/sys/vm/min_free_kbytes");
	else
		snprintf(path, size, THP_DIR "/%s", file);
	return path;
}

static int read_word(int rootfd, const char *path, char *word, size_t size)
{
	char text[256];
	ssize_t len = read_text_at(rootfd, path, text, sizeof(text));

	return len < 0 ? (int)len : chosen_word(text, word, size);
}

int thp_set(struct thp_state *state, const char *file, const char *word)
{
	struct thp_setting *s = state->settings, *end = s + state->nr;

	if (strlen(file) >= sizeof(s->file) || strlen(word) >= sizeof(s->word))
		return -ENAMETOOLONG;
	while (s < end && strcmp(s->file, file) < 0)
		s++;
	if (s == end || strcmp(s->file, file)) {
		if (state->nr == MAX_THP_SETTINGS)
			return -ENOSPC;
		memmove(s + 1, s, (size_t)(end - s) * sizeof(*s));
		state->nr++;
	}
	strcpy(s->file, file);
	strcpy(s->word, word);
	return 0;
}

uint64_t thp_pmd_bytes(int rootfd)
{
	uint64_t bytes = 0;
	char text[24];

	if (read_text_at(rootfd, THP_DIR "/hpage_pmd_size", text, sizeof(text)) > 0)
		parse_u64(text, &bytes);
	return bytes;
}

const char *thp_word(const struct thp_state *state, const char *file)
{
	for (size_t i = 0; i < state->nr; i++)
		if (!strcmp(state->settings[i].file, file))
			return state->settings[i].word;
	return NULL;
}

/* Adds @file if it is there. */
static int snapshot_file(int rootfd, const char *file, struct thp_state *state, struct error *err)
{
	char word[sizeof(state->settings[0].word)], path[PATH_SIZE];
	int ret = read_word(rootfd, path_of(file, path, sizeof(path)), word, sizeof(word));

	if (ret == -ENOENT)
		return 0;
	if (!ret)
		ret = thp_set(state, file, word);
	if (ret)
		return error_set(err, ret, "/%s: cannot be read: %s", path, strerror(-ret));
	return 0;
}

static int snapshot_sizes(int rootfd, struct thp_state *state, struct error *err)
{
	int fd = openat(rootfd, THP_DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	_cleanup_dir_ DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!dir)
		return error_set(err, -errno, "/%s: %s", THP_DIR, strerror(errno));
	while ((entry = readdir(dir))) {
		unsigned int kib;
		char end;

		if (sscanf(entry->d_name, "hugepages-%uk%c", &kib, &end) != 2 || end != 'B')
			continue;
		for (size_t i = 0; i < ARRAY_SIZE(size_files); i++) {
			char file[sizeof(state->settings[0].file)];
			int ret;

			snprintf(file, sizeof(file), "hugepages-%ukB/%s", kib, size_files[i]);
			ret = snapshot_file(rootfd, file, state, err);
			if (ret)
				return ret;
		}
	}
	return 0;
}

int thp_snapshot(int rootfd, struct thp_state *state, struct error *err)
{
	_cleanup_fd_ int thp = openat(rootfd, THP_DIR, O_PATH | O_DIRECTORY | O_CLOEXEC);
	struct thp_state found = {0};
	int ret;

	if (thp < 0 && errno != ENOENT)
		return error_set(err, -errno, "/%s: %s", THP_DIR, strerror(errno));
	if (thp >= 0) {
		for (size_t i = 0; i < ARRAY_SIZE(global_files); i++) {
			ret = snapshot_file(rootfd, global_files[i], &found, err);
			if (ret)
				return ret;
		}
		ret = snapshot_sizes(rootfd, &found, err);
		if (!ret)
			ret = snapshot_file(rootfd, MIN_FREE, &found, err);
		if (ret)
			return ret;
	}
	*state = found;
	return 0;
}

static int write_word(int rootfd, const char *path, const char *word, struct error *err)
{
	char now[sizeof(((struct thp_setting *)0)->word)];
	_cleanup_fd_ int fd = -1;
	int ret = read_word(rootfd, path, now, sizeof(now));

	if (ret)
		return error_set(err, ret, "/%s: cannot be read: %s", path, strerror(-ret));
	if (!strcmp(now, word))
		return 0;
	fd = openat(rootfd, path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ret = fd < 0 ? -errno : write_all(fd, word, strlen(word));
	if (ret)
		return error_set(err, ret, "/%s: cannot set '%s': %s%s", path, word, strerror(-ret),
				 ret == -EROFS    ? REMEDY_RO
				 : ret == -EACCES ? " (run as root)"
						  : "");
	ret = read_word(rootfd, path, now, sizeof(now));
	if (ret || strcmp(now, word))
		return error_set(err, ret ? ret : -EIO,
				 "/%s: '%s' was written and '%s' read back (does another program "
				 "change it? stop that one)",
				 path, word, ret ? strerror(-ret) : now);
	return 0;
}

int thp_apply(int rootfd, const struct thp_state *wanted, struct error *err)
{
	int first = 0;

	for (size_t i = 0; i < wanted->nr; i++) {
		const struct thp_setting *s = &wanted->settings[i];
		char path[PATH_SIZE];
		int ret = write_word(rootfd, path_of(s->file, path, sizeof(path)), s->word,
				     first ? NULL : err);

		first = first ? first : ret;
	}
	return first;
}

void thp_changeable(const struct thp_state *state, struct thp_state *changeable)
{
	*changeable = (struct thp_state){0};
	for (size_t i = 0; i < state->nr; i++) {
		const struct thp_setting *s = &state->settings[i];

		if (strcmp(s->file, "khugepaged/defrag") && strcmp(s->file, "use_zero_page"))
			changeable->settings[changeable->nr++] = *s;
	}
}

json_t *thp_json(const struct thp_state *state)
{
	json_t *json = json_object();

	for (size_t i = 0; i < state->nr; i++)
		json_object_set_new(json, state->settings[i].file,
				    json_string(state->settings[i].word));
	return json;
}

/* A journal must not make root write elsewhere than to the settings that thp_snapshot() reads. */
static bool is_setting(const char *file)
{
	unsigned int kib;
	char name[48];

	if (!strcmp(file, MIN_FREE))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(global_files); i++)
		if (!strcmp(file, global_files[i]))
			return true;
	if (sscanf(file, "hugepages-%ukB/", &kib) != 1)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(size_files); i++) {
		snprintf(name, sizeof(name), "hugepages-%ukB/%s", kib, size_files[i]);
		if (!strcmp(name, file))
			return true;
	}
	return false;
}

int thp_from_json(const json_t *json, struct thp_state *state)
{
	struct thp_state read = {0};
	const char *file;
	json_t *word;

	if (!json_is_object(json))
		return -EBADMSG;
	json_object_foreach ((json_t *)json, file, word) {
		if (!json_is_string(word) || !is_setting(file) ||
		    thp_set(&read, file, json_string_value(word)))
			return -EBADMSG;
	}
	*state = read;
	return 0;
}

json_t *thp_stats(int rootfd, uint64_t folio_bytes)
{
	_cleanup_dir_ DIR *dir = NULL;
	const struct dirent *entry;
	char path[128];
	json_t *stats;
	int fd;

	snprintf(path, sizeof(path), THP_DIR "/hugepages-%" PRIu64 "kB/stats", folio_bytes >> 10);
	fd = openat(rootfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	dir = fdopendir(fd);
	if (!dir) {
		close(fd);
		return NULL;
	}
	stats = json_object();
	while ((entry = readdir(dir))) {
		char text[32];
		uint64_t value;

		if (entry->d_name[0] != '.' &&
		    read_text_at(dirfd(dir), entry->d_name, text, sizeof(text)) > 0 &&
		    !parse_u64(text, &value))
			json_object_set_new(stats, entry->d_name, json_integer((json_int_t)value));
	}
	return stats;
}
