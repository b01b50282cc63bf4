"""Hooks for MkDocs that adapt pages, links and docstrings to the site.

Links in the Markdown files are written for the repository: README.md links to `docs/api.md`, and
docs/engine.md to `../src/century/core/engine.py`. On the site, README.md is the front page, and
docs/ is the root. Every other file that a page links to is copied to its path in the repository.
"""

from __future__ import annotations

import posixpath
import re
from inspect import cleandoc
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
# The pages outside docs/, by their paths in the repository.
OUTSIDE = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"]
# The target of a link or a picture in Markdown, and of a picture in HTML.
LINK = re.compile(r'(?P<before>\]\(|<img src=")(?P<target>[^)"#\s:]+)(?P<anchor>#[^)"\s]*)?')

DOCTEST = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)


class DoctestBlocks(griffe.Extension):
    """Shows doctests as code; Markdown would show `>>>` as quotations."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Put doctests into fenced code blocks."""
        if obj.docstring is not None:
            text = cleandoc(obj.docstring.value)
            obj.docstring.value = DOCTEST.sub(_fenced, text)


def _fenced(doctest: re.Match[str]) -> str:
    return f"```pycon\n{doctest[0].rstrip()}\n```\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages outside docs/, and the files that pages link to."""
    for path in OUTSIDE:
        files.append(_generated(config, path))
    pages = [*OUTSIDE, *(f"docs/{file.src_uri}" for file in files.documentation_pages())]
    for page in pages:
        if not (ROOT / page).is_file():
            continue  # one of OUTSIDE, by its path on the site
        for link in LINK.finditer((ROOT / page).read_text(encoding="utf-8")):
            target = _target(page, link["target"])
            known = files.get_file_from_path(_site_path(target))
            if known is None and (ROOT / target).is_file():
                files.append(_generated(config, target))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Rewrite links for the repository as links for the site."""
    source = _repository_path(page.file.src_uri)

    def rewrite(link: re.Match[str]) -> str:
        target = _site_path(_target(source, link["target"]))
        relative = posixpath.relpath(target, posixpath.dirname(page.file.src_uri) or ".")
        return f"{link['before']}{relative}{link['anchor'] or ''}"

    return LINK.sub(rewrite, markdown)


def _generated(config: MkDocsConfig, path: str) -> File:
    return File.generated(config, _site_path(path), abs_src_path=str(ROOT / path))


def _target(page: str, link: str) -> str:
    """Return the path in the repository that a link on a page leads to."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
    return f"{path}/README.md" if (ROOT / path).is_dir() else path


def _site_path(path: str) -> str:
    return "index.md" if path == "README.md" else path.removeprefix("docs/")


def _repository_path(path: str) -> str:
    outside = {_site_path(page): page for page in OUTSIDE}
    return outside.get(path, f"docs/{path}")
