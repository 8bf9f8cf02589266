# SPDX-License-Identifier: Apache-2.0
"""Recipe: everything that decides the bits of fingerprints and sketches, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from . import _core
from ._settings import jieba_tables_of, lasting_recipe, lasting_tables, path_of

from .errors import InvalidArgumentError

_Made = TypeVar("_Made", bound=Any)


class Recipe:
    """A recipe, given by its name or by a ``.toml`` file. Accepted by every argument ``recipe``.

    ``recipe``: a name (see :meth:`names`; default: balanced) or the path of a file that ends in
    ``.toml``; files that it names are searched beside it. ``jieba_tables``: the tables of the words
    of jieba, which few recipes need; default: those of the package. Recipes with equal ids are
    equal.

    Raises ``InvalidArgumentError`` for unknown names (it lists the known ones) and for impossible
    recipes; ``NotFoundError``, ``DamagedError``, ``UnsupportedError`` for files.
    """

    def __init__(
        self,
        recipe: str | os.PathLike = "balanced",
        *,
        jieba_tables: str | os.PathLike | None = None,
    ) -> None:
        wanted = path_of(recipe, "recipe")
        if not wanted:
            raise ValueError("an empty text names no recipe; facsim.Recipe.names() has them")
        self._judge = _core.Judge("balanced", wanted, jieba_tables_of(jieba_tables))
        tables = lasting_tables(jieba_tables)
        self._remake = partial(Recipe, lasting_recipe(wanted), jieba_tables=tables)
        self._facts = _core.recipe_of(self._judge)

    def __reduce__(self) -> tuple:
        """Pickles the name or file; another process makes it from this, if unchanged."""
        return remade, (self._remake, self.id)

    @property
    def _asked(self) -> str:
        """The name or the path that it was made from."""
        return self._remake.args[0]

    @staticmethod
    def names() -> dict[str, str]:
        """Returns the built-in recipes, and a line about each."""
        return _core.named_recipes()

    @property
    def name(self) -> str:
        return self._facts["name"]

    @property
    def id(self) -> str:
        """16 hexadecimal digits that identify all that decides fingerprint and sketch."""
        return self._facts["id"]

    @property
    def fingerprint_id(self) -> str:
        """The id of all that decides the fingerprint; only those of one id are comparable."""
        return self._facts["fingerprint_id"]

    @property
    def sketch_id(self) -> str:
        return self._facts["sketch_id"]

    @property
    def bits(self) -> int:
        """The number of bits of a fingerprint: 32, 64 or 128."""
        return self._facts["bits"]

    @property
    def toml(self) -> str:
        """The recipe as the text of a ``.toml`` file."""
        return self._facts["toml"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"facsim.Recipe({self.name!r}, id={self.id!r})"


def remade(make: Callable[[], _Made], recipe_id: str) -> _Made:
    """Makes the object of a pickle. Raises InvalidArgumentError if its recipe has changed."""
    made = make()
    found = _core.recipe_of(made._judge)["id"]
    if found != recipe_id:
        raise InvalidArgumentError(
            f"{made!r} is another recipe than the one that was pickled, whose id is {recipe_id}"
        )
    return made
