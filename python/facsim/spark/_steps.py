# SPDX-License-Identifier: Apache-2.0
"""The steps of a job: their frames, their progress, and how a job resumes.

Without a folder, the frame of a step is persisted, and Spark recomputes what an executor loses.
With a folder, it is written there as Parquet, and a job started again with the same settings reads
the finished steps. A small frame NAME.done, written after a step, shows that the step is complete,
and has its settings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

from ..errors import InvalidArgumentError

Told = Callable[[str, dict[str, int]], object]


def _line(step: str, counts: dict[str, int]) -> None:
    words = ", ".join(f"{name} {value:,}" for name, value in counts.items() if value)
    sys.stderr.write(f"facsim.spark: {step}: {words or 'nothing'}\n")


def told_by(progress: bool | Told | None) -> Told:
    """Returns the function that gets each step; for True it prints a line to standard error."""
    if progress is True:
        return _line
    if progress is None or progress is False:
        return lambda _step, _counts: None
    if not callable(progress):
        raise TypeError(f"progress is True or a function, not {type(progress).__name__}")
    return progress


class Steps:
    """The steps of one job. ``settings``: all that decides the result, as JSON values."""

    def __init__(
        self, spark: SparkSession, folder: str | None, settings: dict, progress: bool | Told | None
    ) -> None:
        self.spark = spark
        self._folder = folder.rstrip("/") if folder else None
        self._settings = dict(settings)
        self.tell = told_by(progress)
        self._held: list[DataFrame] = []

    def are_about(self, pages: list) -> None:
        """Requires finished steps to have these pages. ``pages``: a checksum, as JSON values."""
        self._settings["pages"] = pages

    @contextmanager
    def named(self, step: str) -> Iterator[None]:
        """Tags the jobs within as ``facsim-STEP`` (SparkSession.interruptTag ends them)."""
        tag = f"facsim-{step}"
        self.spark.addTag(tag)
        try:
            yield
        finally:
            self.spark.removeTag(tag)

    def keep(self, step: str, make: Callable[[], DataFrame], lasting: bool = False) -> DataFrame:
        """Returns the frame of a step. ``lasting``: the result needs it, so release() keeps it."""
        if self._folder is None:
            return make().persist() if lasting else self.hold(make())
        path = f"{self._folder}/{step}"
        if not self._is_done(path):
            make().write.mode("overwrite").parquet(path)
            settings = json.dumps(self._settings, sort_keys=True)
            done = self.spark.createDataFrame([(settings,)], "settings string")
            done.write.mode("overwrite").parquet(f"{path}.done")
        return self.spark.read.parquet(path)

    def hold(self, frame: DataFrame) -> DataFrame:
        """Persists a frame until release()."""
        self._held.append(frame.persist())
        return self._held[-1]

    def _is_done(self, path: str) -> bool:
        try:
            # The path is given twice: for a single missing path, Spark prints a stack trace.
            done = self.spark.read.schema("settings string").parquet(*[f"{path}.done"] * 2)
            rows = done.collect()
        except AnalysisException:
            return False
        if not rows:
            return False
        before = json.loads(rows[0].settings)
        if before != self._settings:
            same = before | {"pages": None} == self._settings | {"pages": None}
            what = "over other pages" if same else "with other settings or of another facsim"
            raise InvalidArgumentError(
                f"checkpoint {self._folder}: it is of a job {what}; name another folder, or remove "
                "this one"
            )
        return True

    def release(self) -> None:
        """Unpersists the frames that are not needed after the job."""
        for frame in self._held:
            frame.unpersist()
        self._held.clear()


def one_row(frame: DataFrame) -> dict[str, Any]:
    """Returns the only row of a frame, with 0 for null."""
    return {name: value or 0 for name, value in frame.collect()[0].asDict().items()}
