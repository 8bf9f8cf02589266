#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares facsim.spark.dedup with facsim dedup on the same pages.

    FACSIM_DATA=... FACSIM_PYTHON_PACKAGE=build/release/python \\
      build/venv-spark/bin/python bench/whole/spark.py --pages 50000 [--set ota_terms] [--parquet] \\
        [--warm 200000] [--master "local[1]"]

Pages are passages of a set's texts, of 150 to 450 words. A third of them repeat an earlier one with
some words changed. Processor seconds are those of all processes: for Spark the driver, the JVM and
the Python workers, without the seconds up to the end of the first job (start-up). That is a job of
50 pages, or of --warm pages of the same set, after which the JVM has compiled most of what it runs.
The two answers must be equal. Prints a line of Markdown for each, and one for the cost in Spark of
passing the texts to Python, which does nothing with them: no Python job can take less.
"""

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [os.environ["FACSIM_PYTHON_PACKAGE"], str(HERE.parents[1] / "tests")]

from process_tree import look_often, processor_seconds  # noqa: E402
from real_data import real_lines  # noqa: E402
from running import PROGRAM, run  # noqa: E402


def make_pages(name: str, count: int, path: Path) -> None:
    """Writes JSON lines with id, number and text."""
    chance = random.Random(1)
    texts = [json.loads(line).get("text") or "" for line in real_lines(name)]
    texts = [words for words in (text.split() for text in texts) if len(words) > 500]
    made: list[list[str]] = []
    with path.open("w") as file:
        for number in range(count):
            if made and chance.random() < 1 / 3:
                words = list(chance.choice(made))
                for _ in range(chance.randrange(6)):
                    words[chance.randrange(len(words))] = f"changed{chance.randrange(1000)}"
            else:
                source = chance.choice(texts)
                at = chance.randrange(len(source) - 450)
                words = source[at : at + chance.randrange(150, 450)]
                # Passages of one place would be copies of each other by chance.
                words = [w if chance.random() < 0.8 else f"own{number}x{i}" for i, w in enumerate(words)]
            if len(made) < 5000:
                made.append(words)
            row = {"id": f"{number:09d}", "number": number, "text": " ".join(words)}
            file.write(json.dumps(row) + "\n")


def by_program(pages: Path, folder: Path, profile: str) -> tuple[float, float, set[str]]:
    """Returns seconds, processor seconds, and the ids that were removed."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    out = folder / "program"
    done = run([PROGRAM, "dedup", pages, "-o", out, "--profile", profile, "--matches", "none",
                "--mode", "report", "-q"], seconds=3600)  # fmt: skip
    assert done.status == 0, done.err
    seconds = time.monotonic() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    rows = (out / "duplicates.jsonl").read_text().splitlines()
    return seconds, used, {json.loads(row)["id"] for row in rows}


def done_nothing(frame: Any) -> float:
    """Returns the processor seconds of passing id and text of each page to Python."""

    def nothing(batches: Iterator[Any]) -> Iterator[Any]:
        for _ in batches:
            pass
        yield from ()

    before = processor_seconds()
    frame.select("id", "text").mapInArrow(nothing, "none int").count()
    return processor_seconds() - before


@dataclass
class BySpark:
    """The cost of a run, its removals, and the counts of its steps."""

    seconds: float
    used: float
    removed: set[str]
    counts: dict
    of_nothing: float


def by_spark(pages: Path, folder: Path, given: argparse.Namespace) -> BySpark:
    """Makes the same run with Spark."""
    os.environ["PYTHONPATH"] = os.environ["FACSIM_PYTHON_PACKAGE"]
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    import facsim.spark

    builder = SparkSession.builder.master(given.master).appName("bench")
    for name, value in {
        "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false", "spark.driver.memory": "4g", "spark.local.dir": str(folder),
        "spark.sql.shuffle.partitions": "4", "spark.ui.showConsoleProgress": "false",
    }.items():  # fmt: skip
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    look_often()
    frame = spark.read.schema("id string, number bigint, text string").json(str(pages))
    profile = given.profile
    if given.parquet:
        frame.write.parquet(str(folder / "pages.parquet"))
        frame = spark.read.parquet(str(folder / "pages.parquet"))
    warm = frame.limit(50).select("id", "text").repartition(2)
    if given.warm:
        warm = frame.where(f"number < {given.warm}")
    facsim.spark.dedup(warm, id="id", profile=profile).where("facsim.removed").count()
    before, begun = processor_seconds(), time.monotonic()
    counts: dict = {}

    def tell(step: str, said: dict) -> None:
        counts.update(said)
        spent = processor_seconds() - before
        print(f"{step}: {time.monotonic() - begun:.1f} s, {spent:.1f} CPU s, {said}", file=sys.stderr)

    found = facsim.spark.dedup(frame, id="id", profile=profile, progress=tell)
    removed = {row.id for row in found.where("facsim.removed").select("id").collect()}
    seconds, used = time.monotonic() - begun, processor_seconds() - before
    of_nothing = done_nothing(frame)
    spark.stop()
    return BySpark(seconds, used, removed, counts, of_nothing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=50_000)
    parser.add_argument("--set", default="ota_terms")
    parser.add_argument("--profile", default="balanced")
    parser.add_argument("--warm", type=int, default=0, metavar="N", help="a first job of N pages")
    parser.add_argument("--master", default="local[2]", help="local[1], local-cluster[2,1,4096]")
    parser.add_argument("--parquet", action="store_true", help="Spark reads the pages as Parquet")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="facsim-spark-") as name:
        folder = Path(name)
        pages = folder / "pages.jsonl"
        make_pages(given.set, given.pages, pages)
        size = pages.stat().st_size / 1e6
        print(f"{given.pages:,} pages, {size:.0f} MB, {given.profile}")
        seconds, used, expected = by_program(pages, folder, given.profile)
        print("| | seconds | processor seconds | removed |\n|---|---:|---:|---:|")
        print(f"| facsim dedup | {seconds:.1f} | {used:.1f} | {len(expected):,} |", flush=True)
        found = by_spark(pages, folder, given)
        print(f"| facsim.spark, {given.master} | {found.seconds:.1f} | {found.used:.1f} "
              f"| {len(found.removed):,} |")  # fmt: skip
        print(f"| the same texts brought to Python, nothing done | | {found.of_nothing:.1f} | |")
        assert found.removed == expected, "the answers differ"
        print(f"\n{found.used / used:.2f} times the processor time; {found.counts}")


if __name__ == "__main__":
    main()
