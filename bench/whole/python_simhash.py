# SPDX-License-Identifier: Apache-2.0
"""Compares the Python package simhash with facsim.compat.simhash and the program, in one run.

    build/venv/bin/python bench/whole/python_simhash.py [--runs 3] [--megabytes 4] [--write]

Measures texts of two corpora in MB of text per CPU second, and compares all values. For an index of
100,000 entries it measures the CPU time of building and querying, and the increase of the peak
memory of a process. Each index has its own process, in turns. --write stores the result in
bench/results/python-DATE.md. Needs the package simhash, and facsim's from the build folder or
$FACSIM_PYTHON_PACKAGE.
"""

import argparse
import ctypes
import gc
import json
import os
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measuring

PACKAGE = os.environ.get("FACSIM_PYTHON_PACKAGE", str(measuring.ROOT / "build/release/python"))
TEXTS = (("ota_terms", "English"), ("tidb_zh", "Chinese"))
# The fingerprints come from short texts that are nearly all unlike, and pages in many versions.
CORPORA = (("tangshi_two_editions", "poems"), ("ota_terms_all", "pages in many versions"))
ENTRIES = 100_000
QUERIES = 2_000
SIDES = ("simhash", "facsim")


def module(side: str):
    """Returns the package, or facsim's replacement for it."""
    if side == "simhash":
        import simhash

        return simhash
    sys.path.insert(0, PACKAGE)
    from facsim.compat import simhash as compat

    return compat


def texts_of(path: Path, megabytes: float) -> tuple[list[str], float]:
    """Returns the first texts of a file of JSON lines, and their size in MB."""
    texts, size = [], 0.0
    with path.open("rb") as source:
        for line in source:
            texts.append(json.loads(line)["text"])
            size += len(texts[-1].encode()) / 1e6
            if size > megabytes:
                break
    return texts, size


def values_of(side: str, texts: list[str]) -> tuple[list[int | None], float]:
    """Returns the values of texts, and CPU seconds."""
    simhash = module(side).Simhash
    begin = time.process_time()
    values: list[int | None] = []
    for text in texts:
        try:
            values.append(simhash(text).value)
        except OverflowError:  # numpy 2 and a window that occurs more than 255 times
            values.append(None)
    return values, time.process_time() - begin


def values_of_program(program: Path, texts: list[str]) -> tuple[list[int], float]:
    """The same by the program; texts are repeated so that its start is negligible."""
    lines = [json.dumps({"text": text}) + "\n" for text in texts]
    times = max(1, int(200e6 / sum(map(len, lines))))
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as many:
        for _ in range(times):
            many.writelines(lines)
        many.flush()
        command = [str(program), "fingerprint", many.name, "--threads", "1"]
        command += ["--recipe", "python-simhash", "--columns", "fingerprint"]
        cost, out = measuring.spawn(command)
    if cost.status != 0:
        raise SystemExit(f"{shlex.join(command)}: status {cost.status}\n{cost.errors}")
    return [int(word, 16) for word in out.split()[: len(texts)]], cost.cpu_seconds / times


def text_rows(program: Path, runs: int, megabytes: float) -> list[list]:
    """Returns a row for each corpus: rates in turns, and how many values differ."""
    rows = []
    for name, language in TEXTS:
        path = measuring.corpus(name)
        if path is None:
            continue
        texts, size = texts_of(path, megabytes)
        seconds: dict[str, list[float]] = {side: [] for side in (*SIDES, "program")}
        for _ in range(runs):
            theirs, cost = values_of("simhash", texts)
            seconds["simhash"].append(cost)
            ours, cost = values_of("facsim", texts)
            seconds["facsim"].append(cost)
            printed, cost = values_of_program(program, texts)
            seconds["program"].append(cost)
        different = sum(
            value is not None and not (value == own == other)
            for value, own, other in zip(theirs, ours, printed, strict=True)
        )
        rates = [size / statistics.median(seconds[side]) for side in (*SIDES, "program")]
        rows.append([f"{name} ({language})", f"{len(texts):,}", f"{size:.1f}",
                     f"{rates[0]:.2f}", f"{rates[1]:.0f}", f"{rates[2]:.0f}",
                     f"{rates[1] / rates[0]:.0f}", different])  # fmt: skip
    return rows


def status(name: str) -> int:
    """Returns a figure of this process, in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise SystemExit(f"/proc/self/status has no {name}")


def memory_now() -> int:
    """Returns the used memory of this process after trimming; the peak counts from here on."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    return status("VmRSS")


def peak_memory() -> int:
    """Returns the largest memory since memory_now()."""
    return status("VmHWM")


def child(side: str, path: str, k: int) -> int:
    """Builds and queries an index of the values in a file; prints the cost."""
    simhash = module(side)

    with open(path) as lines:
        values = [int(line) for line in lines]
    entries = [(str(number), simhash.Simhash(value)) for number, value in enumerate(values)]
    begin = time.process_time()
    for _, entry in entries:
        _ = entry.f, entry.value
    reading = time.process_time() - begin
    before = memory_now()
    begin = time.process_time()
    index = simhash.SimhashIndex(entries, k=k)
    build = time.process_time() - begin
    memory = peak_memory() - before
    step = max(1, len(values) // QUERIES)
    near = [simhash.Simhash(value ^ 1 << 40) for value in values[::step][:QUERIES]]
    chance = random.Random(7)
    far = [simhash.Simhash(chance.getrandbits(64)) for _ in near]
    seconds, found = {}, 0
    for name, queries in (("near", near), ("far", far)):
        begin = time.process_time()
        for query in queries:
            found += len(index.get_near_dups(query))
        seconds[name] = (time.process_time() - begin) / len(queries)
    seconds["found"] = found / len(near)
    print(json.dumps({"read": reading / len(values), "build": build / len(values), **seconds,
                      "memory": memory / len(values)}))  # fmt: skip
    return 0


def fingerprints(program: Path, path: Path) -> list[int]:
    """Returns the values of all texts of a file."""
    command = [str(program), "fingerprint", str(path), "--recipe", "python-simhash"]
    cost, out = measuring.spawn([*command, "--columns", "fingerprint"])
    if cost.status != 0:
        raise SystemExit(f"{shlex.join(command)}: status {cost.status}\n{cost.errors}")
    return [int(word, 16) for word in out.split()]


def populations(program: Path, folder: Path) -> list[tuple[str, Path]]:
    """Returns files of the values from which indexes are built."""
    made = []
    for name, what in CORPORA:
        data = measuring.data_folder(name)
        if data is not None:
            values = fingerprints(program, data / "docs.jsonl.zst")
            made.append((f"{name}: {len(values):,} real {what}", values))
    chance = random.Random(1)
    values = [chance.getrandbits(64) for _ in range(ENTRIES)]
    for number in range(ENTRIES // 2, ENTRIES):
        values[number] = values[number - ENTRIES // 2] ^ 1 << chance.randrange(64)
    made.append((f"{ENTRIES:,} random values, half of them 1 bit from another", values))
    paths = [folder / f"{number}.txt" for number in range(len(made))]
    for (_, numbers), file in zip(made, paths, strict=True):
        file.write_text("".join(f"{number}\n" for number in numbers))
    return [(name, file) for (name, _), file in zip(made, paths, strict=True)]


def index_rows(program: Path, runs: int) -> list[list]:
    """Returns rows of an index: the figures of each side, and how many times better facsim is."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, path in populations(program, Path(folder)):
            for k in (2, 3):
                costs: dict[str, list[dict]] = {side: [] for side in SIDES}
                for _ in range(runs):
                    for side in SIDES:
                        command = [sys.executable, __file__, "--child", side, str(path), str(k)]
                        done = subprocess.run(command, capture_output=True, text=True, check=True)
                        costs[side].append(json.loads(done.stdout))
                rows += rows_of(name, k, costs)
    return rows


def rows_of(name: str, k: int, costs: dict[str, list[dict]]) -> list[list]:
    """Returns the medians of both sides and their ratios."""
    medians = {
        side: {figure: statistics.median(c[figure] for c in of) for figure in of[0]}
        for side, of in costs.items()
    }
    theirs, ours = medians["simhash"], medians["facsim"]
    if theirs["found"] != ours["found"]:
        raise SystemExit(f"{name}, k={k}: {ours['found']} answers, not {theirs['found']}")
    figures = ("read", "build", "near", "far")
    rows = [
        [name, k, side, *(f"{own[figure] * 1e6:.2f}" for figure in figures),
         f"{own['found']:.1f}", f"{own['memory']:.0f}"]
        for side, own in medians.items()
    ]  # fmt: skip
    times = [f"{theirs[figure] / ours[figure]:.0f}" for figure in ("build", "near", "far")]
    memory = f"{theirs['memory'] / ours['memory']:.0f}"
    return [*rows, [name, k, "times", "-", *times, "-", memory]]


def report(arguments: argparse.Namespace, command: str) -> tuple[str, int]:
    """Returns the whole result as Markdown, and how many values differ."""
    texts = text_rows(arguments.facsim, arguments.runs, arguments.megabytes)
    indexes = index_rows(arguments.facsim, arguments.runs)
    text_head = ["corpus", "texts", "MB", "simhash, MB / CPU s", "facsim.compat, MB / CPU s"]
    text_head += ["program, MB / CPU s", "times", "values that differ"]
    index_head = ["entries", "k", "package", "read objects, us", "build, us an entry"]
    index_head += ["near query, us", "far query, us", "answers", "peak memory, bytes an entry"]
    heading = measuring.heading("facsim.compat.simhash beside the package simhash", command)
    text = f"""{heading}
Medians of {arguments.runs} runs by turns, in CPU time. The machine was shared, so read the ratios.

## Texts

10^6 bytes of text per CPU second of `Simhash(text)`; program: `facsim fingerprint --recipe
python-simhash --threads 1`, with reading and parsing. times: facsim.compat over simhash.

{measuring.table(text_head, texts)}

## SimhashIndex

Of pairs of a str and a Simhash that are there already; to read `f` and `value` of each in a Python
loop takes as long as the column says. Near queries differ from an entry in one bit, far ones are
random; {QUERIES:,} of each, made before; answers: of a near query, on average. Memory: what the
build adds to the peak of the process. times: how many times less facsim takes.

{measuring.table(index_head, indexes)}
"""
    return text, sum(row[-1] for row in texts)


def main() -> int:
    """Measures and prints; status 1 if a value differs."""
    if sys.argv[1:2] == ["--child"]:
        return child(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=4, help="of each corpus")
    parser.add_argument("--runs", type=int, default=3)
    program = measuring.ROOT / "build/release/facsim"
    parser.add_argument("--facsim", type=Path, default=program, help="the program to measure")
    parser.add_argument("--write", action="store_true", help="write bench/results/python-DATE.md")
    arguments = parser.parse_args()
    command = shlex.join(["bench/whole/python_simhash.py", *sys.argv[1:]])
    text, different = report(arguments, command)
    print(text)
    if arguments.write:
        print(f"written: {measuring.write_result('python', text)}", file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
