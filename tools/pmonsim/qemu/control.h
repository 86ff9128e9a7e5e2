/* SPDX-License-Identifier: GPL-2.0-only */
/* The control device: a PCI function through which a guest gives commands to the simulator. */
#ifndef PMONSIM_CONTROL_H
#define PMONSIM_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/machine.h"

/**
 * control_serve() - offer the control device on a socket
 * @path: where the socket is made
 * @machine: what runs the commands
 * @error: receives the reason of a failure
 * @error_size: bytes of @error
 */
bool control_serve(const char *path, struct machine *machine, char *error, size_t error_size);

#endif /* PMONSIM_CONTROL_H */
