# SPDX-License-Identifier: Apache-2.0
"""Cases of facsim dedup: options that decide answers or their output, for each kind of corpus."""

from same_answer.case import Table

THREADS = "--threads 2"  # written into summary.json
PROFILES = ("compact", "balanced", "strict", "thorough")
MADE = ("pages.jsonl", "html.jsonl", "chinese.jsonl", "names.jsonl", "crawl.warc", "site")
KEEPS = ("first", "last", "longest", "shortest-url", "newest --time-field time",
         "oldest --time-field time",
         "canonical", "input", "field:rank", "canonical,longest", "field:rank,shortest-url,last",
         "newest,longest --time-field time")  # fmt: skip
STATUSES = ("--status-field status", "--status-field status --status 200",
            "--status 200,300-399 --status-field status",
            "--status-field meta.status", "--status 404 --status-field status")  # fmt: skip
COUNTS = ("meta.lang", "meta.kind", "status", "rank", "nothing")
THRESHOLDS = ("--min-resemblance 0.6", "--min-resemblance 0.95", "--min-agreement 0.8",
              "--min-containment 0.7",
              "--min-units 60", "--shingle-size 2", "--shingle-size 12", "--max-distance 0",
              "--max-distance none",
              "--max-distance 9", "--text all", "--topic topic.tsv",
              "--min-agreement 0.9 --min-resemblance 0.7",
              "--remove exact,layout,partial --min-containment-to-remove 0.8")  # fmt: skip
REMOVED = ("exact", "content", "layout", "partial", "exact,content,layout",
           "exact,content,layout,partial")
SPEEDS = ("", "--threads 1", "--threads 7", "--memory 64M", "--kernel scalar", "--kernel avx2",
          "--page-max 1K")
SAID = ("", "-q", "--summary json", "--summary json -q", "--progress none", "--warn-loss 0.2",
        "--dry-run",
        "--dry-run --summary json")  # fmt: skip


def real_needs(name: str) -> list[str]:
    """Returns the requirement of a real set."""
    return [name.split(".")[0]] if name.startswith("real") else []


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases."""
    sets = [f"{name}.jsonl" for name in reals]
    for corpus in (*MADE, *sets):
        for profile in PROFILES:
            table.add(f"dedup/profile/{corpus}/{profile}",
                      f"dedup {corpus} -o out {THREADS} --profile {profile}",
                      needs=real_needs(corpus))  # fmt: skip
    for corpus in sets:
        needs = real_needs(corpus)
        for flags in ("--mode report", "--mode annotate", "--keep longest", "--scope host",
                      "--cluster single",
                      "--remove exact,content,layout,partial", "--refuse-templates", "--names off",
                      "--text all",
                      "--memory 64M"):  # fmt: skip
            table.add(f"dedup/real/{corpus}/{flags}", f"dedup {corpus} -o out {THREADS} {flags}",
                      needs=needs)
    choices(table)
    ways(table)


def one(table: Table, group: str, corpus: str, flags: str, **how: object) -> None:
    """Adds a run over one corpus."""
    table.add(f"dedup/{group}/{corpus}/{flags or 'plain'}",
              f"dedup {corpus} -o out {THREADS} {flags}", **how)


def choices(table: Table) -> None:
    """Adds cases of options that decide what is kept, compared and removed."""
    for keep in KEEPS:
        for corpus in ("pages.jsonl", "html.jsonl small.jsonl"):
            one(table, "keep", corpus, f"--keep {keep}")
        if "field:" not in keep:  # records of an archive have a date but no fields
            one(table, "keep", "crawl11.warc", f"--keep {keep.partition(' ')[0]}")
    for scope in ("all", "host", "file"):
        for corpus in ("pages.jsonl", "day0.jsonl day1.jsonl day2.jsonl", "crawl.warc",
                       "site html.jsonl"):
            one(table, "scope", corpus, f"--scope {scope}")
    for count in COUNTS:
        for corpus in ("pages.jsonl", "table.csv"):
            one(table, "count-by", corpus, f"--count-by {count}")
    for status in STATUSES:
        one(table, "status", "pages.jsonl", status)
    for status in ("200", "200,404", "300-599"):
        one(table, "status", "crawl.warc", f"--status {status}")
        one(table, "status", "today0.warc.gz today1.warc.gz", f"--status {status} --mode annotate")
    for names in ("on", "off"):
        for corpus in ("names.jsonl", "html.jsonl", "crawl.warc"):
            one(table, "names", corpus, f"--names {names}")
    for corpus in ("pages.jsonl", "names.jsonl", "chinese.jsonl"):
        one(table, "templates", corpus, "--refuse-templates")
        one(table, "templates", corpus, "--refuse-templates --profile thorough")
    for rule in ("leader", "single"):
        for corpus in ("pages.jsonl", "chinese.jsonl",
                       "today0.warc.gz today1.warc.gz today2.warc.gz"):
            one(table, "cluster", corpus, f"--cluster {rule}")
    for removed in REMOVED:
        for corpus in ("pages.jsonl", "html.jsonl"):
            one(table, "remove", corpus, f"--remove {removed}")
    for flags in THRESHOLDS:
        one(table, "thresholds", "pages.jsonl", flags, also=("topic.tsv",))


def ways(table: Table) -> None:
    """Adds cases of options for the output and the run."""
    for matches in ("all", "leaders", "none"):
        for corpus in ("pages.jsonl", "crawl.warc"):
            one(table, "matches", corpus, f"--matches {matches}")
        one(table, "matches", "pages.jsonl", f"--matches {matches} --cluster single")
    for mode in ("remove", "annotate", "report"):
        one(table, "rows", "pages.jsonl", f"--rows parquet --mode {mode}", needs=["plug-in"])
        one(table, "rows", "crawl.warc site", f"--rows parquet --mode {mode}", needs=["plug-in"])
    for speed in SPEEDS:
        needs = ["avx2"] if "avx2" in speed else []
        table.add(f"dedup/speed/{speed or 'plain'}", f"dedup pages.jsonl crawl.warc -o out {speed}",
                  needs=needs)
    for said in SAID:
        place = "" if "--dry-run" in said else "-o out"
        table.add(f"dedup/said/{said or 'plain'}",
                  f"dedup pages.jsonl odd.jsonl {place} {THREADS} {said}")
    for flags in ("", "--force", "--link --force", "--no-text --report page.html",
                  "--report page.html",
                  "--report page.html --force", "--tmp elsewhere"):  # fmt: skip
        table.add(f"dedup/places/{flags or 'plain'}", "!mkdir elsewhere",
                  f"dedup small.jsonl site -o out {THREADS} {flags}",
                  f"dedup pages.jsonl site -o out {THREADS} {flags}")  # fmt: skip
    for name in ("words", "bytes-4", "characters-4", "icu-words", "all-text", "course", "keyword",
                 "python-simhash",
                 "content-seen-32", "word.toml", "characters.toml", "bytes.toml", "bits32.toml",
                 "parts.toml"):  # fmt: skip
        needs = ["jieba"] if name in ("course", "keyword") else []
        one(table, "recipe", "pages.jsonl chinese.jsonl", f"--recipe {name}", needs=needs)
    one(table, "recipe", "features.jsonl", "--recipe given.toml")
    for recipe in ("idf.toml", "levels.toml"):
        table.add(f"dedup/recipe/{recipe}", "idf build pages.jsonl -o made.idf --recipe word.toml",
                  f"dedup pages.jsonl -o out {THREADS} --recipe {recipe}",
                  "idf build pages.jsonl -o made.idf --min-documents 3",
                  "idf build pages.jsonl -o made.idf --force --min-documents 3")  # fmt: skip
    modes_of_records(table)


def modes_of_records(table: Table) -> None:
    """Adds cases of modes with formats."""
    corpora = ("pages.jsonl", "html.jsonl.gz", "crawl.warc", "members.warc.gz", "old.arc",
               "table.csv", "table.tsv",
               "bulk.ndjson", "site", "pages.parquet", "pages.warc.wet",
               "features.jsonl")  # fmt: skip
    for mode in ("remove", "annotate", "report", "revisit"):
        for corpus in corpora:
            needs = ["plug-in", "pyarrow"] if corpus.endswith("parquet") else []
            one(table, "mode", corpus, f"--mode {mode}", needs=needs)
    days = "today0.warc.gz today1.warc.gz today2.warc.gz"
    for flags in ("", "--keep last", "--keep newest", "--matches none", "--scope host",
                  "--profile strict"):
        one(table, "revisit", days, f"--mode revisit {flags}")
    one(table, "revisit", "crawl11.warc", "--mode revisit --keep oldest")
    one(table, "revisit", "crawl11.warc.gz crawl.warc", "--mode revisit --keep input")
