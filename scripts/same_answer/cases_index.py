# SPDX-License-Identifier: Apache-2.0
"""Cases of indexes of pages and of fingerprints, built, changed and queried by either program."""

from same_answer.case import Table
from same_answer.cases_dedup import THREADS

ASKED = ("index info idx", "index info idx --json", "index check idx", "index export idx")
TURNS = ("on", "no", "onon", "noon")
DAYS = tuple(f"day{day}.jsonl" for day in range(4))


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases."""
    of_pages(table, reals)
    by_days(table)
    of_fingerprints(table)
    joins(table)
    damaged(table)


def of_pages(table: Table, reals: list[str]) -> None:
    """Adds cases of a single index of pages."""
    query = "index query idx day1.jsonl"
    for profile in ("compact", "balanced", "strict", "thorough"):
        for codec in ("none", "elias-fano", "xor-huffman"):
            table.add(f"index/pages/{profile}/{codec}",
                      f"index build day0.jsonl -o idx --profile {profile} --codec {codec}",
                      f"{query} --profile {profile}",
                      f"{query} --profile {profile} --jsonl --limit 2", *ASKED)  # fmt: skip
    for flags in ("-k 0", "-k 6", "-k 12", "--design paper-4", "--memory 64M --threads 1",
                  "--summary json", "--text all", "--shingle-size 3", "--min-units 60",
                  "--recipe words"):  # fmt: skip
        asks = "index query idx day1.jsonl small.jsonl --jsonl"
        judged = flags if flags.startswith(("--text", "--shingle", "--min-units",
                                            "--recipe")) else ""
        table.add(f"index/pages/{flags}", f"index build pages.jsonl -o idx {flags}", asks,
                  f"{asks} {judged} --limit 3", *ASKED)  # fmt: skip
    for source in ("html.jsonl", "crawl.warc", "site", "chinese.jsonl", "table.csv", "old.arc",
                   "names.jsonl"):
        table.add(f"index/pages/{source}", f"index build {source} -o idx",
                  f"index query idx {source} --jsonl", *ASKED)
    for flags in ("--map", "--min-resemblance 0.6", "--min-containment 0.3 --jsonl",
                  "--names off --json", "-k 1", "--threads 1",
                  "--limit 1"):  # fmt: skip
        table.add(f"index/query/{flags}", "index build day0.jsonl names.jsonl -o idx",
                  f"{query} names.jsonl {flags}")
    table.add("index/status", "index build pages.jsonl -o idx --status-field status --status 200",
              "index query idx pages.jsonl --status-field status", *ASKED)  # fmt: skip
    for name in reals:
        table.add_by_turns(f"index/{name}", f"index build {name}.jsonl -o idx",
                           f"index query idx {name}.jsonl --limit 3 --jsonl",
                           *ASKED, turns=("on", "no"), needs=[name])  # fmt: skip


def by_days(table: Table) -> None:
    """Adds cases of days against an index, with revisits, with alternating programs."""
    for profile in ("balanced", "thorough", "strict"):
        steps = [f"dedup {day} -o out{n} --against idx --update {THREADS} --profile {profile}"
                 for n, day in enumerate(DAYS)]
        table.add_by_turns(f"against/days/{profile}", *steps,
                           f"index query idx day2.jsonl --jsonl --limit 2 --profile {profile}",
                           *ASKED, turns=TURNS)
    archives = [f"dedup today{n}.warc.gz -o out{n} --against idx --update {THREADS}"
                for n in range(3)]
    table.add_by_turns("against/archives", *archives, *ASKED, turns=TURNS)
    revisits = [f"dedup today{n}.warc.gz -o out{n} --against idx --update --mode revisit {THREADS}"
                for n in range(3)]
    table.add_by_turns("against/revisit", *revisits, *ASKED, turns=TURNS)
    for flags in ("--mode annotate", "--mode report", "--keep last", "--scope host",
                  "--cluster single", "--matches all",
                  "--remove exact,content,layout,partial", "--dry-run", "--names off",
                  "--min-resemblance 0.95",
                  "--rows parquet", "--memory 64M"):  # fmt: skip
        needs = ["plug-in"] if "parquet" in flags else []
        place = "" if "--dry-run" in flags else "-o out"
        table.add(f"against/{flags}", "index build day0.jsonl -o idx",
                  f"dedup day1.jsonl {place} --against idx --update {THREADS} {flags}",
                  f"dedup day2.jsonl {place and '-o two'} --against idx {THREADS} {flags}", *ASKED,
                  needs=needs)  # fmt: skip
    table.add("against/moved", "index build day0.jsonl -o idx", "!mkdir away",
              "!mv day0.jsonl away/day0.jsonl",
              f"dedup day1.jsonl -o out --against idx {THREADS}", "report out", "show out d1-3",
              "index rebuild idx away")  # fmt: skip
    table.add("against/gone", "index build day0.jsonl -o idx", "!rm day0.jsonl",
              f"dedup day1.jsonl -o out --against idx {THREADS}", "report out")
    table.add("against/none", f"dedup day1.jsonl -o out --against idx {THREADS}")
    changes = ("index delete idx d0-1 d0-5 nobody", "index delete idx --ids gone.txt",
               "index compact idx",
               "index compact idx --design paper-4", "index rebuild idx day0.jsonl day1.jsonl",
               "index rebuild idx day0.jsonl day1.jsonl --profile strict --codec elias-fano",
               "index rebuild idx day0.jsonl", "index add idx day2.jsonl --summary json",
               "index build day3.jsonl -o idx",
               "index build day3.jsonl -o idx --force")  # fmt: skip
    for change in changes:
        table.add_by_turns(f"index/change/{change}", "index build day0.jsonl -o idx",
                           "index add idx day1.jsonl", change,
                           "index query idx day1.jsonl day2.jsonl --jsonl", *ASKED,
                           turns=("oon", "non", "on"))  # fmt: skip


def of_fingerprints(table: Table) -> None:
    """Adds cases of fingerprints of 64 bits, as hex and as numbers."""
    for codec in ("none", "elias-fano", "xor-huffman"):
        for distance in (0, 1, 3, 5, 8):
            table.add_by_turns(f"index/fingerprints/{codec}/{distance}",
                               f"index build first.hex -o idx -k {distance} --codec {codec}",
                               "index query idx asked.hex",
                               "index add idx second.u64",
                               "index query idx asked.u64 --jsonl --limit 4",
                               "index query idx asked.hex --map",
                               *ASKED, turns=("on", "no") if distance == 3 else ())  # fmt: skip
    for design in ("paper-4", "paper-10", "paper-16", "paper-20", "course-10"):
        table.add(f"index/fingerprints/{design}", f"index build first.u64 -o idx --design {design}",
                  "index query idx asked.hex -k 2", *ASKED)
    changes = ("index delete idx 3 77 500 9999", "index delete idx --ids numbers.txt",
               "index delete idx --ids - < numbers.txt",
               "index add idx named.hex", "index compact idx",
               "index add idx second.hex --recipe words",
               "index rebuild idx first.hex", "index add idx day0.jsonl")  # fmt: skip
    for change in changes:
        table.add_by_turns(f"index/fingerprints/{change}", "index build first.hex -o idx -k 4",
                           "index add idx second.hex", change,
                           "index compact idx", "index query idx asked.hex --jsonl", *ASKED,
                           turns=("oon", "non"),
                           also=("numbers.txt",))  # fmt: skip
    table.add("index/fingerprints/input", "!copy first.hex plain",
              "index build plain -o idx --input hex", "index query idx plain --input hex",
              "index query idx plain", "index build plain -o two --input u64", *ASKED)  # fmt: skip


def joins(table: Table) -> None:
    """Adds cases of all pairs, in an index, in files, and between them."""
    for distance in (0, 2, 3, 6):
        for flags in ("", "--limit 2", "--map", "--threads 1", "--memory 64M", "--pairs-max 50"):
            table.add(f"join/index/{distance}/{flags or 'plain'}",
                      "index build first.hex -o idx -k 3",
                      f"index join idx -k {distance} {flags}",
                      f"index join idx second.u64 -k {distance} {flags}")  # fmt: skip
        table.add(f"join/files/{distance}", f"index join first.hex second.u64 -k {distance}",
                  f"index join named.hex -k {distance}",
                  f"index join first.u64 -k {distance} --limit 1")  # fmt: skip
    table.add_by_turns("join/turns", "index build first.hex -o idx", "index add idx second.hex",
                       "index join idx", turns=("oon", "no"))
    table.add("join/pages", "index build pages.jsonl -o idx", "index join idx",
              "index join idx first.hex")


def damaged(table: Table) -> None:
    """Adds cases of flipped bytes, cut files, and files that are not an index."""
    verbs = ("index check idx", "index info idx", "index query idx day1.jsonl", "index export idx",
             "index add idx day2.jsonl",
             f"dedup day1.jsonl -o out --against idx {THREADS}")  # fmt: skip
    for at in (3, 700, 4000, -8):
        table.add(f"index/damaged/segment/{at}", "index build day0.jsonl -o idx",
                  f"!flip idx/000001.seg {at}", *verbs)
    for at in (3, 60, 500, -8):
        table.add(f"index/damaged/manifest/{at}", "index build day0.jsonl -o idx",
                  f"!flip idx/MANIFEST {at}", *verbs)
    table.add("index/damaged/cut", "index build day0.jsonl -o idx", "!cut idx/000001.seg 3000",
              *verbs)
    table.add("index/damaged/gone", "index build day0.jsonl -o idx", "!rm idx/000001.seg", *verbs)
    table.add("index/damaged/no-manifest", "index build day0.jsonl -o idx", "!rm idx/MANIFEST",
              *verbs)
    table.add("index/damaged/none", *verbs)
    table.add("index/damaged/other-profile", "index build day0.jsonl -o idx --profile compact",
              *verbs, "index query idx day1.jsonl --recipe words")
