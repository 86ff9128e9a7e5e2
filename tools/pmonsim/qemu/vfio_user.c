// SPDX-License-Identifier: GPL-2.0-only
/*
 * The vfio-user protocol, as far as QEMU's client uses it for a device without interrupts or DMA.
 *
 * A message is a header of 16 bytes and a body; a reply repeats the request's number and command.
 * The bodies are the structures of the kernel's VFIO ioctls, which is where their layout is from.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/vfio.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "qemu/vfio_user.h"

enum message_command {
	MESSAGE_VERSION = 1,
	MESSAGE_DMA_MAP = 2,
	MESSAGE_DMA_UNMAP = 3,
	MESSAGE_DEVICE_GET_INFO = 4,
	MESSAGE_DEVICE_GET_REGION_INFO = 5,
	MESSAGE_DEVICE_GET_IRQ_INFO = 7,
	MESSAGE_DEVICE_SET_IRQS = 8,
	MESSAGE_REGION_READ = 9,
	MESSAGE_REGION_WRITE = 10,
	MESSAGE_DEVICE_RESET = 13,
};

enum message_flags {
	MESSAGE_REPLY = 0x01,
	MESSAGE_TYPE_MASK = 0x0f,
	MESSAGE_NO_REPLY = 0x10,
	MESSAGE_FAILED = 0x20,
};

struct message_header {
	uint16_t id;
	uint16_t command;
	uint32_t size;		/* of header and body */
	uint32_t flags;
	uint32_t error;
};

struct version_body {
	uint16_t major;
	uint16_t minor;
	char capabilities[];
};

struct region_access_body {
	uint64_t offset;
	uint32_t region;
	uint32_t count;
	uint8_t data[];
};

/* The most that one access may move: QEMU reads the 4 KiB configuration space at once. */
#define MAX_TRANSFER 65536
#define MAX_BODY (MAX_TRANSFER + sizeof(struct region_access_body))

/* Everything the client must know; it takes its own defaults for what is not named. */
#define CAPABILITIES "{\"capabilities\":{\"max_msg_fds\":8,\"max_data_xfer_size\":65536," \
		     "\"pgsizes\":4096,\"max_dma_maps\":65535}}"

struct server {
	int listener;
	int connection;
	const struct vfio_user_ops *ops;
	void *device;
	char path[sizeof(((struct sockaddr_un *)NULL)->sun_path)];
	_Alignas(8) uint8_t body[MAX_BODY];
};

/* The body of a reply, built in place of the request's. */
struct reply {
	size_t size;
	int error;
	int descriptor;		/* to pass along, or -1 */
};

static struct reply reply_body(size_t size)
{
	return (struct reply){ .size = size, .descriptor = -1 };
}

static struct reply reply_error(int error)
{
	return (struct reply){ .error = error, .descriptor = -1 };
}

static bool receive_all(int socket, void *data, size_t size)
{
	uint8_t *next = data;

	/*
	 * Plain recv(): the descriptors that come with some requests (interrupts, memory to do
	 * DMA to) are of no use here, and those not asked for are closed by the kernel.
	 */
	while (size > 0) {
		ssize_t got = recv(socket, next, size, 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		next += got;
		size -= (size_t)got;
	}
	return true;
}

static bool send_reply(struct server *server, struct message_header *header,
		       const struct reply *reply)
{
	struct iovec parts[2] = {
		{ .iov_base = header, .iov_len = sizeof(*header) },
		{ .iov_base = server->body, .iov_len = reply->size },
	};
	struct msghdr message = { .msg_iov = parts, .msg_iovlen = 2 };
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control;
	size_t left = sizeof(*header) + reply->size;

	if (reply->descriptor >= 0) {
		struct cmsghdr *rights;

		memset(&control, 0, sizeof(control));
		message.msg_control = control.bytes;
		message.msg_controllen = sizeof(control.bytes);
		rights = CMSG_FIRSTHDR(&message);
		rights->cmsg_level = SOL_SOCKET;
		rights->cmsg_type = SCM_RIGHTS;
		rights->cmsg_len = CMSG_LEN(sizeof(int));
		memcpy(CMSG_DATA(rights), &reply->descriptor, sizeof(int));
	}

	while (left > 0) {
		ssize_t sent = sendmsg(server->connection, &message, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent < 0)
			return false;
		left -= (size_t)sent;
		/* The descriptor went with the first byte. */
		message.msg_control = NULL;
		message.msg_controllen = 0;
		for (int i = 0; i < 2; i++) {
			size_t done = (size_t)sent < parts[i].iov_len ? (size_t)sent :
									parts[i].iov_len;

			parts[i].iov_base = (uint8_t *)parts[i].iov_base + done;
			parts[i].iov_len -= done;
			sent -= (ssize_t)done;
		}
	}
	return true;
}

static struct reply handle_version(struct server *server, size_t size)
{
	struct version_body *version = (struct version_body *)server->body;

	if (size < sizeof(*version))
		return reply_error(EINVAL);
	/* The client's buffer for the reply is as large as its request, which is larger. */
	if (version->major != 0 || size < sizeof(*version) + sizeof(CAPABILITIES))
		return reply_error(ENOTSUP);
	version->minor = 0;
	memcpy(version->capabilities, CAPABILITIES, sizeof(CAPABILITIES));
	return reply_body(sizeof(*version) + sizeof(CAPABILITIES));
}

static struct reply handle_device_info(struct server *server, size_t size)
{
	struct vfio_device_info info = {
		.argsz = 16,
		.flags = VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET,
		.num_regions = VFIO_USER_REGIONS,
		.num_irqs = VFIO_PCI_NUM_IRQS,
	};

	/* Only the first four members are part of the protocol. */
	if (size < info.argsz)
		return reply_error(EINVAL);
	memcpy(server->body, &info, info.argsz);
	return reply_body(info.argsz);
}

static struct reply handle_region_info(struct server *server, size_t size)
{
	struct vfio_region_info *info = (struct vfio_region_info *)server->body;
	struct reply reply = { .size = sizeof(*info), .descriptor = -1 };

	if (size < sizeof(*info) || info->index >= VFIO_USER_REGIONS)
		return reply_error(EINVAL);
	*info = (struct vfio_region_info){
		.argsz = sizeof(*info),
		.index = info->index,
		.size = server->ops->region_size(server->device, info->index),
	};
	if (info->size > 0) {
		info->flags = VFIO_REGION_INFO_FLAG_READ | VFIO_REGION_INFO_FLAG_WRITE;
		if (server->ops->region_memory)
			reply.descriptor = server->ops->region_memory(server->device, info->index);
		if (reply.descriptor >= 0)
			info->flags |= VFIO_REGION_INFO_FLAG_MMAP;
	}
	return reply;
}

static struct reply handle_irq_info(struct server *server, size_t size)
{
	struct vfio_irq_info *info = (struct vfio_irq_info *)server->body;

	if (size < sizeof(*info) || info->index >= VFIO_PCI_NUM_IRQS)
		return reply_error(EINVAL);
	/* QEMU wants to hear of errors, and warns about a device that cannot tell it. */
	*info = (struct vfio_irq_info){
		.argsz = sizeof(*info),
		.index = info->index,
		.flags = VFIO_IRQ_INFO_EVENTFD,
		.count = info->index == VFIO_PCI_ERR_IRQ_INDEX ? 1 : 0,
	};
	return reply_body(sizeof(*info));
}

static struct reply handle_access(struct server *server, size_t size, bool write)
{
	struct region_access_body *access = (struct region_access_body *)server->body;
	uint64_t region_size;

	if (size < sizeof(*access) || access->region >= VFIO_USER_REGIONS ||
	    access->count > MAX_TRANSFER)
		return reply_error(EINVAL);
	if (write && size < sizeof(*access) + access->count)
		return reply_error(EINVAL);
	region_size = server->ops->region_size(server->device, access->region);
	if (access->count > region_size || access->offset > region_size - access->count)
		return reply_error(EINVAL);

	if (write) {
		server->ops->write(server->device, access->region, access->offset, access->data,
				   access->count);
		return reply_body(sizeof(*access));
	}
	server->ops->read(server->device, access->region, access->offset, access->data,
			  access->count);
	return reply_body(sizeof(*access) + access->count);
}

static struct reply handle_request(struct server *server, unsigned int command, size_t size)
{
	switch (command) {
	case MESSAGE_VERSION:
		return handle_version(server, size);
	case MESSAGE_DEVICE_GET_INFO:
		return handle_device_info(server, size);
	case MESSAGE_DEVICE_GET_REGION_INFO:
		return handle_region_info(server, size);
	case MESSAGE_DEVICE_GET_IRQ_INFO:
		return handle_irq_info(server, size);
	case MESSAGE_REGION_READ:
		return handle_access(server, size, false);
	case MESSAGE_REGION_WRITE:
		return handle_access(server, size, true);
	case MESSAGE_DMA_MAP:
	case MESSAGE_DMA_UNMAP:
		/* No DMA is ever done; the client expects its own request back. */
		return reply_body(size);
	case MESSAGE_DEVICE_RESET:
		if (server->ops->reset)
			server->ops->reset(server->device);
		return reply_body(0);
	case MESSAGE_DEVICE_SET_IRQS:
		return reply_body(0);
	default:
		return reply_error(ENOTSUP);
	}
}

static bool serve_one(struct server *server)
{
	struct message_header header;
	struct reply reply;
	size_t size;

	if (!receive_all(server->connection, &header, sizeof(header)))
		return false;
	if (header.size < sizeof(header) || header.size > sizeof(header) + MAX_BODY ||
	    (header.flags & MESSAGE_TYPE_MASK) == MESSAGE_REPLY) {
		fprintf(stderr, "pmonsim: malformed vfio-user message (command %u, %u bytes)\n",
			header.command, header.size);
		return false;
	}
	size = header.size - sizeof(header);
	if (!receive_all(server->connection, server->body, size))
		return false;

	reply = handle_request(server, header.command, size);
	if (header.flags & MESSAGE_NO_REPLY)
		return true;
	if (reply.error)
		reply.size = 0;
	header.size = (uint32_t)(sizeof(header) + reply.size);
	header.flags = MESSAGE_REPLY | (reply.error ? MESSAGE_FAILED : 0);
	header.error = (uint32_t)reply.error;
	return send_reply(server, &header, &reply);
}

/* The socket has served its purpose, and its directory when it held the last one. */
static void remove_socket(struct server *server)
{
	char *slash;

	unlink(server->path);
	slash = strrchr(server->path, '/');
	if (slash) {
		*slash = '\0';
		rmdir(server->path);
	}
}

static void *server_thread(void *argument)
{
	struct server *server = argument;

	do
		server->connection = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);
	while (server->connection < 0 && errno == EINTR);
	close(server->listener);
	remove_socket(server);

	if (server->connection >= 0) {
		while (serve_one(server))
			;
		close(server->connection);
	}
	free(server);
	return NULL;
}

static bool start_thread(struct server *server)
{
	sigset_t all, before;
	pthread_t thread;
	int error;

	/* QEMU's signals are for its own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, NULL, server_thread, server);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (error) {
		errno = error;
		return false;
	}
	pthread_detach(thread);
	return true;
}

bool vfio_user_serve(const char *path, const struct vfio_user_ops *ops, void *device, char *error,
		     size_t error_size)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct server *server;

	if (strlen(path) >= sizeof(address.sun_path)) {
		snprintf(error, error_size, "socket path too long: %s", path);
		return false;
	}
	server = calloc(1, sizeof(*server));
	if (!server) {
		snprintf(error, error_size, "out of memory");
		return false;
	}
	server->ops = ops;
	server->device = device;
	strcpy(server->path, path);
	strcpy(address.sun_path, path);

	server->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (server->listener < 0 ||
	    bind(server->listener, (struct sockaddr *)&address, sizeof(address)) ||
	    listen(server->listener, 1) || !start_thread(server)) {
		snprintf(error, error_size, "cannot serve on %s: %s", path, strerror(errno));
		if (server->listener >= 0)
			close(server->listener);
		unlink(path);
		free(server);
		return false;
	}
	return true;
}
