// SPDX-License-Identifier: GPL-2.0-or-later
#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#define ROOT_DIR "/run/ptebench"

int run_dir(char *dir, size_t size, struct error *err)
{
	const char *runtime = getenv("XDG_RUNTIME_DIR");
	int ret;

	/* Root in a user namespace may not be able to: it cannot change settings either. */
	snprintf(dir, size, ROOT_DIR);
	if (!geteuid() && !make_dirs(dir, 0755) && !access(dir, W_OK))
		return 0;
	if (runtime && *runtime)
		snprintf(dir, size, "%s/ptebench", runtime);
	else
		snprintf(dir, size, "/tmp/ptebench-%u", (unsigned int)geteuid());
	ret = make_dirs(dir, 0755);
	if (ret)
		return error_set(err, ret, "%s: cannot be made: %s (needed for the lock)", dir,
				 strerror(-ret));
	return 0;
}

static int already_running(const char *pid, struct error *err)
{
	return error_set(err, -EBUSY,
			 "another run measures on this machine, pid %s (wait for it, or stop it)",
			 pid);
}

static int busy(const char *path, struct error *err)
{
	char pid[24];

	if (read_text_at(AT_FDCWD, path, pid, sizeof(pid)) <= 0)
		snprintf(pid, sizeof(pid), "unknown");
	return already_running(pid, err);
}

int lock_take(const char *dir, struct error *err)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	_cleanup_fd_ int fd = -1;
	char path[PATH_MAX], pid[24];
	int ret;

	snprintf(path, sizeof(path), "%s/lock", dir);
	if (strcmp(dir, ROOT_DIR)) {
		/* A guardian of root's may be restoring. Not held: that would keep root out. */
		_cleanup_fd_ int roots = open(ROOT_DIR "/lock", O_RDONLY | O_CLOEXEC);
		struct flock held = {.l_type = F_RDLCK, .l_whence = SEEK_SET};

		if (roots >= 0 && !fcntl(roots, F_OFD_GETLK, &held) && held.l_type != F_UNLCK)
			return busy(ROOT_DIR "/lock", err);
	}
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
	if (fd < 0)
		return error_set(err, -errno, "%s: %s", path, strerror(errno));
	if (fcntl(fd, F_OFD_SETLK, &whole))
		return errno == EAGAIN ? busy(path, err)
				       : error_set(err, -errno,
						   "%s: cannot be locked: %s (the kernel needs "
						   "CONFIG_FILE_LOCKING)",
						   path, strerror(errno));
	snprintf(pid, sizeof(pid), "%d\n", (int)getpid());
	ret = ftruncate(fd, 0) ? -errno : write_all(fd, pid, strlen(pid));
	if (ret)
		return error_set(err, ret, "%s: %s", path, strerror(-ret));
	ret = fd;
	fd = -1;
	return ret;
}

/* Into @text, the pid of the process that listens on the address that could not be had. */
static void find_listener(int fd, const struct sockaddr_un *address, socklen_t len, char *text,
			  size_t size)
{
	/* It accepts nobody: should its queue be full, this must not wait. */
	const struct timeval soon = {.tv_usec = 100000};
	struct ucred peer = {0};
	socklen_t peer_len = sizeof(peer);

	setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &soon, sizeof(soon));
	if (connect(fd, (const struct sockaddr *)address, len) ||
	    getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &peer_len))
		snprintf(text, size, "unknown");
	else
		snprintf(text, size, "%d", (int)peer.pid);
}

int lock_machine(struct error *err)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\0ptebench"};
	socklen_t len = offsetof(struct sockaddr_un, sun_path) + 1 + strlen("ptebench");
	_cleanup_fd_ int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int ret = fd;
	char pid[24];

	/* A small kernel may have none at all. */
	if (fd < 0)
		return error_set(err, errno == ENOSYS ? -EAFNOSUPPORT : -errno,
				 "cannot make a socket: %s", strerror(errno));
	if (bind(fd, (const struct sockaddr *)&address, len) || listen(fd, SOMAXCONN)) {
		if (errno != EADDRINUSE)
			return error_set(err, -errno, "cannot take the lock: %s", strerror(errno));
		find_listener(fd, &address, len, pid, sizeof(pid));
		return already_running(pid, err);
	}
	fd = -1;
	return ret;
}
