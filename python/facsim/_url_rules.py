# SPDX-License-Identifier: Apache-2.0
"""Rules that rewrite URLs to the URLs of their copies, as learned by ``facsim mirrors``."""

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
    """The rules in a file written by ``facsim mirrors --rules FILE`` or by a person.

    ``path``: the file. ``len()`` is the number of rules. Immutable, so all methods are safe to call
    from any thread. Raises ``NotFoundError``, ``DamagedError`` that names the rule and its line,
    and ``UnsupportedError`` for another format, a newer version, or an unknown kind of rule.
    """

    def __init__(self, path: str | os.PathLike) -> None:
        self.path = path_of(path, "path")
        self._rules = _core.UrlRules(self.path)

    def __len__(self) -> int:
        return len(self._rules)

    def __repr__(self) -> str:
        return f"UrlRules({self.path!r})"

    def apply(self, url: str) -> str:
        """Returns the URL rewritten by all rules, as ``facsim mirrors --normalize`` prints it.

        The spelling of the URL is normalized first (docs/mirrors.md), even if no rule changes it.
        Applying it to its own result changes nothing. A text that is not a web URL is returned
        unchanged. Raises TypeError if ``url`` is not a str.
        """
        return _text_of(self._rules.apply(_bytes_of(url)))

    def changes(self, url: str) -> bool:
        """True if a rule changes the URL; normalizing its spelling does not count."""
        return self._rules.changes(_bytes_of(url))

    def mirror_of(self, url: str) -> str | None:
        """Returns "HOST/PATH/" of the mirror the URL belongs to, if rules lead away from it.

        Otherwise returns None.
        """
        return _text_of(self._rules.mirror_of(_bytes_of(url))) or None
