"""The documentation site: `make docs` builds it into build/docs.

The pages are the Markdown files of this folder. The references of the API and of the commands are
written by `site_reference.py` from the code each time, into folders that git ignores.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from site_reference import write_reference  # noqa: E402

from babalab import __version__ as version  # noqa: E402

project = "babalab"
author = "the babalab authors"
copyright = author  # noqa: A001
release = version

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nitpicky = False
exclude_patterns = ["_build"]
suppress_warnings = ["myst.header"]

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_preserve_defaults = True
default_role = "code"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"babalab {version}"
html_theme_options = {"navigation_with_keys": True}


def setup(app: Sphinx) -> None:
    """Let the reference be written before pages are read."""
    app.connect("builder-inited", lambda _: write_reference(HERE / "reference"))
