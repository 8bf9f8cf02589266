# SPDX-License-Identifier: Apache-2.0
"""Functions that compute one figure for each text or HTML page."""

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
    """Returns the fingerprint (SimHash) of each text, as ``facsim fingerprint`` does.

    ``texts``: an iterable of str, bytes (UTF-8) or None, or any object with ``__arrow_c_stream__``
    or ``__arrow_c_array__`` (a column of pyarrow, polars, pandas). ``recipe``: overrides the recipe
    of the profile: a name, a ``.toml`` file or a :class:`Recipe`. ``profile``: compact, balanced
    (default), strict or thorough, or a :class:`Profile`. ``html``: True if the texts are HTML
    pages.

    Returns an array with one row for each text, of uint64 (of 16 bytes for recipes of 128 bits).
    The row is null, which is 0 in NumPy, for None and for a text with fewer units than the minimum
    of the profile (20 words). ``numpy.asarray(x)``, ``pyarrow.array(x)`` and ``polars.Series(x)``
    accept the array.

    Raises TypeError for a value that is not a text, and ``facsim.Error`` or a subclass for an
    invalid profile or recipe. Exceptions of an iterator pass through unchanged. Ctrl-C ends the
    call within a second.
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
    """Returns the MinHash sketch of each text, a fixed number of bytes (by default 64 8-bit bins).

    The share of equal bins of two sketches estimates the resemblance of the texts. Arguments, null
    rows and exceptions are those of :func:`fingerprint`; ``numpy.asarray(x)`` gives a row of uint8
    for each text.
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
    """Returns a 16-byte digest of each judged text; texts that differ only in white space agree.

    Arguments and exceptions are those of :func:`fingerprint`. The row is null for None and for a
    page without a text.
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
    """Returns a table of fingerprint, digest, units, text_bytes, title and judged_text.

    It has one row for each text.
    Arguments and exceptions are those of :func:`fingerprint`. All columns are null for None and for
    a page without a text.
    """
    return _core.facts(texts_of(texts), judge_of(profile, recipe), html)
