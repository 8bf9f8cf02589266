# SPDX-License-Identifier: Apache-2.0
"""The verbs of facsim store, and runs of facsim dedup that check the answers of a store."""

import json
import re
import shutil
from itertools import count
from pathlib import Path

from making import write_jsonl
from real_data import real_lines
from running import NIGHTLY, Result, facsim, fewer


def store(*arguments: object, **how: object) -> Result:
    """Runs `facsim store`, which must succeed."""
    return facsim.done("store", *arguments, **how)


def loaded(folder: Path, *inputs: object) -> dict:
    """Loads inputs and returns the summary of the load."""
    return json.loads(store("load", folder, *inputs, "--json").out)


def dumped(folder: Path, *flags: object) -> list[dict]:
    """Returns the pages of a store."""
    return store("dump", folder, *flags).rows()


def asked(folder: Path, *inputs: object) -> list[dict]:
    """Returns the answers to pages that are not added."""
    return store("ask", folder, *inputs).rows()


def asked_and_added(folder: Path, pages: Path) -> list[dict]:
    """Adds pages in order and returns the answers; creates the store if needed."""
    nothing = pages.with_name("nothing.jsonl")
    nothing.write_bytes(b"")
    store("load", folder, nothing)
    return store("ask", folder, pages, "--add").rows()


def with_own_urls(lines: list[bytes]) -> list[dict]:
    """Returns pages with unique URLs, so that none replaces another."""
    pages = [json.loads(line) for line in lines]
    return [page | {"url": f"https://page{i}.example.org/"} for i, page in enumerate(pages)]


def ota_terms() -> list[dict]:
    """Returns revisions of terms and privacy pages, ordered by the date in their ids."""
    lines = real_lines("ota_terms")
    lines = lines[: fewer(len(lines)) // (1 if NIGHTLY else 2)]  # which stand page by page
    lines.sort(key=lambda line: re.search(rb"@(\d{4}-\d\d-\d\d)", line)[1])
    return with_own_urls(lines)


def batches_of(answers: list[dict], days: int) -> list[list[int]]:
    """Splits the numbers of the pages into days, and before each page that the store finds like one
    of its own batch: dedup would judge these by their texts, which a store does not have."""
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
    """Returns for each page its row of `facsim dedup --against` without old texts; None if kept."""
    rows: list[dict | None] = []
    for number, batch in zip(count(1), batches):
        # The name is not used again: a file of an old name could be read as the old text.
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
