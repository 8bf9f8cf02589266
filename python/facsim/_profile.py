# SPDX-License-Identifier: Apache-2.0
"""Profile: a recipe and the thresholds that decide when pages are duplicates."""

from __future__ import annotations

import os
from functools import lru_cache, partial

from . import _core
from ._named import named
from ._recipe import Recipe, remade
from ._settings import bool_of, jieba_tables_of, lasting_recipe, lasting_tables, share_of


class Profile:
    """A named choice of recipe, candidates and thresholds.

    ``profile``: compact, balanced (default), strict or thorough. ``recipe``: overrides the recipe
    of the profile: a :class:`Recipe`, its name, or the path of a ``.toml`` file.
    ``min_resemblance``: the minimum Jaccard resemblance of 5-word shingles, 0 to 1, of duplicates;
    default: that of the profile. ``min_containment_to_remove``: if pages of kind layout or partial
    are to be removed, the minimum share of a page found in the other, 0 to 1, for removal.
    ``names``: True (default) keeps two HTML pages of one site if their names differ (one page uses
    a word of its title, heading or path that the other does not use). ``text_part``: "main"
    (default: the main text of HTML) or "all" (all visible text). ``jieba_tables``: a file with the
    words of jieba, which few recipes need; default: the file of the package.

    Raises TypeError and ValueError for wrong arguments, and ``facsim.Error`` or a subclass for
    unknown names and for files that cannot be read.
    """

    @named
    def __init__(
        self,
        profile: str = "balanced",
        *,
        recipe: str | Recipe | None = None,
        min_resemblance: float | None = None,
        min_containment_to_remove: float | None = None,
        names: bool = True,
        text_part: str = "main",
        jieba_tables: str | os.PathLike | None = None,
    ) -> None:
        if text_part not in ("main", "all"):
            raise ValueError(f"text_part={text_part!r} is not one of 'main', 'all'")
        if text_part == "all":
            if recipe is not None:
                raise ValueError("text_part: a recipe says itself which text it reads; leave out one of the two")
            recipe = "all-text"
        _require_names(profile, recipe)
        if isinstance(recipe, Recipe):
            self._judge = _core.judge_by(profile, recipe._judge)
        else:
            self._judge = _core.Judge(profile, recipe or "", jieba_tables_of(jieba_tables))
        share = share_of("min_resemblance", min_resemblance)
        if share is not None:
            self._judge.min_resemblance = share
        bound = share_of("min_containment_to_remove", min_containment_to_remove)
        if bound is not None:
            self._judge.min_containment_to_remove = bound
        self._judge.names = bool_of("names", names)
        self._remake = partial(
            Profile,
            profile,
            recipe=lasting_recipe(recipe) if isinstance(recipe, str) else recipe,
            min_resemblance=share,
            min_containment_to_remove=bound,
            names=names,
            jieba_tables=lasting_tables(jieba_tables),
        )

    def __reduce__(self) -> tuple:
        """Pickles the names and files; another process makes it from these, if unchanged."""
        return remade, (self._remake, _core.recipe_of(self._judge)["id"])

    @property
    def name(self) -> str:
        return self._judge.profile

    @property
    def recipe(self) -> str:
        """The name of the recipe that makes fingerprints."""
        return self._judge.recipe

    @property
    def _recipe_asked(self) -> str | None:
        """The name or the file of a recipe that is not the profile's own."""
        recipe = self._remake.keywords["recipe"]
        return recipe._asked if isinstance(recipe, Recipe) else recipe

    @property
    def toml(self) -> str:
        """All values of the profile, as text for people."""
        return self._judge.profile_toml

    def __repr__(self) -> str:
        return f"facsim.Profile({self.name!r}, recipe={self.recipe!r})"


def _require_names(profile: object, recipe: object) -> None:
    if not isinstance(profile, str):
        raise TypeError(f"profile is a name or a facsim.Profile, not {type(profile).__name__}")
    if recipe is not None and not isinstance(recipe, (str, Recipe)):
        raise TypeError(f"recipe is a name or a facsim.Recipe, not {type(recipe).__name__}")


@lru_cache(maxsize=16)
def _named(name: str, recipe: str | Recipe | None) -> Profile:
    return Profile(name, recipe=recipe)


def profile_of(profile: str | Profile) -> Profile:
    """Returns the profile of this name, or the given Profile."""
    if isinstance(profile, Profile):
        return profile
    _require_names(profile, None)
    return _named(profile, None)


def chosen_profile(
    profile: str | Profile,
    min_resemblance: float | None,
    min_containment_to_remove: float | None,
    names: bool,
    text_part: str,
) -> Profile:
    """Returns the profile of a call's arguments.

    Raises ValueError if other arguments are given beside a Profile, which contains them.
    """
    shares = (min_resemblance, min_containment_to_remove)
    if shares == (None, None) and bool_of("names", names) and text_part == "main":
        return profile_of(profile)
    if isinstance(profile, Profile):
        raise ValueError(
            "min_resemblance, min_containment_to_remove, names, text_part: give them to "
            "facsim.Profile(...)"
        )
    return Profile(
        profile,
        min_resemblance=min_resemblance,
        min_containment_to_remove=min_containment_to_remove,
        names=names,
        text_part=text_part,
    )


def judge_of(profile: str | Profile, recipe: str | Recipe | None = None) -> _core.Judge:
    """Returns the core's judge for a Profile, or for the names of a profile and a recipe."""
    if isinstance(profile, Profile):
        if recipe is not None:
            raise ValueError("recipe: give it to facsim.Profile(...), not beside one")
        return profile._judge
    _require_names(profile, recipe)
    return _named(profile, recipe)._judge
