# SPDX-License-Identifier: Apache-2.0
"""The id of the recipe that made a figure."""

from __future__ import annotations

from .. import _core


def recipe_id_of(judge: _core.Judge) -> str:
    """Returns the id of the recipe, as in indexes and summaries."""
    return _core.recipe_of(judge)["id"]
