# SPDX-License-Identifier: Apache-2.0
"""The files of earlier programs, copies of them to work on, and the program that must read them."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAM = os.environ.get("FACSIM_PROGRAM", HERE.parents[1] / "build/release/facsim")
# One folder for each program whose formats or recipes were new.
FOLDERS = sorted(answers.parent for answers in HERE.glob("*/answers"))
RECIPES_3 = HERE / "recipes-3"
RECIPES_4 = HERE / "recipes-4"  # those of this program
SECONDS_MAX = 120


@dataclass
class Run:
    """A run that ended."""

    status: int
    out: str
    err: str

    def rows(self) -> list[dict]:
        assert self.status == 0, self.err
        return [json.loads(line) for line in self.out.splitlines()]


def facsim(folder: Path, *arguments: object, stdin: bytes = b"") -> Run:
    done = subprocess.run(
        [str(Path(PROGRAM).resolve()), *map(str, arguments)],
        cwd=folder, input=stdin, capture_output=True, timeout=SECONDS_MAX, check=False,
    )  # fmt: skip
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))


def done(folder: Path, *arguments: object, stdin: bytes = b"") -> str:
    run = facsim(folder, *arguments, stdin=stdin)
    assert run.status == 0, (arguments, run.err)
    return run.out


def copy_of(kept: Path, tmp_path: Path) -> Path:
    """No test may write where the files are kept."""
    return Path(shutil.copytree(kept, tmp_path / kept.name))


def answer(kept: Path, name: str) -> str:
    return (kept / "answers" / name).read_text()


def state_of(folder: Path) -> dict[str, bytes]:
    """Every file but the writer's lock."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "LOCK"}  # fmt: skip


def removals(out: Path) -> dict[str, list[str]]:
    """Page -> the page that was kept for it, and the kind."""
    rows = [json.loads(line) for line in (out / "duplicates.jsonl").read_text().splitlines()]
    return {row["id"]: [row["representative"], row["kind"]] for row in rows}


def has_all(now: object, then: object) -> bool:
    """Whether every member that was said is said as it was; a later program may say more."""
    if isinstance(then, dict):
        return isinstance(now, dict) and all(
            name in now and has_all(now[name], value) for name, value in then.items()
        )
    if isinstance(then, list):
        return (
            isinstance(now, list)
            and len(now) == len(then)
            and all(has_all(a, b) for a, b in zip(now, then, strict=True))
        )
    return now == then
