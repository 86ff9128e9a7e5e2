// SPDX-License-Identifier: GPL-2.0-only
/* Pages. See page.h. */
#include "page/chart.h"
#include "page/page.h"

/*
 * Charts are as wide as the screen, so the letters of a narrow one are larger in their own measure. What is wider, as the
 * table can be, scrolls on its own.
 */
static const char style[] =
	":root { color-scheme: light dark; --back: #fff; --text: #1a1a1a; --dim: #666; --grid: #ddd;\n"
	"  --c0: #1f6fb4; --c1: #c7511f; --c2: #2c8a3d; --c3: #8a4fb0; --c4: #8c6d1f; --c5: #b0306a;\n"
	"  --c6: #157f86; --c7: #555 }\n"
	"@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #e6e6e6; --dim: #a0a0a0;\n"
	"  --grid: #3a3d44; --c0: #6cb2f0; --c1: #f09a6c; --c2: #7bd08a; --c3: #c79be8; --c4: #d9bb6a;\n"
	"  --c5: #f08ab8; --c6: #6cd0d8; --c7: #bbb } }\n"
	"@media print { :root { --back: #fff; --text: #000; --dim: #444; --grid: #ccc; --c0: #1f6fb4 }\n"
	"  figure, tr { break-inside: avoid } }\n"
	"body { background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif;\n"
	"  max-width: 60em; margin: 2em auto; padding: 0 1em; overflow-wrap: anywhere }\n"
	"figure { margin: 0 0 1.5em } figcaption { font-weight: 600 } svg { width: 100%; height: auto }\n"
	"svg text { fill: var(--text); font-size: 12px } text.y { text-anchor: end } text.x { text-anchor: middle }\n"
	".grid { stroke: var(--grid) } .mark { stroke: var(--dim); stroke-dasharray: 4 4 } .line { fill: none; stroke-width: 1.5 } .legend { margin: 0 }\n"
	"table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
	"th, td { padding: .15em .8em; text-align: right; border-bottom: 1px solid var(--grid) }\n"
	".names td, .names th { white-space: nowrap } .names :is(th, td):is(:first-child, :nth-child(2), :nth-child(n+9)) { text-align: left }\n"
	".dim { color: var(--dim) } h1 { font-size: 1.5em } .scroll { overflow-x: auto } caption { text-align: left }\n"
	"dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em } dt { color: var(--dim) } dd { margin: 0 }\n"
	"a { color: var(--c0); margin-right: 1em } .hit { opacity: 0 } circle:hover { opacity: 1; stroke: var(--text) }\n"
	"rect:hover { opacity: .8 } .pic { max-width: 38em }\n"
	"@media (max-width: 500px) { body { margin: 1em auto; padding: 0 .6em } svg text { font-size: 22px }\n"
	"  th, td { padding: .15em .4em } dl { grid-template-columns: 1fr } dd { margin: 0 0 .4em } }\n";

static void write_style(FILE *out)
{
	int i;

	fprintf(out, "<style>\n%s", style);
	for (i = 0; i < 8; i++)
		fprintf(out,
			"rect.s%d, circle.s%d, path.s%d { fill: var(--c%d) } .line.s%d { stroke: var(--c%d) } "
			"span.s%d { color: var(--c%d) }\n",
			i, i, i, i, i, i, i, i);
	fputs("</style>\n", out);
}

void page_begin(const char *title, FILE *out)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<link rel=\"icon\" href=\"data:,\">\n<title>", out);
	html_text(title, out);
	fputs("</title>\n", out);
	write_style(out);
	fputs("</head><body>\n", out);
}

void page_entry(const char *name, const char *text, FILE *out)
{
	if (!*text)
		return;
	fprintf(out, "<dt>%s</dt><dd>", name);
	html_text(text, out);
	fputs("</dd>\n", out);
}

void page_end(FILE *out)
{
	fputs("</body></html>\n", out);
}
