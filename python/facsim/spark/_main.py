# SPDX-License-Identifier: Apache-2.0
"""``python -m facsim.spark dedup|subtract IN OUT``, and the same module for spark-submit."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from .._profile import judge_of
from ..errors import Error
from ._asked import JobSettings, kinds_to_remove
from ._components import ONE_TASK_LINKS
from ._dedup import dedup
from ._pages import named

_CORRUPT = "_corrupt_record"  # the column in which Spark stores a line that is not JSON
_PARTITIONS = "spark.sql.shuffle.partitions"
_READERS = {"parquet": "parquet", "json": "json"}
# Error classes of Spark, and their remedies.
_REMEDIES = {
    "CANNOT_READ_FILE_FOOTER": "If IN is JSON lines, add --format json.",
    "FAILED_READ_FILE.NO_HINT": "Take the file out, or read past what is broken: "
    "--conf spark.sql.files.ignoreCorruptFiles=true of spark-submit.",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m facsim.spark", description="facsim on Apache Spark.", allow_abbrev=False
    )
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    verb = verbs.add_parser(
        "dedup", allow_abbrev=False, help="find pages that repeat one another",
        description="Writes OUT/kept (the rows that stay, with all their columns) and OUT/duplicates (a row "
        "for each removed page: id and what it repeats), in the format of IN.",
    )  # fmt: skip
    _add_places(verb)
    _add_fields(verb)
    verb.add_argument("--time-field", help="the time, for --keep newest and oldest")
    verb.add_argument(
        "--status-field", help="the HTTP status: a row of 400 or above never stays for one below"
    )
    verb.add_argument("--order", action="append", help="a column that says which page comes first; "
                      "may be given more than once; default: the id")  # fmt: skip
    verb.add_argument("--keep", default="first", help="which page of several alike is kept; several "
                      "keys with commas, a later one where the earlier tie")  # fmt: skip
    verb.add_argument("--scope", default="all", help="which pages are compared: all, or host, that "
                      "of the URL")  # fmt: skip
    verb.add_argument("--remove", default="exact,content", help="the kinds that are removed")
    verb.add_argument("--profile", default="balanced", help="compact, balanced, strict, thorough")
    verb.add_argument("--min-resemblance", type=float, help="the least resemblance, 0 to 1")
    verb.add_argument("--min-containment-to-remove", type=float, help="the least share of a page in "
                      "the other, 0 to 1, if --remove names layout or partial")  # fmt: skip
    verb.add_argument("--names", choices=("on", "off"), default="on", help="whether HTML pages of "
                      "one site are two, and both kept, if names tell them apart: one uses a word of "
                      "its title, heading or path that the other does not use; default: on")  # fmt: skip
    verb.add_argument("--text", default="main", help="main or all: which text of HTML counts")
    verb.add_argument("--page-max", default="16M", help="larger pages are not judged")
    verb.add_argument("--memory", default="512M", help="the limit of each task")
    verb.add_argument("--tasks", type=int, help="into how many parts candidates are dealt")
    verb.add_argument("--checkpoint", help="a folder from which a job that died goes on")
    verb.set_defaults(run=_dedup)
    _add_subtract(verbs)
    return parser


def _add_fields(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--id-field", default="id", help="the column with the id; default: id")
    verb.add_argument("--text-field", help="the text; default: text")
    verb.add_argument("--html-field", help="HTML; where both are there, it wins; default: html, "
                      "if there is such a column")  # fmt: skip
    verb.add_argument("--url-field", help="the URL; default: url, if there is such a column")


def _add_places(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("input", metavar="IN", help="a Parquet folder or JSON lines")
    verb.add_argument("output", metavar="OUT", help="a folder that is not there yet")
    verb.add_argument("--format", choices=sorted(_READERS), help="of IN and OUT; default: by the "
                      "name of IN (.json, .jsonl and packed ones are JSON lines), else Parquet")  # fmt: skip
    verb.add_argument("--master", help="default: what spark-submit says, else local[*]")
    verb.add_argument("-q", "--quiet", action="store_true", help="no line for each step")


def _add_subtract(verbs: Any) -> None:
    verb = verbs.add_parser(
        "subtract", allow_abbrev=False, help="find pages that repeat a known page",
        description="Writes OUT/kept (the rows that repeat no known page, with all their columns) and "
        "OUT/duplicates (a row for each removed page: id and the known page that it repeats), in "
        "the format of IN. Pages of IN are not compared with each other.",
    )  # fmt: skip
    _add_places(verb)
    _add_fields(verb)
    verb.add_argument("--against", required=True, help="an index of pages, or Parquet of facts")
    verb.add_argument("--remove", default="exact,content", help="the kinds that are removed")
    verb.add_argument("--profile", default="balanced", help="compact, balanced, strict, thorough")
    verb.set_defaults(run=_subtract)


def _given(name: str) -> str | None:
    """Returns a setting of spark-submit or of Spark's configuration files, or None."""
    from pyspark import SparkConf

    return SparkConf().get(name)


def session_of(given: argparse.Namespace) -> SparkSession:
    """Returns the session of spark-submit, or a new one on this machine."""
    builder = SparkSession.builder.appName(f"facsim {given.verb}")
    active = SparkSession.getActiveSession()
    master = given.master
    if not master and active is None:
        if not _given("spark.master") and not _given("spark.remote"):
            master = "local[*]"
    if master:
        builder = builder.master(master)
        if master.startswith("local"):
            # By default workers run the first python3 in the PATH, which may not have facsim.
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            if _given(_PARTITIONS) is None:  # Spark's default is for a cluster
                builder = builder.config(_PARTITIONS, str(4 * (os.cpu_count() or 1)))
    return builder.getOrCreate()


def format_of(given: argparse.Namespace) -> str:
    """Returns json or parquet."""
    if given.format:
        return given.format
    name = given.input.rstrip("/").lower()
    for ending in (".gz", ".zst", ".bz2"):
        name = name.removesuffix(ending)
    return "json" if name.endswith((".json", ".jsonl", ".ndjson")) else "parquet"


def read(spark: SparkSession, given: argparse.Namespace) -> DataFrame:
    """Returns the rows of IN; lines that are not JSON are counted and left out."""
    frame = spark.read.format(_READERS[format_of(given)]).load(given.input)
    if format_of(given) != "json" or _CORRUPT not in frame.columns:
        return frame
    rest = [name for name in frame.columns if name != _CORRUPT]
    if not rest:
        raise Error(f"{given.input}: no line of it is a JSON object")
    # Spark rejects a query of this column alone, so another column is added.
    bad = frame.agg(sql.count(named(_CORRUPT)), sql.count(named(rest[0]))).collect()[0][0]
    sys.stderr.write(f"facsim.spark: warning: {given.input}: left out {bad:,} lines that are no "
                     "JSON objects\n")  # fmt: skip
    return frame.where(named(_CORRUPT).isNull()).select(*map(named, rest))


def write(frame: DataFrame, given: argparse.Namespace, name: str) -> None:
    """Writes OUT/NAME, which must not exist."""
    path = f"{given.output.rstrip('/')}/{name}"
    writer = frame.write.mode("error").format(_READERS[format_of(given)])
    writer.option("ignoreNullFields", "false").save(path)  # keeps null members of JSON rows


def require_new(spark: SparkSession, given: argparse.Namespace, names: Sequence[str]) -> None:
    """Raises ``facsim.Error`` if OUT has one of these names already."""
    for name in names:
        path = f"{given.output.rstrip('/')}/{name}"
        try:
            # The path is given twice: for a single missing path, Spark prints a stack trace.
            spark.read.format("binaryFile").load([path, path])
        except AnalysisException:
            continue
        raise Error(f"{path}: it is there already; name another OUT, or remove it")


def _fields(
    frame: DataFrame, given: argparse.Namespace
) -> tuple[str | None, str | None, str | None]:
    """Returns the columns of text, html and url; by default those of these names."""
    there = {name: name if name in frame.columns else None for name in ("text", "html", "url")}
    html = given.html_field or there["html"]
    text = given.text_field or there["text"] or (None if html else "text")
    return text, html, given.url_field or there["url"]


def _dedup(given: argparse.Namespace) -> None:
    settings = {
        "time": given.time_field, "text_part": given.text, "profile": given.profile,
        "min_resemblance": given.min_resemblance,
        "min_containment_to_remove": given.min_containment_to_remove,
        "names": given.names == "on", "keep": given.keep, "scope": given.scope,
        "remove": given.remove, "memory": given.memory, "tasks": given.tasks, "tmp": None,
        "page_max": given.page_max, "one_task_links": ONE_TASK_LINKS,
    }  # fmt: skip
    JobSettings.of(settings)  # reports wrong settings before Spark starts, which takes a while
    spark = session_of(given)
    require_new(spark, given, ("kept", "duplicates"))
    frame = read(spark, given)
    text, html, url = _fields(frame, given)
    if given.scope == "host" and url is None:  # dedup() would report the argument's Python name
        raise ValueError("--scope host needs --url-field, the column of the URL; there is no column "
                         "'url'")  # fmt: skip
    found = dedup(
        frame, id=given.id_field, text=text, html=html, url=url, status=given.status_field,
        order=given.order, checkpoint=given.checkpoint, progress=not given.quiet, **settings,
    )  # fmt: skip
    _write_both(found, given)


def _subtract(given: argparse.Namespace) -> None:
    from ._subtract import subtract

    kinds = kinds_to_remove(given.remove.split(","))
    judge_of(given.profile)
    spark = session_of(given)
    require_new(spark, given, ("kept", "duplicates"))
    frame = read(spark, given)
    is_index = os.path.exists(os.path.join(given.against, "MANIFEST"))
    known = given.against if is_index else spark.read.parquet(given.against)
    text, html, url = _fields(frame, given)
    found = subtract(
        frame, known, id=given.id_field, text=text, html=html, url=url,
        remove=kinds, profile=given.profile,
    )  # fmt: skip
    _write_both(found, given)


def _write_both(found: DataFrame, given: argparse.Namespace) -> None:
    removed = found.where("facsim.removed").select(named(given.id_field), "facsim.*")
    write(removed, given, "duplicates")
    write(found.where("not facsim.removed").drop("facsim"), given, "kept")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the program. Returns the exit status: 0, or 1 for errors; bad arguments exit with 2."""
    given = _parser().parse_args(arguments)
    try:
        given.run(given)
    except (Error, ValueError, KeyError, TypeError) as error:
        said = error.args[0] if error.args else error
        sys.stderr.write(f"facsim.spark: error: {said}\n")
        return 1
    except Exception as error:
        # Exceptions of the JVM have a class of py4j, which Spark Connect does not need, so the
        # package is compared by name.
        if type(error).__module__.partition(".")[0] not in ("pyspark", "py4j"):
            raise
        said = " ".join(str(error).split("\n\tat ")[0].split())
        remedies = [remedy for name, remedy in _REMEDIES.items() if name in said]
        sys.stderr.write("\n".join([f"facsim.spark: error: {said}", *remedies, ""]))
        return 1
    return 0
