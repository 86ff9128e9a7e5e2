// SPDX-License-Identifier: GPL-2.0-only
/* The names of the sockets, on which the launcher and the plugin agree. */
#include <stdio.h>

#include "qemu/uncore_server.h"

bool socket_path(char *path, const char *directory, size_t index)
{
	return snprintf(path, SOCKET_PATH_SIZE, "%s/%zu", directory, index) < SOCKET_PATH_SIZE;
}

bool control_socket_path(char *path, const char *directory)
{
	return snprintf(path, SOCKET_PATH_SIZE, "%s/control", directory) < SOCKET_PATH_SIZE;
}
