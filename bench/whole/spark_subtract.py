# SPDX-License-Identifier: Apache-2.0
"""Measures subtracting a known set from a batch, in each direction.

    FACSIM_PYTHON_PACKAGE=build/release/python build/venv-spark/bin/python \\
      bench/whole/spark_subtract.py TEXTS [--known 2000000] [--batch 100000] \\
        [--spark [--index] [--tables 2000000]] [--write]

TEXTS: JSON lines with a member `text`. The sets are grown from their facts by mutation: each page
gets its own digest, and so many bins of its sketch and bits of its fingerprint are drawn anew that
most pages resemble no other; one in ten pages of the batch is near to a known one.

Without --spark: one thread, without Spark. Measures the time to build the index of the batch, the
known pages a second that are matched with it, and the queries a second that an index of the known
pages answers. With --spark: facsim.spark.subtract() on local[2], stage by stage. --index also
builds an index of all known pages and looks up each new page in it, the naive plan. --tables N keys
fingerprints by four tables of 16 bits, joins the batch with N known pages by them and compares each
pair, like the plain map-reduce design. --write stores the figures in
bench/results/spark-subtract-DATE.md.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import measuring
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import spark_stages

sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])
from facsim import _core
from facsim._profile import judge_of
from facsim._settings import fields_of

# Facts consist of format, recipe and kind of row, then the parts, the digest, two counts, the
# fingerprint and the sketch (docs/formats/store.md).
PARTS, DIGEST, FINGERPRINT, SKETCH, BINS = 10, 12, 36, 44, 64
CHUNK = 250_000
JUDGE = judge_of("balanced")


def seeds(path: Path, count: int) -> np.ndarray:
    """Returns the facts of texts, a row each; only those with the most frequent parts."""
    with path.open() as lines:
        texts = [json.loads(line)["text"] for _, line in zip(range(count), lines, strict=False)]
    made = pa.array(_core.FactsColumns(JUDGE).make(texts, fields_of(text="text")), type=pa.binary())
    rows = [bytes(each) for each in made.drop_null().to_pylist()]
    kinds = [(row[PARTS:DIGEST], len(row)) for row in rows]
    usual = max(set(kinds), key=kinds.count)
    chosen = [row for row, kind in zip(rows, kinds, strict=True) if kind == usual]
    return np.frombuffer(b"".join(chosen), np.uint8).reshape(len(chosen), -1)


def grown(seed: np.ndarray, count: int, draw: np.random.Generator, near: bool) -> np.ndarray:
    """Returns `count` pages: near ones keep most bins and bits of their seed, others few."""
    rows = seed[draw.integers(0, len(seed), count)].copy()
    rows[:, DIGEST : DIGEST + 16] = draw.integers(0, 256, (count, 16), np.uint8)
    share = 0.03 if near else 0.7
    bins = rows[:, SKETCH : SKETCH + BINS]
    anew = draw.integers(0, 256, bins.shape, np.uint8) < share * 256
    bins[anew] = draw.integers(0, 256, int(anew.sum()), np.uint8)
    flips = draw.integers(0, 256, (count, 64), np.uint8) < (0.02 if near else 0.5) * 256
    rows[:, FINGERPRINT : FINGERPRINT + 8] ^= np.packbits(flips, axis=1)
    return rows


def table_of(rows: np.ndarray, first: int, word: str) -> pa.Table:
    """Returns the rows as facts with ids."""
    width = rows.shape[1]
    facts = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(width), len(rows), [None, pa.py_buffer(np.ascontiguousarray(rows))]
    ).cast(pa.binary())
    ids = pa.array([f"{word}{first + number}" for number in range(len(rows))])
    return pa.table({"id": ids, "facts": facts})


def make_sets(args: argparse.Namespace, folder: Path) -> tuple[pa.Table, list[Path]]:
    """Returns the batch, and the known set as files of Parquet."""
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
    """Builds an index of these facts, and returns how many seconds it took."""
    begun = time.perf_counter()
    made = _core.write_facts_segment(f"{folder}.seg", JUDGE, reader, 3, 1 << 30, str(folder.parent))
    _core.commit_facts_segments(str(folder), JUDGE, 3, False, [made], 0)
    return time.perf_counter() - begun


def in_one_thread(batch: pa.Table, files: list[Path], folder: Path) -> dict[str, float]:
    """Measures both directions without Spark."""
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


def table_keys(frame: Any) -> Any:
    """Returns a row for each of the four tables: its number and 16 bits, and the fingerprint."""
    from pyspark.sql import functions as sql

    print_ = sql.conv(sql.hex(sql.expr(f"substring(facts, {FINGERPRINT + 1}, 8)")), 16, -10)
    keyed = frame.select("id", print_.cast("bigint").alias("bits"))
    keys = [sql.expr(f"shiftrightunsigned(bits, {16 * t}) & 65535 | {t << 16}") for t in range(4)]
    return keyed.select(sql.explode(sql.array(*keys)).alias("key"), "bits", "id")


def with_spark(args: argparse.Namespace, batch: pa.Table, folder: Path) -> str:
    """Measures both directions and the join on 16-bit tables in Spark; returns two tables."""
    import facsim.spark
    from pyspark.sql import functions as sql

    spark = spark_stages.session(folder, 8)
    facsim.spark.register(spark)
    pq.write_table(batch, folder / "batch.parquet")
    new = spark.read.parquet(str(folder / "batch.parquet"))
    known = spark.read.parquet(str(folder / "known"))
    jobs = []

    def run(name: str, work: Any) -> None:
        jobs.append(spark_stages.timed(spark, name, work))
        print(jobs[-1], file=sys.stderr)

    def removed(frame: Any) -> int:
        return frame.where("facsim.removed").count()

    some = spark.read.parquet(str(next((folder / "known").iterdir()))).limit(1000)
    run("warm", lambda: removed(facsim.spark.subtract(new.limit(1000), some)))
    run("known set flows past", lambda: removed(facsim.spark.subtract(new, known)))
    if args.index:
        run("index of the known set", lambda: known.coalesce(4).write.format("facsim_index")
            .mode("append").save(str(folder / "all")))  # fmt: skip
        run("each new page asks", lambda: removed(
            facsim.spark.subtract(new, str(folder / "all"), direction="new")))  # fmt: skip
    if args.tables:
        files = sorted((folder / "known").iterdir())[: max(1, args.tables // CHUNK)]
        part = spark.read.parquet(*map(str, files))
        pairs = table_keys(new).alias("a").join(table_keys(part).alias("b"), "key")
        near = sql.expr("bit_count(a.bits ^ b.bits) <= 3")
        found = pairs.agg(sql.count("*"), sql.count_if(near))
        name = f"four tables of 16 bits, {args.tables:,} known pages"
        run(name, lambda: tuple(found.collect()[0]))
    spark.stop()
    rows = spark_stages.stages(folder)
    whole, parts = [], []
    for job in jobs[1:]:
        own = [row for row in rows if row["job"] == job.name]
        whole.append([job.name, f"{job.seconds:.1f}", f"{job.cpu_seconds:.1f}",
                      f"{sum(row['shuffled'] for row in own) / 1e6:,.1f}",
                      f"{job.peak_bytes / 2**20:,.0f}", str(job.answer)])  # fmt: skip
        for number, row in enumerate(own, 1):
            parts.append([job.name, str(number), str(row["tasks"]), f"{row['seconds']:.1f}",
                          f"{row['cpu_seconds']:.1f}", f"{row['shuffled'] / 1e6:,.1f}"])  # fmt: skip
    head = ["job", "s", "CPU s", "MB shuffled", "peak MiB", "answer"]
    stage_head = ["job", "stage", "tasks", "s", "CPU s of the JVM", "MB shuffled"]
    return measuring.table(head, whole) + "\n\n" + measuring.table(stage_head, parts)


def main() -> None:
    """Makes the sets, measures, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", type=Path)
    parser.add_argument("--known", type=int, default=2_000_000)
    parser.add_argument("--batch", type=int, default=100_000)
    parser.add_argument("--spark", action="store_true")
    parser.add_argument("--index", action="store_true", help="and each new page asks an index")
    parser.add_argument("--tables", type=int, default=0, metavar="N")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begun = time.monotonic()
        batch, files = make_sets(args, folder)
        size = sum(path.stat().st_size for path in files)
        made = (f"{args.known:,} known pages, {size / 1e9:.2f} GB of Parquet, made in "
                f"{time.monotonic() - begun:.0f} s; a batch of {args.batch:,}.")  # fmt: skip
        print(made, file=sys.stderr)
        if args.spark:
            text = with_spark(args, batch, folder)
        else:
            figures = in_one_thread(batch, files, folder)
            text = measuring.table(["what", ""], [[key, f"{value:,.1f}"]
                                                  for key, value in figures.items()])  # fmt: skip
    command = " ".join(["bench/whole/spark_subtract.py", *(
        "TEXTS" if word == str(args.texts) else word for word in sys.argv[1:])])  # fmt: skip
    text = f"{measuring.heading('Subtracting a known set', command)}\n{made}\n\n{text}\n"
    print(text)
    if args.write:
        print(measuring.write_result("spark-subtract", text), file=sys.stderr)


if __name__ == "__main__":
    main()
