// SPDX-License-Identifier: GPL-2.0-only
/*
 * The HTTP server of `uncore export`. See export.h.
 *
 * One thread accepts connections, another one serves all of them, so the counters need no lock. A client can cost no
 * more than its share of a bound: connections of its address, of all, memory for each, and time. A connection lasts
 * until nothing was sent on it for IDLE_SECONDS, or until it had no complete request for LIFE_SECONDS. With a request
 * that was answered it may wait for the next one for KEEP_SECONDS, as scrapes come once a minute or so.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/status.h"
#include "export/export.h"

#define MAX_CONNECTIONS	512u
#define MAX_OF_CLIENT	64u
#define MEMORY_EACH	((size_t)16384)
#define IDLE_SECONDS	10u
#define LIFE_SECONDS	60
#define KEEP_SECONDS	300u

#define MAX_SOCKETS	16

/* Scrapes that come closer together than this get the same reading. */
#define MIN_INTERVAL_NS	100000000

/* The texts of a reading, which live as long as somebody is being sent them. */
struct served {
	struct export *export;
	struct MHD_Response *texts[2];
	uint64_t read_at;
};

/* Connections, when they began or had an answer, and how long they may last from then on. */
static struct {
	int fd;
	time_t since;
	time_t life;
} connections[MAX_CONNECTIONS + 64];

static pthread_mutex_t connections_lock = PTHREAD_MUTEX_INITIALIZER;

static void note_connection(void *context, struct MHD_Connection *connection, void **socket_context,
			    enum MHD_ConnectionNotificationCode code)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	size_t i;

	(void)context;
	(void)socket_context;
	if (!info)
		return;
	pthread_mutex_lock(&connections_lock);
	for (i = 0; i < sizeof(connections) / sizeof(*connections); i++) {
		if (code == MHD_CONNECTION_NOTIFY_STARTED && !connections[i].since) {
			connections[i].fd = info->connect_fd;
			connections[i].since = (time_t)seconds_now() + 1;
			connections[i].life = LIFE_SECONDS;
			break;
		}
		if (code == MHD_CONNECTION_NOTIFY_CLOSED && connections[i].since &&
		    connections[i].fd == info->connect_fd)
			connections[i].since = 0;
	}
	pthread_mutex_unlock(&connections_lock);
}

static void note_answer(void *context, struct MHD_Connection *connection, void **request,
			enum MHD_RequestTerminationCode code)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	size_t i;

	(void)context;
	(void)request;
	if (!info || code != MHD_REQUEST_TERMINATED_COMPLETED_OK)
		return;
	pthread_mutex_lock(&connections_lock);
	for (i = 0; i < sizeof(connections) / sizeof(*connections); i++) {
		if (connections[i].since && connections[i].fd == info->connect_fd) {
			connections[i].since = (time_t)seconds_now() + 1;
			connections[i].life = KEEP_SECONDS;
		}
	}
	pthread_mutex_unlock(&connections_lock);
}

static void end_old_connections(void)
{
	time_t now = (time_t)seconds_now();
	size_t i;

	pthread_mutex_lock(&connections_lock);
	for (i = 0; i < sizeof(connections) / sizeof(*connections); i++)
		if (connections[i].since && connections[i].since + connections[i].life < now)
			shutdown(connections[i].fd, SHUT_RDWR);
	pthread_mutex_unlock(&connections_lock);
}

static struct MHD_Response *make_response(char *text, size_t size, const char *type)
{
	struct MHD_Response *response =
		allocated(MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE));

	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	return response;
}

static void forget(struct served *served)
{
	int i;

	for (i = 0; i < 2; i++) {
		if (served->texts[i])
			MHD_destroy_response(served->texts[i]);
		served->texts[i] = NULL;
	}
}

/* The newest reading, or a new one. */
static struct MHD_Response *metrics_response(struct served *served, bool open_metrics)
{
	uint64_t now = nanoseconds_now();
	size_t size;
	char *text;

	if (now - served->read_at >= MIN_INTERVAL_NS) {
		forget(served);
		export_read(served->export);
		served->read_at = now;
	}
	if (!served->texts[open_metrics]) {
		text = export_write(served->export, open_metrics, &size);
		served->texts[open_metrics] = make_response(text, size, open_metrics ?
			"application/openmetrics-text; version=1.0.0; charset=utf-8" :
			"text/plain; version=0.0.4; charset=utf-8");
	}
	return served->texts[open_metrics];
}

static enum MHD_Result say(struct MHD_Connection *connection, unsigned int status, const char *text)
{
	struct MHD_Response *response =
		MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result;

	if (!response)
		return MHD_NO;
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8");
	/* Whatever else the client of a bad request sends is not read. */
	if (status != MHD_HTTP_OK)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload_data,
			      size_t *upload_data_size, void **request)
{
	static int seen;
	struct MHD_Response *response;
	const char *accept;

	(void)version;
	(void)upload_data;
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return say(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
	/* The library closes a connection whose request is answered before it knows that no body follows. */
	if (!*request) {
		*request = &seen;
		return MHD_YES;
	}
	if (*upload_data_size)
		return MHD_NO;
	if (!strcmp(url, "/"))
		return say(connection, MHD_HTTP_OK, "uncore export: see /metrics\n");
	if (strcmp(url, "/metrics"))
		return say(connection, MHD_HTTP_NOT_FOUND, "only /metrics is here\n");
	accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT);
	response = metrics_response(context, accept && strstr(accept, "application/openmetrics-text"));
	MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, KEEP_SECONDS);
	return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

/* Splits ADDR:PORT, [ADDR]:PORT or PORT; returns the port. */
static const char *split_address(const char *address, char *host, size_t size)
{
	const char *port = strrchr(address, ':');
	char *end;

	snprintf(host, size, "127.0.0.1");
	if (!port)
		return address;
	snprintf(host, size, "%.*s", (int)(port - address), address);
	end = strchr(host, ']');
	if (*host == '[' && end) {
		*end = '\0';
		memmove(host, host + 1, strlen(host));
	}
	return port + 1;
}

static void set_port(struct sockaddr *address, in_port_t port)
{
	if (address->sa_family == AF_INET)
		((struct sockaddr_in *)(void *)address)->sin_port = port;
	else if (address->sa_family == AF_INET6)
		((struct sockaddr_in6 *)(void *)address)->sin6_port = port;
}

static in_port_t get_port(int fd)
{
	struct sockaddr_storage address = { .ss_family = AF_UNSPEC };
	socklen_t length = sizeof(address);

	getsockname(fd, (struct sockaddr *)&address, &length);
	return address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port :
	       address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port : 0;
}

/* Returns a descriptor, or -1 with errno. */
static int listen_at(const struct addrinfo *at)
{
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1, error;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	/* The IPv4 addresses have a socket of their own. */
	if (at->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof(one));
	if (!bind(fd, at->ai_addr, at->ai_addrlen) && !listen(fd, 128))
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* A name can have the same address twice. */
static bool seen_before(const struct addrinfo *first, const struct addrinfo *at)
{
	for (; first != at; first = first->ai_next)
		if (first->ai_addrlen == at->ai_addrlen && !memcmp(first->ai_addr, at->ai_addr, at->ai_addrlen))
			return true;
	return false;
}

/* Listens on all addresses that the machine has; returns how many, 0 after a message. */
static size_t listen_on(const char *address, int sockets[MAX_SOCKETS])
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL, *at;
	char host[128];
	const char *port = split_address(address, host, sizeof(host));
	int error = getaddrinfo(*host ? host : NULL, port, &hints, &found), fd;
	size_t num = 0;

	if (error) {
		fail(STATUS_USAGE, "--listen %s: %s", address, gai_strerror(error));
		return 0;
	}
	error = EADDRNOTAVAIL;
	for (at = found; at && num < MAX_SOCKETS; at = at->ai_next) {
		/* If the kernel chooses the port it is the same for all. */
		if (num)
			set_port(at->ai_addr, get_port(sockets[0]));
		if (seen_before(found, at))
			continue;
		fd = listen_at(at);
		if (fd >= 0) {
			sockets[num++] = fd;
			set_port(at->ai_addr, get_port(fd));
			continue;
		}
		error = errno;
		/* E.g. ::1 where IPv6 is off. */
		if (error != EADDRNOTAVAIL && error != EAFNOSUPPORT)
			break;
	}
	if (num && (error == EADDRNOTAVAIL || error == EAFNOSUPPORT)) {
		freeaddrinfo(found);
		return num;
	}
	fail(STATUS_FAILED, "cannot listen on %s: %s", address, strerror(error));
	freeaddrinfo(found);
	while (num)
		close(sockets[--num]);
	return 0;
}

/* Discard the library's messages about bad requests. */
static void discard_log(void *context, const char *format, va_list arguments)
{
	(void)context;
	(void)format;
	(void)arguments;
}

static void announce(const struct export *export, int fd)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[64] = "?", port[16] = "?";

	if (!getsockname(fd, (struct sockaddr *)&address, &length))
		getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port, sizeof(port),
			    NI_NUMERICHOST | NI_NUMERICSERV);
	fprintf(stderr, "uncore: listening on %s port %s; a reading takes %u registers and %zu descriptors\n",
		host, port, export_registers(export), (size_t)export->counters.num);
}

/* Accepts connections until a signal. */
static void serve(struct MHD_Daemon *daemon, const int *sockets, size_t num, int signals)
{
	struct pollfd files[MAX_SOCKETS + 1];
	size_t i;

	for (i = 0; i < num; i++)
		files[i] = (struct pollfd){ .fd = sockets[i], .events = POLLIN };
	files[num] = (struct pollfd){ .fd = signals, .events = POLLIN };
	while (poll(files, num + 1, 1000) >= 0 && !files[num].revents) {
		for (i = 0; i < num; i++) {
			struct sockaddr_storage client;
			socklen_t length = sizeof(client);
			int fd = files[i].revents ? accept4(sockets[i], (struct sockaddr *)&client, &length,
							    SOCK_CLOEXEC | SOCK_NONBLOCK) : -1;

			/* It closes what it does not take. */
			if (fd >= 0)
				MHD_add_connection(daemon, fd, (struct sockaddr *)&client, length);
		}
		end_old_connections();
	}
}

int export_serve(struct export *export, const char *address)
{
	static struct served served;
	int sockets[MAX_SOCKETS];
	struct MHD_Daemon *daemon;
	sigset_t signals;
	size_t num, i;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	/* The server's thread inherits this: a signal comes to this one. */
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	num = listen_on(address, sockets);
	if (!num)
		return STATUS_FAILED;
	served.export = export;
	daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET |
				  MHD_USE_ERROR_LOG, 0, NULL, NULL, answer,
				  &served, MHD_OPTION_EXTERNAL_LOGGER, discard_log, NULL,
				  MHD_OPTION_CONNECTION_LIMIT, MAX_CONNECTIONS,
				  MHD_OPTION_PER_IP_CONNECTION_LIMIT, MAX_OF_CLIENT,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY_EACH,
				  MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS,
				  MHD_OPTION_NOTIFY_CONNECTION, note_connection, NULL,
				  MHD_OPTION_NOTIFY_COMPLETED, note_answer, NULL, MHD_OPTION_END);
	if (!daemon)
		return (int)fail(STATUS_FAILED, "cannot start the HTTP server");
	for (i = 0; i < num; i++)
		announce(export, sockets[i]);
	serve(daemon, sockets, num, signalfd(-1, &signals, SFD_CLOEXEC));
	MHD_stop_daemon(daemon);
	for (i = 0; i < num; i++)
		close(sockets[i]);
	forget(&served);
	return STATUS_OK;
}
