// SPDX-License-Identifier: GPL-2.0-only
/* Standard output. See output.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptors.h"
#include "base/output.h"
#include "base/status.h"

static bool failed;
static int failure = STATUS_FAILED;

/* Returns the reason why it cannot be written; "" if an earlier write failed, which leaves no reason; NULL if it can. */
static const char *write_all(void)
{
	if (fflush(stdout))
		return strerror(errno);
	return ferror(stdout) ? "" : NULL;
}

static bool report(const char *reason)
{
	if (reason && !failed)
		fail(STATUS_FAILED, "cannot write the output%s%s", *reason ? ": " : "", reason);
	failed = failed || reason;
	return !failed;
}

/* Does the output have no reader? run_begin() has blocked SIGPIPE. */
static bool reader_gone(void)
{
	sigset_t pending;

	return !sigpending(&pending) && sigismember(&pending, SIGPIPE) == 1;
}

static bool report_unless_reader_gone(const char *reason)
{
	return (reason && reader_gone()) || report(reason);
}

bool output_flush(void)
{
	return report_unless_reader_gone(write_all());
}

bool output_text(const char *text, size_t size)
{
	if (fwrite(text, 1, size, stdout) != size)
		return report_unless_reader_gone(strerror(errno));
	return output_flush();
}

/* Two recordings would destroy each other. Pipes and devices may have several writers; not all file systems have locks. */
static bool is_taken(int fd)
{
	struct stat status;

	return !fstat(fd, &status) && S_ISREG(status.st_mode) && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
}

/* The open of a pipe waits for a reader. A signal ends the program meanwhile, as nothing has begun. */
static int open_interruptible(const char *path, int flags)
{
	sigset_t ending, before;
	int fd, error;

	sigemptyset(&ending);
	sigaddset(&ending, SIGINT);
	sigaddset(&ending, SIGTERM);
	sigprocmask(SIG_UNBLOCK, &ending, &before);
	fd = open(path, flags);
	error = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return fd;
}

bool output_is_input(const char *path, const char *input)
{
	struct stat before, read;

	return input && !stat(path, &before) && !stat(input, &read) && before.st_dev == read.st_dev &&
	       before.st_ino == read.st_ino && S_ISREG(read.st_mode);
}

/* Returns false after a message. */
static bool is_not_standard_output(const char *path)
{
	if (!output_is_input(path, "/dev/stdout"))
		return true;
	fail(STATUS_FAILED, "%s is standard output, too; choose another file", path);
	return false;
}

int output_create(const char *path, bool plain, bool alone, bool *created)
{
	int fd;

	*created = false;
	if (alone && !is_not_standard_output(path))
		return -1;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	*created = fd >= 0;
	if (fd < 0 && errno == EEXIST)
		fd = open_interruptible(path, O_WRONLY | O_CLOEXEC | (plain ? O_NOFOLLOW : 0));
	if (fd < 0) {
		fail(STATUS_FAILED, "%s: %s%s", path, strerror(errno), descriptors_remedy(errno));
	} else if (is_taken(fd)) {
		fail(STATUS_FAILED, "%s: another recording writes to this file; choose another one with -o", path);
		close(fd);
		*created = false;
		fd = -1;
	}
	return fd;
}

void output_remove_empty(const char *path)
{
	struct stat status;

	if (!lstat(path, &status) && S_ISREG(status.st_mode) && !status.st_size)
		unlink(path);
}

/* A file that is not whole yet, NULL if there is none. */
static const char *volatile unfinished;

static void remove_unfinished(int signal)
{
	if (unfinished)
		unlink(unfinished);
	raise(signal);
}

/* Pipes, devices and links stay, but not the file that a link names. */
static void guard(const char *path)
{
	static char file[PATH_MAX];
	static const int ending[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	static const struct sigaction removal = { .sa_handler = remove_unfinished, .sa_flags = SA_RESETHAND };
	struct sigaction before;
	struct stat status;
	size_t i;

	unfinished = !stat(path, &status) && S_ISREG(status.st_mode) ? realpath(path, file) : NULL;
	for (i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		if (!sigaction(ending[i], NULL, &before) && before.sa_handler == SIG_DFL)
			sigaction(ending[i], &removal, NULL);
	/* A write beyond the limit of a file's size is an error of that file, EFBIG. */
	signal(SIGXFSZ, SIG_IGN);
}

/* The first line of a recording has its format. */
static bool is_recording(const char *path)
{
	char text[64] = "";
	struct stat status;
	FILE *file = !stat(path, &status) && S_ISREG(status.st_mode) ? fopen(path, "re") : NULL;
	bool found = file && fgets(text, sizeof(text), file) && strstr(text, "\"format\":\"uncore ");

	if (file)
		fclose(file);
	return found;
}

/* Returns false after a message. */
static bool may_replace(const char *path, const char *input)
{
	if (!output_is_input(path, input) && !is_recording(path))
		return true;
	fail(STATUS_FAILED, "%s is a recording; choose another file", path);
	return false;
}

bool output_try(const char *path)
{
	int fd;

	if (!is_not_standard_output(path) || !may_replace(path, NULL))
		return false;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		unlink(path);
	else if (errno == EEXIST)
		fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		fail(STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
	/* It stays open: the reader of a pipe would take a close for the end. */
	return fd >= 0;
}

FILE *output_open(const char *path, const char *input)
{
	FILE *out;

	if (!may_replace(path, input))
		return NULL;
	out = fopen(path, "we");
	if (out)
		guard(path);
	else
		fail(STATUS_FAILED, "%s: %s", path, strerror(errno));
	return out;
}

int output_close(FILE *out, const char *path)
{
	bool good = !ferror(out);

	/* Closing writes what is left: it fails for the same reason as an earlier write. */
	good = !fclose(out) && good;
	if (!good)
		fail(STATUS_FAILED, "cannot write %s: %s", path, strerror(errno));
	if (!good && unfinished)
		unlink(unfinished);
	unfinished = NULL;
	return good ? STATUS_OK : STATUS_FAILED;
}

void output_end_by_sigpipe(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(SIGPIPE);
}

/* Not exit(): this runs in it. What --help prints passes here, too: argp ends the program itself. */
static void check_output(void)
{
	const char *reason = write_all();
	int copy = dup(STDOUT_FILENO);

	/*
	 * Some file systems write only when any descriptor of the file is closed. The output itself stays open: for the reader of a
	 * pipe, this program has ended when it is closed.
	 */
	if (copy >= 0 && close(copy) && !reason)
		reason = strerror(errno);
	if (reason && reader_gone())
		output_end_by_sigpipe();
	if (!report(reason))
		_exit(failure);
}

void output_failure(int status)
{
	failure = status;
}

/*
 * A descriptor that the caller has closed would be that of the next file: of a recording, and messages would go there. A folder takes
 * its place, as no file can be opened by its name, /dev/stdout, then. The command has it closed.
 */
static void fill_standard_files(void)
{
	int fd;

	/* Reading and writing fail with EBADF, as before. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/", O_PATH | O_CLOEXEC);
}

void output_begin(void)
{
	fill_standard_files();
	atexit(check_output);
}
