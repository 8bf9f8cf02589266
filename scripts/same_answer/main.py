# SPDX-License-Identifier: Apache-2.0
"""The command line of same_answer: options, workers, and the final summary."""

import argparse
import os
import queue
import re
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from same_answer import corpora, masks
from same_answer.case import NEW, OLD, Case, Table
from same_answer.outcome import Compared, Difference, digest_of, first_difference
from same_answer.runner import Pythons, Sides, Worker
from same_answer.table import all_cases

TOP = Path(__file__).resolve().parents[2]


def options_of(arguments: list[str] | None) -> argparse.Namespace:
    """Returns the parsed options."""
    parser = argparse.ArgumentParser(
        prog="same_answer.py",
        description="Runs the same cases with two programs and holds status, standard output, standard "
        "error and every file against each other, byte for byte. Status 1 where they differ.",
    )
    parser.add_argument("--old", type=Path, metavar="PROGRAM",
                        help="the program from before; Parquet and "
                        "jieba need facsim_parquet.so and jieba.tables beside it")  # fmt: skip
    parser.add_argument("--new", type=Path, metavar="PROGRAM",
                        help="the program that must give the same")
    parser.add_argument("--old-python", type=Path, metavar="FOLDER",
                        help="a folder for PYTHONPATH, with the package facsim")
    parser.add_argument("--new-python", type=Path, metavar="FOLDER",
                        help="the same, of the new package")
    parser.add_argument("--python", metavar="PROGRAM", default=sys.executable,
                        help="who runs the packages; default: this one")
    parser.add_argument("--data", type=Path, default=os.environ.get("FACSIM_DATA") or None,
                        metavar="FOLDER",
                        help="real sets, a folder with docs.jsonl.zst each; default: $FACSIM_DATA, else none")  # fmt: skip
    parser.add_argument("--only", metavar="REGEX", default="",
                        help="only cases whose name has this in it")
    parser.add_argument("--list", action="store_true",
                        help="print the cases, their commands and what is masked")
    parser.add_argument("--jobs", type=int, metavar="N", default=os.cpu_count() or 1,
                        help="so many cases at once")
    parser.add_argument("--keep", type=Path, metavar="FOLDER",
                        help="keep the folders of cases that differ in this new folder")
    parser.add_argument("--show", type=int, default=10, metavar="N",
                        help="print so many differences; default: 10")
    options = parser.parse_args(arguments)
    pairs = {"--old": options.old, "--new": options.new}
    packages = {"--old-python": options.old_python, "--new-python": options.new_python}
    for given in (pairs, packages):
        if any(given.values()) and not all(given.values()):
            parser.error(f"{' and '.join(given)} belong together")
    if not options.list and not (options.old or options.old_python):
        parser.error("give --old and --new, or --old-python and --new-python, or --list")
    for name, path in pairs.items():
        if path and not (path.is_file() and os.access(path, os.X_OK)):
            parser.error(f"{name}: '{path}' is no program; build it, or name another one")
    for name, path in packages.items():
        if path and not (path / "facsim/__init__.py").is_file():
            parser.error(f"{name}: {path} has no package facsim; build the target facsim_python_package")
    if options.data and not options.data.is_dir():
        parser.error(f"--data: {options.data} is no folder")
    if options.keep and options.keep.exists():
        parser.error(f"--keep: {options.keep} is there already; name a new folder")
    if options.jobs < 1:
        parser.error("--jobs: at least 1")
    return options


@dataclass
class Session:
    """Runs all cases, distributed among workers."""

    worlds: Path
    sides: Sides
    keep: Path | None
    waiting: queue.SimpleQueue = field(default_factory=queue.SimpleQueue)
    lock: threading.Lock = field(default_factory=threading.Lock)
    differences: list[Difference] = field(default_factory=list)
    compared: Compared = field(default_factory=Compared)
    used: set[str] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)
    done: int = 0

    def __post_init__(self) -> None:
        self.pythons = Pythons(self.worlds / "python", self.sides)

    def run(self, cases: list[Case], jobs: int) -> None:
        """Runs the cases in `jobs` workers."""
        for case in cases:
            self.waiting.put(case)
        workers = [threading.Thread(target=self._work, args=(n,)) for n in range(jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    def _work(self, number: int) -> None:
        worker = Worker(self.worlds / f"worker{number}", self.sides, self.pythons)
        while True:
            try:
                case = self.waiting.get_nowait()
            except queue.Empty:
                return
            try:
                self._try(worker, case)
            except Exception as failed:  # an error of this tool; the other cases run all the same
                with self.lock:
                    self.failed.append(f"{case.name}: {type(failed).__name__}: {failed}")

    def _try(self, worker: Worker, case: Case) -> None:
        compared, used = Compared(), set()
        old, new = worker.both(case)
        found = first_difference(case, old, new, compared, used)
        if found and self.keep and not case.python:
            for side in (OLD, NEW):
                shutil.copytree(worker.folder / side, self.keep / case.name / side, symlinks=True)
        with self.lock:
            self.done += 1
            if sys.stderr.isatty():
                print(f"\r{self.done} cases, {len(self.differences)} differ ", end="",
                      file=sys.stderr)
            self.compared += compared
            self.used |= used
            if found:
                self.differences.append(found)


def chosen(table: Table, options: argparse.Namespace) -> list[Case]:
    """Returns the cases whose name matches, for which the programs or packages were given."""
    pattern = re.compile(options.only)
    return [case for case in table.cases if pattern.search(case.name)
            and (options.list or (options.old_python if case.python else options.old))]  # fmt: skip


def show_list(cases: list[Case]) -> None:
    """Prints the cases, then the rules."""
    for case in cases:
        print(f"{case.name}{f'  (turns {case.turns})' if case.turns != 'n' else ''}")
        for step in case.steps:
            print(f"    {step}")
        if case.python:
            print(f"    Python: {case.python}")
    families: dict[str, int] = {}
    for case in cases:
        families[case.family] = families.get(case.family, 0) + 1
    print(f"\n{len(cases)} cases: {', '.join(f'{name} {count}' for name, count in families.items())}\n\nmasked:")
    for rule in masks.RULES:
        print(f"  {rule.name} ({', '.join(rule.places)}): {rule.reason}")
    for path, reason in masks.UNCOMPARED.items():
        print(f"  {path}: not compared; {reason}")


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns the exit status."""
    options = options_of(arguments)
    begun = time.monotonic()
    table = all_cases(corpora.set_names(options.data))
    cases = chosen(table, options)
    if options.list:
        show_list(cases)
        return 0
    if not cases:
        print(f"no case is called {options.only!r}; see --list", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="facsim_same_") as made:
        return held(options, cases, Path(made), begun)


def held(options: argparse.Namespace, cases: list[Case], folder: Path, begun: float) -> int:
    """Makes the input of the cases, runs them, and reports the results."""
    programs = {OLD: options.old, NEW: options.new} if options.old else {}
    packages = {OLD: options.old_python, NEW: options.new_python} if options.old_python else {}
    there = corpora.make(folder / "corpora", options.data, options.python)
    there |= corpora.beside([path.resolve() for path in programs.values()])
    lacking = sorted({need for case in cases for need in case.needs - there})
    able = [case for case in cases if case.needs <= there]
    sides = Sides({side: path.resolve() for side, path in programs.items()},
                  {side: path.resolve() for side, path in packages.items()},
                  options.python, folder / "corpora")  # fmt: skip
    before = digest_of(sides.corpora)
    session = Session(folder, sides, options.keep)
    session.run(able, min(options.jobs, max(1, len(able))))
    if digest_of(sides.corpora) != before:
        session.failed.append("a program wrote to its inputs; run single cases (--only) to find it")
    order = {case.name: place for place, case in enumerate(able)}
    session.differences.sort(key=lambda each: order[each.case])
    for each in session.differences[: options.show]:
        print(each, end="\n\n")
    for each in session.failed[: options.show]:
        print(f"this tool failed: {each}")
    sets = ", ".join(["made pages", *corpora.set_names(options.data)])
    left = f"; {len(cases) - len(able)} cases left out, for want of {', '.join(lacking)}" if lacking else ""
    what = (f"{len(able)} cases, {session.compared.commands:,} commands and answers, {session.compared.files:,} files, "
            f"{session.compared.bytes:,} bytes compared in {time.monotonic() - begun:.0f} seconds; "
            f"corpora: {sets}; masks used: {', '.join(sorted(session.used)) or 'none'}{left}")  # fmt: skip
    if session.differences or session.failed:
        print(f"differ: {len(session.differences)} of {what}")
        return 1
    print(f"same: {what}")
    return 0
