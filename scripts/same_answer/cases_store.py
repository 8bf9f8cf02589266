# SPDX-License-Identifier: Apache-2.0
"""Cases of stores of pages: their answers, not the files of RocksDB.

Segments are made by store rebuild, at a time that the case controls: with a small --front-pages, a
thread would decide the time.
"""

from same_answer.case import Table

ASKED = ("store dump st > st.dump", "store check st", "store check st --json", "store stats st")
TURNS = ("on", "no", "onon", "noon")
ASKED_LATER = "store ask st day2.jsonl --explain"


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases."""
    loads(table, reals)
    changes(table)
    made_again(table)
    damaged(table)


def loads(table: Table, reals: list[str]) -> None:
    """Adds cases that load every kind of file, and query the store."""
    for source in ("pages.jsonl", "html.jsonl", "names.jsonl", "chinese.jsonl", "crawl.warc",
                   "crawl11.warc.gz", "old.arc", "site",
                   "table.csv", "bulk.ndjson", "encoded.warc",
                   "today0.warc.gz today1.warc.gz today2.warc.gz"):  # fmt: skip
        table.add(f"store/load/{source}", f"store load st {source}",
                  f"store ask st {source} --explain", *ASKED,
                  f"store load st {source} --json")  # fmt: skip
    for flags in ("--profile strict", "--profile thorough", "--profile compact", "--recipe words",
                  "--names off", "--max-distance 6",
                  "--history", "--crawl monday", "--id-prefix day1/",
                  "--status-field status --status 200", "--memory 64M",
                  "--collection other", "--threads 1 --json"):  # fmt: skip
        table.add(f"store/load/{flags}", f"store load st pages.jsonl {flags}",
                  f"store load st pages.jsonl day1.jsonl {flags}",
                  "store ask st day1.jsonl", *ASKED,
                  "store dump st --collection other")  # fmt: skip
    for flags in ("--history", "--profile strict", "--max-distance 6", "--names off"):
        table.add(f"store/refused/{flags}", "store load st day0.jsonl",
                  f"store load st day1.jsonl {flags}", *ASKED)
    for name in reals:
        table.add(f"store/{name}", f"store load st {name}.jsonl", f"store ask st {name}.jsonl",
                  *ASKED, needs=[name])
    days = [step for day in range(4) for step in (f"store ask st day{day}.jsonl",
                                                  f"store load st day{day}.jsonl")]
    table.add_by_turns("store/days", "store load st empty.jsonl", *days, *ASKED, turns=TURNS)
    asks = ["store load st empty.jsonl",
            *(f"store ask st day{day}.jsonl --add" for day in range(4))]
    table.add_by_turns("store/ask-add", *asks, ASKED_LATER, *ASKED, turns=TURNS)
    crawls = ("store load st day0.jsonl --crawl monday", "store load st day1.jsonl --crawl tuesday",
              ASKED_LATER)
    table.add_by_turns("store/crawls", *crawls, *ASKED, "store retain st --crawl monday", *ASKED,
                       turns=TURNS)
    table.add_by_turns("store/history", "store load st day0.jsonl --history",
                       "store load st day1.jsonl --history", ASKED_LATER, *ASKED,
                       turns=("on", "no"))  # fmt: skip


def changes(table: Table) -> None:
    """Adds cases of deletions, copies and counts."""
    filled = ("store load st pages.jsonl", "store load st mirrored.jsonl --crawl monday")
    for flags in ("--host news.example.org", "--host NEWS.example.org --json", "--crawl monday",
                  "--before 2024-01-01", "--age 90d",
                  "--before 2099-01-01 --dry-run", "--before 2099-01-01 --by last-seen",
                  "--age 0s --dry-run --json",
                  "--host nobody.example.org", "--host mirror.example.org --crawl monday",
                  "--before yesterday", ""):  # fmt: skip
        table.add(f"store/retain/{flags or 'plain'}", *filled, f"store retain st {flags}",
                  ASKED_LATER, *ASKED)
    for page in ("p3", "http://www.example.org/5", "https://www.example.org/p3", "nobody", "#4"):
        for flags in ("", "--json", "--limit 1"):
            table.add(f"store/copies/{page}/{flags or 'plain'}", *filled,
                      f"store copies st '{page}' {flags}")
    for flags in ("", "--json --top 3 --hosts 2", "--top 1", "--collection nobody"):
        table.add(f"store/stats/{flags or 'plain'}", *filled,
                  f"store stats st {flags} > figures.dump")
    table.add_by_turns("store/turns/retain", *filled, "store retain st --host www.example.org",
                       "store load st pages.jsonl",
                       "store retain st --crawl monday", ASKED_LATER, *ASKED,
                       turns=TURNS)  # fmt: skip
    table.add("store/collections", "store load st day0.jsonl",
              "store load st day1.jsonl --collection one",
              "store load st day2.jsonl --collection two --profile strict",
              "store load st day2.jsonl --collection Bad!",
              "store ask st day1.jsonl --collection two", *ASKED,
              "store stats st --collection two")  # fmt: skip


def made_again(table: Table) -> None:
    """Adds cases of backup, restore, rebuild, and of an index of pages made from a store."""
    filled = ("store load st day0.jsonl day1.jsonl", "store load st html.jsonl")
    table.add_by_turns("store/rebuild/index", *filled, "store rebuild st",
                       "store load st day2.jsonl", ASKED_LATER, *ASKED, turns=TURNS)
    table.add_by_turns("store/backup", *filled, "store backup st saved", "store restore saved two",
                       "store ask two day2.jsonl",
                       "store dump two > two.dump", "store check two --json",
                       "store backup st saved", turns=("on", "no", "oon", "nno"))  # fmt: skip
    for flags in ("--profile strict", "--profile thorough", "--recipe words", "--profile balanced"):
        table.add(f"store/rebuild/{flags}", *filled,
                  f"store rebuild st -o two day0.jsonl day1.jsonl html.jsonl {flags}",
                  "store dump two > two.dump", "store ask two day2.jsonl", "store check two",
                  f"store rebuild st -o three day0.jsonl {flags} --json")  # fmt: skip
    table.add("store/rebuild/gone", *filled, "!rm st/pages.idx", ASKED_LATER, "store rebuild st",
              ASKED_LATER, *ASKED)


def damaged(table: Table) -> None:
    """Adds cases of files that are not a store, and of a store whose index has a flipped byte."""
    verbs = ("store check st", ASKED_LATER, "store stats st", "store dump st", "store copies st p3",
             "store backup st saved")
    table.add("store/damaged/none", *verbs)
    table.add("store/damaged/other", "!mkdir st", "!copy day0.jsonl st/day0.jsonl", *verbs,
              "store load st day1.jsonl")
    sealed = ("store load st day0.jsonl", "store rebuild st")
    for at in (3, 60, -8):
        table.add(f"store/damaged/manifest/{at}", *sealed, f"!flip st/pages.idx/MANIFEST {at}",
                  *verbs)
    table.add("store/damaged/index", *sealed, "!cut st/pages.idx/000001.seg 900", *verbs)
    table.add("store/damaged/rows", "store load st day0.jsonl", "!rm st/rows/CURRENT", *verbs[1:3])
