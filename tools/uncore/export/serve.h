/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of the server of `uncore export`: where it listens, and how many connections it has. */
#ifndef UNCORE_EXPORT_SERVE_H
#define UNCORE_EXPORT_SERVE_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

#define MAX_SOCKETS	16

/** Connections that are open at once, of all clients and of one. */
#define MAX_CONNECTIONS	256u
#define MAX_OF_CLIENT	64u

/** Those that are accepted before the ones that make room for them are closed. */
#define MORE_CONNECTIONS	64u

/** Seconds without a byte in either direction, unless the next request is awaited. */
#define IDLE_SECONDS	10u

/**
 * listen_on() - listen on all addresses of this machine that a name has
 * @address: ADDR:PORT, [ADDR]:PORT or PORT
 * @sockets: receives the sockets
 * @num: receives how many
 *
 * Return: a status, after a message if it is not 0.
 */
int listen_on(const char *address, int sockets[MAX_SOCKETS], size_t *num);

/** connection_notify() - MHD_OPTION_NOTIFY_CONNECTION: each connection is noted, and an old one ends if there are too many */
void connection_notify(void *context, struct MHD_Connection *connection, void **socket_context,
		       enum MHD_ConnectionNotificationCode code);

/** connection_asked() - a complete request has come, @answer is what it gets */
void connection_asked(struct MHD_Connection *connection, const struct MHD_Response *answer);

/** connection_answered() - all of the answer has been sent */
void connection_answered(struct MHD_Connection *connection);

/** connections_read() - some connection has not yet read all of @answer */
bool connections_read(const struct MHD_Response *answer);

/** connections_end() - end those that connections_read() is about */
void connections_end(const struct MHD_Response *answer);

/** connections_expire() - end those that have lasted too long */
void connections_expire(void);

#endif
