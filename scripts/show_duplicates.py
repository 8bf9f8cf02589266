# SPDX-License-Identifier: Apache-2.0
"""Prints the first duplicates of a result folder of `facsim dedup` with their evidence.

    python3 scripts/show_duplicates.py RESULT [--root FOLDER]... [--first N] [--facsim PROGRAM]

For each removed page: the page it repeats, how similar the two are, and a passage that differs.
Needs only the standard library of Python. The input files must still be at the same paths.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
from difflib import SequenceMatcher
from pathlib import Path

PASSAGE_CHARS = 74


def main_text(program, name):
    """Returns the lines of a page's main text, or None if the page cannot be read again."""
    done = subprocess.run([program, "extract", name, "--json"], capture_output=True, check=False)
    if done.returncode != 0:
        return None
    return json.loads(done.stdout)["main_text"].splitlines()


def first_difference(theirs, ours):
    """Returns the first different passages of the kept and of the removed page, or None."""
    for tag, a, b, c, d in SequenceMatcher(None, theirs, ours, autojunk=False).get_opcodes():
        if tag != "equal":
            return around(" ".join(theirs[a:b]), " ".join(ours[c:d]))
    return None


def around(one, other):
    """Returns both passages, cut to the words around their first difference."""
    same = len(os.path.commonprefix([one, other]))
    start = max(0, one.rfind(" ", 0, max(0, same - 30)) + 1) if same > 40 else 0
    return cut(one, start), cut(other, start)


def cut(text, start):
    piece = text[start : start + PASSAGE_CHARS]
    before = "... " if start else ""
    after = " ..." if start + PASSAGE_CHARS < len(text) else ""
    return f"{before}{piece}{after}" if text else "(nothing)"


def rows_of(path):
    with open(path, encoding="utf-8") as rows:
        yield from map(json.loads, rows)


def page_name(row, prefix, roots):
    """Returns the name by which `facsim extract` finds the page of a row again."""
    file, offset = row[f"{prefix}file"], row[f"{prefix}offset"]
    for root in roots:
        if (Path(root) / file).is_file():
            return str(Path(root) / file) + (f":{offset}" if offset else "")
    return f"{file}:{offset}" if offset else file


def show(number, row, program, roots):
    share, reverse = row["containment"]
    bits = "" if row["distance"] is None else f"; {row['distance']} of 64 fingerprint bits differ"
    print(f"\n{number}. {row['id']}\n   repeats  {row['representative']}")
    print(f"   {row['kind']:<8} resemblance {row['resemblance']:.3f}{bits}")
    if row["kind"] == "exact":
        print("            the texts are the same")
        return
    print(f"            {share:.1%} of it stands in the other, {reverse:.1%} of the other in it")
    kept = main_text(program, page_name(row, "representative_", roots))
    gone = main_text(program, page_name(row, "", roots))
    if kept is None or gone is None:
        print("            (the pages are no longer where they were)")
        return
    difference = first_difference(kept, gone)
    if difference is None:
        print("            the main texts are the same")
    else:
        print(f"   kept     {difference[0]}\n   removed  {difference[1]}")


def choose(rows, most):
    """Returns the first rows; at most a quarter are exact copies if there are enough others."""
    exact = [row for row in rows if row["kind"] == "exact"]
    other = [row for row in rows if row["kind"] != "exact"]
    few = min(len(exact), max(most // 4, most - len(other)))
    return other[: most - few] + exact[:few]


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("result", type=Path)
    parser.add_argument("--first", type=int, default=8, metavar="N")
    parser.add_argument("--facsim", default="build/release/facsim", metavar="PROGRAM")
    parser.add_argument("--root", action="append", default=[], help="a folder given to dedup")
    wishes = parser.parse_args()

    duplicates = wishes.result / "duplicates.jsonl"
    rows = list(rows_of(duplicates))
    if not rows:
        print("\nNo page repeats another.")
    else:
        chosen = choose(rows, wishes.first)
        print(f"\n{len(chosen)} of {len(rows)} removed pages, each with the page it repeats:")
        for number, row in enumerate(chosen, 1):
            show(number, row, wishes.facsim, wishes.root)
    print("\nWhere to look further:")
    for path in sorted(wishes.result.iterdir()):
        size = f"{path.stat().st_size:,} bytes" if path.is_file() else "folder"
        print(f"   {path}  ({size})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
