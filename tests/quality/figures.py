# SPDX-License-Identifier: Apache-2.0
"""A figure of quality beside its goal: what was measured, on how much, and whether it is enough."""

import json
import math
from dataclasses import dataclass
from pathlib import Path

import judging

COLUMNS = ("what", "measured", "95 % interval", "of", "goal", "verdict", "remarks")


def wilson(part: int, whole: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson, JASA 1927)."""
    if whole == 0:
        return 0.0, 1.0
    share = part / whole
    centre = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole**2)) / (1 + z * z / whole)
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True)
class Figure:
    """One row of the report. `name` is what floors.json calls it."""

    name: str
    what: str
    measured: float
    goal: float | None  # None: no goal, said for comparison
    at_most: bool = False  # the goal is not to exceed; else not to fall short of
    is_count: bool = False
    interval: tuple[float, float] | None = None
    whole: int | None = None  # how many the figure is about
    remarks: str = ""

    @property
    def is_met(self) -> bool:
        """Whether the goal is reached; nothing is rounded."""
        if self.goal is None:
            return True
        return self.measured <= self.goal if self.at_most else self.measured >= self.goal

    def cells(self) -> list[str]:
        """The row as text."""
        number = f"{self.measured:,.0f}" if self.is_count else f"{self.measured:.4f}"
        interval = "-" if self.interval is None else "{:.3f} to {:.3f}".format(*self.interval)
        sign = "<=" if self.at_most else ">="
        goal = "-" if self.goal is None else f"{sign} {self.goal:g}"
        verdict = "-" if self.goal is None else "met" if self.is_met else "**short**"
        whole = "-" if self.whole is None else f"{self.whole:,}"
        return [self.what, number, interval, whole, goal, verdict, self.remarks]


def share(
    name: str, what: str, part: int, whole: int, goal: float | None, **other: object
) -> Figure:
    """A share with its interval; nothing counted measures 0."""
    measured = part / whole if whole else 0.0
    interval = wilson(part, whole)
    return Figure(name, what, measured, goal, interval=interval, whole=whole, **other)


def f1(
    name: str,
    what: str,
    counts: dict[str, int],
    goal: float | None,
    equal: int = 0,
    **other: object,
) -> Figure:
    """F1 of right, wrong and missed; `equal` of the right ones are left out."""
    right = counts["right"] - equal
    whole = right + counts["wrong"] + counts["missed"]
    of_share = [2 * s / (1 + s) for s in wilson(right, whole)]
    measured = 2 * right / (whole + right) if right else 0.0
    return Figure(
        name, what, measured, goal, interval=(of_share[0], of_share[1]), whole=whole, **other
    )


def table(figures: list[Figure]) -> str:
    """Figures as a Markdown table."""
    rows = [list(COLUMNS), ["---"] * len(COLUMNS), *(figure.cells() for figure in figures)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def run(program: Path, *arguments: object) -> str:
    """What the program prints. Raises where it fails."""
    return judging.printed(program, *arguments)


def evaluate(program: Path, *arguments: object) -> dict:
    """The report of `facsim eval`."""
    return json.loads(run(program, "eval", *arguments, "--json", "--quiet"))


def rows_of(path: Path) -> list[dict]:
    """A file of JSON lines."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write_rows(path: Path, rows: list[dict]) -> Path:
    """The reverse."""
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return path
