// SPDX-License-Identifier: GPL-2.0-only
/*
 * The HTTP server of `uncore export`. See export.h.
 *
 * The library accepts connections and serves them, each socket by a daemon of its own. All run in this thread, one
 * after the other, so neither counters nor connections need a lock, and no signal waits for a thread.
 */
#include <errno.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/privileges.h"
#include "base/run.h"
#include "base/status.h"
#include "export/accept.h"
#include "export/again.h"
#include "export/export.h"
#include "export/serve.h"

/* Memory for a request and the head of its answer. */
#define MEMORY_EACH	((size_t)16384)

/*
 * Scrapes that come closer together than the first get the same reading. While somebody still reads an answer, so do
 * scrapes that come closer together than the second. Each reading is a text for as long as somebody reads it, and a client may
 * be slow.
 */
#define MIN_INTERVAL_NS		100000000
#define SHARED_INTERVAL_NS	2000000000

/* Texts that somebody reads, or that are new. Who still reads the oldest one is ended if there would be more. */
#define MAX_TEXTS	4

struct text {
	struct MHD_Response *response;
	bool open_metrics;
	bool gzip;
	uint64_t read_at;
};

struct served {
	struct export *export;
	const struct secrets *secrets;
	struct text texts[MAX_TEXTS];
	uint64_t read_at;
};

static void forget(struct text *text)
{
	if (text->response) {
		connections_end(text->response);
		/* It is released when the last connection that reads it is closed. */
		MHD_destroy_response(text->response);
	}
	*text = (struct text){ .response = NULL };
}

/* A place for a new text: the oldest that nobody reads, or else the oldest. */
static struct text *free_text(struct served *served)
{
	struct text *text, *best = served->texts;
	bool read, best_read = true;

	for (text = served->texts; text < served->texts + MAX_TEXTS; text++) {
		read = text->response && connections_read(text->response);
		if (read < best_read || (read == best_read && text->read_at < best->read_at)) {
			best = text;
			best_read = read;
		}
	}
	forget(best);
	return best;
}

static bool newest_is_read(const struct served *served)
{
	size_t i;

	for (i = 0; i < MAX_TEXTS; i++)
		if (served->texts[i].response && served->texts[i].read_at == served->read_at &&
		    connections_read(served->texts[i].response))
			return true;
	return false;
}

static struct MHD_Response *make_response(const struct export *export, bool open_metrics, bool gzip)
{
	size_t size;
	char *text = export_write(export, open_metrics, &size), *compressed = gzip ? gzip_text(text, &size) : NULL;
	struct MHD_Response *response;

	if (compressed)
		free(text);
	response = allocated(MHD_create_response_from_buffer(size, compressed ? compressed : text, MHD_RESPMEM_MUST_FREE));
	MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, open_metrics ?
				"application/openmetrics-text; version=1.0.0; charset=utf-8" :
				"text/plain; version=0.0.4; charset=utf-8");
	MHD_add_response_header(response, MHD_HTTP_HEADER_VARY, "Accept, Accept-Encoding");
	if (compressed)
		MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
	return response;
}

/* The newest reading, or a new one. */
static struct MHD_Response *metrics_response(struct served *served, bool open_metrics, bool gzip)
{
	uint64_t now = nanoseconds_now(), age = now - served->read_at;
	struct text *text;
	size_t i;

	if (age >= MIN_INTERVAL_NS && (age >= SHARED_INTERVAL_NS || !newest_is_read(served))) {
		export_read(served->export);
		served->read_at = now;
	}
	for (i = 0; i < MAX_TEXTS; i++)
		if (served->texts[i].response && served->texts[i].read_at == served->read_at &&
		    served->texts[i].open_metrics == open_metrics && served->texts[i].gzip == gzip)
			return served->texts[i].response;
	text = free_text(served);
	*text = (struct text){
		.response = make_response(served->export, open_metrics, gzip), .open_metrics = open_metrics, .gzip = gzip,
		.read_at = served->read_at,
	};
	return text->response;
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
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
	if (status == MHD_HTTP_UNAUTHORIZED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Basic realm=\"uncore\"");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	result = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return result;
}

static enum MHD_Result count_hosts(void *context, enum MHD_ValueKind kind, const char *key, const char *value)
{
	(void)kind;
	(void)value;
	*(unsigned int *)context += !strcasecmp(key, MHD_HTTP_HEADER_HOST);
	return MHD_YES;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *upload_data,
			      size_t *upload_data_size, void **request)
{
	static int seen;
	const struct served *served = context;
	struct MHD_Response *response;
	unsigned int hosts = 0;
	const char *accept;
	double open_metrics;

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
	connection_asked(connection, NULL);
	/* RFC 9112, section 3.2. The library requires one, but takes two. */
	MHD_get_connection_values(connection, MHD_HEADER_KIND, count_hosts, &hosts);
	if (hosts > 1)
		return say(connection, MHD_HTTP_BAD_REQUEST, "one Host only\n");
	/* Whoever watches over services need not know the password. */
	if (!strcmp(url, "/-/healthy"))
		return say(connection, MHD_HTTP_OK, "uncore export is healthy\n");
	if (!secrets_allow(served->secrets, header_of(connection, MHD_HTTP_HEADER_AUTHORIZATION)))
		return say(connection, MHD_HTTP_UNAUTHORIZED, "password required\n");
	if (!strcmp(url, "/"))
		return say(connection, MHD_HTTP_OK, "uncore export: see /metrics\n");
	if (strcmp(url, "/metrics"))
		return say(connection, MHD_HTTP_NOT_FOUND, "only /metrics is here\n");
	accept = header_of(connection, MHD_HTTP_HEADER_ACCEPT);
	open_metrics = accepts(accept, "application/openmetrics-text");
	response = metrics_response(context, open_metrics > 0 && open_metrics >= accepts(accept, "text/plain"),
				    accepts(header_of(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING), "gzip") > 0);
	connection_asked(connection, response);
	return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

/* Discard the library's messages about bad requests. */
static void discard_log(void *context, const char *format, va_list arguments)
{
	(void)context;
	(void)format;
	(void)arguments;
}

static void announce(const struct export *export, const char *path, int fd)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[64] = "?", port[16] = "?";

	if (!path && !getsockname(fd, (struct sockaddr *)&address, &length))
		getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port, sizeof(port),
			    NI_NUMERICHOST | NI_NUMERICSERV);
	fprintf(stderr, "uncore: listening on %s%s%s; a reading takes %u registers and %zu descriptors\n",
		path ? path : host, path ? "" : " port ", path ? "" : port, export_registers(export),
		counters_descriptors(&export->counters));
}

static void answered(void *context, struct MHD_Connection *connection, void **request,
		     enum MHD_RequestTerminationCode code)
{
	(void)context;
	(void)request;
	if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
		connection_answered(connection);
}

static struct MHD_Daemon *start_daemon(int fd, struct served *served)
{
	char *pem = served->secrets->certificate;
	struct MHD_OptionItem tls[] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, pem }, { MHD_OPTION_HTTPS_MEM_KEY, 0, pem }, { MHD_OPTION_END, 0, NULL },
	};

	return MHD_start_daemon(MHD_USE_EPOLL | MHD_USE_ERROR_LOG | (pem ? MHD_USE_TLS : 0), 0, NULL, NULL,
				answer, served, MHD_OPTION_EXTERNAL_LOGGER, discard_log, NULL,
				MHD_OPTION_LISTEN_SOCKET, fd,
				MHD_OPTION_CONNECTION_LIMIT, MAX_CONNECTIONS + MORE_CONNECTIONS,
				MHD_OPTION_CONNECTION_MEMORY_LIMIT, MEMORY_EACH,
				MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS,
				/* A request of HTTP/1.1 must name the host. Version 1.0 of the library requires it anyway. */
				MHD_OPTION_STRICT_FOR_CLIENT, 1,
				MHD_OPTION_NOTIFY_CONNECTION, connection_notify, NULL,
				MHD_OPTION_NOTIFY_COMPLETED, answered, NULL,
				MHD_OPTION_ARRAY, pem ? tls : tls + 2, MHD_OPTION_END);
}

/* Milliseconds until a daemon has something to do without a client. */
static int timeout_of(struct MHD_Daemon *const *daemons, size_t num)
{
	MHD_UNSIGNED_LONG_LONG least = 1000, timeout;
	size_t i;

	for (i = 0; i < num; i++)
		if (MHD_get_timeout(daemons[i], &timeout) == MHD_YES && timeout < least)
			least = timeout;
	return (int)least;
}

static void serve_until_signal(struct MHD_Daemon *const *daemons, size_t num, int signals)
{
	struct pollfd files[MAX_SOCKETS + 1];
	size_t i;

	for (i = 0; i < num; i++)
		files[i] = (struct pollfd){
			.fd = MHD_get_daemon_info(daemons[i], MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, .events = POLLIN,
		};
	files[num] = (struct pollfd){ .fd = signals, .events = POLLIN };
	while (poll(files, num + 1, timeout_of(daemons, num)) >= 0 && !files[num].revents) {
		for (i = 0; i < num; i++)
			MHD_run(daemons[i]);
		connections_expire();
	}
}

/* With the sockets open nothing more needs a privilege, but an event that is opened again. */
static int give_up_privileges(void)
{
	int error = privileges_drop();

	return error ? (int)fail(STATUS_FAILED, "cannot give up privileges: %s", strerror(-error)) : STATUS_OK;
}

int export_serve(struct export *export, const char *address, const struct secrets *secrets)
{
	static struct served served;
	struct MHD_Daemon *daemons[MAX_SOCKETS];
	int sockets[MAX_SOCKETS], status;
	sigset_t signals;
	size_t num, started, i;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	run_add_signal(&signals, SIGHUP);
	sigprocmask(SIG_BLOCK, &signals, NULL);
	signal(SIGPIPE, SIG_IGN);
	status = listen_on(address, sockets, &num);
	if (status)
		return status;
	again_listening();
	served.export = export;
	served.secrets = secrets;
	status = give_up_privileges();
	for (started = 0; started < num && !status; started++) {
		daemons[started] = start_daemon(sockets[started], &served);
		if (!daemons[started]) {
			status = (int)fail(STATUS_FAILED, secrets->certificate ?
				"cannot start the HTTPS server; --tls requires a certificate and its private key" :
				"cannot start the HTTP server");
			break;
		}
		announce(export, socket_path(address) ? address : NULL, sockets[started]);
	}
	if (!status)
		serve_until_signal(daemons, num, signalfd(-1, &signals, SFD_CLOEXEC));
	/* Each closes its socket. */
	while (started)
		MHD_stop_daemon(daemons[--started]);
	for (i = 0; i < MAX_TEXTS; i++)
		forget(&served.texts[i]);
	return status;
}
