# SPDX-License-Identifier: Apache-2.0
"""Texts or pages in, one figure a row out."""

from __future__ import annotations

from . import _core
from ._frames import texts_of
from ._named import named
from ._profile import Profile, judge_of
from ._recipe import Recipe


@named
def fingerprint(
    texts: object,
    recipe: str | Recipe | None = None,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> _core.Array:
    """The fingerprint (SimHash) of each text, as ``facsim fingerprint`` gives it.

    ``texts``: an iterable of str, bytes (UTF-8) or None, or anything with ``__arrow_c_stream__`` or
    ``__arrow_c_array__`` (a column of pyarrow, polars, pandas). ``html``: they are HTML pages.
    ``profile``: compact, balanced, strict or thorough, or a :class:`Profile`. ``recipe``: another
    than the profile's (a name, a ``.toml`` file, a :class:`Recipe`).

    Returns an array of as many rows, uint64 (16 bytes each for recipes of 128 bits). A text of
    fewer units than the profile's least (20 words) has none: null, which is 0 in NumPy; so has
    None. ``numpy.asarray(x)``, ``pyarrow.array(x)`` and ``polars.Series(x)`` read it.

    Raises TypeError for what is no text, ``facsim.Error`` and its classes for profile and recipe;
    what an iterator raises comes out unchanged. Ctrl-C ends the call within a second.
    """
    return _core.fingerprint(texts_of(texts), judge_of(profile, recipe), html)


@named
def sketch(
    texts: object,
    recipe: str | Recipe | None = None,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> _core.Array:
    """The MinHash sketch of each text: bytes of a fixed length (64 bins of 8 bits by default).

    The share of equal bins of two sketches estimates the resemblance of the texts. Settings and
    rows are those of :func:`fingerprint`; ``numpy.asarray(x)`` has a row of uint8 for each.
    """
    return _core.sketch(texts_of(texts), judge_of(profile, recipe), html)


@named
def digest(
    texts: object,
    recipe: str | Recipe | None = None,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> _core.Array:
    """The 16-byte digest of each judged text: equal texts, but for white space, have equal ones.

    Settings are those of :func:`fingerprint`. Null for None and for a page without a text.
    """
    return _core.digest(texts_of(texts), judge_of(profile, recipe), html)


@named
def facts(
    texts: object,
    recipe: str | Recipe | None = None,
    *,
    profile: str | Profile = "balanced",
    html: bool = False,
) -> _core.Table:
    """A row for each text: fingerprint, digest, units, text_bytes, title and judged_text.

    Settings are those of :func:`fingerprint`. All is null for None and for a page without a text.
    """
    return _core.facts(texts_of(texts), judge_of(profile, recipe), html)
