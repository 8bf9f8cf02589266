# SPDX-License-Identifier: Apache-2.0
"""Fingerprints for tests of facsim index, the program's verbs, and a loop that checks them."""

import json
import random
import struct

from running import facsim

# A named design saves the calibration in each build. A test shows that answers do not depend on it.
BLOCKS = {k: f"blocks{'-0' * (k + 1)}" for k in range(4)} | {
    4: "cover-9x18", 5: "cover-11x24-r1", 6: "cover-5x18-r1"}  # fmt: skip
ALL_BITS = (1 << 64) - 1


class World:
    """Entries in the order in which they were added: (fingerprint, id)."""

    def __init__(self, entries):
        self.entries = list(entries)

    @classmethod
    def of(cls, values, first=1):
        """Makes a world whose ids are numbers."""
        return cls((value, str(i)) for i, value in enumerate(values, first))

    def near(self, query, distance, limit=0):
        """Returns [(id, distance)], nearest first, then as added; and True if the limit cut it."""
        found = sorted(
            ((query ^ value).bit_count(), place)
            for place, (value, _) in enumerate(self.entries)
            if (query ^ value).bit_count() <= distance
        )
        shown = found[:limit] if limit else found
        return [(self.entries[place][1], d) for d, place in shown], len(shown) < len(found)

    def pairs(self, distance):
        """Returns the lines of a join, sorted by place."""
        lines = []
        for i, (a, a_id) in enumerate(self.entries):
            for b, b_id in self.entries[i + 1 :]:
                if (a ^ b).bit_count() <= distance:
                    lines.append(f"{a_id}\t{b_id}\t{(a ^ b).bit_count()}")
        return lines

    def export(self):
        return "".join(f"{value:016x}\t{name}\n" for value, name in self.entries)


def flipped(draw, value, bits):
    for bit in draw.sample(range(64), bits):
        value ^= 1 << bit
    return value


def values_of(seed, count):
    """Returns fingerprints that are most likely not near each other."""
    draw = random.Random(seed)
    return [draw.getrandbits(64) for _ in range(count)]


def uneven(seed, count):
    """Returns fingerprints, many of them near each other, some equal; with 0 and ~0."""
    draw = random.Random(seed)
    values = [0, ALL_BITS, 1, ALL_BITS ^ 1 << 63]
    while len(values) < count:
        how = draw.random()
        if how < 0.5:
            values.append(draw.getrandbits(64))
        else:
            values.append(flipped(draw, draw.choice(values), 0 if how < 0.6 else draw.randrange(9)))
    draw.shuffle(values)
    return values


def queries_for(values, count, seed=99):
    """Returns some of the values, others within eight bits of them, and unrelated ones."""
    draw = random.Random(seed)
    near = [flipped(draw, draw.choice(values), draw.randrange(9)) for _ in range(count)]
    return [*near, *values[:20], *(draw.getrandbits(64) for _ in range(20)), 0, ALL_BITS]


def write_hex(path, values, ids=None):
    lines = [f"{value:016x}" for value in values]
    if ids is not None:
        lines = [f"{line}\t{name}" for line, name in zip(lines, ids, strict=True)]
    path.write_text("".join(line + "\n" for line in lines))
    return path


def write_u64(path, values):
    path.write_bytes(struct.pack(f"<{len(values)}Q", *values))
    return path


def sections_of(path):
    """Returns name -> (offset, bytes) in a segment, according to docs/formats/segment.md."""
    file = path.read_bytes()
    count, table = struct.unpack_from("<I", file, 12)[0], struct.unpack_from("<Q", file, 24)[0]
    found = {}
    for row in range(table, table + 64 * count, 64):
        name = file[row : row + 32].rstrip(b"\0").decode()
        found[name] = struct.unpack_from("<QQ", file, row + 32)
    return found


def design_of(path):
    """Returns the name of a segment's design, according to docs/formats/hamming-index.md."""
    offset = sections_of(path)["index"][0]
    file = path.read_bytes()
    (length,) = struct.unpack_from("<I", file, offset + 40)
    return file[offset + 44 : offset + 44 + length].decode()


def done(*arguments, **how):
    """Runs `facsim index`, which must succeed."""
    return facsim.done("index", *arguments, **how)


def build(index, *inputs, k=3, flags=()):
    design = () if "--design" in flags else ("--design", BLOCKS[k])
    return done("build", *inputs, "-o", index, "--max-distance", k, *design, *flags)


def add(index, *inputs):
    return done("add", index, *inputs, "--design", "paper-4")


def exported(index):
    """Returns the fingerprint and id of each entry, one a line."""
    return done("export", index).out


def info_of(index):
    return json.loads(done("info", index, "--json").out)


def answers(run):
    """Returns [(query, [(id, distance)], truncated)] of --jsonl, which must have these members."""
    rows = []
    for row in run.rows():
        assert list(row) == ["query", "matches", "truncated"]
        assert all(list(match) == ["id", "distance"] for match in row["matches"])
        matches = [(match["id"], match["distance"]) for match in row["matches"]]
        rows.append((row["query"], matches, row["truncated"]))
    return rows


def expect_answers(index, world, asked, tmp_path, *flags, distance=3, limit=0):
    questions = write_hex(tmp_path / "asked.hex", asked)
    run = done("query", index, questions, "--jsonl", "--max-distance", distance,
               *(("--limit", limit) if limit else ()), *flags)  # fmt: skip
    expected = [(f"{q:016x}", *world.near(q, distance, limit)) for q in asked]
    assert answers(run) == expected
    return run.out
