// SPDX-License-Identifier: GPL-2.0-or-later
/* The init of a guest that the tests boot; the kernel's command line says what it does. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	char line[1024] = "";
	int fd;

	mkdir("/proc", 0755);
	mount("proc", "/proc", "proc", 0, NULL);
	fd = open("/proc/cmdline", O_RDONLY);
	if (fd < 0 || read(fd, line, sizeof(line) - 1) < 0)
		return 1;
	printf("hello from init: %s", line);
	fflush(stdout);
	if (strstr(line, "hello=hang"))
		for (;;)
			pause();
	if (strstr(line, "hello=exit"))
		return 3;
	reboot(RB_AUTOBOOT);
	return 1;
}
