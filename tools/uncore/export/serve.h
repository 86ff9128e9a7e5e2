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
 * @address: ADDR:PORT, [ADDR]:PORT, PORT or unix:PATH
 * @sockets: receives the sockets
 * @num: receives how many
 *
 * Return: a status, after a message if it is not 0.
 */
int listen_on(const char *address, int sockets[MAX_SOCKETS], size_t *num);

/** socket_path() - the PATH of unix:PATH, NULL for another address */
const char *socket_path(const char *address);

/**
 * struct secrets - what --tls and --password name
 * @certificate: PEM text of certificates and private key, NULL for HTTP
 * @authorization: what the header of that name has to say, NULL if anybody is answered
 */
struct secrets {
	char *certificate;
	char *authorization;
};

/**
 * secrets_read() - read both files
 * @secrets: receives them, to be released with secrets_release()
 * @tls: PEM file, or NULL
 * @password: file with USER:PASSWORD, or NULL
 *
 * Return: a status, after a message if it is not 0.
 */
int secrets_read(struct secrets *secrets, const char *tls, const char *password);

/** secrets_release() - forget both */
void secrets_release(struct secrets *secrets);

/** secrets_allow() - whether the header Authorization, NULL if there is none, is the right one */
bool secrets_allow(const struct secrets *secrets, const char *header);

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
