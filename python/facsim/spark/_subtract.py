# SPDX-License-Identifier: Apache-2.0
"""subtract(): finds the new pages that repeat a known page.

The new pages become one segment, which is sent to each machine once as a file and mapped into
memory there. The known set is not shuffled: each task streams its part through the index of new
pages and yields matches, and the best match of each new page is taken. If few pages are new and the
known set has an index on disk, each new page queries that index instead.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from .. import _core
from .._profile import Profile, judge_of
from ..errors import InvalidArgumentError
from ._asked import kinds_to_remove
from ._facts import column, page_facts, require_column, require_recipe
from ._pages import require_free
from ._register import register_sources
from ._sources import local_path

# A query costs as much as streaming eleven known pages, with the index in memory, 20 million known
# pages and a million new ones (bench/results/spark-subtract-2026-11-26.md). The larger number
# allows for an index that is read from disk.
KNOWN_PAGES_PER_QUESTION = 20
_IDS_NAMED = 3
_MATCH = (
    "new string, known string, known_url string, order bigint, kind string, resemblance double, "
    "containment double, containment_reverse double, distance int, by string, joins boolean, "
    "is_one_page boolean"
)
_MEMBERS = ("representative", "representative_url", "kind", "resemblance", "containment",
            "containment_reverse", "distance", "by")  # fmt: skip
# The indexes that tasks of this process opened. A key is the name under which an index was sent, or
# its folder and state, since a worker process serves one job after the other.
_OPEN: dict[tuple, _core.FactsIndex] = {}
_OPEN_MOST = 4

Batches = Iterator[pa.RecordBatch]


def _held(key: tuple, opened: Callable[[], _core.FactsIndex]) -> _core.FactsIndex:
    if key not in _OPEN:
        while len(_OPEN) >= _OPEN_MOST:
            _OPEN.pop(next(iter(_OPEN)))
        _OPEN[key] = opened()
    return _OPEN[key]


class _SentIndex:
    """An index of one segment, sent to the workers as two files."""

    def __init__(self, spark: SparkSession, folder: Path, profile: str | Profile) -> None:
        self._name = f"facsim-{uuid.uuid4().hex}"
        self._profile = profile
        self._files = sorted(path.name for path in folder.iterdir() if path.name != "LOCK")
        for name in self._files:
            sent = folder / f"{self._name}-{name}"
            os.link(folder / name, sent)
            if hasattr(spark, "_jsparkSession"):
                spark.sparkContext.addFile(str(sent))
            else:
                spark.addArtifact(str(sent), file=True)

    def _open(self) -> _core.FactsIndex:
        with tempfile.TemporaryDirectory() as folder:
            for name in self._files:
                Path(folder, name).symlink_to(SparkFiles.get(f"{self._name}-{name}"))
            # Mapped files remain readable after the links are removed.
            return _core.FactsIndex(folder, judge_of(self._profile), False)

    def get(self) -> _core.FactsIndex:
        return _held((self._name,), self._open)


def _require_ids(facts: pa.Table) -> None:
    """Raises InvalidArgumentError if an id is null or repeats: matches name pages by their ids."""
    ids = facts.column("id")
    if ids.null_count:
        raise InvalidArgumentError(f"new: {ids.null_count} rows have no id; give each one an id")
    counts = pc.value_counts(ids.combine_chunks())
    repeated = counts.filter(pc.greater(counts.field("counts"), 1)).field("values").to_pylist()
    if repeated:
        named = ", ".join(map(repr, sorted(repeated)[:_IDS_NAMED]))
        raise InvalidArgumentError(
            f"new: {len(repeated)} ids stand in more than one row ({named}"
            f"{', ...' if len(repeated) > _IDS_NAMED else ''}); give each row an id of its own"
        )


def _index_of(facts: pa.Table, profile: str | Profile) -> Path:
    """Makes an index of the new pages in a temporary folder, removed when this process exits."""
    folder = Path(tempfile.mkdtemp(prefix="facsim-spark-"))
    atexit.register(shutil.rmtree, folder, True)
    judge = judge_of(profile)
    distance = _core.facts_distance(str(folder / "new"), judge, None, False)
    made = _core.write_facts_segment(
        str(folder / "made.seg"), judge, facts.to_reader(), distance, 1 << 30, str(folder)
    )
    _core.commit_facts_segments(str(folder / "new"), judge, distance, False, [made], 0)
    return folder / "new"


def _matched(batch: pa.RecordBatch, found: _core.Table, is_new: bool) -> pa.RecordBatch:
    """Returns rows of _MATCH. ``batch``: the query pages; if ``is_new``, these are known pages."""
    rows = pa.array(found.column("row")).cast(pa.int64())
    nothing = pa.nulls(len(rows), pa.string())

    def asked(name: str) -> pa.Array:
        return batch.column(name).take(rows) if name in batch.schema.names else nothing

    entry = pa.array(found.column("id"), type=pa.string())
    if is_new:
        url = asked("url")
        order = (asked("order") if "order" in batch.schema.names
                 else pa.nulls(len(rows), pa.int64()))  # fmt: skip
        sides = [entry, asked("id"), url, order]
    else:
        url = pa.array(found.column("url"), type=pa.string())
        order = pa.array(found.column("order")).view(pa.int64())
        sides = [asked("id"), entry, url, order]
    figures = [pa.array(found.column(name)) for name in
               ("kind", "resemblance", "containment", "containment_reverse", "distance", "by",
                "part_joins", "is_one_page")]  # fmt: skip
    figures[0], figures[5] = figures[0].cast(pa.string()), figures[5].cast(pa.string())
    figures[4] = figures[4].cast(pa.int32())
    names = [field.split()[0] for field in _MATCH.split(", ")]
    return pa.RecordBatch.from_arrays([*sides, *figures], names)


def _known_past(sent: _SentIndex) -> Callable[[Batches], Batches]:
    def past(batches: Batches) -> Batches:
        index = sent.get()
        for batch in batches:
            yield _matched(batch, index.match(batch, True), True)

    return past


def _each_asks(folder: str, generation: int, profile: str | Profile) -> Callable:
    def asks(batches: Batches) -> Batches:
        judge = judge_of(profile)
        state = os.stat(os.path.join(folder, "MANIFEST"))  # differs for each state of the index
        key = (folder, generation, state.st_ino, state.st_mtime_ns, judge.profile_toml)
        index = _held(key, lambda: _core.FactsIndex(folder, judge, False))
        if index.generation != generation:
            raise InvalidArgumentError(f"{folder}: the index was changed meanwhile; subtract again")
        for batch in batches:
            yield _matched(batch, index.match(batch, False), False)

    return asks


def _best(matches: DataFrame, remove: list[str]) -> DataFrame:
    """Returns one match for each new page, chosen as the leader rule chooses among kept pages."""
    joins = sql.col("kind").isin(remove) & sql.col("joins")
    most = sql.greatest("containment", "containment_reverse")
    value = sql.when(joins, sql.col("resemblance")).otherwise(most)
    one = joins & sql.col("is_one_page")
    rank = sql.struct(~joins, ~one, -value, sql.col("order"), sql.col("known"))
    found = sql.struct(
        joins.alias("removed"),
        sql.col("known").alias("representative"),
        sql.col("known_url").alias("representative_url"),
        *_MEMBERS[2:],
    )
    return matches.groupBy(sql.col("new").alias("_facsim_new")).agg(
        sql.min_by(found, rank).alias("facsim")
    )


def _facts_of_new(
    new: DataFrame, id: str, text: str | None, html: str | None, url: str | None,
    profile: str | Profile,
) -> DataFrame:  # fmt: skip
    if "facts" in new.columns and text is None and html is None:
        require_column(new, id, "id", ())
        names = [name for name in ("url", "facts") if name in new.columns]
        return new.select(column(id).cast("string").alias("id"), *names)
    facts = page_facts(new, id=id, text=text, html=html, url=url, profile=profile)
    return facts.select("id", "url", "facts")


def _known_frame(spark: SparkSession, known: DataFrame | str, profile: str | Profile) -> DataFrame:
    if isinstance(known, str):
        register_sources(spark)
        read = spark.read.format("facsim_index").option("columns", "id, url, facts, order")
        if isinstance(profile, str):
            return read.option("profile", profile).load(known)
        if profile._recipe_asked is not None:
            read = read.option("recipe", profile._recipe_asked)
        return read.option("profile", profile.name).load(known)
    for name in ("id", "facts"):
        require_column(known, name, "known: column", ())
    names = [name for name in ("id", "url", "facts", "order") if name in known.columns]
    frame = known.select(*(column(name) for name in names))
    for name, kind in (("id", "string"), ("order", "bigint")):
        if name in names:
            frame = frame.withColumn(name, sql.col(name).cast(kind))
    return frame


def subtract(
    new: DataFrame,
    known: DataFrame | str,
    *,
    id: str = "id",
    text: str | None = None,
    html: str | None = None,
    url: str | None = None,
    remove: Iterable[str] = ("exact", "content"),
    profile: str | Profile = "balanced",
    direction: str = "auto",
) -> DataFrame:
    """Finds the pages of a batch that repeat a known page.

    ``new``: the batch, rows with unique ids and a text or an HTML page, or with the facts of
    :func:`page_facts` in a column ``facts``. ``known``: a frame of facts (id, facts, and url and
    order if present), or the path of an index folder that every machine can read. ``id`` (default:
    "id"), ``text``, ``html``, ``url``: the names of columns of ``new``, as for :func:`page_facts`.
    ``remove``: the kinds to remove (default: exact and content). ``profile``: the profile of the
    facts (default: balanced).

    Returns ``new`` with an added struct column ``facsim``: removed, representative (the id of the
    known page), representative_url, kind, resemblance, containment, containment_reverse, distance
    and by. The known page is the one that ``facsim dedup NEW --against INDEX`` names if it cannot
    read old texts again; of equally near ones, the one with the smallest ``order``, then id. All
    members but ``removed`` are null for a page that repeats none. Matches of kinds that are not in
    ``remove`` are reported with removed false. Pages that repeat each other inside the batch are
    not found; use :func:`dedup` for that.

    ``direction``: "known" streams the known set through an index of the batch; "new" makes each new
    page query the index folder; "auto" (default) chooses the cheaper one. The facts of the batch
    are collected on the driver, about 150 bytes a page. The known set is read once, when the result
    is first used. Executors hold the matches as long as the result exists; if an executor is lost,
    call subtract() again.

    Raises ``InvalidArgumentError`` before anything long runs: for missing columns, for null or
    repeated ids, and for facts with another recipe.
    """
    kinds = kinds_to_remove(remove)
    if direction not in ("auto", "known", "new"):
        raise InvalidArgumentError(f"direction={direction!r}: auto, known or new is wanted")
    if direction == "new" and not isinstance(known, str):
        raise InvalidArgumentError("direction='new': known must be the path of an index folder")
    require_free(new, "facsim", "_facsim_new")
    spark = new.sparkSession
    facts = _facts_of_new(new, id, text, html, url, profile)
    if isinstance(known, str):
        known = local_path(known)
    else:
        require_recipe(_known_frame(spark, known, profile), profile, "known")
    held = facts.toArrow()
    _require_ids(held)
    held = held.filter(pc.is_valid(held.column("facts")))
    matches = _matches(spark, held, known, profile, direction)
    # Without a checkpoint, each use of the result would read the known set again. A persisted frame
    # would be computed again from the larger set if append() adds to the folder `known` reads.
    best = _best(matches, kinds).localCheckpoint(eager=False)
    joined = new.join(best, column(id).cast("string") == sql.col("_facsim_new"), "left")
    members = [sql.col(f"facsim.{name}").alias(name) for name in _MEMBERS]
    removed = sql.coalesce(sql.col("facsim.removed"), sql.lit(False)).alias("removed")
    return joined.withColumn("facsim", sql.struct(removed, *members)).drop("_facsim_new")


def _matches(
    spark: SparkSession,
    held: pa.Table,
    known: DataFrame | str,
    profile: str | Profile,
    direction: str,
) -> DataFrame:
    """Returns rows of _MATCH in the given direction; "auto" decides by the sizes."""
    if isinstance(known, str) and direction != "known":
        index = _core.FactsIndex(known, judge_of(profile), False)
        if direction == "new" or len(held) * KNOWN_PAGES_PER_QUESTION < len(index):
            asking = spark.createDataFrame(held)
            return asking.mapInArrow(_each_asks(known, index.generation, profile), _MATCH)
    if len(held) == 0:
        return spark.createDataFrame([], _MATCH)
    sent = _SentIndex(spark, _index_of(held, profile), profile)
    return _known_frame(spark, known, profile).mapInArrow(_known_past(sent), _MATCH)
