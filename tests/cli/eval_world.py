# SPDX-License-Identifier: Apache-2.0
"""Pages in families, the truth about all their pairs, and `facsim eval` on them."""

import itertools
import json
import random

from running import facsim

SHINGLE = 5


def word_list(seed, count):
    chance = random.Random(str(seed))
    return [f"w{chance.randrange(4000)}" for _ in range(count)]


def versions(families=12, members=6, count=300):
    """Returns pages in families; each member has more words of its own than the one before."""
    pages = []
    for family, member in itertools.product(range(families), range(members)):
        text = word_list(f"family {family}", count)
        chance = random.Random(f"{family} {member}")
        for _ in range(member):
            text[chance.randrange(count)] = f"x{family}y{member}z{chance.randrange(10**6)}"
        pages.append({"id": f"{family}.{member}", "text": " ".join(text)})
    pages.append({"id": "copy", "text": pages[0]["text"]})
    random.Random(5).shuffle(pages)
    return pages


def shingles(text):
    units = text.split()
    return {tuple(units[i : i + SHINGLE]) for i in range(max(1, len(units) - SHINGLE + 1))}


def resemblances(pages):
    """Returns the resemblance of every pair, computed in the slow and obvious way."""
    sets = [shingles(page["text"]) for page in pages]
    return {
        (i, j): len(sets[i] & sets[j]) / len(sets[i] | sets[j])
        for i, j in itertools.combinations(range(len(pages)), 2)
    }


def in_order(first, second):
    """Returns the longest common subsequence of two lists as a share of the longer one.

    It uses the bits of integers (Hyyrö, 2004): a 0 in `row` is a place where the length grows.
    """
    places = {}
    for i, unit in enumerate(first):
        places[unit] = places.get(unit, 0) | 1 << i
    row = everything = (1 << len(first)) - 1
    for unit in second:
        same = row & places.get(unit, 0)
        row = ((row + same) | (row - same)) & everything
    return (len(first) - row.bit_count()) / max(len(first), len(second))


def evaluate(*arguments, **options):
    run = facsim("eval", *arguments, "--json", **options)
    assert run.status == 0, run.err
    return json.loads(run.out), run


def points(report, name):
    (measure,) = [m for m in report["measures"] if m["name"] == name]
    return {point["threshold"]: point for point in measure["points"]}


def write_pairs(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
    return path
