#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes facsim's table of jieba's words from an installed package (Debian: python3-jieba).

    scripts/make_jieba_tables.py -o TABLE [--package FOLDER]
    scripts/make_jieba_tables.py --find

Reads dict.txt, analyse/idf.txt and finalseg/prob_*.py in the package's folder, without running any
code of it, and writes one file (docs/formats/jieba-tables.md). The same package gives the same
bytes on every machine. --find prints the package's folder, or ends with status 3 if it is not
installed. Needs only the standard library of Python.
"""

import argparse
import ast
import decimal
import math
import os
import re
import struct
import subprocess
import sys
import zlib
from array import array
from pathlib import Path

MAGIC = b"facsimJT"
VERSION = 1
HAN_FIRST, HAN_LAST = 0x4E00, 0x9FD5
STATES = "BEMS"
MISSING = -3.14e100  # what jieba takes where its model has no probability
WORD_CHARS_MAX = 255
CLASSES_MAX = 1 << 16
PLACES = ("/usr/lib/python3/dist-packages/jieba", "/usr/local/lib/python3/dist-packages/jieba")
NEEDED = ("dict.txt", "analyse/idf.txt", *(f"finalseg/prob_{x}.py" for x in
                                           ("start", "trans", "emit")))
# The characters of the words that jieba looks up.
IN_BLOCK = re.compile(r"[\u4e00-\u9fd5a-zA-Z0-9+#&._%-]+")


def say(text):
    print(f"make_jieba_tables: {text}", file=sys.stderr)


def is_package(folder):
    return all((folder / name).is_file() for name in NEEDED)


def find_package():
    """Returns the package's folder, from dpkg or from the paths of Debian's Python, or None."""
    try:
        listed = subprocess.run(
            ["dpkg", "-L", "python3-jieba"], capture_output=True, text=True, check=False
        ).stdout.splitlines()
    except OSError:
        listed = []
    folders = [Path(line).parent for line in listed if line.endswith("/jieba/dict.txt")]
    return next(filter(is_package, [*folders, *map(Path, PLACES)]), None)


def read_words(path):
    """Returns word -> frequency, and the sum over all lines; the last line of a word counts."""
    words, total = {}, 0
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line:
            continue
        try:
            word, frequency = line.strip().decode().split(" ")[:2]
            words[word] = int(frequency)
        except ValueError as wrong:
            raise SystemExit(f"{path}:{number}: not `word frequency`: {wrong}") from wrong
        total += words[word]
        if words[word] < 0:
            raise SystemExit(f"{path}:{number}: a frequency below 0")
    if total <= 0:
        raise SystemExit(f"{path}: no word has a frequency")
    return words, total


def read_idfs(path):
    """Returns word -> idf, and the median as jieba computes it."""
    idfs = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            word, idf = line.strip().split(" ")
            idfs[word] = float(idf)
        except ValueError as wrong:
            raise SystemExit(f"{path}:{number}: not `word idf`: {wrong}") from wrong
        if not 0 <= idfs[word] < math.inf:
            raise SystemExit(f"{path}:{number}: an idf must be 0 or more")
    if not idfs:
        raise SystemExit(f"{path}: no words")
    return idfs, sorted(idfs.values())[len(idfs) // 2]


def read_model(folder, name):
    """Returns the dictionary that finalseg/prob_NAME.py assigns to P, read as data."""
    path = folder / "finalseg" / f"prob_{name}.py"
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and [x.id for x in statement.targets] == ["P"]:
            return ast.literal_eval(statement.value)
    raise SystemExit(f"{path}: assigns no P")


def logarithm(number):
    """Returns ln(number), correctly rounded: the same double with every mathematical library."""
    with decimal.localcontext() as context:
        context.prec = 50
        return float(decimal.Decimal(number).ln())


def classes_of(values):
    """Returns the distinct values ascending, and value -> class; class 0 is reserved."""
    distinct = sorted(set(values))
    if len(distinct) >= CLASSES_MAX:
        raise SystemExit(f"{len(distinct)} distinct values; the format holds {CLASSES_MAX - 1}")
    return distinct, {value: i for i, value in enumerate(distinct, 1)}


def breadth_first(words):
    """Returns all words and their prefixes, ordered so that the children of each are adjacent."""
    nodes = {""}
    for word in words:
        if len(word) > WORD_CHARS_MAX:
            raise SystemExit(f"a word of {len(word)} characters; at most {WORD_CHARS_MAX}")
        while word not in nodes:
            nodes.add(word)
            word = word[:-1]
    return sorted(sorted(nodes), key=len)


def little_endian(numbers):
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def trie_bytes(nodes, class_of_word, class_of_idf):
    """Returns the records of the nodes, with one after the last, and the labels."""
    children = dict.fromkeys(nodes, 0)
    for node in nodes[1:]:
        children[node[:-1]] += 1
    records, labels, first_child = bytearray(), array("H"), 1
    for node in nodes:
        classes = class_of_word.get(node, 0), class_of_idf.get(node, 0)
        records += struct.pack("<IHH", first_child, *classes)
        labels.append(ord(node[-1]) if node else 0)
        first_child += children[node]
    records += struct.pack("<IHH", first_child, 0, 0)
    return bytes(records) + little_endian(labels)


def model_bytes(folder):
    """Returns the bytes of (start and transitions, emissions)."""
    start, trans, emit = (read_model(folder, name) for name in ("start", "trans", "emit"))
    fixed = array("d", (start[state] for state in STATES))
    fixed.extend(trans[a].get(b, MISSING) for a in STATES for b in STATES)
    emissions = array("d")
    for code in range(HAN_FIRST, HAN_LAST + 1):
        emissions.extend(emit[state].get(chr(code), MISSING) for state in STATES)
    return little_endian(fixed), little_endian(emissions)


def make(folder):
    """Returns the bytes of the table, and a summary."""
    words, total = read_words(folder / "dict.txt")
    idfs, median = read_idfs(folder / "analyse" / "idf.txt")
    usable = {word: n for word, n in words.items() if n > 0 and IN_BLOCK.fullmatch(word)}
    usable_idfs = {word: idf for word, idf in idfs.items() if IN_BLOCK.fullmatch(word)}
    frequencies, score_class = classes_of(usable.values())
    idf_values, idf_class = classes_of(usable_idfs.values())
    whole = logarithm(total)
    scores = array("d", (logarithm(n) - whole for n in [1, *frequencies]))
    nodes = breadth_first([*usable, *usable_idfs])
    fixed, emissions = model_bytes(folder)
    body = b"".join(
        (
            struct.pack("<IIII", len(scores), len(idf_values) + 1, len(nodes), 0),
            fixed,
            little_endian(scores),
            little_endian(array("d", [median, *idf_values])),
            emissions,
            trie_bytes(
                nodes,
                {word: score_class[n] for word, n in usable.items()},
                {word: idf_class[idf] for word, idf in usable_idfs.items()},
            ),
        )
    )
    checked = struct.pack("<Q", len(MAGIC) + 16 + len(body)) + body
    table = MAGIC + struct.pack("<II", VERSION, zlib.crc32(checked)) + checked
    left_out = len(words) - len(usable) + len(idfs) - len(usable_idfs)
    summary = (
        f"{len(usable):,} words, {len(usable_idfs):,} idfs (median {median}), {len(nodes):,} nodes"
        f"; {left_out} left out, which hold characters that are never looked up"
    )
    return table, summary


def write(path, data):
    """Writes a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, help="the table to write")
    parser.add_argument("--package", type=Path, help="the folder jieba, where it is not Debian's")
    parser.add_argument("--find", action="store_true", help="only print the package's folder")
    flags = parser.parse_args()
    folder = flags.package or find_package()
    if folder is None or not is_package(folder):
        say(f"no package at {folder}" if folder else "python3-jieba is not installed")
        return 3
    if flags.find:
        print(folder)
        return 0
    if flags.output is None:
        parser.error("-o TABLE is needed")
    table, summary = make(folder)
    write(flags.output, table)
    say(f"{flags.output}: {summary}; {len(table):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
