// SPDX-License-Identifier: GPL-2.0-only
/*
 * Definitions of the tracepoints.
 */
#include "compat.h"

#define CREATE_TRACE_POINTS
#include "count/trace.h"
