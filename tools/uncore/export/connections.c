// SPDX-License-Identifier: GPL-2.0-only
/*
 * Connections of `uncore export`. See serve.h.
 *
 * A new connection is always accepted. If its client, or all clients together, then have more than their share, an
 * older connection ends: one without a complete request if there is one, otherwise the one that was answered the
 * longest time ago. So a client that connects and asks has its answer, whatever others do. A client is an IPv4 address, the
 * /64 of an IPv6 address, or everybody on this machine who uses 127.0.0.0/8.
 *
 * All of this runs in the server's only thread. The library closes a connection in its next turn after shutdown().
 */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "export/serve.h"

/* No complete request, or an answer that takes longer to read. */
#define LIFE_SECONDS	60
/* Until the next request. Scrapes come once a minute or so. */
#define KEEP_SECONDS	300u
struct client {
	sa_family_t family;
	unsigned char prefix[8];
};

static struct connection {
	bool used;
	bool ended;		/* shut down, and not yet closed */
	bool asked;		/* has had a complete request */
	const struct MHD_Response *answer;	/* what it is being sent */
	int fd;
	struct client client;
	double since;
	double life;
} connections[MAX_CONNECTIONS + MORE_CONNECTIONS];

#define NUM_CONNECTIONS	(sizeof(connections) / sizeof(*connections))

static struct client client_of(const struct sockaddr *address)
{
	struct client client = { .family = address ? address->sa_family : AF_UNSPEC };

	if (client.family == AF_INET) {
		memcpy(client.prefix, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
		if (*client.prefix == 127)
			memset(client.prefix + 1, 0, 3);
	} else if (client.family == AF_INET6) {
		memcpy(client.prefix, &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr, 8);
	}
	return client;
}

static bool same_client(const struct client *a, const struct client *b)
{
	return a->family == b->family && !memcmp(a->prefix, b->prefix, sizeof(a->prefix));
}

/* What has not been sent when the socket is closed is dropped; otherwise the kernel keeps it for a client that does not read. */
static void drop_at_close(int fd, bool drop)
{
	const struct linger linger = { .l_onoff = drop };

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
}

static void end_connection(struct connection *at)
{
	at->ended = true;
	drop_at_close(at->fd, true);
	shutdown(at->fd, SHUT_RDWR);
}

/* One more connection of @client, or of anybody if it is NULL, may be open. */
static void make_room(const struct client *client, size_t most)
{
	struct connection *at, *oldest = NULL;
	size_t open = 0;

	for (at = connections; at < connections + NUM_CONNECTIONS; at++) {
		if (!at->used || at->ended || (client && !same_client(&at->client, client)))
			continue;
		open++;
		if (!oldest || at->asked < oldest->asked ||
		    (at->asked == oldest->asked && at->since < oldest->since))
			oldest = at;
	}
	if (oldest && open >= most)
		end_connection(oldest);
}

static void begin_connection(struct MHD_Connection *connection, struct connection **noted)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct client client = client_of(info ? info->client_addr : NULL);
	int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	struct connection *at;

	make_room(&client, MAX_OF_CLIENT);
	make_room(NULL, MAX_CONNECTIONS);
	for (at = connections; at < connections + NUM_CONNECTIONS && at->used; at++)
		;
	/* It was accepted on one of many sockets, before the others closed what had ended. */
	if (at == connections + NUM_CONNECTIONS) {
		shutdown(fd, SHUT_RDWR);
		return;
	}
	*at = (struct connection){
		.used = true, .fd = fd, .client = client, .since = seconds_now(), .life = LIFE_SECONDS,
	};
	*noted = at;
}

void connection_notify(void *context, struct MHD_Connection *connection, void **socket_context,
		       enum MHD_ConnectionNotificationCode code)
{
	struct connection *noted = *socket_context;

	(void)context;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		begin_connection(connection, &noted);
		*socket_context = noted;
	} else if (noted) {
		noted->used = false;
	}
}

static void restart(struct MHD_Connection *connection, const struct MHD_Response *answer, double life, unsigned int idle)
{
	struct connection *noted =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;

	if (!noted)
		return;
	noted->asked = true;
	noted->answer = answer;
	drop_at_close(noted->fd, answer);
	noted->since = seconds_now();
	noted->life = life;
	MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, idle);
}

void connection_asked(struct MHD_Connection *connection, const struct MHD_Response *answer)
{
	restart(connection, answer, LIFE_SECONDS, IDLE_SECONDS);
}

void connection_answered(struct MHD_Connection *connection)
{
	restart(connection, NULL, KEEP_SECONDS, KEEP_SECONDS);
}

bool connections_read(const struct MHD_Response *answer)
{
	const struct connection *at;

	for (at = connections; at < connections + NUM_CONNECTIONS; at++)
		if (at->used && !at->ended && at->answer == answer)
			return true;
	return false;
}

void connections_end(const struct MHD_Response *answer)
{
	struct connection *at;

	for (at = connections; at < connections + NUM_CONNECTIONS; at++)
		if (at->used && !at->ended && at->answer == answer)
			end_connection(at);
}

void connections_expire(void)
{
	double now = seconds_now();
	struct connection *at;

	for (at = connections; at < connections + NUM_CONNECTIONS; at++)
		if (at->used && !at->ended && at->since + at->life < now)
			end_connection(at);
}
