/* SPDX-License-Identifier: GPL-2.0-only */
/* The report of a recording as an HTML page. */
#ifndef UNCORE_REPORT_HTML_H
#define UNCORE_REPORT_HTML_H

#include <stdio.h>

#include "recording/recording.h"

/** report_html() - write the page; ferror() tells whether it could be written */
void report_html(const struct recording *recording, FILE *out);

#endif
