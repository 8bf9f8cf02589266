# SPDX-License-Identifier: Apache-2.0
"""When pages are alike: a profile, its recipe and its thresholds."""

from __future__ import annotations

from functools import lru_cache

from . import _core


class Profile:
    """A named choice of recipe, candidates and thresholds.

    ``profile``: compact, balanced, strict or thorough. ``recipe``: another recipe by its name, or by
    the path of a file that ends in ``.toml``. ``min_resemblance``: the least Jaccard resemblance of
    5-word shingles, 0 to 1, that makes two pages duplicates. ``text_part``: "main" (the main text of
    HTML) or "all" (all visible text). ``jieba_tables``: the tables of jieba's words, which few
    recipes need.
    """

    def __init__(
        self,
        profile: str = "balanced",
        *,
        recipe: str | None = None,
        min_resemblance: float | None = None,
        text_part: str = "main",
        jieba_tables: str | None = None,
    ) -> None:
        if text_part not in ("main", "all"):
            raise ValueError(f"text_part={text_part!r} is not one of 'main', 'all'")
        if recipe is None and text_part == "all":
            recipe = "all-text"
        self._judge = _core.Judge(profile, recipe or "", jieba_tables or "")
        if min_resemblance is not None:
            if not 0 <= min_resemblance <= 1:
                raise ValueError(f"min_resemblance={min_resemblance} is no share from 0 to 1")
            self._judge.min_resemblance = float(min_resemblance)

    @property
    def name(self) -> str:
        return self._judge.profile

    @property
    def recipe(self) -> str:
        """The name of the recipe that makes fingerprints."""
        return self._judge.recipe

    @property
    def toml(self) -> str:
        """All that it decides, for people."""
        return self._judge.profile_toml

    def __repr__(self) -> str:
        return f"facsim.Profile({self.name!r}, recipe={self.recipe!r})"


@lru_cache(maxsize=16)
def _named(name: str, recipe: str | None) -> Profile:
    return Profile(name, recipe=recipe)


def judge_of(profile: str | Profile, recipe: str | None = None) -> _core.Judge:
    """What the core judges by: of a Profile, or of a profile's and a recipe's names."""
    if isinstance(profile, Profile):
        if recipe is not None:
            raise ValueError("recipe: give it to facsim.Profile(...), not beside one")
        return profile._judge
    if not isinstance(profile, str):
        raise TypeError(f"profile is a name or a facsim.Profile, not {type(profile).__name__}")
    return _named(profile, recipe)._judge
