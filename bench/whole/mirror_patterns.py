#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows what facsim mirrors learns from three real manuals with known patterns.

    mirror_patterns.py PYTHON GIT POSTGRESQL [PROGRAM]

Folders of HTML from the Debian packages python3.11-doc, git-doc and postgresql-doc-15. The first
manual has session ids in queries and paths, campaigns, http, index pages, and a language that
matters for few pages. The second has other endings, a print view, an old folder, pages 1 that are
the page itself and a few pages 2 that are not, and edited pages. The third is mirrored under two
prefixes, and has a view that is the page and one that is another page. lang=en, page=1 and
view=print are rules for a value: the parameters themselves matter. Prints the rules beside the true
ones, and for each rule alone what it would lose.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

PG = "pg.example.com/docs/15/"
EXPECTED = {
    ("drop_parameters", "utm_source", ""),
    ("drop_parameters", "PHPSESSID", ""),
    ("drop_session_segment", "", ""),
    ("use_https", "", ""),
    ("index_page", "index.html", ""),
    ("replace_ending", ".htm", ".html"),
    ("replace_ending", "-print.html", ".html"),
    ("drop_segment", "old", ""),
    ("drop_values", "lang=en", ""),
    ("drop_values", "page=1", ""),
    ("drop_values", "view=print", ""),
    ("move_prefix", "pg.example.com/archive/manual15/", PG),
    ("move_prefix", "ftp.example.net/pub/mirrors/postgres/", PG),
}
MIRRORS = 3  # pairs of the three prefixes


def number(*words: object) -> int:
    """Returns a number that looks random and is the same in each run."""
    return int(hashlib.sha1(repr(words).encode()).hexdigest(), 16)  # noqa: S324


def pages_of(folder: str) -> list[tuple[str, str]]:
    top = Path(folder)
    files = [path for path in sorted(top.rglob("*.html")) if path.is_file() and not path.is_symlink()]
    return [(str(path.relative_to(top)), path.read_text("utf-8", "replace")) for path in files]


def mixed(own: str, other: str) -> str:
    """Replaces each second paragraph by one of another page."""
    others = re.findall(r"<p\b[^>]*>.*?</p>", other, re.S)
    count = 0

    def change(found: re.Match) -> str:
        nonlocal count
        count += 1
        return others[count % len(others)] if count % 2 and others else found[0]

    return re.sub(r"<p\b[^>]*>.*?</p>", change, own, flags=re.S)


def of_python(pages: list[tuple[str, str]]) -> dict[str, str]:
    site = {}
    for i, (name, html) in enumerate(pages):
        base = f"https://docs.example.org/py/{name}"
        choice = number(name)
        site[base] = site[f"{base}?lang=en"] = html
        if choice % 3 == 0:
            site[base.replace("https", "http", 1)] = html
        if choice % 3 == 1:
            site[f"{base}?utm_source=news{choice % 7}"] = html
            site[f"{base}?PHPSESSID={choice % 16**26:026x}"] = html
        if choice % 3 == 2:
            site[f"https://docs.example.org/(S({choice % 36**10:x}))/py/{name}"] = html
        if name.endswith("index.html"):
            site[base.removesuffix("index.html")] = html
        if choice % 45 == 0:
            site[f"{base}?lang=de"] = pages[(i + 97) % len(pages)][1].replace("the", "der")
    return site


def of_git(pages: list[tuple[str, str]]) -> dict[str, str]:
    site = {}
    for i, (name, html) in enumerate(pages):
        stem, choice = name.removesuffix(".html"), number(name)
        other = pages[(i + 50) % len(pages)][1]
        man = "http://git.example.info/man/"
        site[man + name] = html
        if choice % 2:
            site[f"{man}{name}?page=1"] = html
        if choice % 45 == 0:
            site[f"{man}{name}?page=2"] = other.replace("git", "got")
        again = (f"{man}{stem}.htm", f"{man}{stem}-print.html", f"http://git.example.info/old/man/{name}")
        site[again[choice % 3]] = html
        if choice % 10 == 0:
            site[f"http://git.example.info/next/man/{name}"] = mixed(html, other)
    return site


def of_postgresql(pages: list[tuple[str, str]]) -> dict[str, str]:
    site = {}
    for i, (name, html) in enumerate(pages):
        site[f"http://{PG}{name}"] = html
        if number("view", name) % 4 == 0:
            site[f"http://{PG}{name}?view=print"] = html
        if number("view", name) % 40 == 1:
            site[f"http://{PG}{name}?view=more"] = mixed(html, pages[(i + 50) % len(pages)][1])
        if number("ftp", name) % 10 < 9:
            site[f"http://ftp.example.net/pub/mirrors/postgres/{name}"] = html
        if number("old", name) % 10 < 8:
            site[f"http://pg.example.com/archive/manual15/{name}"] = html
    return site


def main() -> None:
    python, git, postgresql, *more = sys.argv[1:]
    program = more[0] if more else "build/release/facsim"
    site = of_python(pages_of(python)) | of_git(pages_of(git)) | of_postgresql(pages_of(postgresql))
    urls = sorted(site, key=number)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def facsim(*words: object, given: str = "") -> str:
            command = [program, *map(str, words)]
            return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout

        def lost(rules: list[dict]) -> tuple[int, int]:
            """Returns how many URLs are merged with another, and how many texts have no URL any
            more.
            """
            path = folder / "some.json"
            path.write_text(json.dumps({"format": "facsim url rules", "version": 1, "rules": rules}))
            groups = defaultdict(set)
            given = "".join(f"{url}\n" for url in urls)
            for url, made in zip(urls, facsim("mirrors", "--normalize", path, given=given).splitlines(), strict=True):
                groups[made].add(url)
            merged = sum(len(group) - 1 for group in groups.values())
            return merged, sum(len({site[url] for url in group}) - 1 for group in groups.values())

        rows = ({"id": url, "url": url, "html": site[url]} for url in urls)
        (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        facsim("store", "load", folder / "store", folder / "pages.jsonl")
        report = json.loads(facsim("mirrors", folder / "store", "--json"))
        found = set()
        for rule in report["rules"]:
            key = (rule["kind"], rule["names"][0] if rule["names"] else rule["from"] or "", rule["to"] or "")
            found.add(key)
            merged, wrong = lost([rule])
            print(f"{'true ' if key in EXPECTED else 'WRONG'} {' '.join(key)}: {rule['support']} of {rule['pairs']} "
                  f"pairs, seen targets {rule['seen_target_share']:.2f}; alone {merged} URLs fewer, {wrong} lost")  # fmt: skip
    right, copies = found & EXPECTED, len(site) - len(set(site.values()))
    merged, wrong = report["urls_merged"], report["urls_merged_wrong"]
    print(f"{len(site)} URLs of {len(set(site.values()))} texts; rules: precision {len(right) / max(len(found), 1):.2f}, "
          f"recall {len(right) / len(EXPECTED):.2f}; mirrors: {len(report['mirrors'])} of {MIRRORS}; "
          f"{merged} of {copies} copies made one, {wrong} wrong")  # fmt: skip


if __name__ == "__main__":
    main()
