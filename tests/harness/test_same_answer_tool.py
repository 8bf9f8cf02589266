# SPDX-License-Identifier: Apache-2.0
"""scripts/same_answer.py: finds a program that differs in one byte, and reports nothing else."""

import re
import sys
import time
from pathlib import Path

import pytest
from running import PROGRAM, ROOT, Result, run

sys.path.insert(0, str(ROOT / "scripts"))

from same_answer import masks  # noqa: E402
from same_answer.outcome import difference_of  # noqa: E402

# Case -> the change that spoils its last command, and the expected report.
SPOILED = {
    "dedup/keep/pages.jsonl/--keep_last": (
        "printf X | dd of=out/clusters.jsonl bs=1 seek=20 conv=notrunc 2>/dev/null",
        "file out/clusters.jsonl differs", "line 1, byte 21"),
    "dedup/remove/pages.jsonl/--remove_exact": ("rm out/reported.jsonl",
                                                "file out/reported.jsonl differs",
                                                "new: not there"),
    "dedup/scope/pages.jsonl/--scope_host": ("touch out/more", "file out/more differs",
                                             "old: not there"),
    "dedup/names/names.jsonl/--names_off": ("chmod 600 out/names.jsonl",
                                            "file out/names.jsonl differs", "mode 0o600"),
    "dedup/count-by/table.csv/--count-by_rank": ("status=3", "status differs", "new: 3"),
    "plan/--count_1M": ("echo more", "standard output differs", "new: more"),
    "compare/one.html_two.html": ("echo a word >&2", "standard error differs", "new: a word"),
    "wrong/missing/5": ("touch $TMPDIR/left", "folder of temporary files differs", "new: left"),
}  # fmt: skip
WHEN = {
    "dedup/keep/pages.jsonl/--keep_last": "*'--keep last'*",
    "dedup/remove/pages.jsonl/--remove_exact": "*'--remove exact'",
    "dedup/scope/pages.jsonl/--scope_host": "*'--scope host'",
    "dedup/names/names.jsonl/--names_off": "*'--names off'",
    "dedup/count-by/table.csv/--count-by_rank": "*'--count-by rank'", "plan/--count_1M": "plan*",
    "compare/one.html_two.html": "compare*",
    "wrong/missing/5": "show*",
}  # fmt: skip
CASES = [*WHEN, "help/names", "inputs/stdin/empty.jsonl"]
ONLY = f"^({'|'.join(re.escape(name) for name in CASES)})$"


def same_answer(new: Path, *flags: object, only: str = ONLY) -> Result:
    """Compares the program of this build with another one."""
    command = [sys.executable, ROOT / "scripts/same_answer.py", "--old", PROGRAM, "--new", new]
    return run([*command, "--only", only, "--jobs", 2, *flags], env={"FACSIM_DATA": None})


def spoiling(path: Path, arms: list[str]) -> Path:
    """Makes a program that runs ours, and does something more after some commands."""
    text = f'#!/bin/sh\n{PROGRAM} "$@"\nstatus=$?\ncase "$*" in\n' + "".join(arms) + "esac\nexit $status\n"
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_program_is_the_same_as_itself() -> None:
    done = same_answer(PROGRAM)
    assert (done.status, done.err) == (0, ""), done.out
    (line,) = done.out.splitlines()
    found = re.match(r"same: (\d+) cases, (\d+) commands and answers, (\d+) files, ([\d,]+) bytes",
                     line)
    assert found and int(found[1]) == len(CASES) and int(found[2]) > len(CASES), line
    assert "corpora: made pages; masks used: " in line


def test_each_kind_of_difference_is_named(tmp_path: Path) -> None:
    arms = [f"{WHEN[name]}) {SPOILED[name][0]};;\n" for name in WHEN]
    done = same_answer(spoiling(tmp_path / "facsim", arms), "--keep", tmp_path / "kept")
    assert done.status == 1 and done.err == ""
    told = {part.partition(": ")[0]: part for part in done.out.split("\n\n")}
    for name in WHEN:
        _, *words = SPOILED[name]
        assert all(word in told[name] for word in words), told.get(name, done.out)
    assert f"differ: {len(WHEN)} of {len(CASES)} cases" in done.out
    kept = tmp_path / "kept/dedup/remove/pages.jsonl/--remove_exact"
    assert (kept / "old/out/reported.jsonl").exists() and not (kept / "new/out/reported.jsonl").exists()


def test_who_writes_to_an_input_is_caught(tmp_path: Path) -> None:
    program = spoiling(tmp_path / "facsim", ["compare*) printf X >> one.html;;\n"])
    done = same_answer(program, only="^compare/one.html_two.html$")
    assert done.status == 1 and "wrote to its inputs" in done.out


@pytest.mark.parametrize(
    ("flags", "words"),
    [(["--old", "nothing"], "--old: 'nothing' is no program"),
     (["--keep", "."], "name a new folder"),
     (["--only", "no such"], "no case is called"), (["--old-python", "."], "belong together")],
)  # fmt: skip
def test_wrong_use_is_refused(flags: list[str], words: str) -> None:
    command = [sys.executable, ROOT / "scripts/same_answer.py", "--old", PROGRAM, "--new", PROGRAM]
    done = run([*command, *flags])
    assert done.status == 2 and words in done.err


def now() -> bytes:
    return time.strftime("%Y-%m-%dT%H:%M:%S.123Z", time.gmtime()).encode()


@pytest.mark.parametrize(
    ("place", "text", "left"),
    [("out", b'"first_seen":"%s"' % now(), b'"first_seen":"<now>"'),
     ("out", b'"first_seen":"2024-01-02T03:04:05Z"', None),
     ("file:out/pages.jsonl", now(), None),
     ("err", b"time     0.3 s with 2 threads", b"time     <n> s with 2 threads"),
     ("err", b"removed  162 (exact 9)", None),
     ("out", b'.TH FACSIM 1 2026-11-22 "facsim 0.1.0" "User', b'.TH FACSIM 1 <date> "facsim <version>" "User'),
     ("file:out/summary.json", b'    "seconds": 0.028,\n    "pages": 3',
      b'    "seconds": <n>,\n    "pages": 3'),
     ("file:out/duplicates.jsonl", b'"seconds": 0.028', None),
     ("file:idx/MANIFEST", b"checksum ae926da6474df962", None),
     ("file:st/pages.idx/MANIFEST", b"checksum ae926da6474df962", b"checksum <sum>")],
)  # fmt: skip
def test_a_mask_takes_a_number_where_it_may_differ(place: str, text: bytes,
                                                   left: bytes | None) -> None:
    assert masks.masked(place, text) == (text if left is None else left)


def test_the_first_difference_is_shown() -> None:
    assert difference_of(b"one\ntwo\n", b"one\ntoo\n") == ("line 2, byte 2", "old: two", "new: too")
    assert difference_of(b"one\n", b"one\ntwo\n") == ("line 2, byte 1", "old: end", "new: two")
    assert difference_of(b"\0a", b"\0b")[0] == "byte 1 of 2 (old) and 2 (new)"
    long = b"x" * 900
    assert difference_of(long + b"a", long + b"b")[1].startswith("old: ... x")
