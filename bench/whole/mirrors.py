#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs facsim mirrors on a real manual mirrored twice: mirrors.py FOLDER_OF_HTML [PROGRAM].

Every page is on docs.example.org. Nine in ten are also on mirror.example.net under another prefix;
there every tenth page, drawn at random, has other words in every second paragraph. Prints the
mirror, and the pairs that the rules merge beside the true ones.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

TREES = ["alder", "birch", "cedar", "dogwood", "elm", "fir"]


def edited(html: str, chance: random.Random) -> str:
    """Replaces the words in every second paragraph."""
    count = 0

    def change(paragraph: re.Match) -> str:
        nonlocal count
        count += 1
        other = " ".join(f"{chance.choice(TREES)}{chance.randrange(999)}" for _ in range(40))
        return f"<p>{other}</p>" if count % 2 else paragraph[0]

    return re.sub(r"<p>.*?</p>", change, html, flags=re.S)


def made_pages(folder: Path) -> tuple[list[dict], dict[str, str]]:
    """Returns the pages, and by URL the text of each."""
    chance = random.Random(7)
    rows, truth = [], {}
    for i, path in enumerate(sorted(folder.glob("*.html"))):
        html = path.read_text("utf-8", "replace")
        copy = edited(html, chance) if chance.random() < 0.1 else html
        urls = [(f"http://docs.example.org/15/{path.name}", html)]
        if i % 10 != 9:
            urls.append((f"http://mirror.example.net/pub/manual/pg/{path.name}", copy))
        for url, text in urls:
            rows.append({"id": str(len(rows)), "url": url, "html": text})
            truth[url] = text
    return rows, truth


def main() -> None:
    program = sys.argv[2] if len(sys.argv) > 2 else "build/release/facsim"
    rows, truth = made_pages(Path(sys.argv[1]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def facsim(*words: object, given: str = "") -> str:
            command = [program, *map(str, words)]
            return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout

        (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        facsim("store", "load", folder / "store", folder / "pages.jsonl")
        true_pairs = sum(count - 1 for count in Counter(truth.values()).values())
        print(f"{len(rows)} pages, {true_pairs} pairs of equal pages")
        for precision in (0.95, 0.85):
            rules = folder / f"{precision}.json"
            asked = ("--min-precision", precision, "--rules", rules, "--json")
            report = json.loads(facsim("mirrors", folder / "store", *asked))
            groups = defaultdict(list)
            urls = "".join(row["url"] + "\n" for row in rows)
            for row, url in zip(rows, facsim("mirrors", "--normalize", rules, given=urls).splitlines(), strict=True):
                groups[url].append(truth[row["url"]])
            merged = sum(len(texts) - 1 for texts in groups.values())
            right = sum(len(texts) - len(set(texts)) for texts in groups.values())
            print(f"--min-precision {precision}: {len(report['rules'])} rules, {merged} pairs made one, {right} true")
        for pair in report["mirrors"]:
            print(json.dumps({name: pair[name] for name in ("prefixes", "support", "page_share", "same_path")}))


if __name__ == "__main__":
    main()
