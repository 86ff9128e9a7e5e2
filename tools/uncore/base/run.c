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
#include "base/output.h"
#include "base/run.h"
#include "base/status.h"

static pid_t child = -1;
static int child_status;
static bool child_ended;
static int interrupted;		/* the signal that ended the run, or 0 */
static uint64_t start;

/* Signals are blocked and fetched one by one: none can come between a look and a wait. */
static sigset_t signals, before;
static sighandler_t file_too_large;

/* What the child reports through. Made before the counters, which can need all descriptors. */
static int ends[2] = { -1, -1 };
static int pipe_error;

void run_add_signal(sigset_t *set, int signal)
{
	struct sigaction action;

	if (!sigaction(signal, NULL, &action) && action.sa_handler != SIG_IGN)
		sigaddset(set, signal);
}

/* All that would end the program unless it is in error itself. */
static void add_ending_signals(void)
{
	static const int ending[] = {
		SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
	};
	size_t i;
	int signal;

	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	for (i = 0; i < sizeof(ending) / sizeof(*ending); i++)
		run_add_signal(&signals, ending[i]);
	for (signal = SIGRTMIN; signal <= SIGRTMAX; signal++)
		sigaddset(&signals, signal);
}

void run_begin(void)
{
	static bool begun;

	if (begun)
		return;
	begun = true;
	/* If SIGCHLD is ignored, as some callers have it, the end of the command sends no signal. */
	signal(SIGCHLD, SIG_DFL);
	/* A write beyond the limit of a file's size is an error of that file, EFBIG. */
	file_too_large = signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&signals);
	add_ending_signals();
	sigaddset(&signals, SIGPIPE);
	sigaddset(&signals, SIGCHLD);
	sigprocmask(SIG_BLOCK, &signals, &before);
	pipe_error = pipe2(ends, O_CLOEXEC) ? errno : 0;
}

/* Runs in the child: reports errno through @report if the command cannot be run. */
__attribute__((noreturn))
static void execute(char **command, int report)
{
	int error;

	/* A shell ignores SIGINT for its background jobs; this program obeys it, so its command does. */
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGXFSZ, file_too_large);
	sigprocmask(SIG_SETMASK, &before, NULL);
	descriptors_restore();
	execvp(command[0], command);
	error = errno;
	while (write(report, &error, sizeof(error)) < 0 && errno == EINTR)
		;
	_exit(STATUS_CANNOT_RUN);
}

/* A signal that has come before there is a command, which no other process can pass on to it. */
static int signal_before_start(void)
{
	static const struct timespec now;
	sigset_t ending = signals;
	siginfo_t info;

	sigdelset(&ending, SIGCHLD);
	return sigtimedwait(&ending, &info, &now);
}

int run_start(char **command)
{
	ssize_t size;
	int error;

	run_begin();
	start = nanoseconds_now();
	if (!command || !*command)
		return STATUS_OK;
	interrupted = signal_before_start();
	if (interrupted > 0)
		return 128 + interrupted;
	interrupted = 0;
	if (pipe_error)
		return (int)fail(STATUS_FAILED, "cannot make a pipe: %s%s", strerror(pipe_error), descriptors_remedy(pipe_error));
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

/* The terminal sends its signals to the command as well. Timers and limits are of one process alone. */
static bool from_terminal(const siginfo_t *info)
{
	return info->si_code == SI_KERNEL &&
	       (info->si_signo == SIGINT || info->si_signo == SIGQUIT || info->si_signo == SIGHUP);
}

static void forward_signal(const siginfo_t *info)
{
	if (child <= 0 || child_ended)
		return;
	if (info->si_signo == SIGPIPE)
		kill(child, SIGTERM);
	else if (!from_terminal(info))
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
	if (interrupted == SIGPIPE)
		output_end_by_sigpipe();
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
