/* SPDX-License-Identifier: GPL-2.0-only */
/* The limit of open files: a descriptor for each unit of a big machine is more than the usual 1024. */
#ifndef UNCORE_DESCRIPTORS_H
#define UNCORE_DESCRIPTORS_H

/** descriptors_raise() - from now on allow as many as the hard limit does */
void descriptors_raise(void);

/** descriptors_restore() - the limit as it was, for a command: programs close all descriptors up to it, or use select() */
void descriptors_restore(void);

/** descriptors_remedy() - the end of a message about @error: how to raise the limit; "" for other errors */
const char *descriptors_remedy(int error);

#endif
