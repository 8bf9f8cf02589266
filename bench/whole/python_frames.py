# SPDX-License-Identifier: Apache-2.0
"""Runs dedup on real documents from several Python holders, beside the command.

    bench/whole/python_frames.py [--facsim PROGRAM] [--package FOLDER] [--set NAME]... [--write]

Each holder has a new process, which reads the documents into it and then calls facsim.dedup() with
two threads. The removed documents, and those they repeat, must be the same as in `facsim dedup` of
the same file. --write stores the table in bench/results/python-frames-DATE.md.
"""

import argparse
import hashlib
import json
import os
import resource
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import measuring

THREADS = 2
SETS = ("ota_terms", "tidb_zh")


def lines_of(path: str) -> Iterator[dict]:
    """Yields the documents, one after the other."""
    with open(path) as lines:
        yield from map(json.loads, lines)


def a_list(path: str) -> object:
    return list(lines_of(path))


def from_polars(path: str) -> object:
    import polars as pl

    return pl.read_ndjson(path, schema_overrides={"id": pl.String}).select("id", "text")


def from_pandas(path: str) -> object:
    import pandas as pd

    rows = list(lines_of(path))
    return pd.DataFrame({name: [row[name] for row in rows] for name in ("id", "text")})


def from_duckdb(path: str) -> object:
    import duckdb

    kinds = "{'id': 'VARCHAR', 'text': 'VARCHAR'}"
    return duckdb.sql(
        f"SELECT * FROM read_json('{path}', columns={kinds}, format='newline_delimited')"
    )


def from_datasets(path: str) -> object:
    import datasets

    folder = os.environ["HF_HOME"]
    loaded = datasets.load_dataset("json", data_files=path, split="train", cache_dir=folder)
    return loaded.select_columns(["id", "text"])


def from_pyarrow(path: str) -> object:
    import pyarrow as pa

    return from_polars(path).to_arrow().cast(
        pa.schema([("id", pa.large_string()), ("text", pa.large_string())])
    )


HOLDERS = {
    "list of dicts": a_list,
    "iterator": lines_of,
    "polars": from_polars,
    "pandas": from_pandas,
    "pyarrow": from_pyarrow,
    "DuckDB": from_duckdb,
    "datasets": from_datasets,
    "pathlib.Path": Path,
}


def digest_of(pairs: list[tuple[str, str]]) -> str:
    """Returns a digest of the removed ids and those that they repeat."""
    return hashlib.sha256(json.dumps(pairs).encode()).hexdigest()[:16]


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measured(holder: str, path: str, tmp: str) -> dict:
    """Returns the measurements of the separate process."""
    import warnings

    import facsim

    warnings.simplefilter("ignore", facsim.errors.RunWarning)
    data = HOLDERS[holder](path)
    before, began, cpu = peak_bytes(), time.monotonic(), time.process_time()
    result = facsim.dedup(data, id="id", threads=THREADS, tmp=tmp)
    seconds, cpu = time.monotonic() - began, time.process_time() - cpu
    after = peak_bytes()
    pairs = [(row["id"], row["representative"]) for row in result.duplicates]
    kept = result.kept
    count = len(kept) if hasattr(kept, "__len__") else sum(1 for _ in kept)
    return {"removed": len(pairs), "kept": count, "digest": digest_of(pairs), "seconds": seconds,
            "cpu": cpu, "before": before, "after": after}  # fmt: skip


def by_the_command(program: Path, path: Path) -> tuple[measuring.Cost, str, int]:
    """Returns its cost and a digest of its removals; it makes no copy, as Python makes none."""
    with tempfile.TemporaryDirectory(dir=measuring.scratch_folder()) as folder:
        out = Path(folder) / "out"
        cost, _ = measuring.spawn([str(program), "dedup", str(path), "-o", str(out), "--quiet",
                                   "--mode", "report", "--threads", str(THREADS)])  # fmt: skip
        if cost.status != 0:
            raise SystemExit(f"{path}: {cost.errors}")
        rows = [json.loads(line) for line in (out / "duplicates.jsonl").open()]
        pairs = [(row["id"], row["representative"]) for row in rows]
        return cost, digest_of(pairs), len(pairs)


def rows_of(name: str, program: Path, package: Path) -> list[list[str]]:
    """Returns the rows of one set."""
    path = measuring.corpus(name)
    if path is None:
        return []
    mib = 1 << 20
    cost, digest, removed = by_the_command(program, path)
    rows = [[name, "facsim dedup", f"{removed:,}", "", f"{cost.seconds:.2f}",
             f"{cost.cpu_seconds:.2f}", "", f"{cost.peak_bytes / mib:.0f}"]]  # fmt: skip
    with tempfile.TemporaryDirectory(dir=measuring.scratch_folder()) as folder:
        environment = {"PYTHONPATH": str(package), "HF_HOME": folder, "HF_HUB_OFFLINE": "1"}
        for holder in HOLDERS:
            command = [sys.executable, __file__, "--measured", holder, str(path), folder]
            found = measuring.spawn_or_stop(command, environment).answer
            same = "yes" if found["digest"] == digest else "NO"
            rows.append([name, holder, f"{found['removed']:,}", same, f"{found['seconds']:.2f}",
                         f"{found['cpu']:.2f}", f"{found['before'] / mib:.0f}",
                         f"{found['after'] / mib:.0f}"])  # fmt: skip
    return rows


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    release = measuring.ROOT / "build/release"
    parser.add_argument("--facsim", type=Path, default=release / "facsim", help="the program")
    parser.add_argument("--package", type=Path, default=release / "python", help="of the package")
    parser.add_argument("--set", action="append", dest="sets", help="a set of $FACSIM_DATA")
    parser.add_argument("--write", action="store_true", help="write bench/results/...")
    parser.add_argument("--measured", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measured:
        print(json.dumps(measured(*arguments.measured)))
        return 0
    rows = []
    for name in arguments.sets or SETS:
        rows += rows_of(name, arguments.facsim.resolve(), arguments.package.resolve())
    head = ["set", "from", "removed", "as the command", "s", "CPU s", "MiB before", "peak MiB"]
    words = shlex.join(["bench/whole/python_frames.py", *(["--write"] if arguments.write else [])])
    text = f"""{measuring.heading("dedup of what holds rows in Python", words)}
A fresh process each, two threads; seconds and CPU seconds of the call alone. "MiB before" is what
the documents and their library take before it. The command reads and writes files besides.

{measuring.table(head, rows)}
"""
    print(text)
    if any("NO" in row for row in rows):
        raise SystemExit("a holder gives other removals than the command")
    if arguments.write:
        print(f"written: {measuring.write_result('python-frames', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
