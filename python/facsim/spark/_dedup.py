# SPDX-License-Identifier: Apache-2.0
"""dedup(): adds a struct ``facsim`` to a frame of pages, with the decision on each row."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from .. import _core
from .._profile import Profile
from .._run_settings import RunSettings
from ..errors import InvalidArgumentError
from ._asked import JobSettings, require_scope
from ._components import ONE_TASK_LINKS, roots_of
from ._engine import TaskRun, decided
from ._keys import FACTS, KeyQuestion, links_of, page_facts
from ._pages import FIELD, PageColumns, columns_of, named, require_free
from ._parts import crowded_of, members_of, placed_in, sizes_of
from ._recipe import recipe_id_of
from ._steps import Steps, Told, one_row

# A component with more pages than this gets a task of its own.
_GIANT_PAGES = 100_000
# The minimum work of a task, so that its start does not cost more than its work.
_TASK_PAGES = 2_000
_TASK_BYTES = 8 << 20
# Up to this number of rows, of about 100 bytes each, a frame is sent to every executor (and held by
# the driver), so that the pages need not be sorted by id. Spark's own limit is 10 MB.
_SMALL_ROWS = 500_000
_ID = "__facsim_id"
_MARK = "__facsim"


@dataclass(frozen=True)
class _Asked:
    """A job and its arguments."""

    frame: DataFrame
    columns: PageColumns
    settings: JobSettings
    steps: Steps

    def pages(self) -> DataFrame:
        return self.columns.pages(self.frame)


def _question(asked: _Asked) -> KeyQuestion:
    return KeyQuestion(asked.columns, asked.settings.run)


def _facts(asked: _Asked) -> DataFrame:
    chosen = asked.pages().select("id", *asked.columns.read)
    kind = asked.columns.id_type.simpleString()
    return chosen.mapInArrow(page_facts(_question(asked)), f"id {kind}, {FACTS}")


def _counted(facts: DataFrame) -> dict[str, Any]:
    def how_many(condition: str) -> Any:
        return sql.count(sql.when(sql.expr(condition), 1))

    return one_row(
        facts.agg(
            sql.count("*").alias("pages"),
            how_many("id is null").alias("null_ids"),
            how_many("skip = 'no_text'").alias("no_text"),
            how_many("skip = 'too_large'").alias("too_large"),
            how_many("length(keys) = 0").alias("too_short"),
        )
    )


def _require_ids(asked: _Asked, facts: DataFrame, null_ids: int) -> None:
    name = asked.columns.columns["id"]
    if null_ids:
        raise InvalidArgumentError(
            f"id: {null_ids:,} rows have a null in the column '{name}'; give each row an id of "
            "its own, or leave these rows out first"
        )
    # Hashes are counted faster than texts; if a hash repeats, the ids themselves are counted.
    hashed = facts.groupBy(sql.xxhash64("id").alias("hash")).count().where("count > 1")
    if not hashed.limit(1).collect():
        return
    repeated = facts.groupBy("id").count().where("count > 1").limit(3).collect()
    if repeated:
        some = ", ".join(f"'{row['id']}' ({row['count']} rows)" for row in repeated)
        raise InvalidArgumentError(
            f"id: values of the column '{name}' repeat: {some}; give each row an id of its own"
        )


def _parallelism(spark: SparkSession) -> int:
    return int(spark.conf.get("spark.sql.shuffle.partitions") or 200)


def _tasks(asked: _Asked, pages: int, text_bytes: int) -> int:
    """Returns the number of parts into which the components are divided."""
    if asked.settings.tasks is not None:
        return asked.settings.tasks
    most = max(pages // _TASK_PAGES, text_bytes // _TASK_BYTES, 1)
    return max(1, min(most, 4 * _parallelism(asked.steps.spark)))


def _small(frame: DataFrame, rows: int) -> DataFrame:
    """Marks a small frame for a broadcast join, so that the texts of pages are not moved."""
    return sql.broadcast(frame) if rows <= _SMALL_ROWS else frame


def _with_tasks(
    asked: _Asked, placed: DataFrame, crowded: DataFrame | None, tasks: int, candidates: int
) -> DataFrame:
    """Returns the pages of each task in order, after the crowded keys of the task."""
    where = _small(placed.select("id", "part", "task"), candidates)
    rows = asked.pages().join(where, "id").withColumn("crowded", sql.lit(None).cast("bigint"))
    if crowded is not None:
        rows = rows.unionByName(crowded, allowMissingColumns=True)
    dealt = rows.repartitionById(tasks, "part")
    ascending = [sql.col(name) for name in [*asked.columns.orders, "id"]]
    ordered = dealt.sortWithinPartitions("task", sql.col("crowded").asc_nulls_last(), *ascending)
    return ordered.select("task", "crowded", "id", *asked.columns.read)


def _decisions(asked: _Asked, rows: DataFrame, pages: int) -> DataFrame:
    run = TaskRun(asked.columns, asked.settings.run, pages)
    return rows.mapInArrow(decided(run), run.schema())


def _joined(asked: _Asked, found: DataFrame, candidates: int) -> DataFrame:
    """Returns all columns of the caller's frame, and the struct."""
    struct = sql.struct(
        "removed", "representative", "kind", "resemblance", "agreement", "cluster", "copies"
    )
    rows = found.where("id is not null")
    marks = rows.select(sql.col("id").alias(_ID), struct.alias(_MARK))
    id_name = asked.columns.columns["id"]
    marks = _small(marks, candidates)
    joined = asked.frame.join(marks, named(id_name) == sql.col(_ID), "left")
    nothing = sql.expr(
        "named_struct('removed', false, 'representative', cast(null as {0}), 'kind', "
        "cast(null as string), 'resemblance', cast(null as double), 'agreement', "
        "cast(null as double), 'cluster', cast(null as {0}), 'copies', 0L)".format(
            asked.columns.id_type.simpleString()
        )
    )
    mark = sql.coalesce(sql.col(_MARK), nothing).alias("facsim")
    return joined.select(*(named(name) for name in asked.frame.columns), mark)


def _require_used_keys(asked: _Asked) -> None:
    """Raises InvalidArgumentError if no row has the time or number that ``keep`` uses."""
    used = {"time": "time"} if {"newest", "oldest"} & asked.settings.run.keep_words else {}
    used |= {what: "number" for what in asked.columns.columns if what.startswith(FIELD)}
    for what, noun in used.items():
        name = asked.columns.columns[what]
        if not asked.frame.limit(1).count() or asked.frame.where(named(name).isNotNull()).limit(1).count():
            continue
        raise InvalidArgumentError(
            f"'{name}' never holds a {noun}: to keep by it would decide nothing"
        )


def _read(asked: _Asked) -> tuple[DataFrame, dict[str, Any]]:
    steps = asked.steps
    with steps.named("read"):
        facts = steps.keep("facts", partial(_facts, asked))
        counts = _counted(facts)
        _require_ids(asked, facts, counts.pop("null_ids"))
    steps.tell("read", counts)
    return facts, counts


def _when(condition: str) -> Any:
    return sql.when(sql.expr(condition), sql.col("other"))


def _match(
    asked: _Asked, facts: DataFrame, pages: int
) -> tuple[DataFrame, DataFrame, dict[str, Any]]:
    """Returns the links, the pages that have others to compare with, and counts of both."""
    steps = asked.steps
    with steps.named("match"):
        parallelism = _parallelism(steps.spark)
        distance = asked.settings.max_distance
        links = steps.keep(
            "links",
            partial(links_of, facts, _question(asked), distance, pages, parallelism),
        )
        counts = one_row(
            links.agg(
                sql.count(_when("node <> other and not is_crowded")).alias("links"),
                sql.count(_when("node = other and not is_crowded")).alias("selves"),
                sql.sum(_when("node is null and is_crowded")).alias("crowded_anchors"),
                sql.sum(_when("node is null and not is_crowded")).alias("crowded_buckets"),
            )
        )
        plain = links.where("node is not null and not is_crowded").select("node", "other")
        united = counts["links"] + counts.pop("selves")

        def members() -> DataFrame:
            roots = steps.hold(roots_of(plain, united, asked.settings.one_task_links))
            return members_of(facts, _small(roots, roots.count()))

        found = steps.keep("members", members)
        counts |= one_row(
            sizes_of(found).agg(
                sql.count("*").alias("components"),
                sql.sum("pages").alias("candidates"),
                sql.sum("bytes").alias("candidate_bytes"),
                sql.max("pages").alias("largest_component"),
            )
        )
    steps.tell("match", counts)
    return links, found, counts


def _verify(
    asked: _Asked, links: DataFrame, members: DataFrame, size: dict[str, Any]
) -> DataFrame:
    steps = asked.steps
    with steps.named("verify"):
        tasks = _tasks(asked, size["candidates"], size["candidate_bytes"])
        placed = placed_in(members, tasks, _GIANT_PAGES, size["largest_component"])
        has_anchors = asked.settings.run.judge.has_anchors
        crowded = crowded_of(links, placed) if has_anchors else None

        def make() -> DataFrame:
            rows = _with_tasks(asked, placed, crowded, tasks, size["candidates"])
            return _decisions(asked, rows, size["pages"])

        found = steps.keep("decisions", make, lasting=True)
        counts = one_row(
            found.agg(
                sql.sum("verified").alias("verified"),
                sql.count(sql.when(sql.col("removed"), 1)).alias("removed"),
                sql.count(sql.when(sql.expr("not removed and kind is not null"), 1)).alias(
                    "reported"
                ),
                sql.sum("truncated").alias("truncated"),
            )
        )
    steps.tell("verify", counts)
    return found


def _state_of(frame: DataFrame, columns: PageColumns) -> list:
    """Returns a checksum that is equal for frames with the same pages, in any order."""
    pages = columns.pages(frame)
    hashed = sql.xxhash64(*pages.columns)
    return list(pages.agg(sql.count("*"), sql.bit_xor(hashed)).collect()[0])


def _made_by(run: RunSettings, columns: PageColumns) -> dict:
    """Returns the settings, except the pages, that a finished step must have in common."""
    return {
        "keep": [list(key) for key in run.keep],
        "scope": run.scope,
        "remove": sorted(run.remove),
        "page_max": run.page_bytes_max,
        "version": _core.version,
        "recipe": recipe_id_of(run.judge),
        "profile": run.judge.profile_toml,
        "columns": columns.columns,
        "facts": FACTS,
        "order": list(columns.order),
    }


def dedup(
    df: DataFrame,
    *,
    id: str,
    text: str | None = None,
    html: str | None = None,
    url: str | None = None,
    time: str | None = None,
    status: str | None = None,
    order: str | Sequence[str] | None = None,
    text_part: str = "main",
    profile: str | Profile = "balanced",
    min_resemblance: float | None = None,
    min_containment_to_remove: float | None = None,
    names: bool = True,
    keep: str | Sequence[str] = "first",
    scope: str = "all",
    remove: str | Sequence[str] = ("exact", "content"),
    memory: str | int = "512M",
    tasks: int | None = None,
    tmp: str | os.PathLike | None = None,
    checkpoint: str | None = None,
    progress: bool | Told | None = False,
    page_max: str | int = "16M",
    one_task_links: int = ONE_TASK_LINKS,
) -> DataFrame:
    """Finds near-duplicate rows, as ``facsim dedup`` does for the same pages in the same order.

    Returns the frame with an added struct column ``facsim``: removed; representative (the id of the
    kept page that this one repeats), kind, resemblance and agreement of the two, null if there is
    none; cluster (the id of the kept page of its cluster, null for a single page); copies (for a
    kept page, the number of pages that repeat it). ``df.where("not facsim.removed")`` gives the
    kept pages. A kept page with a kind shares a part with its representative, as in
    ``reported.jsonl``.

    ``id``: a column of strings or whole numbers, without nulls or repeated values. ``text``,
    ``html``, ``url``, ``time``, ``status``: the names of columns. A row with an html is an HTML
    page; otherwise its text is judged, and rows with neither are kept. By default ``text`` is the
    column "text"; beside ``html`` only if it exists. ``order``: the columns that pages are ordered
    by; default, and for ties: ``id``. ``text_part``, ``profile``, ``min_resemblance``,
    ``min_containment_to_remove``, ``names``, ``keep``, ``scope``, ``remove`` and ``page_max`` are
    those of :func:`facsim.dedup`; ``scope="host"`` needs ``url``.

    These settings change no result. ``memory`` (default: "512M") and ``tmp`` are for each task:
    more data goes to files in ``tmp`` (default: the temporary folder of the worker). ``tasks``: the
    number of parts into which the pages to compare are divided. ``one_task_links``: see
    :func:`facsim.spark.components`. ``checkpoint``: a folder that driver and executors share. A job
    that died, started again with the same pages and settings, continues after its last finished
    step; other pages or settings are rejected. With it, a job reads the pages once more.
    ``progress``: True (a line for each step on standard error), or a function of (step, counts).

    The steps read, match and verify run in this call; the join with ``df`` runs when the result is
    used, and the decisions stay persisted until the session ends. ``df`` is read three times and
    must give the same rows each time. One task decides each connected group of candidates.

    Raises KeyError for a missing column and ``facsim.Error`` for a wrong type, before anything
    runs; ``facsim.Error`` for null or repeated ids, after the first step.
    """
    given: dict[str, Any] = dict(locals())
    require_free(df, "facsim", _ID, _MARK)
    if text is None and (html is None or "text" in df.columns):
        text = "text"
    settings = JobSettings.of(given)
    require_scope(scope, url)
    columns = columns_of(
        df, {"id": id, "text": text, "html": html, "url": url, "time": time, "status": status}
        | {f"{FIELD}{number}": name for number, name in enumerate(settings.keep_columns)},
        list(order) if order is not None and not isinstance(order, str) else order,
    )  # fmt: skip
    steps = Steps(df.sparkSession, checkpoint, _made_by(settings.run, columns), progress)
    asked = _Asked(df, columns, settings, steps)
    try:
        _require_used_keys(asked)
        if checkpoint:
            with steps.named("read"):
                steps.are_about(_state_of(df, columns))
        facts, counts = _read(asked)
        links, members, size = _match(asked, facts, counts["pages"])
        size |= counts
        found = _verify(asked, links, members, size)
    finally:
        steps.release()
    return _joined(asked, found, size["candidates"])
