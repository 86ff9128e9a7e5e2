// SPDX-License-Identifier: GPL-2.0-only
/* Loading and unloading of modules: see modules.h. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/sysfs.h"
#include "check/driver/modules.h"
#include "machine/machine.h"

#define OURS	"uncore_pmon"
#define THEIRS	"intel_uncore"
/* Who had an event open may take a moment to be gone. */
#define TRIES	100
#define TRY_MS	100

static bool loaded(const char *name)
{
	return !access(sysfs_path("module/%s/initstate", name), F_OK);
}

/* Returns whether it has ended well. It ends with us. */
static bool run(const char *const argv[])
{
	pid_t child = fork();
	int status, null;

	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		null = open("/dev/null", O_RDWR);
		dup2(null, 1);
		dup2(null, 2);
		execvp(argv[0], (char *const *)(size_t)argv);
		_exit(127);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	errno = ENOENT;
	return child > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}

/* As they are now: the names are the driver's own, and so are the values. */
static void read_parameters(struct modules *modules)
{
	DIR *directory = opendir(sysfs_path("module/" OURS "/parameters"));
	const struct dirent *entry;
	size_t length = 0;

	*modules->parameters = '\0';
	while (directory && (entry = readdir(directory))) {
		char value[128];
		int more;

		if (*entry->d_name == '.' ||
		    !read_file(sysfs_path("module/" OURS "/parameters/%s", entry->d_name), value, sizeof(value)))
			continue;
		more = snprintf(modules->parameters + length, sizeof(modules->parameters) - length, "%s%s=%s",
				length ? " " : "", entry->d_name, value);
		if (more < 0 || length + (size_t)more >= sizeof(modules->parameters))
			break;
		length += (size_t)more;
	}
	modules->parameters[length] = '\0';
	if (directory)
		closedir(directory);
}

bool modules_find(struct modules *modules, const char *path, char *reason, size_t size)
{
	static const char *const theirs[] = { "modprobe", "--dry-run", "--ignore-install", THEIRS, NULL };
	static const char *const ours[] = { "modprobe", "--dry-run", OURS, NULL };
	char users[16];

	modules->file = -1;
	read_parameters(modules);
	if (!read_file(sysfs_path("module/" OURS "/refcnt"), users, sizeof(users)) || strcmp(users, "0")) {
		snprintf(reason, size, OURS " is no module, or is in use");
		return false;
	}
	if (!run(theirs)) {
		snprintf(reason, size, "modprobe does not find " THEIRS ", or is not there");
		return false;
	}
	if (path) {
		modules->file = open(path, O_RDONLY | O_CLOEXEC);
		if (modules->file < 0)
			snprintf(reason, size, "%s: %s", path, strerror(errno));
		return modules->file >= 0;
	}
	if (!run(ours)) {
		snprintf(reason, size, "modprobe does not find " OURS ": say --in-tree=FILE");
		return false;
	}
	return true;
}

static bool unload(const char *name)
{
	int tries;

	for (tries = 0; tries < TRIES; tries++) {
		if (!loaded(name) || !syscall(SYS_delete_module, name, O_NONBLOCK))
			return true;
		if (errno != EAGAIN && errno != EBUSY && errno != EWOULDBLOCK)
			return false;
		wait_ms(TRY_MS);
	}
	return false;
}

static bool load_ours(const struct modules *modules)
{
	const char *argv[64] = { "modprobe", OURS };
	char parameters[sizeof(modules->parameters)], *word, *rest = NULL;
	size_t num = 2;

	if (loaded(OURS))
		return true;
	if (modules->file >= 0)
		return !syscall(SYS_finit_module, modules->file, modules->parameters, 0);
	strcpy(parameters, modules->parameters);
	for (word = strtok_r(parameters, " ", &rest); word && num < 63; word = strtok_r(NULL, " ", &rest))
		argv[num++] = word;
	return run(argv);
}

bool modules_in_tree(const struct modules *modules)
{
	static const char *const theirs[] = { "modprobe", "--ignore-install", THEIRS, NULL };

	(void)modules;
	return unload(OURS) && run(theirs);
}

bool modules_back(const struct modules *modules)
{
	int tries;

	/* Somebody who was to load the other one may just have been stopped: it can come a moment later. */
	for (tries = 0; tries < TRIES; tries++) {
		if (unload(THEIRS) && load_ours(modules))
			return true;
		wait_ms(TRY_MS);
	}
	return false;
}
