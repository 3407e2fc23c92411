// SPDX-License-Identifier: GPL-2.0-or-later
#include "kconfig.h"

#include <errno.h>
#include <fcntl.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* A distribution's configuration has some 300 KiB. What is beyond this is none. */
#define CONFIG_MAX_BYTES (4u << 20)

void kconfig_free(struct kconfig **config)
{
	if (!*config)
		return;
	free((*config)->text);
	free((*config)->lines);
	free(*config);
}

/* zlib reads what is not compressed as it is, so both kinds of source come through here. */
static int read_maybe_gz(int rootfd, const char *path, char **text)
{
	_cleanup_free_ char *buf = NULL;
	int fd = openat(rootfd, path, O_RDONLY | O_CLOEXEC);
	gzFile file;
	int len;

	if (fd < 0)
		return -errno;
	file = gzdopen(fd, "rb");
	if (!file) {
		close_fd(&fd);
		return -ENOMEM;
	}
	buf = malloc(CONFIG_MAX_BYTES);
	len = buf ? gzread(file, buf, CONFIG_MAX_BYTES) : 0;
	/* A file cut short shows in gzclose() only. */
	if (gzclose_r(file) != Z_OK || len <= 0 || len == (int)CONFIG_MAX_BYTES)
		return buf ? -EBADMSG : -ENOMEM;
	buf[len] = '\0';
	*text = buf;
	buf = NULL;
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int split_lines(struct kconfig *config)
{
	char *save = NULL;
	size_t room = 0;

	for (const char *p = config->text; *p; p++)
		room += *p == '\n';
	config->lines = calloc(room + 1, sizeof(*config->lines));
	if (!config->lines)
		return -ENOMEM;
	for (char *line = strtok_r(config->text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		if (!strncmp(line, "CONFIG_", 7) && strchr(line, '='))
			config->lines[config->nr_lines++] = line;
	qsort(config->lines, config->nr_lines, sizeof(*config->lines), by_text);
	return config->nr_lines ? 0 : -EBADMSG;
}

static int load_from(int rootfd, struct kconfig **config, const char *path)
{
	_cleanup_kconfig_ struct kconfig *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return -ENOMEM;
	snprintf(c->source, sizeof(c->source), "/%s", path);
	ret = read_maybe_gz(rootfd, path, &c->text);
	if (!ret)
		ret = split_lines(c);
	if (ret)
		return ret;
	*config = c;
	c = NULL;
	return 0;
}

int kconfig_load(int rootfd, const char *release, struct kconfig **config)
{
	char boot[120], modules[120];
	const char *const paths[] = {"proc/config.gz", boot, modules};

	snprintf(boot, sizeof(boot), "boot/config-%s", release);
	snprintf(modules, sizeof(modules), "lib/modules/%s/config", release);
	for (size_t i = 0; i < ARRAY_SIZE(paths); i++) {
		int ret = load_from(rootfd, config, paths[i]);

		if (!ret || ret == -ENOMEM)
			return ret;
	}
	return -ENOENT;
}

/* The value in @line if it is about "CONFIG_@name". */
static const char *line_value(const char *line, const char *name)
{
	size_t len = strlen(name);

	line += strlen("CONFIG_");
	return !strncmp(line, name, len) && line[len] == '=' ? line + len + 1 : NULL;
}

const char *kconfig_get(const struct kconfig *config, const char *name, char *buf, size_t size)
{
	for (size_t i = 0; config && i < config->nr_lines; i++) {
		const char *value = line_value(config->lines[i], name);

		if (!value)
			continue;
		value += *value == '"';
		snprintf(buf, size, "%.*s", (int)strcspn(value, "\""), value);
		return buf;
	}
	return NULL;
}

bool kconfig_is_on(const struct kconfig *config, const char *name)
{
	char value[8];

	return kconfig_get(config, name, value, sizeof(value)) && !strcmp(value, "y");
}

void kconfig_sha256(const struct kconfig *config, char hex[KCONFIG_SHA256_SIZE])
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	SHA2_CTX ctx;

	SHA256Init(&ctx);
	for (size_t i = 0; i < config->nr_lines; i++) {
		SHA256Update(&ctx, (const uint8_t *)config->lines[i], strlen(config->lines[i]));
		SHA256Update(&ctx, (const uint8_t *)"\n", 1);
	}
	SHA256Final(digest, &ctx);
	for (size_t i = 0; i < sizeof(digest); i++)
		snprintf(hex + 2 * i, 3, "%02x", digest[i]);
}
