/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A vfio-user server: PCI functions offered to QEMU over unix sockets.
 *
 * Each function has a socket and a thread of its own, which blocks in recv(): an access costs the
 * two wake-ups that it takes and nothing else.
 */
#ifndef PMONSIM_VFIO_USER_H
#define PMONSIM_VFIO_USER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Region numbers of the protocol: BAR n is region n. */
#define VFIO_USER_CONFIG_REGION 7
#define VFIO_USER_REGIONS 9

/**
 * struct vfio_user_ops - what a function does
 * @region_size: bytes of a region; 0: it does not exist
 * @region_memory: a file descriptor to map the region from, or -1 if every access is to be
 *                 served; may be NULL
 * @read: read @count bytes, which lie inside the region
 * @write: write @count bytes, which lie inside the region
 * @reset: the function is reset; may be NULL
 */
struct vfio_user_ops {
	uint64_t (*region_size)(void *device, unsigned int region);
	int (*region_memory)(void *device, unsigned int region);
	void (*read)(void *device, unsigned int region, uint64_t offset, uint8_t *data,
		     size_t count);
	void (*write)(void *device, unsigned int region, uint64_t offset, const uint8_t *data,
		      size_t count);
	void (*reset)(void *device);
};

/**
 * vfio_user_serve() - offer a function on a socket
 * @path: where the socket is made; it is removed as soon as QEMU has connected, and its
 *        directory with the last one
 * @ops: the function's operations; called from the function's thread
 * @device: passed to the operations
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 *
 * Return: whether the socket is there and a thread waits for QEMU.
 */
bool vfio_user_serve(const char *path, const struct vfio_user_ops *ops, void *device, char *error,
		     size_t error_size);

#endif /* PMONSIM_VFIO_USER_H */
