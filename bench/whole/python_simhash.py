# SPDX-License-Identifier: Apache-2.0
"""The Python package simhash beside `facsim fingerprint --recipe python-simhash`, same texts.

    build/bench-venv/bin/python bench/whole/python_simhash.py FILE [--megabytes 4]

Reads the first megabytes of a file of JSON lines, takes both values of each text, compares them and
prints the rates of both in MB of text per CPU second and their ratio. The package's rate is of its
constructor alone; facsim's is of the whole program.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from simhash import Simhash

ROOT = Path(__file__).resolve().parents[2]


def child_seconds() -> float:
    """CPU seconds of the children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> int:
    """Measures and prints; status 1 if a value differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--megabytes", type=float, default=4)
    parser.add_argument("--facsim", type=Path, default=ROOT / "build/release/facsim")
    chosen = parser.parse_args()
    lines, size = [], 0
    with chosen.file.open("rb") as source:
        for line in source:
            lines.append(line)
            size += len(line)
            if size > chosen.megabytes * 1e6:
                break
    texts = [json.loads(line)["text"] for line in lines]
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    begin = time.process_time()
    values = []
    for text in texts:
        try:
            values.append(f"{Simhash(text).value:016x}")
        except OverflowError:  # numpy 2 and a window more than 255 times
            values.append(None)
    package = megabytes / (time.process_time() - begin)

    # Start-up must not count: the same texts many times over.
    times = max(1, int(200 / megabytes))
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as many:
        for _ in range(times):
            many.writelines(lines)
        many.flush()
        before = child_seconds()
        done = subprocess.run(
            [chosen.facsim, "fingerprint", "--threads", "1", "--recipe", "python-simhash",
             "--columns", "fingerprint", many.name],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        ours = megabytes * times / (child_seconds() - before)
    found = done.stdout.split()[: len(values)]
    different = sum(a != b for a, b in zip(found, values, strict=True) if b is not None)
    print(f"{chosen.file.name}: package {package:.2f} MB/s, facsim {ours:.0f} MB/s, "
          f"{ours / package:.0f} times; {different} of {len(values)} values differ")  # fmt: skip
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
