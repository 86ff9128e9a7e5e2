/* SPDX-License-Identifier: GPL-2.0-only */
/* Every PCI function of the simulated machine, offered to QEMU; see vfio_user.h. */
#ifndef PMONSIM_UNCORE_SERVER_H
#define PMONSIM_UNCORE_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/machine.h"

/* Room for the path of a socket, limited by struct sockaddr_un. */
#define SOCKET_PATH_SIZE 108

/**
 * socket_path() - where the socket of a function is
 * @path: receives the path, SOCKET_PATH_SIZE bytes
 * @directory: the directory of the sockets
 * @index: the function's place in machine_functions()
 *
 * Return: whether the path fits.
 */
bool socket_path(char *path, const char *directory, size_t index);
bool control_socket_path(char *path, const char *directory);

/**
 * uncore_serve() - offer all functions of a machine, and the control device
 * @machine: the machine
 * @directory: where the sockets are made; it exists
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 */
bool uncore_serve(struct machine *machine, const char *directory, char *error, size_t error_size);

#endif /* PMONSIM_UNCORE_SERVER_H */
