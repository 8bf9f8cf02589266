# SPDX-License-Identifier: Apache-2.0
"""Writes one file of every format with a given facsim, and the answers it gives of them.

    python3 tests/compat/make.py /path/to/facsim tests/compat/formats-N

Run it once for a program whose formats or recipes are new, into a folder of a new name, and never
again once that program was released: what is there is what users have on their disks. It works in a folder of one fixed name,
because indexes and results remember where their inputs stood.
"""

import gzip
import json
import lzma
import os
import random
import shutil
import struct
import sys
from pathlib import Path

from pages import html_pages, text_pages

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("", "cli")]
import making  # noqa: E402
from revisit_world import Capture  # noqa: E402
from running import Program  # noqa: E402

WORK = Path("/tmp/facsim-compat")
WRITTEN_AT = 1_700_000_000  # the time of every input, which results remember
# Answers do not depend on the design; to name one makes the bytes the same on every machine.
DESIGN = ("--max-distance", "3", "--design", "blocks-0-0-0-0")
WIDE_DESIGN = ("--max-distance", "8", "--design", "blocks-0-0-0-0-0-0-0-0-0")
CODECS = ("elias-fano", "xor-huffman")
PROFILES = ("balanced", "thorough")


class Maker:
    """The program that writes, and what it said."""

    def __init__(self, program: str) -> None:
        self.program = Program(Path(program).resolve())

    def __call__(self, *arguments: str) -> str:
        return self.program.done(*arguments, cwd=WORK).out

    def keep(self, name: str, *arguments: str) -> None:
        """An answer, for the tests to compare with."""
        (WORK / "answers").mkdir(exist_ok=True)
        (WORK / "answers" / name).write_text(self(*arguments))


def fingerprints() -> list[int]:
    """Some far from all others, some near, two equal, and both ends of the range."""
    draw = random.Random(20)
    values = [0, (1 << 64) - 1, 1, *(draw.getrandbits(64) for _ in range(20))]
    for at in range(3, 15):
        value = values[at]
        for bit in draw.sample(range(64), at % 5):
            value ^= 1 << bit
        values.append(value)
    return values


def write_inputs() -> None:
    def lines(pages: list[dict]) -> str:
        return "".join(json.dumps(page, ensure_ascii=False) + "\n" for page in pages)

    texts = text_pages()
    (WORK / "pages.jsonl").write_text(lines(texts[:-4]))
    (WORK / "later.jsonl").write_text(lines(texts[-4:]))
    (WORK / "site").mkdir()
    for name, page in html_pages().items():
        (WORK / "site" / name).write_text(page)
    values = fingerprints()
    plain = "".join(f"{value:016x}\n" for value in values)
    named = "".join(f"{value:016x}\tpage {i}\n" for i, value in enumerate(values))
    (WORK / "plain.hex").write_text(plain)
    (WORK / "named.hex").write_text(named)
    (WORK / "blanks.hex").write_text(named.replace("\t", "  "))
    (WORK / "words.u64").write_bytes(struct.pack(f"<{len(values)}Q", *values))
    (WORK / "packed.hex.gz").write_bytes(gzip.compress(named.encode(), mtime=0))
    near = [value ^ 5 << i for i, value in enumerate(values[::2])]
    (WORK / "asked.hex").write_text("".join(f"{value:016x}\n" for value in near))
    captures = [Capture(f"crawl-{i}", making.near(f"crawl {i // 2}", i % 2)) for i in range(8)]
    revisits = [each.revisit(f"again-{each.name}", by="id") for each in captures[1::2]]
    broken = b"WARC/1.0\r\nno header\r\n\r\n"
    records = [each.response() for each in captures]
    (WORK / "crawl.warc").write_bytes(b"".join([*records, *revisits, broken]))
    rows = [f'{i},"{making.near(f"crawl {i}", 2)}"\n' for i in range(3)] + ["7,a,row,of,five\n"]
    (WORK / "table.csv").write_text("id,text\n" + "".join(rows))
    (WORK / "packed.jsonl.xz").write_bytes(lzma.compress(lines(texts[:3]).encode()))
    for path in WORK.rglob("*"):
        os.utime(path, (WRITTEN_AT, WRITTEN_AT))


def keep_answers(make: Maker, index: str, *asked: str) -> None:
    make.keep(f"{index}.info.json", "index", "info", index, "--json")
    make.keep(f"{index}.export.tsv", "index", "export", index)
    make.keep(f"{index}.join.tsv", "index", "join", index, "--max-distance", "3")
    make.keep(f"{index}.query.jsonl", "index", "query", index, *asked, "--jsonl")


def make_indexes(make: Maker) -> None:
    make("index", "build", "named.hex", "-o", "fingerprints.idx", *DESIGN)
    keep_answers(make, "fingerprints.idx", "asked.hex")
    make.keep("join-new.tsv", "index", "join", "fingerprints.idx", "asked.hex")
    for codec in CODECS:
        make("index", "build", "named.hex", "-o", f"{codec}.idx", "--codec", codec, *DESIGN)
        keep_answers(make, f"{codec}.idx", "asked.hex")
    make("index", "build", "plain.hex", "-o", "changed.idx", *DESIGN)
    make("index", "add", "changed.idx", "words.u64", "--design", "blocks-0-0-0-0")
    make("index", "delete", "changed.idx", "3", "40", "41")
    keep_answers(make, "changed.idx", "asked.hex")
    for profile in PROFILES:
        of = ("--profile", profile)
        name = f"pages-{profile}.idx"
        design = WIDE_DESIGN if profile == "thorough" else DESIGN
        make("index", "build", "pages.jsonl", "site", "-o", name, *design, *of)
        if profile == "thorough":  # two segments and a tombstone
            make("index", "add", name, "later.jsonl", *WIDE_DESIGN[2:], *of)
            make("index", "delete", name, "lighthouse-3")
        keep_answers(make, name, "later.jsonl", *of)
        prints = make("fingerprint", "later.jsonl", *of)
        (WORK / f"later-{profile}.hex").write_text(
            "".join(f"{line.split(chr(9))[1]}\n" for line in prints.splitlines())
        )
        make.keep(f"{name}.by-hex.tsv", "index", "query", name, f"later-{profile}.hex",
                  "--recipe", profile)  # fmt: skip
    make("index", "build", "pages.jsonl", "-o", "pages-coded.idx", "--codec", "elias-fano", *DESIGN)
    keep_answers(make, "pages-coded.idx", "later.jsonl")


def make_results(make: Maker) -> None:
    for profile in PROFILES:
        out = f"out-{profile}"
        inputs = ("pages.jsonl", "site", "later.jsonl")
        make("dedup", *inputs, "-o", out, "--profile", profile, "--threads", "1", "-q")
        keep_rows(out, f"{out}.rows.json")
        shutil.copytree(WORK / out, WORK / "again")
        threshold = {"balanced": "--min-resemblance", "thorough": "--min-agreement"}[profile]
        make("recluster", "again", threshold, ".97", "-q")
        keep_rows("again", f"{out}.at-97.json")
        shutil.rmtree(WORK / "again")
        index = f"pages-{profile}.idx"
        make("dedup", "later.jsonl", "--against", index, "-o", "again", "--profile", profile, "-q")
        keep_rows("again", f"{index}.against.json")
        shutil.rmtree(WORK / "again")


def make_crawl(make: Maker) -> None:
    """Revisits, a table with a broken row, a damaged record, a packed file."""
    inputs = ("crawl.warc", "table.csv", "packed.jsonl.xz", "pages.jsonl")
    make("dedup", *inputs, "-o", "crawl-out", "--keep", "longest", "--follow", "-q")
    keep_rows("crawl-out", "crawl-out.rows.json")
    shutil.copytree(WORK / "crawl-out", WORK / "again")
    make("recluster", "again", "--keep", "last", "--apply", "-q")
    keep_rows("again", "crawl-out.last.json")
    shutil.copy(WORK / "again/revisits.jsonl", WORK / "answers/crawl-out.revisits.jsonl")
    shutil.rmtree(WORK / "again")


def make_store(make: Maker) -> None:
    """Clusters, an index of most rows, pages that came later, pages that were deleted."""
    make("store", "load", "crawl.store", "pages.jsonl", "--crawl", "monday", "-q")
    make("store", "rebuild", "crawl.store", "-q")
    make("store", "load", "crawl.store", "site", "--crawl", "tuesday", "-q")
    make("store", "retain", "crawl.store", "--host", "garden.example.org", "-q")
    make.keep("crawl.store.dump.jsonl", "store", "dump", "crawl.store")
    make.keep("crawl.store.check.json", "store", "check", "crawl.store", "--json")
    asked = ("pages.jsonl", "site", "later.jsonl")
    make.keep("crawl.store.ask.jsonl", "store", "ask", "crawl.store", *asked, "-q")
    for log in (WORK / "crawl.store/rows").glob("LOG*"):
        log.unlink()


def keep_rows(out: str, name: str) -> None:
    """Which page was removed, for which other, and as what."""
    lines = (WORK / out / "duplicates.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    found = {row["id"]: [row["representative"], row["kind"]] for row in rows}
    (WORK / "answers" / name).write_text(json.dumps(found, indent=1) + "\n")


def make_recipes(make: Maker) -> None:
    """As printed. The first line has the ids, where this machine can make the recipe."""
    (WORK / "recipes").mkdir()
    for line in make("recipe", "list").splitlines():
        name = line.split()[0]
        shown = make("recipe", "show", name).splitlines(keepends=True)
        if shown[0].startswith("# cannot"):
            shown = shown[1:]
        (WORK / "recipes" / f"{name}.toml").write_text("".join(shown))


def make_idf(make: Maker) -> None:
    make("idf", "build", "pages.jsonl", "-o", "words.idf", "--min-documents", "1",
         "--recipe", "words", "-q")  # fmt: skip
    (WORK / "weighed.toml").write_text(
        'name = "weighed"\n[features]\nlengths = [1]\nweights = "tf-idf"\n'
        'idf = { file = "words.idf" }\n'
    )
    make.keep("weighed.tsv", "fingerprint", "pages.jsonl", "--recipe", "weighed.toml")


def main() -> None:
    program, target = sys.argv[1], Path(sys.argv[2])
    if WORK.exists() or target.exists():
        sys.exit(f"{WORK} or {target} is there already")
    WORK.mkdir()
    make = Maker(program)
    write_inputs()
    make_recipes(make)
    make_idf(make)
    make_indexes(make)
    make_results(make)
    make_crawl(make)
    make_store(make)
    for lock in WORK.rglob("LOCK"):
        lock.unlink()
    shutil.copytree(WORK, target)
    shutil.rmtree(WORK)


if __name__ == "__main__":
    main()
