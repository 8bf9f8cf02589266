# SPDX-License-Identifier: Apache-2.0
"""Evaluates measures, candidates and removals against a known truth."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from . import _core
from ._holders import FilePages, paths_of
from ._named import named
from ._profile import Profile, judge_of
from ._result import warn
from ._settings import bytes_of, fields_of, path_of, share_of, threads_of, tmp_of, told_by

_PROFILES = ("compact", "balanced", "strict", "thorough")


class Evaluation:
    """The result of :func:`evaluate`.

    ``facts``: a dict as ``facsim eval --json`` prints it, with pages, pairs_true, pairs_false,
    measures (a list: name and points, which are thresholds with right, wrong, missed, precision,
    recall and f1), channels, curves and removals. ``str(x)`` is the table of the command; ``csv``
    and ``html`` are its other two formats.
    """

    def __init__(self, found: dict) -> None:
        self.facts: dict[str, Any] = json.loads(found["json"])
        self.csv: str = found["csv"]
        self.html: str = found["html"]
        self._text: str = found["text"]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<facsim.Evaluation: {self.facts['pages']:,} pages, {self.facts['truth']}>"


@named
def evaluate(
    paths: Any,
    *,
    pairs: str | os.PathLike | None = None,
    clusters: str | os.PathLike | None = None,
    exact: bool = False,
    profile: str | Profile | None = None,
    label_min: float | None = None,
    resemblance_floor: float | None = None,
    distances: Sequence[int] = (),
    thresholds: Sequence[float] = (),
    text: str = "text",
    html: str | None = None,
    id: str | None = None,
    url: str | None = None,
    memory: str | int = "4G",
    threads: int | None = None,
    tmp: str | os.PathLike | None = None,
    progress: bool | Callable[[str, int, int], object] | None = None,
) -> Evaluation:
    """Returns precision, recall and F1 of every measure, and of what :func:`dedup` would remove.

    It does what ``facsim eval`` does. ``paths``: a ``pathlib.Path`` or a list of these. The truth
    is exactly one of ``pairs`` (a file of id1, id2 and label), ``clusters`` (a file of id and
    cluster) and ``exact=True`` (the exact resemblance of all pairs). ``profile``: the profile whose
    removals are judged; default: all four. ``label_min``: numeric labels of at least this value
    mean duplicates. ``resemblance_floor``: as the option of ``facsim eval``. ``distances`` (bits)
    and ``thresholds`` (shares): the points at which measures are judged; default: those of the
    command. The other arguments are those of :func:`dedup`. Returns an :class:`Evaluation`.

    Raises ``facsim.Error`` or a subclass if a file cannot be read, if no label is usable, or if the
    truth has more pairs than ``memory`` holds; ValueError unless exactly one truth is given;
    TypeError for wrong types.
    """
    truths = {"pairs": pairs, "clusters": clusters, "exact": exact}
    given = [name for name, value in truths.items() if value]
    if len(given) != 1:
        said = " and ".join(given) or "none"
        raise ValueError(f"say one of pairs=FILE, clusters=FILE and exact=True, not {said}")
    inputs = paths_of(paths)
    if inputs is None:
        raise TypeError(f"paths is a pathlib.Path or a list of these, not {type(paths).__name__}")
    fields = fields_of(text=text, html=html, id=id, url=url)
    named = [judge_of(name) for name in _PROFILES] if profile is None else [judge_of(profile)]
    judge = judge_of("balanced" if profile is None else profile)
    with told_by(progress) as told:
        found = _core.evaluate(
            inputs=FilePages(inputs, fields).source,
            fields=fields,
            judge=judge,
            profiles=named,
            truth=given[0],
            labels=path_of(pairs or clusters or "", given[0]),
            label_min=label_min,
            resemblance_floor=share_of("resemblance_floor", resemblance_floor),
            distances=list(distances),
            thresholds=list(thresholds),
            memory_bytes=bytes_of(memory),
            threads=threads_of(threads),
            tmp=tmp_of(tmp),
            progress=told,
        )
    warn(found["warnings"], stacklevel=3)
    return Evaluation(found)
