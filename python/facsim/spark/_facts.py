# SPDX-License-Identifier: Apache-2.0
"""Facts of pages as frames: the data of a known set, about 120 bytes a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import unquote

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import BinaryType, StringType, StructType

from .. import _core
from .._profile import Profile, judge_of
from .._settings import fields_of
from ..errors import InvalidArgumentError
from ._index_source import require_facts

# The size of the format and the recipe id at the start of facts (facsim/seen/facts_bytes.h).
_HEAD_BYTES = 9


def require_column(frame: DataFrame, name: str | None, word: str, kinds: tuple) -> None:
    """Raises InvalidArgumentError if the column is missing or has another type."""
    if name is None:
        return
    if name not in frame.columns:
        raise InvalidArgumentError(
            f"{word}={name!r}: there is no such column; the columns are: {', '.join(frame.columns)}"
        )
    kind = frame.schema[name].dataType
    if kinds and not isinstance(kind, kinds):
        raise InvalidArgumentError(
            f"{word}={name!r}: a column of texts is wanted, this one is {kind.simpleString()}"
        )


def column(name: str) -> sql.Column:
    """Returns a column by its name, which may have any characters."""
    return sql.col("`" + name.replace("`", "``") + "`")


def page_facts(
    df: DataFrame,
    *,
    id: str = "id",
    text: str | None = None,
    html: str | None = None,
    url: str | None = None,
    keep: Iterable[str] = (),
    profile: str | Profile = "balanced",
) -> DataFrame:
    """Returns the facts of each page: a frame with id, url, facts, and file, offset, root if given.

    ``id`` (default: "id"), ``text``, ``html``, ``url``: the names of columns. If neither ``text``
    nor ``html`` is given, the column "text" is used; a row with ``html`` is an HTML page. ``keep``:
    further columns to copy, such as a day; file, offset and root, as read by facsim_warc, are
    always copied. ``facts`` is binary, with digest, fingerprint, sketch and all else that pages are
    judged by, null for a page without a text. ``profile``: its recipe makes the facts; other
    recipes reject them (default: balanced). Raises ``InvalidArgumentError`` for a column that is
    missing or has a wrong type.
    """
    if text is None and html is None:
        text = "text"
    kinds = (StringType, BinaryType)
    require_column(df, text, "text", kinds)
    require_column(df, html, "html", kinds)
    require_column(df, url, "url", (StringType,))
    require_column(df, id, "id", ())
    kept = [name for name in ("file", "offset", "root") if name in df.columns]
    for name in keep:
        require_column(df, name, "keep", ())
        kept += [name] if name not in kept else []
    wanted = {"id": id, "url": url, "text": text, "html": html}
    columns = [column(name).alias(f"_{role}") for role, name in wanted.items() if name is not None]
    columns[0] = column(id).cast("string").alias("_id")
    fields = {f"{role}": f"_{role}" for role, name in wanted.items() if name is not None}
    fields["text"] = "_text"  # this column does not exist if only HTML was named
    judge_of(profile)

    def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        maker = _core.FactsColumns(judge_of(profile))
        for batch in batches:
            facts = pa.array(maker.make(batch, fields_of(**fields)), type=pa.binary())
            urls = batch.column("_url") if url is not None else pa.nulls(len(batch), pa.string())
            yield pa.RecordBatch.from_arrays(
                [batch.column("_id"), urls, *(batch.column(name) for name in kept), facts],
                ["id", "url", *kept, "facts"],
            )

    schema = StructType().add("id", "string").add("url", "string")
    for name in kept:
        schema = schema.add(df.schema[name])
    return df.select(*columns, *(column(name) for name in kept)).mapInArrow(
        made, schema.add("facts", "binary")
    )


def require_recipe(frame: DataFrame, profile: str | Profile, what: str) -> None:
    """Raises InvalidArgumentError if the first facts have another recipe; a job over one row."""
    rows = frame.where("facts is not null").select("facts").limit(1).collect()
    if rows:
        batch = pa.record_batch({"facts": pa.array([bytes(rows[0].facts)], pa.binary())})
        try:
            _core.check_facts(batch, judge_of(profile))
        except InvalidArgumentError as error:
            raise InvalidArgumentError(f"{what}: {error}") from None


def _folders_of_values(path: str) -> list[str]:
    """Returns the partition columns at the end of a path, such as day of /known/day=d1."""
    names: list[str] = []
    for part in reversed(path.rstrip("/").split("/")):
        name, sign, _ = part.partition("=")
        if not sign:
            break
        names.insert(0, unquote(name))
    return names


def _partitions_of(known: str, before: DataFrame) -> list[str] | None:
    """Returns the columns by which a folder of Parquet is partitioned; None if it has no rows."""
    row = before.select("_metadata.file_path").head()
    if row is None:
        return None
    own = _folders_of_values(known)  # the known set itself may be in such a folder
    return _folders_of_values(row[0].rpartition("/")[0])[len(own) :]


def _require_layout(known: str, there: list[str] | None, wanted: list[str]) -> None:
    if there is None or there == wanted:
        return
    if there:
        remedy = f"it is partitioned by {', '.join(there)}; append with partition_by={there}"
    else:
        remedy = "it is not partitioned; append without partition_by, or begin another folder"
    raise InvalidArgumentError(f"{known}: {remedy}")


def append(
    known: str,
    new: DataFrame,
    *,
    partition_by: Iterable[str] = (),
    profile: str | Profile = "balanced",
) -> None:
    """Appends facts to a known set, a folder of Parquet; creates the folder if it does not exist.

    ``known``: the path of the folder. ``new``: a frame of :func:`page_facts` of the kept pages;
    rows without facts are left out. ``partition_by``: columns of it, such as a day. ``profile``:
    the profile of the facts (default: balanced).

    Raises ``InvalidArgumentError`` before anything is written, if the facts have another recipe
    than the profile or the folder, or if ``partition_by`` differs from the partitioning of the
    folder: Spark would not read files outside the partition folders.
    """
    days = list(partition_by)
    for name in days:
        require_column(new, name, "partition_by", ())
    require_facts(StructType([field for field in new.schema if field.name not in days]), "append")
    require_recipe(new, profile, "append")
    spark = new.sparkSession
    try:
        before = spark.read.parquet(known)
        if "facts" not in before.columns:
            raise InvalidArgumentError(f"{known}: there is no column 'facts', so it is no known set")
        require_recipe(before, profile, known)
        _require_layout(known, _partitions_of(known, before), days)
    except Exception as error:
        if "PATH_NOT_FOUND" not in str(error) and "UNABLE_TO_INFER_SCHEMA" not in str(error):
            raise
    new.where("facts is not null").write.mode("append").partitionBy(*days).parquet(known)
