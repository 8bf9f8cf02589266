# SPDX-License-Identifier: Apache-2.0
"""Figures of texts as polars expressions: ``pl.col("text").facsim.fingerprint()``.

Importing this module adds the namespace ``facsim`` to expressions and series of polars. ``import
facsim`` does this itself if polars was imported before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from ._profile import Profile
    from ._recipe import Recipe


def _kind_of(figure: str, recipe: str | Recipe | None, profile: str | Profile) -> pl.DataType:
    from ._profile import judge_of  # here: `import facsim` loads this module and must cost little

    is_number = figure == "fingerprint" and judge_of(profile, recipe).bits == 64  # noqa: PLR2004
    return pl.UInt64() if is_number else pl.Binary()


def _column(
    series: pl.Series, figure: str, recipe: str | Recipe | None, profile: str | Profile, html: bool
) -> pl.Series:
    from . import _analyze

    made = getattr(_analyze, figure)(series, recipe, profile=profile, html=html)
    if _kind_of(figure, recipe, profile) == pl.UInt64:
        return pl.Series(series.name, made, dtype=pl.UInt64)
    return pl.Series(series.name, made.to_list(), dtype=pl.Binary)


class _Figures:
    """The methods of both namespaces; arguments are those of the functions of facsim."""

    def _made(
        self, figure: str, recipe: str | Recipe | None, profile: str | Profile, html: bool
    ) -> object:
        raise NotImplementedError

    def fingerprint(
        self,
        recipe: str | Recipe | None = None,
        *,
        profile: str | Profile = "balanced",
        html: bool = False,
    ) -> object:
        """Returns fingerprints as UInt64 (Binary for 128-bit recipes); null for a short text."""
        return self._made("fingerprint", recipe, profile, html)

    def sketch(
        self,
        recipe: str | Recipe | None = None,
        *,
        profile: str | Profile = "balanced",
        html: bool = False,
    ) -> object:
        """Returns MinHash sketches as Binary (64 bytes by default); null for a short text."""
        return self._made("sketch", recipe, profile, html)

    def digest(
        self,
        recipe: str | Recipe | None = None,
        *,
        profile: str | Profile = "balanced",
        html: bool = False,
    ) -> object:
        """Returns digests of the texts as Binary of 16 bytes; null if there is no text."""
        return self._made("digest", recipe, profile, html)


@pl.api.register_expr_namespace("facsim")
class ExpressionFigures(_Figures):
    """The figures of an expression, computed when the frame is collected."""

    def __init__(self, expression: pl.Expr) -> None:
        self._expression = expression

    def _made(
        self, figure: str, recipe: str | Recipe | None, profile: str | Profile, html: bool
    ) -> pl.Expr:
        return self._expression.map_batches(
            lambda series: _column(series, figure, recipe, profile, html),
            return_dtype=_kind_of(figure, recipe, profile),
            is_elementwise=True,
        )


@pl.api.register_series_namespace("facsim")
class SeriesFigures(_Figures):
    """The figures of a series, computed at once."""

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    def _made(
        self, figure: str, recipe: str | Recipe | None, profile: str | Profile, html: bool
    ) -> pl.Series:
        return _column(self._series, figure, recipe, profile, html)
