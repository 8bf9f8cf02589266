# SPDX-License-Identifier: Apache-2.0
"""The settings of a job, checked before anything runs and without a Spark session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .._run_settings import RunSettings
from .._settings import whole
from ..errors import InvalidArgumentError
from ._pages import FIELD

KINDS = ("exact", "content", "layout", "partial")
_WORD_BITS = 64


@dataclass(frozen=True)
class JobSettings:
    """The settings of a dedup job."""

    run: RunSettings  # of each task; the fields in its keep are named FIELD0, FIELD1, ...
    keep_columns: list[str]  # the names of FIELD0, FIELD1, ... in the caller's frame
    max_distance: int
    tasks: int | None
    one_task_links: int

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> JobSettings:
        """Takes its settings from the arguments of dedup() by their names, and checks them.

        Raises ``facsim.Error``, ValueError and TypeError that name the argument.
        """
        run = RunSettings.of(given)
        if given["time"] is None:
            for word in ("newest", "oldest"):
                if word in run.keep_words:
                    raise InvalidArgumentError(f"keep='{word}' needs time=, the column of the time")
        if (bits := run.judge.bits) != _WORD_BITS:
            raise InvalidArgumentError(f"profile: a recipe of {bits} bits; dedup needs 64")
        columns = run.keep_fields
        keep = [(word, f"{FIELD}{columns.index(name)}" if name else "") for word, name in run.keep]
        tasks = given["tasks"]
        settings = cls(
            run=replace(run, keep=keep),
            keep_columns=columns,
            max_distance=run.judge.max_distance,
            tasks=None if tasks is None else whole("tasks", tasks, 1, 1_000_000),
            one_task_links=whole("one_task_links", given["one_task_links"], 0, 1 << 40),
        )
        settings.run.check_words(matches="none", of_files=False)
        return settings


def require_scope(scope: str, url: str | None) -> None:
    """Raises if scope is host and no URL is given: all pages would be compared."""
    if scope == "host" and url is None:
        raise InvalidArgumentError(
            "scope='host' needs url=, the column of the URL; scope='all' compares pages of all hosts"
        )


def kinds_to_remove(remove: Iterable[str]) -> list[str]:
    """Returns the kinds that a subtraction removes. Raises InvalidArgumentError for others."""
    kinds = list(remove)
    for kind in kinds:
        if kind not in KINDS:
            raise InvalidArgumentError(f"remove={kind!r}: one of {', '.join(KINDS)} is wanted")
    return kinds
