# SPDX-License-Identifier: Apache-2.0
"""Which recipe made a figure."""

from __future__ import annotations

from .. import _core


def recipe_id_of(judge: _core.Judge) -> str:
    """The id of the recipe, as indexes and summaries name it."""
    return _core.recipe_of(judge)["id"]
