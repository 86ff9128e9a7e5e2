// SPDX-License-Identifier: GPL-2.0-only
/*
 * The HTTP server of `uncore export`. See export.h.
 *
 * One thread serves all connections, so the counters need no lock. A client can cost no more than its
 * share of a bound: memory for each connection, their number, the time without a byte, and the time that a
 * connection may last altogether, which a client that sends a byte now and then would otherwise stretch.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "export.h"
#include "uncore.h"

#define MAX_CONNECTIONS	512u
#define MEMORY_EACH	((size_t)16384)
#define IDLE_SECONDS	10u
#define LIFE_SECONDS	60

/* Scrapes that come closer together than this get the same reading. */
#define MIN_INTERVAL_NS	100000000

/* The texts of a reading, which live as long as somebody is being sent them. */
struct served {
	struct export *export;
	struct MHD_Response *texts[2];
	struct timespec read_at;
};

/* Connections and when they began; another thread ends those that have lasted too long. */
static struct {
	int fd;
	time_t since;
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
			break;
		}
		if (code == MHD_CONNECTION_NOTIFY_CLOSED && connections[i].since &&
		    connections[i].fd == info->connect_fd)
			connections[i].since = 0;
	}
	pthread_mutex_unlock(&connections_lock);
}

static void end_old_connections(void)
{
	time_t oldest = (time_t)seconds_now() - LIFE_SECONDS;
	size_t i;

	pthread_mutex_lock(&connections_lock);
	for (i = 0; i < sizeof(connections) / sizeof(*connections); i++)
		if (connections[i].since && connections[i].since < oldest)
			shutdown(connections[i].fd, SHUT_RDWR);
	pthread_mutex_unlock(&connections_lock);
}

static struct MHD_Response *make_response(char *text, size_t size, const char *type)
{
	struct MHD_Response *response =
		need(MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE));

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
	struct timespec now;
	size_t size;
	char *text;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if ((now.tv_sec - served->read_at.tv_sec) * 1000000000L + now.tv_nsec - served->read_at.tv_nsec >=
	    MIN_INTERVAL_NS) {
		forget(served);
		if (export_read(served->export))
			return NULL;
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
	/* Whatever else such a client wants to send is not read. */
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload_data,
			      size_t *upload_data_size, void **request)
{
	struct MHD_Response *response;
	const char *accept;

	(void)version;
	(void)upload_data;
	(void)upload_data_size;
	(void)request;
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return say(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
	if (!strcmp(url, "/"))
		return say(connection, MHD_HTTP_OK, "uncore export: see /metrics\n");
	if (strcmp(url, "/metrics"))
		return say(connection, MHD_HTTP_NOT_FOUND, "only /metrics is here\n");
	accept = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ACCEPT);
	response = metrics_response(context, accept && strstr(accept, "application/openmetrics-text"));
	if (!response)
		return say(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "the counters cannot be read\n");
	return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

/* A listening socket; -1 after a message. */
static int listen_on(const char *address)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	char host[128] = "127.0.0.1", *end;
	const char *port = strrchr(address, ':');
	struct addrinfo *found = NULL;
	int fd = -1, one = 1, error;

	if (port) {
		snprintf(host, sizeof(host), "%.*s", (int)(port - address), address);
		end = strchr(host, ']');
		if (*host == '[' && end) {
			*end = '\0';
			memmove(host, host + 1, strlen(host));
		}
	}
	port = port ? port + 1 : address;
	error = getaddrinfo(*host ? host : NULL, port, &hints, &found);
	if (error) {
		fail(STATUS_USAGE, "--listen %s: %s", address, gai_strerror(error));
		return -1;
	}
	fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd >= 0)
		setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) || listen(fd, 128)) {
		fail(STATUS_FAILED, "cannot listen on %s: %s", address, strerror(errno));
		if (fd >= 0)
			close(fd);
		fd = -1;
	}
	freeaddrinfo(found);
	return fd;
}

/* What the library has to say of bad requests is of no interest to anybody. */
static void be_quiet(void *context, const char *format, va_list arguments)
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

int export_serve(struct export *export, const char *address)
{
	static struct served served;
	struct timespec second = { .tv_sec = 1 };
	struct MHD_Daemon *daemon;
	sigset_t signals;
	int fd;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	/* The server's thread inherits this: a signal comes to this one. */
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	fd = listen_on(address);
	if (fd < 0)
		return STATUS_FAILED;
	served.export = export;
	daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, NULL, NULL, answer,
				  &served, MHD_OPTION_EXTERNAL_LOGGER, be_quiet, NULL,
				  MHD_OPTION_LISTEN_SOCKET, fd,
				  MHD_OPTION_CONNECTION_LIMIT, MAX_CONNECTIONS,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY_EACH,
				  MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS,
				  MHD_OPTION_NOTIFY_CONNECTION, note_connection, NULL, MHD_OPTION_END);
	if (!daemon)
		return (int)fail(STATUS_FAILED, "the HTTP server does not start");
	announce(export, fd);
	while (sigtimedwait(&signals, NULL, &second) < 0)
		end_old_connections();
	MHD_stop_daemon(daemon);
	forget(&served);
	return STATUS_OK;
}
