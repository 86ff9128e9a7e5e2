// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running a command, waiting for intervals. See run.h.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptors.h"
#include "base/run.h"
#include "base/status.h"

static pid_t child = -1;
static int child_status;
static bool child_ended;
static int interrupted;		/* the signal that ended the run, or 0 */
static uint64_t start;

/* Signals are blocked and fetched one by one: none can come between a look and a wait. */
static sigset_t signals, before;

void run_begin(void)
{
	static bool begun;
	struct sigaction hangup;

	if (begun)
		return;
	begun = true;
	/* If SIGCHLD is ignored, as some callers have it, the end of the command sends no signal. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGCHLD);
	/* nohup(1) ignores it. */
	if (!sigaction(SIGHUP, NULL, &hangup) && hangup.sa_handler != SIG_IGN)
		sigaddset(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, &before);
}

/* Runs in the child: reports errno through @report if the command cannot be run. */
__attribute__((noreturn))
static void execute(char **command, int report)
{
	int error;

	/* A shell ignores SIGINT for its background jobs; this program obeys it, so its command does. */
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	descriptors_restore();
	execvp(command[0], command);
	error = errno;
	while (write(report, &error, sizeof(error)) < 0 && errno == EINTR)
		;
	_exit(STATUS_CANNOT_RUN);
}

int run_start(char **command)
{
	int ends[2], error;
	ssize_t size;

	run_begin();
	start = nanoseconds_now();
	if (!command || !*command)
		return STATUS_OK;
	if (pipe2(ends, O_CLOEXEC))
		return (int)fail(STATUS_FAILED, "cannot make a pipe: %s", strerror(errno));
	child = fork();
	error = errno;
	if (!child)
		execute(command, ends[1]);
	close(ends[1]);
	if (child > 0) {
		/* A successful exec closes the other end. */
		while ((size = read(ends[0], &error, sizeof(error))) < 0 && errno == EINTR)
			;
		if (size != sizeof(error))
			error = 0;
	}
	close(ends[0]);
	if (!error || child < 0)
		return child < 0 ? (int)fail(STATUS_FAILED, "cannot fork: %s", strerror(error)) : STATUS_OK;
	waitpid(child, &child_status, 0);
	child_ended = true;
	return (int)fail(STATUS_CANNOT_RUN, "cannot run %s: %s", command[0], strerror(error));
}

/* A signal of the terminal (SI_KERNEL) has reached the command as well. */
static void forward_signal(const siginfo_t *info)
{
	if (child <= 0 || child_ended)
		return;
	if (info->si_signo == SIGPIPE)
		kill(child, SIGTERM);
	else if (info->si_code != SI_KERNEL)
		kill(child, info->si_signo);
}

/* Returns true if that was the end of the run. */
static bool handle(const siginfo_t *info)
{
	if (info->si_signo == SIGCHLD) {
		if (child > 0 && !child_ended)
			child_ended = waitpid(child, &child_status, WNOHANG) == child;
		return child_ended;
	}
	if (!interrupted)
		interrupted = info->si_signo;
	forward_signal(info);
	return true;
}

#define NS_OF_MS	1000000ull
#define NS_OF_SECOND	1000000000ull

bool run_wait(unsigned long ms)
{
	uint64_t interval = ms * NS_OF_MS, now = run_nanoseconds(), end = ms ? (now / interval + 1) * interval : 0;

	for (; !interrupted && !child_ended; now = run_nanoseconds()) {
		uint64_t left = end > now ? end - now : 0;
		struct timespec timeout = {
			.tv_sec = (time_t)(left / NS_OF_SECOND), .tv_nsec = (long)(left % NS_OF_SECOND),
		};
		siginfo_t info;
		int signal;

		if (ms && !left)
			return true;
		signal = ms ? sigtimedwait(&signals, &info, &timeout) : sigwaitinfo(&signals, &info);
		if (signal > 0 && handle(&info))
			return false;
	}
	return false;
}

bool run_crossed(unsigned long ms, uint64_t since)
{
	return run_nanoseconds() / (ms * NS_OF_MS) > since / (ms * NS_OF_MS);
}

int run_status(void)
{
	siginfo_t info;

	if (child < 0)
		return 0;
	while (!child_ended)
		if (sigwaitinfo(&signals, &info) > 0)
			handle(&info);
	return WIFEXITED(child_status) ? WEXITSTATUS(child_status) : 128 + WTERMSIG(child_status);
}

void run_end(void)
{
	run_status();
	if (interrupted != SIGPIPE)
		return;
	signal(SIGPIPE, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	raise(SIGPIPE);
}

uint64_t run_nanoseconds(void)
{
	return nanoseconds_now() - start;
}

void run_moment(struct moment *moment)
{
	double before = moment->seconds;

	moment->time = time_of_day();
	moment->seconds = run_seconds();
	moment->interval = moment->seconds - before;
}

double run_seconds(void)
{
	return (double)run_nanoseconds() / NS_OF_SECOND;
}
