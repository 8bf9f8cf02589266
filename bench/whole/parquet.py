# SPDX-License-Identifier: Apache-2.0
"""Measures `facsim dedup` on Parquet, beside JSON lines of the same rows: cost and memory.

    bench/whole/parquet.py                      40 shards by each writer, three runs by turns
    bench/whole/parquet.py --large 10           and 10 GB of made pages in row groups of 1 GB
    bench/whole/parquet.py --write              the same, and bench/results/parquet-DATE.md

Each run over shards must remove the same pages, for the same ones, as the run over the lines, and
each of the writers must read as many rows in the copies as were kept; otherwise the script fails.
MB are those of the lines, or of the texts that were made. Needs pyarrow, polars and duckdb, and for
--large three times the disk space of the pages.
"""

import argparse
import json
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measuring

WRITERS = ("pyarrow", "polars", "duckdb")
PACKINGS = {"gzip": "gz", "zstd": "zst"}  # of JSON lines
CORPORA = ("ota_terms", "tidb_zh")
SHARDS = 40
GROUP_BYTES = 1 << 30


def write_shard(writer: str, rows: list[dict], path: Path) -> None:
    """Writes one file with the writer's defaults."""
    import pyarrow as pa

    table = pa.Table.from_pylist(rows)
    if writer == "pyarrow":
        import pyarrow.parquet as pq

        pq.write_table(table, path)
    elif writer == "polars":
        import polars

        polars.from_arrow(table).write_parquet(path)
    else:
        import duckdb

        duckdb.from_arrow(table).write_parquet(str(path))


def rows_by(reader: str, path: Path) -> int:
    """Returns how many rows a library reads in all columns of a file."""
    if reader == "pyarrow":
        import pyarrow.parquet as pq

        return pq.read_table(path).num_rows
    if reader == "polars":
        import polars

        return len(polars.read_parquet(path))
    import duckdb

    return len(duckdb.read_parquet(str(path)).fetchall())


def pack_shard(packing: str, lines: list[str], path: Path) -> None:
    """Packs unchanged lines with the defaults of the packing."""
    import pyarrow as pa

    with pa.CompressedOutputStream(str(path), packing) as out:
        out.write("".join(lines).encode())


def make_shards(writer: str, lines: Path, folder: Path) -> None:
    """Writes the rows of a file of JSON lines in order."""
    rows = lines.open().readlines()
    folder.mkdir()
    size = -(-len(rows) // SHARDS)
    for shard in range(SHARDS):
        part = rows[shard * size : (shard + 1) * size]
        if not part:
            break
        if writer in PACKINGS:
            pack_shard(writer, part, folder / f"part-{shard:02}.jsonl.{PACKINGS[writer]}")
        else:
            write_shard(writer, [*map(json.loads, part)], folder / f"part-{shard:02}.parquet")


def make_large(gigabytes: float, path: Path) -> None:
    """Writes pages of 40 sentences; each fifth repeats another with a sentence of its own."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    chance = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz"
    vocabulary = ["".join(chance.choices(letters, k=chance.randint(3, 9))) for _ in range(50_000)]
    sentences = [" ".join(chance.choices(vocabulary, k=12)) + "." for _ in range(200_000)]
    schema = pa.schema({"id": pa.string(), "text": pa.string()})
    number, left, earlier = 0, gigabytes * 1e9, ""
    with pq.ParquetWriter(path, schema, compression="zstd", use_dictionary=False) as out:
        while left > 0:
            ids, texts, size = [], [], 0
            while size < GROUP_BYTES and left > size:
                if number % 5 == 4:
                    text = earlier + " " + chance.choice(sentences)
                else:
                    text = " ".join(chance.choices(sentences, k=40))
                if number % 5 == 0:
                    earlier = text
                ids.append(f"p{number}")
                texts.append(text)
                size += len(text)
                number += 1
            left -= size
            columns = [ids, pa.array(texts, pa.string())]
            out.write_table(pa.table(columns, schema=schema), row_group_size=len(ids))


def apart(*words: object) -> str:
    """Runs this script as another process, so that its memory is not measured."""
    command = [sys.executable, __file__, *map(str, words)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def removed(out: Path) -> list[tuple]:
    """Returns for each removed page its id, that of the kept page, and the kind."""
    rows = map(json.loads, (out / "duplicates.jsonl").open())
    return [(row["id"], row["representative"], row["kind"]) for row in rows]


def dedup(program: Path, source: Path, out: Path, *flags: str) -> measuring.Cost:
    command = [str(program), "dedup", str(source), "-o", str(out), "--quiet", "--force", *flags]
    return measuring.spawn_or_stop(command)


def measure_shards(name: str, lines: Path, program: Path, runs: int, folder: Path) -> list[list]:
    """Returns the table's rows for a corpus: lines, packed lines, then each writer's shards."""
    sources = {"JSON lines": lines}
    for writer in (*PACKINGS, *WRITERS):
        shown = f"JSON lines, {writer}" if writer in PACKINGS else writer
        sources[shown] = folder / f"{name}-{writer}"
        apart("--shards", writer, lines, sources[shown])
    whole: dict[str, list[measuring.Cost]] = {source: [] for source in sources}
    read: dict[str, list[measuring.Cost]] = {source: [] for source in sources}
    for _ in range(runs):
        for source, path in sources.items():
            out, given = folder / f"out {source}", ("--threads", "2")
            whole[source].append(dedup(program, path, out, *given))
            read[source].append(dedup(program, path, folder / "read", "--mode", "report", *given))
    wanted = removed(folder / "out JSON lines")
    kept = sum(1 for _ in lines.open()) - len(wanted)
    rows = []
    for source, path in sources.items():
        out = folder / f"out {source}"
        if removed(out) != wanted:
            raise SystemExit(f"{name}: {source} removes other pages than JSON lines")
        for reader in WRITERS if source in WRITERS else ():
            found = int(apart("--count", reader, out))
            if found != kept:
                raise SystemExit(f"{name}: {reader} reads {found} rows of {kept} of {source}")
        cpu, of_reading = (statistics.median(cost.cpu_seconds for cost in costs[source])
                           for costs in (whole, read))  # fmt: skip
        peak = max(cost.peak_bytes for cost in whole[source])
        files = [lines] if path == lines else path.iterdir()
        size = sum(file.stat().st_size for file in files)
        megabytes = lines.stat().st_size / 1e6
        rows.append([name, source, f"{size / 1e6:.0f}", f"{len(wanted):,}", f"{of_reading:.2f}",
                     f"{megabytes / of_reading:.1f}", f"{cpu:.2f}", f"{megabytes / cpu:.1f}",
                     f"{peak / 2**20:.0f}"])  # fmt: skip
    return rows


def measure_large(gigabytes: float, program: Path, folder: Path) -> list:
    """Measures one run with --memory 512M over row groups of 1 GB."""
    path = folder / "large.parquet"
    apart("--made", gigabytes, path)
    cost = dedup(program, path, folder / "out", "--memory", "512M", "--threads", "2",
                 "--tmp", str(folder))  # fmt: skip
    summary = json.loads((folder / "out/summary.json").read_text())
    return [f"{gigabytes:g}", f"{path.stat().st_size / 1e9:.1f}", f"{summary['pages_read']:,}",
            f"{summary['removed']['total']:,}", f"{cost.seconds:.0f}", f"{cost.cpu_seconds:.0f}",
            f"{1000 * gigabytes / cost.cpu_seconds:.1f}", f"{cost.peak_bytes / 2**20:.0f}"]  # fmt: skip


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=default, help="the program to run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--large", type=float, help="gigabytes of made pages")
    parser.add_argument("--no-shards", action="store_true")
    parser.add_argument("--write", action="store_true", help="write bench/results/parquet-DATE.md")
    for part in ("--shards", "--count", "--made"):  # of apart()
        parser.add_argument(part, nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.shards:
        make_shards(arguments.shards[0], *map(Path, arguments.shards[1:]))
        return 0
    if arguments.count:
        reader, folder = arguments.count
        print(sum(rows_by(reader, path) for path in sorted(Path(folder).rglob("part-*.parquet"))))
        return 0
    if arguments.made:
        make_large(float(arguments.made[0]), Path(arguments.made[1]))
        return 0
    program = arguments.facsim.resolve()
    rows, large = [], []
    with tempfile.TemporaryDirectory(dir=measuring.scratch_folder()) as name:
        folder = Path(name)
        for corpus in () if arguments.no_shards else CORPORA:
            lines = measuring.corpus(corpus)
            if lines is not None:
                rows += measure_shards(corpus, lines, program, arguments.runs, folder)
        if arguments.large:
            large = measure_large(arguments.large, program, folder)
    command = " ".join(["bench/whole/parquet.py", *map(shlex.quote, sys.argv[1:])])
    parts = [measuring.heading("Parquet beside JSON lines", command)]
    if rows:
        head = ["corpus", "written by", "MB on disk", "removed", "without a copy, CPU s",
                "MB / CPU s", "with one, CPU s", "MB / CPU s", "peak MiB"]  # fmt: skip
        parts.append(f"{SHARDS} shards by each writer, and packed ones of JSON lines (plain ones are one file); MB / "
                     "CPU s counts the bytes of\nthe plain lines. The same pages were removed of all, and each "
                     "writer read the kept rows of all copies.\nWithout a copy: `--mode report`.\n")  # fmt: skip
        parts.append(measuring.table(head, rows) + "\n")
    if large:
        head = ["GB", "GB on disk", "pages", "removed", "s", "CPU s", "MB / CPU s", "peak MiB"]
        parts.append("Made pages in row groups of 1 GB, `--memory 512M`:\n")
        parts.append(measuring.table(head, [large]) + "\n")
    text = "\n".join(parts)
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('parquet', text)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
