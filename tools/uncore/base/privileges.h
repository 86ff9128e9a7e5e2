/* SPDX-License-Identifier: GPL-2.0-only */
/* Giving up what the process may do. */
#ifndef UNCORE_PRIVILEGES_H
#define UNCORE_PRIVILEGES_H

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
