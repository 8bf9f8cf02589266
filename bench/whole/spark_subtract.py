# SPDX-License-Identifier: Apache-2.0
"""What does it cost to subtract a known set from a batch, in each direction?

    bench/whole/spark_subtract.py TEXTS [--known 2000000] [--batch 100000] [--spark] [--write]

TEXTS: JSON lines with a member `text`. The sets are grown from their facts by mutation: each page
gets a digest of its own, and so many bins of its sketch and bits of its fingerprint are drawn anew
that most pages resemble none; one of ten pages of the batch is near to a known one.

Without --spark: one thread, no Spark. How long the index of the batch takes to build, how many known
pages a second flow past it, and how many questions a second an index of the known pages answers.
With --spark: the same by facsim.spark.subtract() on local[2], and how many pairs a join on four
tables of 16 bits would compare. --write puts the figures into bench/results/spark-subtract-DATE.md.
"""

import argparse
import datetime
import json
import sys
import tempfile
import time
from pathlib import Path

import measuring
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(measuring.ROOT / "build/release/python"))
from facsim import _core
from facsim._profile import judge_of
from facsim._settings import fields_of

# Of facts: format, recipe and kind of row, then the parts, the digest, two counts, the fingerprint
# and the sketch (docs/formats/store.md).
PARTS, DIGEST, FINGERPRINT, SKETCH, BINS = 10, 12, 36, 44, 64
CHUNK = 250_000
JUDGE = judge_of("balanced")


def seeds(path: Path, count: int) -> np.ndarray:
    """Facts of texts, a row each: those that have the parts that most have."""
    with path.open() as lines:
        texts = [json.loads(line)["text"] for _, line in zip(range(count), lines, strict=False)]
    made = pa.array(_core.FactsColumns(JUDGE).make(texts, fields_of(text="text")), type=pa.binary())
    rows = [bytes(each) for each in made.drop_null().to_pylist()]
    kinds = [(row[PARTS:DIGEST], len(row)) for row in rows]
    usual = max(set(kinds), key=kinds.count)
    chosen = [row for row, kind in zip(rows, kinds, strict=True) if kind == usual]
    return np.frombuffer(b"".join(chosen), np.uint8).reshape(len(chosen), -1)


def grown(seed: np.ndarray, count: int, draw: np.random.Generator, near: bool) -> np.ndarray:
    """So many pages: near ones keep most bins and bits of their seed, others few."""
    rows = seed[draw.integers(0, len(seed), count)].copy()
    rows[:, DIGEST : DIGEST + 16] = draw.integers(0, 256, (count, 16), np.uint8)
    share = 0.03 if near else 0.7
    bins = rows[:, SKETCH : SKETCH + BINS]
    anew = draw.random(bins.shape) < share
    bins[anew] = draw.integers(0, 256, int(anew.sum()), np.uint8)
    flips = draw.random((count, 64)) < (0.02 if near else 0.5)
    rows[:, FINGERPRINT : FINGERPRINT + 8] ^= np.packbits(flips, axis=1)
    return rows


def table_of(rows: np.ndarray, first: int, word: str) -> pa.Table:
    """The rows as facts with ids."""
    width = rows.shape[1]
    facts = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(rows), [None, pa.py_buffer(np.ascontiguousarray(rows))]
    ).cast(pa.binary())
    ids = pa.array([f"{word}{first + number}" for number in range(len(rows))])
    return pa.table({"id": ids, "facts": facts})


def make_sets(args: argparse.Namespace, folder: Path) -> tuple[pa.Table, list[Path]]:
    """The batch, and the known set as files of Parquet."""
    draw = np.random.default_rng(1)
    seed = seeds(args.texts, 500)
    files, near_to = [], None
    for number, first in enumerate(range(0, args.known, CHUNK)):
        rows = grown(seed, min(CHUNK, args.known - first), draw, near=False)
        near_to = rows if near_to is None else near_to
        files.append(folder / "known" / f"part-{number:05}.parquet")
        files[-1].parent.mkdir(exist_ok=True)
        pq.write_table(table_of(rows, first, "k"), files[-1])
    some = args.batch // 10
    batch = np.concatenate([
        grown(near_to, some, draw, near=True),
        grown(seed, args.batch - some, draw, near=False),
    ])  # fmt: skip
    return table_of(batch, 0, "n"), files


def index_of(reader: pa.RecordBatchReader, folder: Path) -> float:
    """Builds an index of these facts, and says how many seconds it took."""
    begun = time.perf_counter()
    made = _core.write_facts_segment(f"{folder}.seg", JUDGE, reader, 3, 1 << 30, str(folder.parent))
    _core.commit_facts_segments(str(folder), JUDGE, 3, False, [made], 0)
    return time.perf_counter() - begun


def in_one_thread(batch: pa.Table, files: list[Path], folder: Path) -> dict[str, float]:
    """Both directions without Spark."""
    known = [pq.read_table(path) for path in files]
    pages = sum(map(len, known))
    figures = {"index of the batch, s": index_of(batch.to_reader(), folder / "batch")}
    index = _core.FactsIndex(str(folder / "batch"), JUDGE, False)
    begun = time.process_time()
    matches = sum(len(index.match(table, True)) for table in known)
    figures["known pages past, a CPU second"] = pages / (time.process_time() - begun)
    whole = pa.concat_tables(known)
    figures["index of the known, s"] = index_of(whole.to_reader(), folder / "all")
    index = _core.FactsIndex(str(folder / "all"), JUDGE, False)
    begun = time.process_time()
    asked = len(index.match(batch, False))
    figures["questions, a CPU second"] = len(batch) / (time.process_time() - begun)
    assert asked == matches, f"{asked} matches one way, {matches} the other"
    figures["matches"] = matches
    figures["known pages for a question"] = (
        figures["known pages past, a CPU second"] / figures["questions, a CPU second"]
    )
    figures["bytes of the batch's index, a page"] = (
        sum(path.stat().st_size for path in (folder / "batch").iterdir()) / len(batch)
    )
    figures["bytes of the known set, a page"] = sum(p.stat().st_size for p in files) / pages
    return figures


def with_spark(batch: pa.Table, folder: Path) -> dict[str, float]:
    """Both directions by Spark, and what a join on tables of 16 bits would compare."""
    import facsim.spark
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as sql

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "8").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    facsim.spark.register(spark)
    pq.write_table(batch, folder / "batch.parquet")
    new = spark.read.parquet(str(folder / "batch.parquet"))
    known = spark.read.parquet(str(folder / "known"))
    figures: dict[str, float] = {}

    def timed(name: str, frame: object) -> None:
        begun = time.perf_counter()
        figures[name] = frame.where("facsim.removed").count()
        figures[f"{name}, s"] = time.perf_counter() - begun

    timed("removed, known set flows past", facsim.spark.subtract(new, known))
    timed("removed, each new page asks",
          facsim.spark.subtract(new, str(folder / "all"), direction="new"))  # fmt: skip

    def keyed(frame: object, name: str) -> object:
        word = sql.hex(sql.expr(f"substring(facts, {FINGERPRINT + 1}, 8)"))
        keys = [sql.concat(sql.lit(f"{t}:"), sql.substring(word, 4 * t + 1, 4)) for t in range(4)]
        rows = frame.select(sql.explode(sql.array(*keys)).alias("key"))
        return rows.groupBy("key").agg(sql.count("*").alias(name))

    begun = time.perf_counter()
    joined = keyed(new, "new").join(keyed(known, "known"), "key")
    figures["pairs that four tables of 16 bits compare"] = joined.agg(
        sql.sum(sql.col("new") * sql.col("known"))
    ).collect()[0][0]
    figures["counting them, s"] = time.perf_counter() - begun
    spark.stop()
    return figures


def main() -> None:
    """Makes the sets, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--known", type=int, default=2_000_000)
    parser.add_argument("--batch", type=int, default=100_000)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        batch, files = make_sets(args, folder)
        figures = in_one_thread(batch, files, folder)
        if args.spark:
            figures |= with_spark(batch, folder)
    lines = [f"| {name} | {value:,.1f} |" for name, value in figures.items()]
    command = " ".join(["bench/whole/spark_subtract.py TEXTS", f"--known {args.known}",
                        f"--batch {args.batch}", *(["--spark"] if args.spark else [])])  # fmt: skip
    text = "\n".join([f"# Subtracting a known set\n\n`{command}`\n\n| what | |\n|---|---:|", *lines])
    print(text)
    if args.write:
        day = datetime.date.today().isoformat()
        (measuring.ROOT / f"bench/results/spark-subtract-{day}.md").write_text(text + "\n")


if __name__ == "__main__":
    main()
