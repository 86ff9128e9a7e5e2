/* SPDX-License-Identifier: GPL-2.0-only */
/* Lockdown of the kernel, kernel_lockdown(7). */
#ifndef UNCORE_LOCKDOWN_H
#define UNCORE_LOCKDOWN_H

#include <stdbool.h>

/** What lockdown_confidential() forbids, for messages. */
#define LOCKDOWN_REASON	"the kernel is locked down (confidentiality), which forbids tracing and BPF programs that read its memory"

/** lockdown_confidential() - the kernel lets nobody read its memory, not even root: no tracefs, no BPF program that does */
bool lockdown_confidential(void);

#endif
