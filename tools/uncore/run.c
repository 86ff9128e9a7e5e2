// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running a command, waiting for intervals. See run.h.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run.h"
#include "uncore.h"

static pid_t child = -1;
static int child_status;
static bool interrupted;
static struct timespec start;

/* Signals are blocked and fetched one by one: none can come between a look and a wait. */
static sigset_t signals;

static double since(const struct timespec *from)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - from->tv_sec) + (double)(now.tv_nsec - from->tv_nsec) / 1e9;
}

int run_start(char **command)
{
	sigset_t before;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, &before);
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (!command || !*command)
		return STATUS_OK;
	child = fork();
	if (child < 0)
		return (int)fail(STATUS_FAILED, "cannot fork: %s", strerror(errno));
	if (child)
		return STATUS_OK;
	sigprocmask(SIG_SETMASK, &before, NULL);
	execvp(command[0], command);
	fail(STATUS_FAILED, "cannot run %s: %s", command[0], strerror(errno));
	_exit(127);
}

/* True if that was the end. */
static bool handle(int signal)
{
	if (signal == SIGCHLD)
		return child > 0 && waitpid(child, &child_status, WNOHANG) == child;
	if (signal == SIGINT || signal == SIGTERM) {
		interrupted = true;
		return true;
	}
	return false;
}

bool run_wait(unsigned long ms)
{
	double end = run_seconds() + (double)ms / 1000;

	while (!interrupted) {
		double left = end - run_seconds();
		struct timespec timeout = {
			.tv_sec = (time_t)left,
			.tv_nsec = (long)((left - (double)(time_t)left) * 1e9),
		};
		int signal;

		if (ms && left <= 0)
			return true;
		signal = ms ? sigtimedwait(&signals, NULL, &timeout) : sigwaitinfo(&signals, NULL);
		if (signal < 0 && errno == EAGAIN)
			return true;
		if (signal > 0 && handle(signal))
			return false;
	}
	return false;
}

int run_status(void)
{
	if (child < 0)
		return 0;
	/* After an interrupt from the keyboard, which the command has got, too. */
	if (interrupted)
		waitpid(child, &child_status, 0);
	return WIFEXITED(child_status) ? WEXITSTATUS(child_status) : 128 + WTERMSIG(child_status);
}

double run_seconds(void)
{
	return since(&start);
}
