"""The documentation site: `make docs` builds it into build/docs.

The pages are the Markdown files of this folder. For every build `site_reference.py` writes the
references of the API and of the commands from the code, into folders that git ignores.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from playable import connect as connect_page  # noqa: E402
from site_reference import write_reference  # noqa: E402

from babalab import __version__ as version  # noqa: E402

project = "babalab"
author = "the babalab authors"
copyright = author  # noqa: A001
release = version

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
nitpicky = False
exclude_patterns = ["_build"]
suppress_warnings = ["myst.header"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
add_module_names = False
maximum_signature_line_length = 88
toc_object_entries = False
default_role = "code"
smartquotes_action = "qe"  # no dashes: they would spoil options
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

pygments_dark_style = "github-dark"
html_theme = "furo"
html_title = f"babalab {version}"
html_logo = html_favicon = "_static/logo.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#ad2540", "color-brand-content": "#ad2540"},
    "dark_css_variables": {"color-brand-primary": "#fbd65a", "color-brand-content": "#fbd65a"},
}


def setup(app: Sphinx) -> None:
    """Write the reference before pages are read, improve how it is shown, and add the page."""
    app.connect("builder-inited", lambda _: write_reference(HERE / "reference"))
    app.connect("autodoc-process-docstring", link_pages)
    app.connect("autodoc-process-signature", shorten_types)
    connect_page(app)


def link_pages(*event: Any) -> None:
    """Turn the names of pages in a docstring, such as docs/arena.md, into links."""
    lines: list[str] = event[-1]
    lines[:] = [re.sub(r"`*docs/([\w-]+)\.md`*", r":doc:`/\1`", line) for line in lines]


def shorten_types(*event: Any) -> tuple[str | None, str | None]:
    """Write the types of arrays in a signature as people write them."""
    array = re.compile(r"ndarray\[tuple\[Any, \.\.\.\], dtype\[([^][]*)\]\]")
    signature, returned = (text and array.sub(r"NDArray[\1]", text) for text in event[-2:])
    return signature, returned
