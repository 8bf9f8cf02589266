# SPDX-License-Identifier: Apache-2.0
"""The verbs of facsim store, and runs of facsim dedup that judge what a store answers."""

import json
import re
import shutil
from itertools import count
from pathlib import Path

from making import write_jsonl
from real_data import real_lines
from running import NIGHTLY, Result, facsim, fewer


def store(*arguments: object, **how: object) -> Result:
    """A run of `facsim store` that ends as it should."""
    return facsim.done("store", *arguments, **how)


def loaded(folder: Path, *inputs: object) -> dict:
    """What a load says that it did."""
    return json.loads(store("load", folder, *inputs, "--json").out)


def dumped(folder: Path, *flags: object) -> list[dict]:
    """The pages of a store."""
    return store("dump", folder, *flags).rows()


def asked(folder: Path, *inputs: object) -> list[dict]:
    """The answers to pages that are not added."""
    return store("ask", folder, *inputs).rows()


def asked_and_added(folder: Path, pages: Path) -> list[dict]:
    """The answers of a store, which may begin here, to pages in their order."""
    nothing = pages.with_name("nothing.jsonl")
    nothing.write_bytes(b"")
    store("load", folder, nothing)
    return store("ask", folder, pages, "--add").rows()


def with_own_urls(lines: list[bytes]) -> list[dict]:
    """Pages of which none replaces another: each has a URL of its own."""
    pages = [json.loads(line) for line in lines]
    return [page | {"url": f"https://page{i}.example.org/"} for i, page in enumerate(pages)]


def ota_terms() -> list[dict]:
    """Revisions of terms and privacy pages, by date, which their ids tell."""
    lines = real_lines("ota_terms")
    lines = lines[: fewer(len(lines)) // (1 if NIGHTLY else 2)]  # which stand page by page
    lines.sort(key=lambda line: re.search(rb"@(\d{4}-\d\d-\d\d)", line)[1])
    return with_own_urls(lines)


def batches_of(answers: list[dict], days: int) -> list[list[int]]:
    """The numbers of the pages, in their order and cut into days, and wherever the store says that a
    page is like one of its own batch: there dedup would judge by the texts, which a store has not."""
    day = -(-len(answers) // days)
    batches: list[list[int]] = []
    names: set[str] = set()
    for i, answer in enumerate(answers):
        if i % day == 0 or (answer["match"] and answer["match"]["id"] in names):
            batches.append([])
            names = set()
        batches[-1].append(i)
        names.add(answer["query"])
    return batches


def removed_against(folder: Path, pages: list[dict], batches: list[list[int]]) -> list[dict | None]:
    """Of each page the row with which `facsim dedup --against` removes it, without old texts."""
    rows: list[dict | None] = []
    for number, batch in zip(count(1), batches):
        # A name that does not come again: under an old one there might be the old text.
        today = write_jsonl(folder / f"batch{number}.jsonl", [pages[i] for i in batch])
        facsim.done("dedup", today, "--against", folder / "idx", "--update", "--mode", "report",
                    "--matches", "none", "-o", folder / "out", "--quiet")  # fmt: skip
        report = (folder / "out/duplicates.jsonl").read_bytes().splitlines()
        removed = {row["id"]: row for row in map(json.loads, report)}
        rows += [removed.get(pages[i]["id"]) for i in batch]
        shutil.rmtree(folder / "out")
        today.unlink()
        if number % 32 == 0:
            facsim.done("index", "compact", folder / "idx", "--quiet")
    return rows
