// SPDX-License-Identifier: GPL-2.0-or-later
#include "debian.h"

#include "command.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define PREFIX "linux-image-"

#define VERSIONS_MAX 8 /* in a message */

#if defined(__aarch64__)
#define OWN_ARCH "arm64"
#else
#define OWN_ARCH "amd64"
#endif

/*
 * What the machine's configuration has apt do after an update is about the machine's own lists, and
 * must not be done for ours. Lists of commands cannot be emptied from a command line.
 */
static const char apt_conf[] = "#clear APT::Update::Pre-Invoke;\n"
			       "#clear APT::Update::Post-Invoke;\n"
			       "#clear APT::Update::Post-Invoke-Success;\n";

int debian_parse(const char *text, struct debian_kernel *kernel, struct error *err)
{
	static const char *const flavours[] = {"amd64", "arm64", "arm64-16k"};
	const char *flavour = strchr(text, ':');
	size_t len = flavour ? (size_t)(flavour - text) : strlen(text);
	struct debian_kernel k = {0};

	flavour = flavour ? flavour + 1 : OWN_ARCH;
	if (!isdigit((unsigned char)*text) || len >= sizeof(k.version) ||
	    strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz.+-") < len)
		return error_set(err, -EINVAL,
				 "debian:%s: no version of a kernel (as in debian:6.12 or "
				 "debian:6.12:arm64)",
				 text);
	snprintf(k.version, sizeof(k.version), "%.*s", (int)len, text);
	for (size_t i = 0; i < ARRAY_SIZE(flavours); i++)
		if (!strcmp(flavour, flavours[i]))
			snprintf(k.flavour, sizeof(k.flavour), "%s", flavour);
	if (!*k.flavour)
		return error_set(err, -EINVAL,
				 "debian:%s: unknown architecture (amd64, arm64 or arm64-16k)",
				 text);
	snprintf(k.arch, sizeof(k.arch), "%.5s", flavour);
	*kernel = k;
	return 0;
}

/*
 * The length of the release in @release, which @flavour ends, if it is one of this version: at
 * least three numbers, since packages named by two have no kernel, they only depend on the newest.
 * Every release is one of the version "".
 */
static size_t release_length(const char *release, const char *version, const char *flavour)
{
	size_t wanted = strlen(version), len = strlen(release), tail = strlen(flavour);
	unsigned int dots = 0;

	if (!isdigit((unsigned char)*release) || strncmp(release, version, wanted) ||
	    (wanted && isdigit((unsigned char)release[wanted])))
		return 0;
	if (len < tail + wanted || strcmp(release + len - tail, flavour))
		return 0;
	len -= tail;
	for (size_t i = 0; i < len; i++)
		dots += release[i] == '.';
	/* What is left may be another flavour's beginning: 6.12.1-rt-amd64. */
	for (const char *p = release; (p = memchr(p, '-', len - (size_t)(p - release))); p++)
		if (!isdigit((unsigned char)p[1]))
			return 0;
	return dots >= 2 ? len : 0;
}

/*
 * Takes the line at *@rest, and if it names a kernel of that version and flavour its release; else
 * @release is empty. False at the end.
 */
static bool next_release(const char **rest, const char *version, const char *flavour, char *name,
			 char *release)
{
	const char *line = *rest;
	size_t len = strcspn(line, "\n");

	release[0] = '\0';
	if (!*line)
		return false;
	*rest = line + len + (line[len] == '\n');
	if (len >= NAME_MAX || strncmp(line, PREFIX, strlen(PREFIX)))
		return true;
	snprintf(name, NAME_MAX, "%.*s", (int)len, line);
	len = release_length(name + strlen(PREFIX), version, flavour);
	snprintf(release, NAME_MAX, "%.*s", (int)len, name + strlen(PREFIX));
	return true;
}

static void newest(const char *version, const char *flavour, const char *names, char *best,
		   size_t size)
{
	char best_release[NAME_MAX] = "", name[NAME_MAX], release[NAME_MAX];

	while (next_release(&names, version, flavour, name, release)) {
		if (strverscmp(release, best_release) <= 0)
			continue;
		memcpy(best_release, release, sizeof(release));
		snprintf(best, size, "%s", name);
	}
}

const char *debian_versions(const struct debian_kernel *kernel, const char *names, char *buf,
			    size_t size)
{
	char versions[VERSIONS_MAX + 1][NAME_MAX], flavour[48], name[NAME_MAX], release[NAME_MAX];
	size_t nr = 0, len = 0;

	snprintf(flavour, sizeof(flavour), "-%s", kernel->flavour);
	while (next_release(&names, "", flavour, name, release)) {
		size_t i = 0;

		/* Three numbers at least. */
		if (!*release)
			continue;
		*strchr(strchr(release, '.') + 1, '.') = '\0';
		while (i < nr && strverscmp(release, versions[i]) < 0)
			i++;
		if (i < nr && !strcmp(release, versions[i]))
			continue;
		memmove(versions[i + 1], versions[i], (nr - i) * sizeof(versions[0]));
		memcpy(versions[i], release, sizeof(release));
		nr += nr < VERSIONS_MAX;
	}
	snprintf(buf, size, "none");
	for (size_t i = 0; i < nr && len < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%s", i ? ", " : "", versions[i]);
	return buf;
}

int debian_choose(const struct debian_kernel *kernel, const char *names, char *name, size_t size)
{
	static const char *const prefixes[] = {"-cloud-", "-"};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++) {
		char flavour[48], best[NAME_MAX] = "";

		snprintf(flavour, sizeof(flavour), "%s%s", prefixes[i], kernel->flavour);
		newest(kernel->version, flavour, names, best, sizeof(best));
		if (*best) {
			snprintf(name, size, "%s", best);
			return 0;
		}
	}
	return -ENOENT;
}

/* Settings that keep apt out of the system's way. */
struct apt {
	char conf[PATH_MAX], arch[64], archs[64], cache[PATH_MAX], state[PATH_MAX];
};

static int apt_prepare(struct apt *apt, const char *arch, const char *dir, struct error *err)
{
	char path[PATH_MAX];
	int ret = 0;

	if (snprintf(apt->conf, sizeof(apt->conf), "%s/apt.conf", dir) >= (int)sizeof(apt->conf) ||
	    snprintf(apt->cache, sizeof(apt->cache), "Dir::Cache=%s/cache", dir) >=
		    (int)sizeof(apt->cache) ||
	    snprintf(apt->state, sizeof(apt->state), "Dir::State=%s/state", dir) >=
		    (int)sizeof(apt->state) ||
	    snprintf(path, sizeof(path), "%s/cache/archives/partial", dir) >= (int)sizeof(path))
		return error_set(err, -ENAMETOOLONG, "%s: too long a name", dir);
	snprintf(apt->arch, sizeof(apt->arch), "APT::Architecture=%s", arch);
	snprintf(apt->archs, sizeof(apt->archs), "APT::Architectures=%s", arch);
	ret = make_dirs(path, 0755);
	if (!ret) {
		snprintf(path, sizeof(path), "%s/state/lists/partial", dir);
		ret = make_dirs(path, 0755);
	}
	if (!ret)
		ret = write_file_atomic(apt->conf, apt_conf, strlen(apt_conf), 0644);
	if (ret)
		return error_set(err, ret, "%s: cannot be written: %s", dir, strerror(-ret));
	return 0;
}

/* @own_lists: with our package lists, not the machine's. @argument may be NULL. */
static int apt_run(const struct apt *apt, bool own_lists, const char *program, const char *verb,
		   const char *argument, const char *dir, char **output, struct error *err)
{
	/* What is installed plays no part; a repository that fails is an error, not a warning. */
	const char *argv[24] = {program, "-q",
				"-c",    apt->conf,
				"-o",    apt->arch,
				"-o",    apt->archs,
				"-o",    apt->cache,
				"-o",    "Dir::State::status=/dev/null",
				"-o",    "APT::Sandbox::User=root",
				"-o",    "APT::Update::Error-Mode=any",
				"-o",    "Acquire::Languages=none"};
	size_t n = 18;

	if (own_lists) {
		argv[n++] = "-o";
		argv[n++] = apt->state;
	}
	argv[n++] = verb;
	argv[n++] = argument;
	return command_run(argv, dir, output, err);
}

/* The only file in @dir that @pattern matches, to @path. */
static int only_file(const char *dir, const char *pattern, char *path)
{
	char full[PATH_MAX];
	glob_t found;
	int ret = -ENOENT;

	/* mkdtemp() and we named all of it but the cache folder, where '*' is no worse than odd. */
	if (snprintf(full, sizeof(full), "%s/%s", dir, pattern) >= (int)sizeof(full))
		return -ENAMETOOLONG;
	if (glob(full, 0, NULL, &found))
		return -ENOENT;
	if (found.gl_pathc == 1 && strlen(found.gl_pathv[0]) < PATH_MAX) {
		strcpy(path, found.gl_pathv[0]);
		ret = 0;
	}
	globfree(&found);
	return ret;
}

static int try_lists(const struct debian_kernel *kernel, const struct apt *apt, bool own_lists,
		     const char *dir, char *package, struct error *err)
{
	_cleanup_free_ char *names = NULL;
	char name[NAME_MAX], versions[128];
	int ret = apt_run(apt, own_lists, "apt-cache", "pkgnames", PREFIX, NULL, &names, err);

	if (ret)
		return ret;
	if (debian_choose(kernel, names, name, sizeof(name)))
		return error_set(err, -ENOENT,
				 "no such kernel in the package lists of this machine's "
				 "distribution (what there is: %s)",
				 debian_versions(kernel, names, versions, sizeof(versions)));
	ret = apt_run(apt, own_lists, "apt-get", "download", name, dir, NULL, err);
	if (!ret && only_file(dir, "*.deb", package))
		return error_set(err, -EIO, "apt-get left no package file");
	return ret;
}

int debian_fetch(const struct debian_kernel *kernel, const char *apt_dir, const char *dir,
		 char *package, struct error *err)
{
	struct error why = {0}, update = {0};
	struct apt apt = {0};
	int ret;

	if (!command_exists("apt-get") || !command_exists("dpkg-deb"))
		return error_set(err, -ENOENT,
				 "debian:%s: needs apt-get and dpkg-deb (give a kernel file)",
				 kernel->version);
	ret = apt_prepare(&apt, kernel->arch, apt_dir, err);
	if (ret)
		return ret;
	if (!try_lists(kernel, &apt, false, dir, package, &why))
		return 0;
	ret = apt_run(&apt, true, "apt-get", "update", NULL, NULL, NULL, &update);
	/* A repository that is not to be had does not matter if another one has the kernel. */
	if (!try_lists(kernel, &apt, true, dir, package, &why))
		return 0;
	return error_set(err, ret ? ret : -ENOENT, "debian:%s:%s: %s%s%s", kernel->version,
			 kernel->flavour, ret ? "apt-get update: " : "",
			 ret ? update.text : why.text,
			 ret ? " (without a network, give a kernel file)" : "");
}

int debian_kernel_in(const char *dir, char *kernel)
{
	return only_file(dir, "boot/vmlinuz-*", kernel);
}

int debian_unpack(const char *package, const char *dir, char *kernel, struct error *err)
{
	/* Modules and the rest stay where they are. */
	const char *const argv[] = {
		"sh",
		"-c",
		"dpkg-deb --fsys-tarfile \"$1\" | tar -x --no-same-owner -C \"$2\" ./boot",
		"sh",
		package,
		dir,
		NULL};
	struct error why;
	int ret;

	if (!command_exists("dpkg-deb") || !command_exists("tar"))
		return error_set(err, -ENOENT,
				 "%s: needs dpkg-deb and tar (install dpkg, or give a kernel file)",
				 package);
	ret = command_run(argv, NULL, NULL, &why);
	if (ret && !strstr(why.text, "Not found in archive"))
		return error_set(err, ret, "%s: cannot be unpacked: %s (fetch it again)", package,
				 why.text);
	if (ret || debian_kernel_in(dir, kernel))
		return error_set(err, -ENOEXEC,
				 "%s: a package without a kernel in /boot, or with several (give a "
				 "linux-image package)",
				 package);
	return 0;
}
