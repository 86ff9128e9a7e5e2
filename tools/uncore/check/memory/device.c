// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a block device writes to memory must be counted at its port. Only when asked for, because it reads from the device.
 *
 * Reads past the page cache make the device write as many bytes to memory. Two counters of an IIO unit can count these, so two
 * ports of every unit are counted at a time: first that of the device, and if this counts too little, the others. What devices
 * write otherwise is measured before, and taken off.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/sysfs.h"
#include "check/common/check.h"
#include "ports/rows.h"

#define MEBIBYTE	(1u << 20)
#define CHUNK		MEBIBYTE
#define CHUNKS		64
#define ALIGNMENT	4096
#define TOLERANCE	0.05
#define BACKGROUND_MS	200
#define PORTS		8
#define TOGETHER	2

/**
 * struct disk - a block device
 * @path: as it was given
 * @fd: its descriptor
 * @size: its bytes, in whole chunks
 * @address: of its PCI function
 * @buffer: receives what is read
 */
struct disk {
	const char *path;
	int fd;
	uint64_t size;
	char address[32];
	void *buffer;
};

/**
 * struct seen - the port that counted most
 * @bytes: what it counted, without the background
 * @port: its number
 * @unit: number of its IIO unit
 * @die: the die
 */
struct seen {
	double bytes;
	unsigned int port;
	int unit;
	unsigned int die;
};

/* The last PCI function in the path of the device in sysfs; empty if there is none. */
static void find_function(dev_t number, char address[32])
{
	char path[PATH_MAX], *component, *rest = path;
	unsigned int part;
	int end;

	*address = '\0';
	if (!realpath(sysfs_path("dev/block/%u:%u", major(number), minor(number)), path))
		return;
	while ((component = strsep(&rest, "/"))) {
		end = 0;
		if (sscanf(component, "%x:%x:%x.%x%n", &part, &part, &part, &part, &end) == 4 && !component[end])
			snprintf(address, 32, "%.31s", component);
	}
}

static bool open_disk(struct check *check, struct disk *disk)
{
	struct stat status;

	if (stat(disk->path, &status)) {
		check_cannot(check, "%s: %s", disk->path, strerror(errno));
		return false;
	}
	if (!S_ISBLK(status.st_mode)) {
		check_cannot(check, "%s is no block device", disk->path);
		return false;
	}
	find_function(status.st_rdev, disk->address);
	if (!*disk->address) {
		check_cannot(check, "%s is part of no PCI device, as sysfs shows it", disk->path);
		return false;
	}
	disk->fd = open(disk->path, O_RDONLY | O_DIRECT | O_CLOEXEC);
	if (disk->fd < 0 || ioctl(disk->fd, BLKGETSIZE64, &disk->size)) {
		check_cannot(check, "%s cannot be opened: %s", disk->path, strerror(errno));
		return false;
	}
	disk->size -= disk->size % CHUNK;
	if (disk->size < (uint64_t)CHUNKS * CHUNK) {
		check_cannot(check, "%s is smaller than %u MiB", disk->path, CHUNKS * (CHUNK / MEBIBYTE));
		return false;
	}
	return true;
}

static bool read_disk(struct check *check, const struct disk *disk)
{
	uint64_t done;
	ssize_t got;

	for (done = 0; done < (uint64_t)CHUNKS * CHUNK * check->effort; done += CHUNK) {
		got = pread(disk->fd, disk->buffer, CHUNK, (off_t)(done % disk->size));
		if (got == CHUNK)
			continue;
		check_cannot(check, "%s cannot be read: %s", disk->path, strerror(got < 0 ? errno : EIO));
		return false;
	}
	return true;
}

static double bytes_of(const struct source *source)
{
	struct reading reading = reading_since(source);
	double count, background;

	if (source->gone || !reading_scaled(&reading, &count) || !reading_scaled(&source->before, &background))
		return 0;
	return (count - background / (double)source->before.enabled * (double)reading.enabled) * PORT_BYTES;
}

/* Counts ports from @first on while the device is read. @own receives what its port counts, if that is one of these. */
static bool count_ports(struct check *check, const struct disk *disk, const struct port *port, unsigned int first, double *own,
			struct seen *most)
{
	struct counters counters = { .num = 0 };
	bool good = true;
	char event[128];
	size_t c, s;

	for (c = 0; c < TOGETHER && good; c++) {
		port_event("iio", DEVICE_WRITTEN, 1u << (first + c), event, sizeof(event));
		good = check_open(check, &counters, true, "%s", event) >= 0;
	}
	good = good && check_wait(check, &counters, BACKGROUND_MS);
	if (good && counters_enable(&counters)) {
		check_problem(check, "counters cannot be started");
		good = false;
	}
	good = good && read_disk(check, disk);
	if (good) {
		counters_read_rest(&counters);
		counters_disable(&counters);
	}
	for (c = 0; c < counters.num && good; c++) {
		for (s = 0; s < counters.all[c].num_sources; s++) {
			const struct source *source = &counters.all[c].sources[s];
			struct seen seen = { bytes_of(source), first + (unsigned int)c, source->unit, source->die };

			check_number(check, seen.bytes / MEBIBYTE, "port %u of iio %d of die %u, MiB", seen.port, seen.unit, seen.die);
			if (seen.die == port->die && seen.unit == port->pmu->unit && port->mask == 1u << seen.port)
				*own = seen.bytes;
			else if (seen.bytes > most->bytes)
				*most = seen;
		}
	}
	counters_close(&counters);
	return good;
}

static void compare(struct check *check, const struct disk *disk, const struct port *port)
{
	unsigned int own_port = (unsigned int)__builtin_ctz(port->mask), begin = own_port - own_port % TOGETHER, i;
	double moved = (double)CHUNKS * CHUNK * check->effort, own = 0;
	struct seen most = { .bytes = 0 };
	char other[96] = "no port";

	for (i = 0; i < PORTS && own < moved * (1 - TOLERANCE) && most.bytes < moved * (1 - TOLERANCE); i += TOGETHER)
		if (!count_ports(check, disk, port, (begin + i) % PORTS, &own, &most))
			return;
	if (own >= moved * (1 - TOLERANCE)) {
		check_pass(check, "%.0f MiB from %s (%s): port %u of iio %d of die %u counts %.2f of them", moved / MEBIBYTE,
			   disk->path, disk->address, own_port, port->pmu->unit, port->die, own / moved);
		return;
	}
	if (most.bytes >= moved * (1 - TOLERANCE))
		snprintf(other, sizeof(other), "port %u of iio %d of die %u", most.port, most.unit, most.die);
	check_problem(check, "port %u of iio %d of die %u counts %.2f of what is read from %s (%s), and %s counts it", own_port,
		      port->pmu->unit, port->die, own / moved, disk->path, disk->address, other);
}

/* The port that has the device, or NULL. */
static const struct port *find_port(const struct ports *ports, const char *address)
{
	size_t i, d;

	for (i = 0; i < ports->num; i++)
		for (d = 0; d < ports->all[i].num_devices; d++)
			if (!strcmp(ports->all[i].devices[d].address, address))
				return &ports->all[i];
	return NULL;
}

static void find_and_compare(struct check *check, const struct disk *disk)
{
	const struct port *port;
	struct ports ports;

	ports_find(&check->machine, NULL, &ports);
	port = find_port(&ports, disk->address);
	if (!port)
		check_cannot(check, "%s is on PCI bus %.7s, which is below no I/O stack that is known", disk->path, disk->address);
	else if (__builtin_popcount(port->mask) != 1)
		check_cannot(check, "%s (%s): which port of iio %d of die %u this is, is unknown", disk->path, disk->address,
			     port->pmu->unit, port->die);
	else
		compare(check, disk, port);
	ports_release(&ports);
}

static void run(struct check *check)
{
	struct disk disk = { .path = check->device, .fd = -1 };

	if (open_disk(check, &disk)) {
		if (posix_memalign(&disk.buffer, ALIGNMENT, CHUNK))
			check_cannot(check, "out of memory");
		else
			find_and_compare(check, &disk);
	}
	free(disk.buffer);
	if (disk.fd >= 0)
		close(disk.fd);
}

const struct check_kind check_device = {
	.name = "device",
	.what = "the port of a block device counts what is read from it (only with --device)",
	.on_request = true,
	.run = run,
};
