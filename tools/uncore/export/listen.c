// SPDX-License-Identifier: GPL-2.0-only
/* The addresses that `uncore export` listens on. See serve.h. */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/number.h"
#include "base/status.h"
#include "export/serve.h"

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

/* Connections inherit these. The kernel's own sizes grow to megabytes for a client that does not read. */
static void bound_buffers(int fd)
{
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &(int){ 32768 }, sizeof(int));
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &(int){ 8192 }, sizeof(int));
}

/* Returns a descriptor, or -1 with errno. */
static int listen_at(const struct addrinfo *at)
{
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), one = 1, error;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	bound_buffers(fd);
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

static int listen_at_path(const char *path, int *fd)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct stat status;
	mode_t mask;

	if (!*path || strlen(path) >= sizeof(address.sun_path))
		return (int)usage_error("--listen unix:%s: a path of 1 to %zu bytes is required", path,
					sizeof(address.sun_path) - 1);
	strcpy(address.sun_path, path);
	*fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	/* A socket that nobody listens on is what an earlier run has left. */
	if (*fd >= 0 && !lstat(path, &status) && S_ISSOCK(status.st_mode) &&
	    connect(*fd, (struct sockaddr *)&address, sizeof(address)) && errno == ECONNREFUSED)
		unlink(path);
	if (*fd >= 0)
		bound_buffers(*fd);
	/* The user and the group of the program may connect. */
	mask = umask(0117);
	if (*fd < 0 || bind(*fd, (struct sockaddr *)&address, sizeof(address)) || listen(*fd, 128)) {
		umask(mask);
		return (int)fail(STATUS_FAILED, "cannot listen on unix:%s: %s", path, strerror(errno));
	}
	umask(mask);
	return STATUS_OK;
}

const char *socket_path(const char *address)
{
	return strncmp(address, "unix:", 5) ? NULL : address + 5;
}

int listen_on(const char *address, int sockets[MAX_SOCKETS], size_t *num)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
	struct addrinfo *found = NULL, *at;
	char host[128];
	const char *port = split_address(address, host, sizeof(host));
	uint64_t number;
	int error, fd;

	*num = 0;
	if (socket_path(address)) {
		*num = 1;
		return listen_at_path(socket_path(address), sockets);
	}
	if (!parse_number(port, 0, 65535, &number))
		return (int)usage_error("--listen %s: \"%s\" is not a port, which is 0 to 65535", address, port);
	error = getaddrinfo(*host ? host : NULL, port, &hints, &found);
	if (error)
		return (int)usage_error("--listen %s: %s", address, gai_strerror(error));
	error = EADDRNOTAVAIL;
	for (at = found; at && *num < MAX_SOCKETS; at = at->ai_next) {
		/* If the kernel chooses the port it is the same for all. */
		if (*num)
			set_port(at->ai_addr, get_port(sockets[0]));
		if (seen_before(found, at))
			continue;
		fd = listen_at(at);
		if (fd >= 0) {
			sockets[(*num)++] = fd;
			set_port(at->ai_addr, get_port(fd));
			continue;
		}
		error = errno;
		/* E.g. ::1 where IPv6 is off. */
		if (error != EADDRNOTAVAIL && error != EAFNOSUPPORT)
			break;
	}
	freeaddrinfo(found);
	if (*num && (error == EADDRNOTAVAIL || error == EAFNOSUPPORT))
		return STATUS_OK;
	while (*num)
		close(sockets[--*num]);
	return (int)fail(STATUS_FAILED, "cannot listen on %s: %s", address, strerror(error));
}
