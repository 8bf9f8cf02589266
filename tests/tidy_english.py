# SPDX-License-Identifier: Apache-2.0
"""Plain English: sentences that need a second reading are counted, and the counts only fall.

    python3 tests/tidy_english.py --list [ROOM]    findings, with a remedy for each
    python3 tests/tidy_english.py --counts         findings by room and class
    python3 tests/tidy_english.py --patterns       findings by pattern and class
    python3 tests/tidy_english.py --record         writes tests/tidy_english.json; refuses a rise
    python3 tests/tidy_english.py --record --anew  writes it, whatever the counts
    python3 tests/tidy_english.py --messages       every message of the sources

tidy_english_patterns.py lists the patterns, tidy_texts.py reads the files. The record has a number
for each room and class, so a changed line needs no new record.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import running  # noqa: E402
import tidy_texts  # noqa: E402
from tidy_english_messages import is_speaking, messages  # noqa: E402
from tidy_english_patterns import ALL, EXCEPTIONS, PATTERNS, Pattern  # noqa: E402

RECORD = "tests/tidy_english.json"
AGAIN = "python3 tests/tidy_english.py --record"
CLASS_OF = {
    tidy_texts.COMMENT: "comments",
    tidy_texts.DOCSTRING: "docstrings",
    tidy_texts.LITERAL: "messages",
    tidy_texts.PAGE: "docs",
    tidy_texts.HEADING: "docs",
}
# Rooms of these folders are their folders.
DIVIDED = ("facsim", "python", "tests")


class Finding(NamedTuple):
    path: str
    line: int
    kind: str
    pattern: Pattern
    sentence: str

    def __str__(self):
        words = " ".join(self.sentence.split())
        return f"{self.path}:{self.line}: [{self.pattern.name}] {words} -- {self.pattern.remedy}"


def room_of(path):
    """'facsim/seen' for facsim/seen/front.h, 'docs' for docs/formats/store.md, '.' at the top."""
    folders = path.split("/")[:-1]
    return "/".join(folders[: 2 if folders[:1] and folders[0] in DIVIDED else 1]) or "."


BLANK = re.compile(
    r"``[^`]*``|`[^`]*`|\w+://\S+|\"[^\"]{1,80}\"|(?<!\w)'[^'\n]{1,40}'(?!\w)|<[^<>]*>"
    r"|--[a-z][\w-]*"
    r"|[\w.:/-]*\w[/_]\w[\w.:/-]*|\w+(?:::\w+)+|\b\w+\(\)|\b[a-z]+[A-Z]\w*|\b[A-Z]\w*[a-z][A-Z]\w*"
)


def blanked(sentence):
    """The sentence without the letters of identifiers, quotations, addresses, flags and tags."""
    return BLANK.sub(lambda found: "`" + "_" * (len(found[0]) - 2) + "`", sentence)


def findings(tree):
    """Each match of a pattern in a sentence of the tree, without the exceptions."""
    for path in sorted(tree):
        for text in tidy_texts.texts_of(path, tree[path], is_speaking(path)):
            for line, sentence in text.sentences():
                for pattern in matches(sentence, CLASS_OF[text.kind]):
                    if pattern.is_of_first_word and text.kind == tidy_texts.HEADING:
                        continue
                    if pattern.private and is_identifier(pattern, sentence, path, tree[path]):
                        continue
                    finding = Finding(path, line, CLASS_OF[text.kind], pattern, sentence)
                    if not any(excepts(each, finding) for each in EXCEPTIONS):
                        yield finding


WORD = re.compile(r"[a-z]+")
BY_WORD = {
    word: [pattern for pattern in PATTERNS if word in pattern.words]
    for word in frozenset().union(*(pattern.words for pattern in PATTERNS))
}


def matches(sentence, kind):
    """The patterns of a class that a sentence matches, in the order of the list."""
    tried = {
        p.name: p for word in BY_WORD.keys() & WORD.findall(sentence.lower()) for p in BY_WORD[word]
    }
    blank = blanked(sentence) if tried else ""
    found = (p for p in tried.values() if kind in p.classes and p.expression.search(blank))
    return sorted(found, key=PATTERNS.index)


def is_identifier(pattern, sentence, path, text):
    """True if the code of a C++ or Python file has the word that the pattern finds."""
    if not path.endswith((".h", ".cc", ".py")):
        return False
    word = pattern.expression.search(blanked(sentence))[0]
    kind = tidy_texts.PYTHON if path.endswith(".py") else tidy_texts.CPP
    return bool(re.search(rf"\b{re.escape(word)}\b", kind.sub(" ", text)))


def excepts(exception, finding):
    return (exception.path, exception.pattern) == (
        finding.path,
        finding.pattern.name,
    ) and exception.sentence in " ".join(finding.sentence.split())


def counts_of(found):
    """Room -> class -> number."""
    counts = {}
    for finding in found:
        counts.setdefault(room_of(finding.path), Counter())[finding.kind] += 1
    return counts


def differences(tree, found):
    """(room, class, number now, recorded number) of each number that is not the recorded one."""
    counts, recorded = counts_of(found), json.loads(tree.get(RECORD, "{}"))
    for room in sorted(set(counts) | set(recorded)):
        for kind in ALL:
            now, before = counts.get(room, {}).get(kind, 0), recorded.get(room, {}).get(kind, 0)
            if now != before:
                yield room, kind, now, before


def rises_of(tree, found):
    """A line for each number above the recorded one."""
    for room, kind, now, before in differences(tree, found):
        if now > before:
            yield f"{room}: {now} findings in {kind}, recorded {before}"


def plain_english(tree, changed=None):
    """The counts of the tree are the recorded ones.

    `changed()` returns the paths that changed since the record was made, or None if unknown; it is
    called if a count is above the recorded one.
    """
    found, paths = list(findings(tree)), None
    for room, kind, now, before in differences(tree, found):
        head = f"{RECORD}:1: {room}: {now} findings in {kind}, recorded {before}"
        if now < before:
            yield f"{head}; run {AGAIN}"
            continue
        if paths is None and changed:
            paths = changed() or set()
        here = [f for f in found if room_of(f.path) == room and f.kind == kind]
        shown = [f for f in here if paths and f.path in paths] or here
        yield "\n  ".join([f"{head}; mend these:", *map(str, shown)])


def changed_since_record(top):
    """The paths that changed since the last commit of the record; None without git."""
    try:
        git = ["git", "-C", top]
        commit = running.done([*git, "log", "-1", "--format=%H", "--", RECORD]).out.strip()
        if not commit:
            return None
        changed = running.done([*git, "diff", "--name-only", commit]).out
        untracked = running.done([*git, "ls-files", "--others", "--exclude-standard"]).out
        return set((changed + untracked).splitlines())
    except (OSError, AssertionError):
        return None


def record_of(counts):
    """The text of the record: one line for each room, so that merges meet in few lines."""
    lines = (
        f"  {json.dumps(room)}: {json.dumps({k: counts[room][k] for k in ALL if counts[room][k]})}"
        for room in sorted(counts)
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def table(counts, first):
    """Lines of a table: a row for each key of `counts`, a column for each class, and sums."""
    rows = [(name, *(counts[name][kind] for kind in ALL)) for name in sorted(counts)]
    rows.append(("all", *(sum(row[i + 1] for row in rows) for i in range(len(ALL)))))
    for row in [(first, *ALL), *rows]:
        end = "sum" if row[0] == first else sum(row[1:])
        yield f"{row[0]:<20}" + "".join(f"{cell:>12}" for cell in (*row[1:], end))


def main():
    import tidy_test

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--anew", action="store_true", help="with --record: counts may rise")
    modes = parser.add_mutually_exclusive_group(required=True)
    modes.add_argument("--list", nargs="?", const="", metavar="ROOM", help="print findings")
    modes.add_argument("--counts", action="store_true", help="count by room and class")
    modes.add_argument("--patterns", action="store_true", help="count by pattern and class")
    modes.add_argument("--record", action="store_true", help=f"write {RECORD}")
    modes.add_argument("--messages", action="store_true", help="print every message of the sources")
    chosen = parser.parse_args()
    tree = tidy_test.read_tree()
    if chosen.messages:
        for path, line, words in messages(tree):
            print(f"{path}:{line}: {words}")
        return
    found = list(findings(tree))
    if chosen.list is not None:
        for finding in found:
            if not chosen.list or f"/{room_of(finding.path)}".endswith(f"/{chosen.list}"):
                print(finding)
    elif chosen.counts:
        print("\n".join(table(counts_of(found), "room")))
    elif chosen.patterns:
        by_pattern = {pattern.name: Counter() for pattern in PATTERNS}
        for finding in found:
            by_pattern[finding.pattern.name][finding.kind] += 1
        print("\n".join(table(by_pattern, "pattern")))
    else:
        rises = [] if chosen.anew or RECORD not in tree else list(rises_of(tree, found))
        if rises:
            sys.exit("\n".join([*rises, "the record was not written; see --anew"]))
        (tidy_test.TOP / RECORD).write_text(record_of(counts_of(found)), encoding="utf-8")


if __name__ == "__main__":
    main()
