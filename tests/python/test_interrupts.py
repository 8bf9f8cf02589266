# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C ends every long call: within a second on a machine with nothing else to do."""

import os
import resource
import signal
import sys
import time
from pathlib import Path

import pytest
from running import SANITIZED, run, start

# Of CPU, of which other users of the machine take nothing, by two threads at most; and of the clock,
# where it waits for nothing.
CPU_SECONDS = 1.5
SECONDS = 3
TICKS = os.sysconf("SC_CLK_TCK")

MANY = """
text = " ".join(f"word{i % 97} other{i}" for i in range(150))
texts = [text] * 4_000_000
"""
ARROW = MANY + """
import pyarrow as pa
column = pa.array(texts[:400_000], pa.large_string())
"""
POLARS = MANY + """
import polars as pl, facsim.polars
series = pl.Series(texts[:400_000])
"""
HUGE = """
texts = ["".join(f"word{i} and more of it " for i in range(4_000_000)) * 2]
"""
ODD = """
texts = ["\\u00e9t\\u00e9" * 40_000_000]
"""
PAGES = """
import itertools, random
chance = random.Random(1)
texts = (" ".join(str(chance.getrandbits(30)) for _ in range(40)) for _ in itertools.count())
"""
FILES = """
import json, pathlib, tempfile
words = [f"word{i}" for i in range(40)]
file = tempfile.NamedTemporaryFile("w", suffix=".jsonl")
for i in range(40_000):
    file.write(json.dumps({"text": " ".join(words + [str(i * j) for j in range(20)])}) + "\\n")
file.flush()
"""
FIGURES = [(HUGE, "facsim.fingerprint(texts)", after) for after in (0.2, 0.5, 0.8, 1.2)]
CALLS = [
    *((MANY, f"facsim.{name}(texts)") for name in ("fingerprint", "sketch", "digest", "facts")),
    (ARROW, "facsim.fingerprint(column)"),
    (POLARS, "series.facsim.fingerprint()"),
    (HUGE, "facsim.facts(texts)"),
    (ODD, "facsim.digest(texts)"),
    (PAGES, "facsim.dedup(texts)"),
    (PAGES, "facsim.annotate(texts)"),
    (PAGES, "facsim.fingerprint(texts)"),
    (MANY, "facsim.dedup(texts)"),
    (PAGES, "facsim.dedup(facsim.dedup(texts).kept for _ in range(2))"),
    (FILES, "facsim.dedup(pathlib.Path(file.name), profile='thorough')"),
    (FILES, "facsim.evaluate(pathlib.Path(file.name), exact=True)"),
]
CASES = [(make, call, 0.7) for make, call in CALLS] + FIGURES


def cpu_of(pid: int) -> float:
    """What a process has used so far."""
    numbers = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, numbers[11:13])) / TICKS


def cpu_of_children() -> float:
    """What all children had used that have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


@pytest.mark.parametrize("number", range(len(CASES)))
def test_ctrl_c(number: int, tmp_path: Path) -> None:
    if SANITIZED:
        pytest.skip("skipped: a sanitizer takes the memory of the huge texts many times")
    make, call, after = CASES[number]
    said = "print('{}', flush=True)\n"
    two = "import os; os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])"
    begin = f"{two}\nimport facsim\n{make}\n{said.format('at work')}"
    code = f"{begin}{call}\n{said.format('ended')}"
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"], "TMPDIR": str(tmp_path)}
    ended = cpu_of_children()
    with start([sys.executable, "-c", code], env=environment) as process:
        assert process.stdout.readline() == b"at work\n"
        time.sleep(after)
        asked, used = time.monotonic(), cpu_of(process.pid)
        process.send_signal(signal.SIGINT)
        result = process.result()
        took = time.monotonic() - asked
    used = cpu_of_children() - ended - used
    if result.out:
        pytest.skip("skipped: the call ended before")
    assert result.err.rstrip().endswith("KeyboardInterrupt"), result.err
    assert used < CPU_SECONDS
    assert took < SECONDS
    assert list(tmp_path.iterdir()) == []


ENDS = """
import facsim, random, sys, threading, time
random.seed(3)
texts = [" ".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=400)) for _ in range(20000)]
def many():
    while True:
        facsim.{call}
threading.Thread(target=many, daemon=True).start()
time.sleep(0.3)
print("main ends", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    ["dedup(texts)", "fingerprint(texts)", "compare(texts[0] * 50, texts[1] * 50)",
     "HammingIndex(range(1 << 20))", "dedup(iter(texts), progress=lambda *said: None)"],
)  # fmt: skip
def test_a_daemon_thread_does_not_break_the_end(call: str) -> None:
    program = ENDS.replace("{call}", call)
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    done = run([sys.executable, "-c", program], env=environment, seconds=60)
    assert (done.status, done.out, done.err) == (0, "main ends\n", "")
