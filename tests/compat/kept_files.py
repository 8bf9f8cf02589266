# SPDX-License-Identifier: Apache-2.0
"""The kept files, copies of them to work on, and the program that must read them."""

import shutil
from pathlib import Path

from running import JUDGE, facsim, read_jsonl
from running import done as ended

HERE = Path(__file__).resolve().parent
# One folder for each program whose formats or recipes were new.
FOLDERS = sorted(answers.parent for answers in HERE.glob("*/answers"))
FORMATS_1 = HERE / "formats-1"  # those of this program


def done(folder: Path, *arguments: object) -> str:
    """What a run in this folder prints; it must end well."""
    return facsim.done(*arguments, cwd=folder).out


def copy_of(kept: Path, tmp_path: Path) -> Path:
    """No test may write where the files are kept."""
    return Path(shutil.copytree(kept, tmp_path / kept.name))


def age_index(index: Path) -> None:
    """As if the version of the recipes before had read its pages."""
    ended([JUDGE.with_name("facsim_age_index"), index])


def answer(kept: Path, name: str) -> str:
    return (kept / "answers" / name).read_text()


def removals(out: Path) -> dict[str, list[str]]:
    """Page -> the page that was kept for it, and the kind."""
    rows = read_jsonl(out / "duplicates.jsonl")
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
