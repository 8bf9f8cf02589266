#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares peers on Spark with facsim.spark: cost, shuffled bytes, and correctness.

    FACSIM_DATA=... FACSIM_PYTHON_PACKAGE=build/release/python \\
      build/venv-spark/bin/python bench/whole/spark_peers.py [--pages 5000] [--set ota_terms_all] \\
        [--mutated] [--peer NAME ...] [--minutes 15] [--judged-max 200000] [--memory 4g] [--write]

Each job runs in a separate process: local[2], --memory for the JVM, 8 shuffle partitions, on a
Parquet file of the first pages of a set (with --mutated, of pages that spark.py grows from its
texts), once on 200 pages as a warm-up and once on all. Processor seconds are those of the second
run, of all processes. Settings are those of each documentation with threshold .8. MLlib has no
removals, so its pairs go to the removal loop, which removes a page that is near an earlier one that
was kept. facsim_judge counts the correct removals, of --judged-max pages at most; for all programs,
including facsim, the most similar kept page counts. distributed-curator's JAR is made for Spark 3.5
and runs there; its environment is made once, with the network. A job that takes longer than
--minutes is ended and reported.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import measuring
from process_tree import PeakMemory, look_often, processor_seconds
from removals import write_rows

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(measuring.ROOT / "tests"))
VENV = measuring.ROOT / "build/bench-spark-venv"
WARM_PAGES = 200
THRESHOLD = 0.8


def facsim_spark(frame: Any) -> set[int]:
    import facsim.spark

    found = facsim.spark.dedup(frame, id="id")
    return {row.id for row in found.where("facsim.removed").select("id").collect()}


def mllib(frame: Any) -> set[int]:
    from pyspark.ml import Pipeline
    from pyspark.ml.feature import HashingTF, MinHashLSH, NGram, RegexTokenizer

    steps = [
        RegexTokenizer(inputCol="text", outputCol="words", pattern=r"\W+"),
        NGram(n=5, inputCol="words", outputCol="shingles"),
        HashingTF(inputCol="shingles", outputCol="features", binary=True),
    ]
    vectors = Pipeline(stages=steps).fit(frame).transform(frame).where("size(shingles) > 0")
    vectors = vectors.select("id", "features").cache()
    model = MinHashLSH(inputCol="features", outputCol="hashes", numHashTables=5, seed=1).fit(vectors)
    pairs = model.approxSimilarityJoin(vectors, vectors, 1 - THRESHOLD, "distance")
    near: dict[int, list[int]] = {}
    chosen = pairs.where("datasetA.id < datasetB.id").selectExpr("datasetA.id a", "datasetB.id b")
    for row in chosen.collect():
        near.setdefault(row.b, []).append(row.a)
    removed: set[int] = set()
    for page in sorted(near):
        if any(earlier not in removed for earlier in near[page]):
            removed.add(page)
    return removed


def _left_out(frame: Any, unique: Any) -> set[int]:
    kept = {row.id for row in unique.select("id").collect()}
    return {row.id for row in frame.select("id").collect()} - kept


def lshbloom(frame: Any) -> set[int]:
    from spark_lshbloom import SparkLSHBloom

    lsh = SparkLSHBloom(threshold=THRESHOLD, num_perm=256, mode="lshbloom")
    return _left_out(frame, lsh.deduplicate(frame, text_col="text", id_col="id"))


def lshbloom_bands(frame: Any) -> set[int]:
    from spark_lshbloom import SparkLSHBloom

    lsh = SparkLSHBloom(threshold=THRESHOLD, num_perm=256, mode="minhash_lsh")
    return _left_out(frame, lsh.deduplicate(frame, text_col="text", id_col="id"))


def curator(frame: Any) -> set[int]:
    from distributed_curator import partition_aware_deduplicate

    pages = frame.selectExpr("lpad(id, 9, '0') as doc_id", "text")
    result = partition_aware_deduplicate(
        spark=frame.sparkSession, input_df=pages, text_column="text",
        similarity_threshold=THRESHOLD, num_partitions=8,
    )  # fmt: skip
    return {int(row.doc_id) for row in result.where("is_duplicate").select("doc_id").collect()}


JOBS: dict[str, tuple[str, Callable[[Any], set[int]]]] = {
    "facsim": ("facsim.spark", facsim_spark),
    "mllib": ("MLlib `MinHashLSH`, 5 tables", mllib),
    "lshbloom": ("spark-lshbloom `lshbloom`", lshbloom),
    "lshbloom-bands": ("spark-lshbloom `minhash_lsh`", lshbloom_bands),
    "curator": ("distributed-curator", curator),
}
ON_SPARK_3 = ("lshbloom", "lshbloom-bands", "curator")


def one_job(name: str, pages: str, rows: str, memory: str) -> None:
    """Runs a job in a separate process; prints a line of JSON with its cost."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    if name == "facsim":
        sys.path.insert(0, os.environ["FACSIM_PYTHON_PACKAGE"])
        os.environ["PYTHONPATH"] = os.environ["FACSIM_PYTHON_PACKAGE"]
    from pyspark.sql import SparkSession

    settings = {
        "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false", "spark.driver.memory": memory,
        "spark.sql.shuffle.partitions": "8", "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": str(Path(rows).parent),
    }  # fmt: skip
    if name == "curator":
        from distributed_curator import get_jar_path

        settings["spark.jars"] = get_jar_path()
    builder = SparkSession.builder.master("local[2]").appName("bench")
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    look_often()
    job = JOBS[name][1]
    frame = spark.read.parquet(pages)
    job(frame.where(f"id < {WARM_PAGES}"))
    store = spark.sparkContext._jsc.sc().statusStore()

    def shuffled() -> int:
        return store.executorList(True).apply(0).totalShuffleWrite()

    before, moved, begun = processor_seconds(), shuffled(), time.monotonic()
    with PeakMemory() as peak:
        removed = job(frame)
    cost = {
        "seconds": time.monotonic() - begun,
        "cpu_seconds": processor_seconds() - before,
        "shuffled": shuffled() - moved,
        "peak_bytes": peak.bytes,
        "removed": sorted(removed),
    }
    spark.stop()
    Path(rows).write_text(json.dumps(cost))


def python_of(name: str) -> Path:
    """Returns the interpreter that has the job's Spark."""
    if name not in ON_SPARK_3:
        return Path(sys.executable)
    python = VENV / "bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        needs = HERE / "requirements-spark.txt"
        command = [str(python), "-m", "pip", "install", "--quiet", "-r", str(needs)]
        subprocess.run(command, check=True)
    return python


def judged(source: Path, rows: Path) -> dict:
    judge = measuring.ROOT / "build/release/facsim_judge"
    command = [str(judge), str(source), str(rows), "--best-kept"]
    verdict = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return verdict[0] if isinstance(verdict, list) else verdict


def shown(figure: float) -> str:
    return f"{figure:.3f}" if isinstance(figure, float) else f"{figure:,}"


def measured(
    name: str, source: Path, pages: Path, count: int, given: argparse.Namespace
) -> list[str]:
    """Returns a row of the table."""
    seconds = given.minutes * 60
    label = JOBS[name][0]
    made = source.parent / f"{name}.json"
    command = [str(python_of(name)), __file__, "--job", name, str(pages), str(made), given.memory]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return [label, f"ended after {seconds} s", *["-"] * 9]
    if done.returncode != 0:
        print(done.stderr.decode(errors="replace")[-3000:], file=sys.stderr)
        return [label, f"failed with status {done.returncode}", *["-"] * 9]
    cost = json.loads(made.read_text())
    removed = set(cost["removed"])
    verdict = None
    if count <= given.judged_max:
        rows = source.parent / f"{name}.rows"
        write_rows(str(source), [number in removed for number in range(count)], rows)
        verdict = judged(source, rows)
    return [
        label, f"{cost['seconds']:.1f}", f"{cost['cpu_seconds']:.1f}",
        f"{count / cost['cpu_seconds']:,.0f}", f"{cost['shuffled'] / 1e6:.1f}",
        f"{cost['peak_bytes'] / 2**20:,.0f}", f"{len(removed):,}",
        *(["-"] * len(JUDGED) if verdict is None else map(shown, (verdict[key] for key in JUDGED))),
    ]  # fmt: skip


JUDGED = ("precision", "bad", "recall", "f1")
HEAD = ["job", "s", "CPU s", "pages a CPU s", "MB shuffled", "peak MiB", "removed"]
HEAD += ["P", "bad", "R", "F1"]


def main() -> None:
    if sys.argv[1:2] == ["--job"]:
        one_job(*sys.argv[2:6])
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=5_000)
    parser.add_argument("--set", default="ota_terms_all")
    parser.add_argument("--mutated", action="store_true", help="pages grown from the set's texts")
    parser.add_argument("--peer", action="append", choices=list(JOBS), help="only these")
    parser.add_argument("--minutes", type=int, default=15, help="for each job, at most")
    parser.add_argument("--memory", default="4g", help="of the JVM")
    parser.add_argument("--judged-max", type=int, default=200_000, help="more pages are not judged")
    parser.add_argument("--write", action="store_true", help="write bench/results/spark-peers-DATE.md")
    given = parser.parse_args()
    import pyarrow as pa
    import pyarrow.parquet
    from real_data import real_lines

    with tempfile.TemporaryDirectory(prefix="facsim-spark-") as folder:
        source, pages = Path(folder) / "pages.jsonl", Path(folder) / "pages.parquet"
        if given.mutated:
            from spark import make_pages

            make_pages(given.set, given.pages, source)
        else:
            source.write_bytes(b"".join(real_lines(given.set, given.pages)))
        lines = source.read_bytes().splitlines()
        texts = [json.loads(line)["text"] for line in lines]
        table = pa.table({"id": pa.array(range(len(texts)), pa.int64()), "text": texts})
        pyarrow.parquet.write_table(table, pages, row_group_size=1000)
        rows = []
        for name in given.peer or JOBS:
            rows.append(measured(name, source, pages, len(texts), given))
            print(f"{rows[-1]}", file=sys.stderr)
        grown = ", pages grown from its texts" if given.mutated else ""
        what = f"{given.set}{grown}: {len(texts):,} pages, {source.stat().st_size / 1e6:.0f} MB. "
        what += f"Load average of the machine at the end: {os.getloadavg()[1]:.0f}."
    command = " ".join(["bench/whole/spark_peers.py", *sys.argv[1:]])
    text = f"{measuring.heading('Beside what users would pick on Spark', command)}\n{what}\n\n"
    text += measuring.table(HEAD, rows) + "\n"
    print(text)
    if given.write:
        print(measuring.write_result("spark-peers", text), file=sys.stderr)


if __name__ == "__main__":
    main()
