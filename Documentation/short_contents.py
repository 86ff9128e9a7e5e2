# SPDX-License-Identifier: GPL-2.0-only
"""Extension of Sphinx: of a page in reference/, only the title is in the contents.

The list of pages beside each page shows no more of them. Sphinx makes that list anew for each
page, of a copy of the contents of all pages: with the headings of thousands of events, that takes
more than half of the time of `make html`.
"""
from docutils import nodes


def shorten(_app, env):
    for name, contents in env.tocs.items():
        if not name.startswith("reference/"):
            continue
        for item in contents.children:
            item.children = [part for part in item.children
                             if not isinstance(part, nodes.bullet_list)]


def setup(app):
    app.connect("env-updated", shorten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
