# SPDX-License-Identifier: Apache-2.0
"""Exact likeness of texts, by code that is not the library's: units by the judge, the rest here."""

from collections.abc import Sequence

import judging

SHINGLE_SIZE = 5


def units_of(texts: Sequence[str]) -> list[list[str]]:
    """The units of each text, as facsim_judge cuts them. One call for all."""
    mark = "facsimquality0between0texts"
    if not texts:
        return []
    joined = f"\n{mark}\n".join(texts)
    said = judging.printed(judging.judge_program(), "--units", stdin=joined)
    lists: list[list[str]] = [[]]
    for unit in said.splitlines():
        if unit == mark:
            lists.append([])
        else:
            lists[-1].append(unit)
    if len(lists) != len(texts):
        raise RuntimeError("a text holds the mark that is put between texts")
    return lists


def agreement(first: Sequence[str], second: Sequence[str]) -> float:
    """The longest common subsequence over the longer of both; 1 for two empty ones.

    By the bits of whole numbers (Hyyrö, 2004): a 0 in `row` is a place where the length grows.
    """
    if not first or not second:
        return float(len(first) == len(second))
    places: dict[str, int] = {}
    for i, unit in enumerate(first):
        places[unit] = places.get(unit, 0) | 1 << i
    row = everything = (1 << len(first)) - 1
    for unit in second:
        same = row & places.get(unit, 0)
        row = ((row + same) | (row - same)) & everything
    return (len(first) - row.bit_count()) / max(len(first), len(second))


def shingles(units: Sequence[str]) -> set[tuple[str, ...]]:
    """The set of runs of five; all units are one run where there are fewer."""
    size = min(SHINGLE_SIZE, len(units))
    return {tuple(units[i : i + size]) for i in range(len(units) - size + 1)} if units else set()


def containment(part: Sequence[str], whole: Sequence[str]) -> float:
    """The share of one text's shingles that stand in the other."""
    mine = shingles(part)
    return len(mine & shingles(whole)) / len(mine) if mine else 0.0
