# SPDX-License-Identifier: Apache-2.0
"""The outcome of a case on one side, and the first difference between two sides."""

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from same_answer.case import Case
from same_answer.masks import is_compared, masked

SHOWN = 150  # the characters shown of a line


@dataclass
class Ended:
    """A command that ended, or an answer."""

    command: str
    status: int | str
    out: bytes = b""
    err: bytes = b""
    place: str = "out"


@dataclass
class Outcome:
    """One side of a case: the outputs, and the files in `folder`."""

    folder: Path
    said: list[Ended] = field(default_factory=list)
    inputs: dict[str, tuple] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)  # files left in the folder for temporary files


@dataclass(frozen=True)
class Difference:
    """The first difference of a case."""

    case: str
    command: str
    where: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.case}: {self.where} differs", f"  behind: {self.command}",
                          *(f"  {line}" for line in self.lines)])  # fmt: skip


@dataclass
class Compared:
    """Counts of all that was compared."""

    commands: int = 0
    files: int = 0
    bytes: int = 0

    def __iadd__(self, other: "Compared") -> "Compared":
        self.commands += other.commands
        self.files += other.files
        self.bytes += other.bytes
        return self


def identity(path: Path) -> tuple:
    """Returns a value that changes if the file is written to or replaced."""
    stat = path.lstat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns


def listed(outcome: Outcome) -> dict[str, str]:
    """Returns every path except unchanged inputs: 'file', 'folder', or the target of a link."""
    found = {}
    for top, folders, files in os.walk(outcome.folder):
        for name in [*folders, *files]:
            path = Path(top, name)
            short = str(path.relative_to(outcome.folder))
            if not is_compared(short):
                continue
            if path.is_symlink():
                found[short] = f"link to {os.readlink(path)}"
            elif path.is_dir():
                found[short] = "folder"
            elif not path.is_file():
                found[short] = "neither file nor folder"
            elif outcome.inputs.get(short) != identity(path):
                found[short] = "file"
    return found


def first_difference(
    case: Case, old: Outcome, new: Outcome, compared: Compared, used: set[str]
) -> Difference | None:
    """Returns the first difference of two sides, or None. Counts what it compared."""
    for one, other in zip(old.said, new.said, strict=False):
        compared.commands += 1
        if found := _of_streams(case, one, other, compared, used):
            return found
    if len(old.said) != len(new.said):
        more = max((old, new), key=lambda each: len(each.said))
        missing = more.said[min(len(old.said), len(new.said))]
        which = "new" if more is old else "old"
        return Difference(case.name, missing.command, "what was said",
                          (f"the {which} program did not come to this",))  # fmt: skip
    return _of_files(case, old, new, compared, used)


def _of_streams(
    case: Case, one: Ended, other: Ended, compared: Compared, used: set[str]
) -> Difference | None:
    pairs = [("standard output", one.place, one.out, other.out),
             ("standard error", "err", one.err, other.err)]  # fmt: skip
    if one.status != other.status:
        said = [line for each in (one,
                                  other) for line in each.err.decode("utf-8",
                                                                     "replace").splitlines()[-1:]]
        lines = (f"old: {one.status}", f"new: {other.status}",
                 *(f"said: {cut(line)}" for line in said))
        return Difference(case.name, one.command, "status", lines)
    for name, place, before, behind in pairs:
        compared.bytes += len(before)
        before, behind = (masked(place, text, used) for text in (before, behind))
        if before != behind:
            name = "answer" if place == "answer" else name
            return Difference(case.name, one.command, name, difference_of(before, behind))
    return None


def _of_files(
    case: Case, old: Outcome, new: Outcome, compared: Compared, used: set[str]
) -> Difference | None:
    command = old.said[-1].command if old.said else ""
    before, behind = listed(old), listed(new)
    for path in sorted(before.keys() | behind.keys()):
        lines = (f"old: {before.get(path, 'not there')}", f"new: {behind.get(path, 'not there')}")
        if before.get(path) != behind.get(path):
            return Difference(case.name, command, f"file {path}", lines)
        if before[path] == "file" and (lines := _of_file(path, old, new, compared, used)):
            return Difference(case.name, command, f"file {path}", lines)
    if old.left != new.left:
        lines = (f"old: {' '.join(old.left) or 'empty'}", f"new: {' '.join(new.left) or 'empty'}")
        return Difference(case.name, command, "folder of temporary files", lines)
    return None


def _of_file(
    path: str, old: Outcome, new: Outcome, compared: Compared, used: set[str]
) -> tuple[str, ...]:
    one, other = old.folder / path, new.folder / path
    modes = [oct(each.stat().st_mode & 0o7777) for each in (one, other)]
    if modes[0] != modes[1]:
        return (f"old: mode {modes[0]}", f"new: mode {modes[1]}")
    before, behind = one.read_bytes(), other.read_bytes()
    compared.files += 1
    compared.bytes += len(before)
    if before == behind:
        return ()
    before, behind = (masked(f"file:{path}", content, used) for content in (before, behind))
    return () if before == behind else difference_of(before, behind)


def difference_of(old: bytes, new: bytes) -> tuple[str, ...]:
    """Returns the first different line of two texts, or the first different byte of other data."""
    at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
              min(len(old), len(new)))
    if is_text(old) and is_text(new):
        number = old.count(b"\n", 0, at) + 1
        begin = old.rfind(b"\n", 0, at) + 1
        return (f"line {number}, byte {at - begin + 1}", f"old: {around(old, begin, at)}",
                f"new: {around(new, begin, at)}")  # fmt: skip
    return (f"byte {at:,} of {len(old):,} (old) and {len(new):,} (new)",
            f"old: {old[at : at + 16].hex(' ') or 'end'}",
            f"new: {new[at : at + 16].hex(' ') or 'end'}")  # fmt: skip


def is_text(content: bytes) -> bool:
    """True if a person can read the content."""
    if b"\0" in content:
        return False
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def around(content: bytes, begin: int, at: int) -> str:
    """Returns the line from `begin`, or its part around `at`."""
    if begin > len(content) or (begin == len(content) and begin > 0):
        return "end"
    end = content.find(b"\n", begin)
    line = content[begin : end if end >= 0 else len(content)]
    first = max(0, at - begin - SHOWN // 2)
    text = line[first : first + SHOWN].decode("utf-8", "replace")
    return f"{'... ' if first else ''}{text}{' ...' if first + SHOWN < len(line) else ''}"


def cut(line: str) -> str:
    """Cuts a line to a readable length."""
    return line if len(line) <= SHOWN else line[:SHOWN] + " ..."


def digest_of(folder: Path) -> str:
    """Returns a digest of all files of a folder and their names, to detect changes of inputs."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            total.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()
