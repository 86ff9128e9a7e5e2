/* SPDX-License-Identifier: GPL-2.0-only */
/* What all HTML pages have: no script, no network, light and dark, for a screen of 380 pixels, and fit for paper. */
#ifndef UNCORE_PAGE_H
#define UNCORE_PAGE_H

#include <stdio.h>

/** page_begin() - the head of a page, up to its first heading */
void page_begin(const char *title, FILE *out);

/** page_entry() - a name and a text in a <dl>; nothing if the text is empty */
void page_entry(const char *name, const char *text, FILE *out);

/** page_end() - the end of a page */
void page_end(FILE *out);

#endif
