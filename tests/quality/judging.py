# SPDX-License-Identifier: Apache-2.0
"""Runs `facsim dedup` on a real corpus and has the removals judged by exact resemblance."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

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
    """The facsim program: $FACSIM_PROGRAM, else the release build."""
    return Path(os.environ.get("FACSIM_PROGRAM", ROOT / "build/release/facsim")).resolve()


def judge_program() -> Path:
    """The judge: $FACSIM_JUDGE, else beside the program."""
    return Path(os.environ.get("FACSIM_JUDGE", program().parent / "facsim_judge")).resolve()


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
        raise NoDataError(f"skipped: no data at $FACSIM_DATA/{name}")
    return path


def unpack(packed: Path, target: Path, lines_max: int | None = None) -> Path:
    """Writes the first `lines_max` lines of a .zst file (all without it) to `target`."""
    command = ["zstd", "-dqc", "--long=27", str(packed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as unpacker, target.open("wb") as out:
        for number, line in enumerate(unpacker.stdout):
            if number == lines_max:
                unpacker.terminate()
                return target
            out.write(line)
    if unpacker.returncode != 0:
        raise RuntimeError(f"{packed}: zstd ended with status {unpacker.returncode}")
    return target


def dedup(corpus: Path, out: Path, *flags: str) -> dict:
    """Deduplicates a file into a new folder; its summary. Raises where the run fails."""
    command = [str(program()), "dedup", str(corpus), "-o", str(out), "--quiet", *flags]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return json.loads((out / "summary.json").read_text())


def judge(corpus: Path, *files_and_flags: Path | str) -> dict:
    """The verdict on a file of rows, on several a list; see judge.cc for its members."""
    command = [str(judge_program()), str(corpus), *map(str, files_and_flags)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


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
