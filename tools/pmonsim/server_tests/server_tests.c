// SPDX-License-Identifier: GPL-2.0-only
/*
 * Unit tests of what stands between QEMU and the register model: they speak the vfio-user protocol
 * to the server as QEMU does, and as it never should.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/vfio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "qemu/control.h"
#include "qemu/mailbox.h"
#include "qemu/uncore_server.h"
#include "qemu/vfio_user.h"

static unsigned int checks, failures;

#define CHECK(condition) check(condition, #condition, __LINE__)

static void check(bool condition, const char *text, int line)
{
	checks++;
	if (condition)
		return;
	failures++;
	fprintf(stderr, "server_tests.c:%d: failed: %s\n", line, text);
}

static void stop(const char *reason)
{
	fprintf(stderr, "server_tests: %s: %s\n", reason, strerror(errno));
	exit(1);
}

/* ---- A client ---- */

struct header {
	uint16_t id, command;
	uint32_t size, flags, error;
};

struct access {
	uint64_t offset;
	uint32_t region, count;
	uint8_t data[64];
};

enum { REPLY = 1, NO_REPLY = 0x10, FAILED = 0x20 };

enum {
	VERSION = 1, DMA_MAP = 2, GET_INFO = 4, GET_REGION_INFO = 5, GET_IRQ_INFO = 7, SET_IRQS = 8,
	READ = 9, WRITE = 10, DMA_READ = 11, RESET = 13,
};

struct client {
	int socket;
	struct header header;		/* of the last reply */
	uint8_t body[4096];
	int descriptor;			/* that came with the last reply, or -1 */
};

static void client_connect(struct client *client, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	memset(client, 0, sizeof(*client));
	client->descriptor = -1;
	snprintf(address.sun_path, sizeof(address.sun_path), "%s", path);
	client->socket = socket(AF_UNIX, SOCK_STREAM, 0);
	if (client->socket < 0 ||
	    connect(client->socket, (struct sockaddr *)&address, sizeof(address)))
		stop(path);
}

static void client_send(struct client *client, uint16_t command, uint32_t flags, const void *body,
			size_t size)
{
	static uint16_t id;
	struct header header = { ++id, command, (uint32_t)(sizeof(header) + size), flags, 0 };

	if (send(client->socket, &header, sizeof(header), MSG_NOSIGNAL) != sizeof(header) ||
	    (size > 0 && send(client->socket, body, size, MSG_NOSIGNAL) != (ssize_t)size))
		stop("send");
	client->header.id = id;
}

/* Returns false when the server has closed the connection. */
static bool client_receive(struct client *client)
{
	struct iovec part = { &client->header, sizeof(client->header) };
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr message = {
		.msg_iov = &part, .msg_iovlen = 1,
		.msg_control = control.bytes, .msg_controllen = sizeof(control.bytes),
	};
	uint16_t id = client->header.id;
	struct cmsghdr *rights;
	size_t size;

	if (recvmsg(client->socket, &message, MSG_WAITALL) != sizeof(client->header))
		return false;
	client->descriptor = -1;
	rights = CMSG_FIRSTHDR(&message);
	if (rights)
		memcpy(&client->descriptor, CMSG_DATA(rights), sizeof(int));
	CHECK(client->header.id == id);
	CHECK((client->header.flags & 0xf) == REPLY);
	size = client->header.size - sizeof(client->header);
	if (size > sizeof(client->body))
		stop("reply too long");
	return size == 0 || recv(client->socket, client->body, size, MSG_WAITALL) == (ssize_t)size;
}

/* Sends a request and returns the error that it is answered with, 0 for success. */
static uint32_t request(struct client *client, uint16_t command, const void *body, size_t size)
{
	client_send(client, command, 0, body, size);
	if (!client_receive(client))
		return UINT32_MAX;
	CHECK(client->header.command == command);
	return client->header.flags & FAILED ? client->header.error : 0;
}

static uint32_t request_read(struct client *client, uint32_t region, uint64_t offset,
			     uint32_t count)
{
	struct access access = { .offset = offset, .region = region, .count = count };

	return request(client, READ, &access, 16);
}

static uint32_t request_write(struct client *client, uint32_t region, uint64_t offset,
			      const void *data, uint32_t count)
{
	struct access access = { .offset = offset, .region = region, .count = count };

	memcpy(access.data, data, count);
	return request(client, WRITE, &access, 16 + count);
}

static bool request_version(struct client *client)
{
	char body[256] = "\0\0\0\0{\"capabilities\":{\"max_msg_fds\":8}}";

	return request(client, VERSION, body, sizeof(body)) == 0;
}

/* ---- A device with one BAR and a configuration space ---- */

#define BAR_SIZE 64

struct memory_device {
	uint8_t bar[BAR_SIZE];
	uint8_t config[256];
};

static uint64_t device_region_size(void *device, unsigned int region)
{
	(void)device;
	return region == 0 ? BAR_SIZE : region == VFIO_USER_CONFIG_REGION ? 256 : 0;
}

static uint8_t *device_region(struct memory_device *device, unsigned int region)
{
	return region == 0 ? device->bar : device->config;
}

static void device_read(void *device, unsigned int region, uint64_t offset, uint8_t *data,
			size_t count)
{
	memcpy(data, device_region(device, region) + offset, count);
}

static void device_write(void *device, unsigned int region, uint64_t offset, const uint8_t *data,
			 size_t count)
{
	memcpy(device_region(device, region) + offset, data, count);
}

static const struct vfio_user_ops device_ops = {
	.region_size = device_region_size,
	.read = device_read,
	.write = device_write,
};

/* A directory of its own for each socket: the server removes it. */
static void socket_in_new_directory(char *path, size_t size)
{
	char directory[] = "/tmp/pmonsim-test.XXXXXX";

	if (!mkdtemp(directory))
		stop("mkdtemp");
	snprintf(path, size, "%s/socket", directory);
}

static struct client serve_memory_device(struct memory_device *device)
{
	char path[64], error[256] = "";
	struct client client;

	socket_in_new_directory(path, sizeof(path));
	if (!vfio_user_serve(path, &device_ops, device, error, sizeof(error))) {
		fprintf(stderr, "server_tests: %s\n", error);
		exit(1);
	}
	client_connect(&client, path);
	CHECK(request_version(&client));
	/* The reply proves that the connection was accepted: nothing is left behind. */
	CHECK(access(path, F_OK) != 0);
	*strrchr(path, '/') = '\0';
	CHECK(access(path, F_OK) != 0);
	return client;
}

/* ---- The tests ---- */

static void test_introduction(void)
{
	static struct memory_device device;
	struct client client = serve_memory_device(&device);
	struct vfio_device_info info = { .argsz = 16 };
	struct vfio_region_info region = { .argsz = sizeof(region) };
	struct vfio_irq_info irq = { .argsz = sizeof(irq), .index = VFIO_PCI_ERR_IRQ_INDEX };

	CHECK(request(&client, GET_INFO, &info, 16) == 0);
	memcpy(&info, client.body, 16);
	CHECK(info.flags == (VFIO_DEVICE_FLAGS_PCI | VFIO_DEVICE_FLAGS_RESET));
	CHECK(info.num_regions == VFIO_USER_REGIONS && info.num_irqs == VFIO_PCI_NUM_IRQS);

	for (region.index = 0; region.index < VFIO_USER_REGIONS; region.index++) {
		struct vfio_region_info reply;

		CHECK(request(&client, GET_REGION_INFO, &region, sizeof(region)) == 0);
		memcpy(&reply, client.body, sizeof(reply));
		CHECK(reply.size == device_region_size(&device, region.index));
		CHECK(reply.index == region.index);
		CHECK(!(reply.flags & VFIO_REGION_INFO_FLAG_MMAP) && client.descriptor < 0);
	}
	CHECK(request(&client, GET_REGION_INFO, &region, sizeof(region)) == EINVAL);

	CHECK(request(&client, GET_IRQ_INFO, &irq, sizeof(irq)) == 0);
	memcpy(&irq, client.body, sizeof(irq));
	CHECK(irq.count == 1);
	irq.index = VFIO_PCI_MSI_IRQ_INDEX;
	CHECK(request(&client, GET_IRQ_INFO, &irq, sizeof(irq)) == 0);
	memcpy(&irq, client.body, sizeof(irq));
	CHECK(irq.count == 0);

	CHECK(request(&client, SET_IRQS, &irq, sizeof(irq)) == 0);
	CHECK(request(&client, DMA_MAP, &region, sizeof(region)) == 0);
	CHECK(client.header.size == sizeof(client.header) + sizeof(region));
	CHECK(request(&client, RESET, NULL, 0) == 0);
	CHECK(request(&client, DMA_READ, NULL, 0) == ENOTSUP);
	CHECK(request(&client, 999, NULL, 0) == ENOTSUP);
	close(client.socket);
}

static void test_accesses(void)
{
	static struct memory_device device;
	struct client client = serve_memory_device(&device);
	static const uint8_t pattern[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
	struct access access = { .region = 0, .count = 8 };

	CHECK(request_write(&client, 0, BAR_SIZE - 8, pattern, 8) == 0);
	CHECK(!memcmp(device.bar + BAR_SIZE - 8, pattern, 8));
	CHECK(request_read(&client, 0, BAR_SIZE - 8, 8) == 0);
	CHECK(client.header.size == sizeof(client.header) + 16 + 8);
	CHECK(!memcmp(client.body + 16, pattern, 8));
	CHECK(request_read(&client, VFIO_USER_CONFIG_REGION, 0, 256) == 0);
	CHECK(request_read(&client, 0, 0, 0) == 0);

	/* Outside a region, across its end, round the end of the address space, no such region. */
	CHECK(request_read(&client, 0, BAR_SIZE, 1) == EINVAL);
	CHECK(request_read(&client, 0, BAR_SIZE - 4, 8) == EINVAL);
	CHECK(request_read(&client, 0, UINT64_MAX - 3, 8) == EINVAL);
	CHECK(request_read(&client, 0, 0, UINT32_MAX) == EINVAL);
	CHECK(request_read(&client, 1, 0, 1) == EINVAL);
	CHECK(request_read(&client, VFIO_USER_REGIONS, 0, 1) == EINVAL);
	CHECK(request_write(&client, 0, BAR_SIZE - 4, pattern, 8) == EINVAL);
	/* A write that says more than it holds. */
	CHECK(request(&client, WRITE, &access, 16 + 4) == EINVAL);
	CHECK(request(&client, WRITE, &access, 8) == EINVAL);
	CHECK(request(&client, READ, &access, 8) == EINVAL);
	CHECK(request(&client, GET_INFO, &access, 4) == EINVAL);
	CHECK(request(&client, GET_REGION_INFO, &access, 16) == EINVAL);
	CHECK(request(&client, GET_IRQ_INFO, &access, 8) == EINVAL);
	CHECK(!memcmp(device.bar + BAR_SIZE - 8, pattern, 8));

	/* A request without a reply: the next reply is the next request's. */
	client_send(&client, RESET, NO_REPLY, NULL, 0);
	CHECK(request_read(&client, 0, BAR_SIZE - 8, 8) == 0);
	CHECK(!memcmp(client.body + 16, pattern, 8));
	close(client.socket);
}

static void test_malformed_messages(void)
{
	static const struct header malformed[] = {
		{ 1, READ, 15, 0, 0 },			/* shorter than a header */
		{ 1, READ, 0, 0, 0 },
		{ 1, READ, UINT32_MAX, 0, 0 },		/* longer than any message */
		{ 1, READ, 16, REPLY, 0 },		/* a reply to nothing */
	};
	static struct memory_device device;

	fprintf(stderr, "server_tests: four messages about malformed messages are expected:\n");
	for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); i++) {
		struct client client = serve_memory_device(&device);

		if (send(client.socket, &malformed[i], sizeof(malformed[i]), MSG_NOSIGNAL) < 0)
			stop("send");
		CHECK(!client_receive(&client));
		close(client.socket);
	}
}

static void test_version(void)
{
	static struct memory_device device;
	struct client client = serve_memory_device(&device);
	uint8_t body[256] = { 1 };

	CHECK(request(&client, VERSION, body, sizeof(body)) == ENOTSUP);
	body[0] = 0;
	CHECK(request(&client, VERSION, body, 2) == EINVAL);
	/* The reply must not be longer than the request. */
	CHECK(request(&client, VERSION, body, 8) == ENOTSUP);
	CHECK(request(&client, VERSION, body, sizeof(body)) == 0);
	CHECK(client.header.size <= sizeof(client.header) + sizeof(body));
	CHECK(client.body[client.header.size - sizeof(client.header) - 1] == '\0');
	close(client.socket);
}

/* Messages with random contents: whatever is answered, the server must live on. */
static void test_random_messages(void)
{
	static struct memory_device device;
	struct client client = serve_memory_device(&device);
	unsigned int seed = 1, refused = 0;

	for (unsigned int i = 0; i < 20000; i++) {
		uint8_t body[80];
		size_t size = (size_t)rand_r(&seed) % sizeof(body);
		uint32_t error;

		for (size_t j = 0; j < size; j++)
			body[j] = (uint8_t)(rand_r(&seed) & (j % 4 ? 3 : 0xff));
		error = request(&client, (uint16_t)(rand_r(&seed) % 17), body, size);
		if (error == UINT32_MAX)
			break;
		refused += error != 0;
	}
	CHECK(refused > 0 && refused < 20000);
	CHECK(request_read(&client, 0, 0, 1) == 0);
	close(client.socket);
}

/* ---- The control device ---- */

static uint32_t mailbox_get(struct client *client, uint64_t offset)
{
	uint32_t value;

	CHECK(request_read(client, 0, offset, 4) == 0);
	memcpy(&value, client->body + 16, sizeof(value));
	return value;
}

static void mailbox_put(struct client *client, uint64_t offset, uint32_t value)
{
	CHECK(request_write(client, 0, offset, &value, sizeof(value)) == 0);
}

static uint32_t mailbox_run(struct client *client, char *window, const char *command)
{
	strcpy(window, command);
	mailbox_put(client, MAILBOX_RUN, (uint32_t)strlen(command));
	return mailbox_get(client, MAILBOX_STATUS);
}

static char *map_window(struct client *client)
{
	struct vfio_region_info region = { .argsz = sizeof(region), .index = 1 };
	char *window;

	CHECK(request(client, GET_REGION_INFO, &region, sizeof(region)) == 0);
	memcpy(&region, client->body, sizeof(region));
	CHECK(region.flags & VFIO_REGION_INFO_FLAG_MMAP);
	CHECK(region.size == MAILBOX_WINDOW_SIZE && client->descriptor >= 0);
	window = mmap(NULL, MAILBOX_WINDOW_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
		      client->descriptor, 0);
	if (window == MAP_FAILED)
		stop("mmap");
	close(client->descriptor);
	return window;
}

static void test_control(void)
{
	char path[64], error[256] = "";
	struct client client;
	struct machine *machine = machine_new(0, NULL, error, sizeof(error));
	uint32_t length, id;
	char *window, *reply;

	if (!machine) {
		fprintf(stderr, "server_tests: %s\n", error);
		exit(1);
	}
	socket_in_new_directory(path, sizeof(path));
	CHECK(control_serve(path, machine, error, sizeof(error)));
	client_connect(&client, path);
	CHECK(request_version(&client));
	window = map_window(&client);

	CHECK(request_read(&client, VFIO_USER_CONFIG_REGION, 0, 4) == 0);
	memcpy(&id, client.body + 16, sizeof(id));
	CHECK(id == (MAILBOX_DEVICE << 16 | MAILBOX_VENDOR));
	CHECK(mailbox_get(&client, MAILBOX_MAGIC) == MAILBOX_MAGIC_VALUE);
	CHECK(mailbox_get(&client, MAILBOX_WINDOW) == MAILBOX_WINDOW_SIZE);
	CHECK(mailbox_get(&client, MAILBOX_STATUS) == MAILBOX_IDLE);

	/* The reply is what the model says, seen through the mapping and through accesses. */
	CHECK(mailbox_run(&client, window, "help") == MAILBOX_OK);
	reply = machine_command(machine, "help");
	length = mailbox_get(&client, MAILBOX_LENGTH);
	CHECK(length == strlen(reply) && length > 100 && !memcmp(window, reply, length));
	CHECK(request_read(&client, 1, 0, 8) == 0 && !memcmp(client.body + 16, reply, 8));
	mailbox_put(&client, MAILBOX_OFFSET, 50);
	CHECK(!memcmp(window, reply + 50, length - 50));
	mailbox_put(&client, MAILBOX_OFFSET, length + 1);
	CHECK(mailbox_get(&client, MAILBOX_LENGTH) == length);
	free(reply);

	CHECK(mailbox_run(&client, window, "no-such-command") == MAILBOX_ERROR);
	CHECK(!strncmp(window, "error", 5));
	CHECK(mailbox_run(&client, window, "") == MAILBOX_ERROR);
	mailbox_put(&client, MAILBOX_RUN, MAILBOX_WINDOW_SIZE + 1);
	CHECK(mailbox_get(&client, MAILBOX_STATUS) == MAILBOX_ERROR);

	/* A register takes only an aligned access of 32 bits. */
	CHECK(request_read(&client, 0, MAILBOX_MAGIC, 2) == 0);
	CHECK(client.body[16] == 0 && client.body[17] == 0);
	close(client.socket);
	munmap(window, MAILBOX_WINDOW_SIZE);
}

/* The type in the PCI Express capability, as a read of the first @count bytes from @offset on has it. */
static unsigned int port_type(struct client *client, uint64_t offset, uint32_t count)
{
	CHECK(request_read(client, VFIO_USER_CONFIG_REGION, offset, count) == 0);
	return client->body[16 + 0x42 - offset] >> 4;
}

/* QEMU, which reads all at once, is to see an endpoint; a guest sees the root port. */
static void test_root_port(void)
{
	const char *const options[] = {
		"machine=gnr", "packages=1", "cpus=1", "cha=1", "iio=1", "irp=1", "imc=1", "upi=1",
		"b2cmi=1", "b2upi=1", "pciex16=1", "pciex8=0",
	};
	char directory[] = "/tmp/pmonsim-test.XXXXXX", path[SOCKET_PATH_SIZE], error[256] = "";
	const struct machine_function *functions;
	struct machine *machine;
	struct client client;
	size_t count, i, ports = 0;

	machine = machine_new(sizeof(options) / sizeof(options[0]), options, error, sizeof(error));
	if (!machine || !mkdtemp(directory) ||
	    !uncore_serve(machine, directory, error, sizeof(error))) {
		fprintf(stderr, "server_tests: %s\n", error);
		exit(1);
	}
	functions = machine_functions(machine, &count);
	for (i = 0; i < count; i++) {
		bool port = functions[i].root_port;

		CHECK(socket_path(path, directory, i));
		client_connect(&client, path);
		CHECK(request_version(&client));
		ports += port;
		CHECK(port_type(&client, 0, 256) == (port ? 0 : 9));
		CHECK(port_type(&client, 0x40, 4) == (port ? 4 : 9));
		CHECK(port_type(&client, 0, 256) == (port ? 0 : 9));
		close(client.socket);
	}
	CHECK(ports == 1);
	CHECK(control_socket_path(path, directory));
	client_connect(&client, path);
	close(client.socket);
}

static void test_unusable_paths(void)
{
	static struct memory_device device;
	char path[300], error[256] = "";

	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	CHECK(!vfio_user_serve(path, &device_ops, &device, error, sizeof(error)));
	CHECK(strstr(error, "too long"));
	CHECK(!vfio_user_serve("/nonexistent/socket", &device_ops, &device, error,
			       sizeof(error)));
	CHECK(strstr(error, strerror(ENOENT)));
}

int main(void)
{
	test_introduction();
	test_accesses();
	test_malformed_messages();
	test_version();
	test_random_messages();
	test_control();
	test_root_port();
	test_unusable_paths();
	printf("server_tests: %u checks, %u failed\n", checks, failures);
	return failures ? 1 : 0;
}
