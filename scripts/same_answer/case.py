# SPDX-License-Identifier: Apache-2.0
"""A case: a name, and steps that both programs run in their own folders.

A step is a line. `dedup pages.jsonl -o out` runs the program; `< FILE` gives it standard input and
`> FILE` saves standard output. Lines that begin with `!` change files between two runs:

  !rm PATH            !mv FROM TO             !copy FROM TO           !link TARGET NAME
  !flip FILE AT       flips a bit of the byte at AT (from the end if negative)
  !cut FILE BYTES     cuts the file to this number of bytes
  !append FROM TO     appends the content of FROM to TO
  !touch FILE TIME    sets the time of change, in seconds
  !mkdir PATH
  !serve NAME         runs the dialogue of this name in cases_serve.py, with the store `st`

If a word begins with the name of a corpus, the corpus is linked into the folder of the case.
"""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field

OLD, NEW = "old", "new"


@dataclass(frozen=True)
class Case:
    """One case. `turns`: the program of each step on the side of the new program, o or n; the last
    one is for all later steps. On the old side, the old program runs all. `needs`: requirements."""

    name: str
    steps: tuple[str, ...]
    turns: str = "n"
    needs: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    python: str = ""  # group and name of a case of python_side.py, in the place of steps

    @property
    def family(self) -> str:
        """Returns the first part of its name."""
        return self.name.partition("/")[0]

    def program(self, side: str, step: int) -> str:
        """Returns the program that runs a step on a side."""
        if side == OLD:
            return OLD
        return OLD if self.turns[min(step, len(self.turns) - 1)] == "o" else NEW

    def words(self) -> list[str]:
        """Returns all words of all steps."""
        return [word for step in self.steps for word in split(step)]


def split(step: str) -> list[str]:
    """Splits a step into words as a shell does."""
    return shlex.split(step)


@dataclass
class Table:
    """Cases in the order in which they are added, with unique names."""

    cases: list[Case] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def add(
        self, name: str, *steps: str, needs: Iterable[str] = (), turns: str = "n",
        also: Iterable[str] = (), env: dict[str, str] | None = None, **more: str,
    ) -> None:  # fmt: skip
        """Adds one case."""
        name = re.sub(r"[^\w./=+-]+", "_", name).strip("_")
        if name in self.names:
            raise ValueError(f"two cases are called {name}")
        self.names.add(name)
        self.cases.append(Case(name, steps, turns, frozenset(needs), tuple(also),
                               tuple(sorted((env or {}).items())), **more))  # fmt: skip

    def add_by_turns(self, name: str, *steps: str, turns: Iterable[str], **how: object) -> None:
        """Adds one case, and others in which one program continues with the files of the other."""
        self.add(name, *steps, **how)
        for order in turns:
            self.add(f"{name}+{order}", *steps, turns=order, **how)
