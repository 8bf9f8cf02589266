# SPDX-License-Identifier: Apache-2.0
"""Rules that rewrite URLs to those of their copies, as ``facsim mirrors`` learns them."""

from __future__ import annotations

import os

from . import _core
from ._settings import path_of


def _bytes_of(url: object) -> bytes:
    if not isinstance(url, str):
        raise TypeError(f"a URL is a str, not {type(url).__name__}")
    return url.encode("utf-8", "surrogatepass")


def _text_of(url: bytes) -> str:
    return url.decode("utf-8", "surrogatepass")


class UrlRules:
    """The rules of a file that ``facsim mirrors --rules FILE`` or a person wrote.

    ``len()`` is their number. Immutable: every call may be made from any thread. Raises
    ``NotFoundError``, ``DamagedError`` that names the rule and its line, and ``UnsupportedError``
    for another format, a newer version, or a kind of rule that this facsim does not know.
    """

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = path_of(path, "path")
        self._rules = _core.UrlRules(self.path)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"UrlRules({self.path!r})"

    def apply(self, url: str) -> str:
        """The URL as all rules rewrite it, as ``facsim mirrors --normalize`` prints it.

        Spelled in one way first (docs/mirrors.md), also where no rule changes it. Applied to its
        result it changes nothing. Text that is no URL of the web stays as it is.
        """
        return _text_of(self._rules.apply(_bytes_of(url)))

    def changes(self, url: str) -> bool:
        """Whether a rule changes the URL; spelling it in one way is no change."""
        return self._rules.changes(_bytes_of(url))

    def mirror_of(self, url: str) -> str | None:
        """"HOST/PATH/" of the mirror that the URL is of, if the rules lead away from it."""
        return _text_of(self._rules.mirror_of(_bytes_of(url))) or None
