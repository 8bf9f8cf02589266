# SPDX-License-Identifier: Apache-2.0
"""Runs `facsim dedup` on a real corpus and has the removals judged by exact resemblance."""

import json
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from real_data import NO_DATA  # noqa: E402
from running import JUDGE, PROGRAM, ROOT, done, start  # noqa: E402, F401

# Faults that no tolerance excuses: a row that contradicts the corpus or another row.
HARD_FAULTS = (
    "unknown_offset",
    "wrong_id",
    "removed_twice",
    "not_kept",
    "wrong_resemblance",
    "short_not_equal",
)


def program() -> Path:
    """The facsim program."""
    return PROGRAM


def judge_program() -> Path:
    """The judge of removals."""
    return JUDGE


def printed(*command: object, **how: object) -> str:
    """What a command prints, however long it takes. Raises where it fails."""
    return done(command, seconds=None, **how).out


def data_file(name: str) -> Path | None:
    """The packed documents of a set of $FACSIM_DATA; None where they are absent."""
    folder = os.environ.get("FACSIM_DATA")
    if not folder:
        return None
    path = Path(folder) / name / "docs.jsonl.zst"
    return path if path.exists() else None


class NoDataError(Exception):
    """A set is not there; the message says where it was looked for."""


def needed_file(name: str) -> Path:
    """The packed documents of a set. Raises NoDataError."""
    path = data_file(name)
    if path is None:
        raise NoDataError(f"{NO_DATA}$FACSIM_DATA/{name}")
    return path


def unpack(packed: Path, target: Path, lines_max: int | None = None) -> Path:
    """Writes the first `lines_max` lines of a .zst file (all without it) to `target`."""
    with start(["zstd", "-dqc", "--long=27", packed]) as unpacker, target.open("wb") as out:
        for number, line in enumerate(unpacker.stdout):
            if number == lines_max:
                return target
            out.write(line)
        ended = unpacker.result()
    if ended.status != 0:
        raise RuntimeError(f"{packed}: {ended.err}")
    return target


def dedup(corpus: Path, out: Path, *flags: str) -> dict:
    """Deduplicates a file into a new folder; its summary. Raises where the run fails."""
    printed(PROGRAM, "dedup", corpus, "-o", out, "--quiet", *flags)
    return json.loads((out / "summary.json").read_text())


def judge(corpus: Path, *files_and_flags: Path | str) -> dict:
    """The verdict on a file of rows, on several a list; see judge.cc for its members."""
    return json.loads(printed(JUDGE, corpus, *files_and_flags))


def complaints(verdict: dict, recall_min: float, precision_min: float = 0.99) -> list[str]:
    """What is wrong with the removals, in sentences; empty where nothing is."""
    found = []
    for name in HARD_FAULTS:
        fault = verdict["faults"][name]
        if fault["count"]:
            found.append(f"{name}: {fault['count']}, first {fault['first'][:3]}")
    if verdict["bad"]:
        found.append(f"bad removals: {verdict['bad']}, worst {verdict['worst'][:3]}")
    if verdict["precision"] < precision_min:
        found.append(f"precision {verdict['precision']:.4f} is below {precision_min}")
    if verdict["recall"] < recall_min:
        missed = verdict["faults"]["missed"]
        found.append(f"recall {verdict['recall']:.4f} is below {recall_min}; missed {missed}")
    return found
