/* SPDX-License-Identifier: GPL-2.0-only */
/* What the process may do, and giving it up. */
#ifndef UNCORE_PRIVILEGES_H
#define UNCORE_PRIVILEGES_H

#include <linux/capability.h>
#include <stdbool.h>

/** privileges_have() - the process has a capability, such as CAP_PERFMON */
bool privileges_have(unsigned int capability);

/**
 * privileges_drop() - keep nothing but CAP_PERFMON, if it was there
 *
 * root becomes the user nobody. Open files stay open. Neither this process nor a program that it runs gets anything
 * back.
 *
 * Return: 0, or -errno.
 */
int privileges_drop(void);

#endif
