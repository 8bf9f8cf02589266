# SPDX-License-Identifier: Apache-2.0
"""What a case is: a name, and steps that both programs take in folders of their own.

A step is a line. `dedup pages.jsonl -o out` runs the program; `< FILE` gives it standard input and
`> FILE` keeps standard output. Lines that begin with `!` do something to files between two runs:

  !rm PATH            !mv FROM TO             !copy FROM TO           !link TARGET NAME
  !flip FILE AT       a bit of the byte at AT (from the end if negative)
  !cut FILE BYTES     only so many bytes are left
  !append FROM TO     TO grows by what FROM has
  !touch FILE TIME    when it was changed, in seconds
  !mkdir PATH
  !serve NAME         the dialogue of this name of cases_serve.py, with the store `st`

Words that begin with the name of a corpus bring it into the folder of the case.
"""

import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field

OLD, NEW = "old", "new"


@dataclass(frozen=True)
class Case:
    """`turns` says who takes which step on the side of the new program, o or n, the last for all
    that follow; on the side of the old one it takes all. `needs` names what must be there."""

    name: str
    steps: tuple[str, ...]
    turns: str = "n"
    needs: frozenset[str] = frozenset()
    also: tuple[str, ...] = ()
    env: tuple[tuple[str, str], ...] = ()
    python: str = ""  # group and name of a case of python_side.py, in the place of steps

    @property
    def family(self) -> str:
        """The first part of its name."""
        return self.name.partition("/")[0]

    def program(self, side: str, step: int) -> str:
        """Who takes a step on a side."""
        if side == OLD:
            return OLD
        return OLD if self.turns[min(step, len(self.turns) - 1)] == "o" else NEW

    def words(self) -> list[str]:
        """All words of all steps."""
        return [word for step in self.steps for word in split(step)]


def split(step: str) -> list[str]:
    """The words of a step, as a shell has them."""
    return shlex.split(step)


@dataclass
class Table:
    """Cases as they are added; a name stands once."""

    cases: list[Case] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def add(
        self, name: str, *steps: str, needs: Iterable[str] = (), turns: str = "n",
        also: Iterable[str] = (), env: dict[str, str] | None = None, **more: str,
    ) -> None:  # fmt: skip
        """One case."""
        name = re.sub(r"[^\w./=+-]+", "_", name).strip("_")
        if name in self.names:
            raise ValueError(f"two cases are called {name}")
        self.names.add(name)
        self.cases.append(Case(name, steps, turns, frozenset(needs), tuple(also),
                               tuple(sorted((env or {}).items())), **more))  # fmt: skip

    def add_by_turns(self, name: str, *steps: str, turns: Iterable[str], **how: object) -> None:
        """One case, and others in which one program goes on with what the other one made."""
        self.add(name, *steps, **how)
        for order in turns:
            self.add(f"{name}+{order}", *steps, turns=order, **how)
