// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening events again. See again.h.
 *
 * perf_event_open() may need privileges that whoever answers clients does not have any more. A child that was forked before
 * has them, and nothing else: no socket of clients, no event. It gets a request, which names an event, a unit and a CPU, and
 * sends the descriptors of the group back. At the end it removes the Unix socket of the server, which the server cannot.
 */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/status.h"
#include "export/again.h"

#define INTERVAL_NS	1000000000

/* In the place of a leader: the server listens on its socket. */
#define LISTENING	SIZE_MAX

struct request {
	size_t leader;
	int unit;
	int cpu;
};

/* @number: of descriptors, which come with it, or -errno */
struct answer {
	int number;
	uint64_t ids[MAX_GROUP];
};

union control {
	struct cmsghdr header;
	char room[CMSG_SPACE(MAX_GROUP * sizeof(int))];
};

static int channel = -1;
static pid_t child = -1;
static uint64_t tried_at;
static bool socket_made;

static bool is_valid(const struct counters *counters, const struct request *request)
{
	return request->leader < counters->num && counters->all[request->leader].leader == request->leader &&
	       counters->all[request->leader].event.pmus;
}

static void answer(const struct counters *counters, const struct request *request, int to)
{
	struct answer answer = { .number = -EINVAL };
	struct iovec data = { &answer, sizeof(answer) };
	struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1 };
	union control control = { 0 };
	int fds[MAX_GROUP], i;

	if (is_valid(counters, request))
		answer.number = counters_open_again(counters, request->leader, request->unit, request->cpu, fds, answer.ids);
	if (answer.number > 0) {
		size_t size = (size_t)answer.number * sizeof(*fds);

		control.header = (struct cmsghdr){
			.cmsg_len = CMSG_LEN(size), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS,
		};
		memcpy(CMSG_DATA(&control.header), fds, size);
		message.msg_control = &control;
		message.msg_controllen = CMSG_SPACE(size);
	}
	sendmsg(to, &message, MSG_NOSIGNAL);
	for (i = 0; i < answer.number; i++)
		close(fds[i]);
}

/* Until the exporter ends, which closes its end. Signals that end it may come to both. */
__attribute__((noreturn))
static void serve(const struct counters *counters, const char *path, int from)
{
	struct stat made = { .st_ino = 0 }, now;
	struct request request;
	size_t i, j;

	prctl(PR_SET_NAME, "uncore-again");
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	/* An event lasts as long as somebody has it open. */
	for (i = 0; i < counters->num; i++)
		for (j = 0; j < counters->all[i].num_sources; j++)
			if (counters->all[i].sources[j].fd >= 0)
				close(counters->all[i].sources[j].fd);
	while (recv(from, &request, sizeof(request), 0) == sizeof(request))
		if (request.leader == LISTENING)
			lstat(path, &made);
		else
			answer(counters, &request, from);
	/* It may be that of another server by now. */
	if (made.st_ino && !lstat(path, &now) && now.st_dev == made.st_dev && now.st_ino == made.st_ino)
		unlink(path);
	_exit(0);
}

int again_start(const struct counters *counters, const char *path)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return (int)fail(STATUS_FAILED, "cannot make a pair of sockets: %s", strerror(errno));
	child = fork();
	if (child < 0)
		return (int)fail(STATUS_FAILED, "cannot fork: %s", strerror(errno));
	if (!child) {
		close(ends[0]);
		serve(counters, path, ends[1]);
	}
	close(ends[1]);
	channel = ends[0];
	socket_made = path != NULL;
	return STATUS_OK;
}

void again_listening(void)
{
	static const struct request request = { .leader = LISTENING };

	if (socket_made)
		send(channel, &request, sizeof(request), MSG_NOSIGNAL);
}

/* Returns how many descriptors there are. */
static int ask(const struct request *request, int fds[MAX_GROUP], uint64_t ids[MAX_GROUP])
{
	struct answer answer;
	struct iovec data = { &answer, sizeof(answer) };
	union control control;
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *header;

	if (send(channel, request, sizeof(*request), MSG_NOSIGNAL) != sizeof(*request) ||
	    recvmsg(channel, &message, MSG_CMSG_CLOEXEC) != sizeof(answer) || answer.number <= 0)
		return 0;
	header = CMSG_FIRSTHDR(&message);
	if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN((size_t)answer.number * sizeof(*fds)))
		return 0;
	memcpy(fds, CMSG_DATA(header), (size_t)answer.number * sizeof(*fds));
	memcpy(ids, answer.ids, sizeof(answer.ids));
	return answer.number;
}

void again_try(struct counters *counters, struct machine *machine)
{
	uint64_t ids[MAX_GROUP], now = nanoseconds_now();
	struct request request;
	int fds[MAX_GROUP];
	size_t i;

	if (channel < 0 || now - tried_at < INTERVAL_NS)
		return;
	tried_at = now;
	if (machine_add_dies(machine))
		counters_add_dies(counters);
	for (request.leader = 0; request.leader < counters->num; request.leader++) {
		struct counter *counter = &counters->all[request.leader];

		if (counter->leader != request.leader || !counter->event.pmus)
			continue;
		for (i = 0; i < counter->num_sources; i++) {
			if (!counter->sources[i].gone)
				continue;
			request.unit = counter->sources[i].unit;
			request.cpu = counters_cpu(counter, &counter->sources[i]);
			if (request.cpu >= 0 && ask(&request, fds, ids))
				counters_replace(counters, request.leader, i, request.cpu, fds, ids);
		}
	}
}

void again_end(void)
{
	if (channel < 0)
		return;
	close(channel);
	channel = -1;
	waitpid(child, NULL, 0);
}
