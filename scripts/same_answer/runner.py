# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of a case with the program of each side.

Both sides run at the same absolute path, one after the other, so that their paths do not differ:
the folder `here` of a worker is moved away after each side. The inputs of a case are linked into
it.
"""

import os
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from same_answer import dialogue
from same_answer.case import NEW, OLD, Case, split
from same_answer.cases_serve import DIALOGUES
from same_answer.outcome import Ended, Outcome, identity

SECONDS_MAX = 120


@dataclass(frozen=True)
class Sides:
    """The two programs and packages, and the interpreter for the packages."""

    programs: dict[str, Path]
    packages: dict[str, Path]
    interpreter: str
    corpora: Path


class Worker:
    """Runs one case at a time in a folder of its own."""

    def __init__(self, folder: Path, sides: Sides, pythons: "Pythons") -> None:
        self.folder, self.sides, self.pythons = folder, sides, pythons
        self.here, self.tmp, self.home = folder / "here", folder / "tmp", folder / "home"
        folder.mkdir(parents=True)
        self.home.mkdir()

    def both(self, case: Case) -> tuple[Outcome, Outcome]:
        """Returns the outcomes of a case on both sides; their files exist until the next case."""
        if case.python:
            return self.pythons.outcome(case, OLD), self.pythons.outcome(case, NEW)
        return self._side(case, OLD), self._side(case, NEW)

    def _side(self, case: Case, side: str) -> Outcome:
        kept = self.folder / side
        for path in (kept, self.here, self.tmp):
            shutil.rmtree(path, ignore_errors=True)
        self.here.mkdir()
        self.tmp.mkdir()
        outcome = Outcome(kept)
        self._bring(case)
        for path in self.here.rglob("*"):
            if path.is_file():
                outcome.inputs[str(path.relative_to(self.here))] = identity(path)
        self._take(case, side, outcome)
        outcome.left = sorted(str(p.relative_to(self.tmp)) for p in self.tmp.rglob("*"))
        self.here.rename(kept)
        return outcome

    def _bring(self, case: Case) -> None:
        names = {path.name for path in self.sides.corpora.iterdir()}
        for word in [*case.words(), *case.also]:
            for part in word.split("="):
                first = part.split("/")[0].split("#")[0].split(":")[0]
                if first in names and not (self.here / first).exists():
                    link_tree(self.sides.corpora / first, self.here / first)

    def _take(self, case: Case, side: str, outcome: Outcome) -> None:
        run = 0
        for step in case.steps:
            if step.startswith("!serve "):
                flags, asks = DIALOGUES[step.removeprefix("!serve ")]
                outcome.said += dialogue.hold(flags, asks,
                                              self.command(case, case.program(side, run)))
            elif step.startswith("!"):
                change_files(self.here, split(step[1:]))
                continue
            else:
                outcome.said.append(self.run(case, case.program(side, run), step))
            run += 1

    def environment(self, case: Case) -> dict[str, str]:
        """Returns the environment of a case, the same on both sides."""
        return environment_of(self.home, self.tmp) | dict(case.env)

    def command(self, case: Case, who: str) -> dict:
        """Returns the arguments that start the program of a side."""
        return {"executable": str(self.sides.programs[who]), "cwd": self.here,
                "env": self.environment(case)}  # fmt: skip

    def run(self, case: Case, who: str, step: str) -> Ended:
        """Runs a step that starts the program."""
        words, stdin, kept = redirected(split(step))
        given = (self.here / stdin).open("rb") if stdin else subprocess.DEVNULL
        try:
            ended = run_to_end(step, ["facsim", *words], stdin=given, **self.command(case, who))
        finally:
            if stdin:
                given.close()
        if kept:
            (self.here / kept).write_bytes(ended.out)
            ended.out = b""
        return ended


def environment_of(home: Path, tmp: Path) -> dict[str, str]:
    """Returns an environment whose only variables of this machine are PATH and VIRTUAL_ENV."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(home), "TMPDIR": str(tmp),
            "LC_ALL": "C.UTF-8", "TZ": "UTC", "VIRTUAL_ENV": os.environ.get("VIRTUAL_ENV", ""),
            "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}  # fmt: skip


def run_to_end(step: str, command: list, **how: object) -> Ended:
    """Runs a program; kills it if it takes too long."""
    options = {"stdin": subprocess.DEVNULL} | how
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **options) as process:
        try:
            out, err = process.communicate(timeout=SECONDS_MAX)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return Ended(step, f"killed after {SECONDS_MAX} seconds", out, err)
    return Ended(step, process.returncode, out, err)


class Pythons:
    """The answers of the two packages. One process runs all cases of a group, since loading the
    libraries takes most of the time."""

    def __init__(self, folder: Path, sides: Sides) -> None:
        self.folder, self.sides = folder, sides
        self.lock = threading.Lock()
        self.groups: dict[str, threading.Lock] = {}
        self.answers: dict[tuple[str, str], tuple[dict[str, bytes], Ended]] = {}

    def outcome(self, case: Case, side: str) -> Outcome:
        """Returns the outcome of a case, one line of its group's output."""
        group, name = case.python.split("/", 1)
        with self.lock:
            turn = self.groups.setdefault(group, threading.Lock())
        with turn:
            if (group, side) not in self.answers:
                self.answers[group, side] = self._run(group, side)
        lines, ended = self.answers[group, side]
        command = f"python: {case.python}"
        empty = self.folder / "empty"
        empty.mkdir(parents=True, exist_ok=True)
        if name in lines:
            return Outcome(empty, [Ended(command, 0, lines[name], place="python")])
        last = ended.err.decode("utf-8", "replace").splitlines()[-1:] or [""]
        return Outcome(empty,
                       [Ended(command,
                              f"no answer; the process ended with {ended.status}: {last[0]}")])

    def _run(self, group: str, side: str) -> tuple[dict[str, bytes], Ended]:
        folder = self.folder / group
        shutil.rmtree(folder, ignore_errors=True)
        for name in ("home", "tmp"):
            (folder / name).mkdir(parents=True)
        link_tree(self.sides.corpora, folder / "here")
        env = environment_of(folder / "home",
                             folder / "tmp") | {"PYTHONPATH": str(self.sides.packages[side])}
        command = [self.sides.interpreter, Path(__file__).with_name("python_side.py"), group]
        ended = run_to_end(f"python: {group}", command, cwd=folder / "here", env=env)
        lines = (line.partition(b"\t") for line in ended.out.splitlines())
        return {name.decode(): answer for name, _, answer in lines}, ended


def redirected(words: list[str]) -> tuple[list[str], str, str]:
    """Returns the words without `< FILE` and `> FILE`, and the two files."""
    files = {"<": "", ">": ""}
    rest, at = [], 0
    while at < len(words):
        if words[at] in files and at + 1 < len(words):
            files[words[at]] = words[at + 1]
            at += 2
        else:
            rest.append(words[at])
            at += 1
    return rest, files["<"], files[">"]


def link_tree(source: Path, target: Path) -> None:
    """Makes the same tree with links to the same files; links in it keep their targets."""
    if source.is_symlink():
        target.symlink_to(os.readlink(source))
    elif source.is_dir():
        target.mkdir()
        for path in sorted(source.iterdir()):
            link_tree(path, target / path.name)
    else:
        os.link(source, target)


def change_files(here: Path, words: list[str]) -> None:
    """Runs a step that begins with `!`; never writes to files linked from elsewhere."""
    verb, path = words[0], here / words[1]
    if verb == "rm":
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    elif verb == "mv":
        path.rename(here / words[2])
    elif verb == "copy":
        shutil.copytree(path,
                        here / words[2]) if path.is_dir() else shutil.copy2(path, here / words[2])
    elif verb == "link":
        (here / words[2]).symlink_to(words[1])
    elif verb == "mkdir":
        path.mkdir(parents=True)
    elif verb == "touch":
        put(path, path.read_bytes())
        os.utime(path, (int(words[2]),) * 2)
    elif verb == "flip":
        content = bytearray(path.read_bytes())
        content[int(words[2])] ^= 1
        put(path, content)
    elif verb == "cut":
        put(path, path.read_bytes()[: int(words[2])])
    elif verb == "append":
        target = here / words[2]
        put(target, target.read_bytes() + path.read_bytes())
    else:
        raise ValueError(f"no step is called !{verb}")


def put(path: Path, content: bytes) -> None:
    """Replaces a file, with a fixed time of change."""
    beside = path.with_name(path.name + ".put")
    beside.write_bytes(content)
    os.utime(beside, (1_700_000_000,) * 2)
    beside.replace(path)
