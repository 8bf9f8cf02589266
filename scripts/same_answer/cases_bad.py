# SPDX-License-Identifier: Apache-2.0
"""Cases of the help of every command, and of its errors."""

from same_answer.case import Table

COMMANDS = ("dedup", "recluster", "compare", "show", "report", "fingerprint", "extract", "recipe",
            "profile", "idf", "index",
            "store", "mirrors", "plan", "eval", "serve", "man", "completion", "version",
            "help")  # fmt: skip
VERBS = {"index": ("build", "add", "delete", "query", "join", "info", "check", "compact", "export",
                   "rebuild"),
         "store": ("load", "ask", "dump", "copies", "backup", "restore", "check", "retain",
                   "rebuild", "stats"),
         "recipe": ("list", "show", "check"), "profile": ("list", "show"),
         "idf": ("build",)}  # fmt: skip
PLANS = ("--count 1M", "--count 10M -k 6 --json", "--count 8e9 --k 3 --memory 110G --no-ids",
         "--count 17179869184 --design course-10",
         "--count 1000 --memory 1K", "--count 100 --max-distance 12", "--count 0", "--k 3",
         "--count 5 --design none-such")  # fmt: skip
WRONG = {
    "flags": ("dedup pages.jsonl -o out --kepp last", "dedup pages.jsonl -o out --keep lats",
              "dedup pages.jsonl --output",
              "dedup pages.jsonl -o out --threads 0", "dedup pages.jsonl -o out --threads many",
              "dedup pages.jsonl -o out --memory 1M",
              "dedup pages.jsonl -o out -x", "dedup", "dedup pages.jsonl", "dedup -o out",
              "frobnicate", "", "--threads 2",
              "dedup pages.jsonl -o out extra.jsonl", "dedup --limit 3 pages.jsonl -o out"),
    "values": ("dedup pages.jsonl -o out --min-resemblance 1.5",
               "dedup pages.jsonl -o out --min-resemblance nan",
               "dedup pages.jsonl -o out --max-distance 13",
               "dedup pages.jsonl -o out --shingle-size 0",
               "dedup pages.jsonl -o out --remove exact,near",
               "dedup pages.jsonl -o out --scope planet",
               "dedup pages.jsonl -o out --keep field:",
               "dedup pages.jsonl -o out --keep first,,last",
               "dedup pages.jsonl -o out --status 1000", "dedup pages.jsonl -o out --status 200-",
               "dedup pages.jsonl -o out --profile best",
               "dedup pages.jsonl -o out --recipe best", "dedup pages.jsonl -o out --page-max 9G",
               "dedup pages.jsonl -o out --kernel mmx"),
    "together": ("dedup pages.jsonl -o out --update", "dedup pages.jsonl -o out --keep newest",
                 "dedup pages.jsonl -o out --mode revisit",
                 "dedup pages.jsonl -o out --cluster single --matches all",
                 "dedup pages.jsonl -o out --link",
                 "dedup pages.jsonl -o out --status-field nothing",
                 "dedup pages.jsonl -o out --time-field nothing --keep newest",
                 "dedup pages.jsonl -o out --recipe bits32.toml",
                 "dedup pages.jsonl -o out --no-text", "dedup pages.jsonl pages.jsonl -o out",
                 "dedup pages.jsonl -o out --min-resemblance 0.9 --profile compact --min-agreement 2",
                 "dedup pages.jsonl -o . ", "dedup pages.jsonl -o pages.jsonl", "dedup . -o out",
                 "dedup pages.jsonl -o deep/er/out"),
    "missing": ("dedup nothing.jsonl -o out", "dedup nothing/ -o out", "extract nothing.html",
                "fingerprint nothing.warc.gz",
                "compare nothing.html nothing.html", "show out p1", "report out", "recluster out",
                "mirrors out", "index query idx pages.jsonl",
                "index delete idx 3", "eval nothing.jsonl --exact",
                "eval pages.jsonl --pairs nothing.tsv", "idf build nothing.jsonl -o x.idf",
                "dedup pages.jsonl -o out --topic nothing.tsv",
                "dedup pages.jsonl -o out --recipe nothing.toml",
                "dedup pages.jsonl -o out --tmp nowhere",
                "dedup pages.jsonl -o out --against nothing.idx"),
    "index": ("index", "index frob idx", "index build -o idx", "index build pages.jsonl",
              "index build pages.jsonl -o idx -k 13",
              "index build pages.jsonl -o idx --codec zip",
              "index build first.hex pages.jsonl -o idx",
              "index build pages.jsonl -o idx --design x",
              "index join", "index join nothing", "index query", "index delete idx",
              "index build first.hex -o idx --profile strict",
              "index build pages.jsonl -o idx --input hex"),
    "store": ("store", "store frob st", "store load", "store load st",
              "store load st nothing.jsonl", "store ask st pages.jsonl",
              "store retain st", "store retain st --age 5", "store copies st",
              "store rebuild st -o st", "store load st pages.jsonl --crawl ''",
              "store restore nothing st", "store dump nothing"),
    "eval": ("eval", "eval pages.jsonl", "eval pages.jsonl --exact --pairs pairs.tsv",
             "eval pages.jsonl --pairs clusters.jsonl",
             "eval pages.jsonl --pairs pairs.tsv --label-min 2", "eval --synthesize pages.jsonl",
             "eval pages.jsonl --exact -k 65",
             "eval pages.jsonl --exact --thresholds 2", "eval pages.jsonl --exact --sketches 3x3",
             "eval empty.jsonl --exact",
             "eval pages.jsonl --clusters pairs.tsv"),
    "recipe": ("recipe", "recipe show", "recipe show nothing", "recipe check",
               "recipe check bad.toml", "recipe check broken.toml word.toml",
               "recipe check pages.jsonl", "recipe check nothing.toml idf.toml", "profile show",
               "profile show best", "profile",
               "fingerprint pages.jsonl --recipe bad.toml",
               "fingerprint pages.jsonl --columns id,shoe", "idf build pages.jsonl",
               "idf build pages.jsonl -o one.idf --recipe bytes.toml",
               "idf build pages.jsonl -o one.idf --recipe parts.toml"),
    "serve": ("serve", "serve st --listen nowhere", "serve st --listen 127.0.0.1:99999",
              "serve st --tokens nothing.txt", "serve st --check-config",
              "serve pages.jsonl --check-config", "serve st --config nothing.toml",
              "serve st --config word.toml --check-config",
              "serve st --durability often", "serve st --retain-age 5 --check-config",
              "serve st --listen 0.0.0.0:0"),
    "words": ("man nothing", "completion tcsh", "completion", "help nothing", "help index nothing",
              "version --json", "version extra",
              "man index nothing", "help inputs more"),
    "recluster": ("recluster", "recluster out --frob", "recluster pages.jsonl", "recluster site",
                  "show out", "show", "report", "report site",
                  "show site p1", "mirrors site", "mirrors --normalize nothing.json", "mirrors"),
}  # fmt: skip


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases; real sets are not used."""
    del reals
    for command in COMMANDS:
        table.add(f"help/{command}", f"help {command}", f"{command} --help", f"{command} -h",
                  f"man {command}")
    for command, verbs in VERBS.items():
        table.add(f"help/{command}/verbs",
                  *(f"{form} {command} {verb}" for verb in verbs for form in ("help", "man")),
                  *(f"{command} {verb} -h" for verb in verbs))  # fmt: skip
    table.add("help/all", "help", "help inputs", "man", "--help", "-h")
    table.add("help/names", "version", "recipe list", "profile list")
    for shell in ("bash", "zsh", "fish"):
        table.add(f"help/completion/{shell}", f"completion {shell}")
    for name in ("compact", "balanced", "strict", "thorough"):
        table.add(f"help/profile/{name}", f"profile show {name}")
    for plan in PLANS:
        table.add(f"plan/{plan}", f"plan {plan} --usual-costs")
    for group, lines in WRONG.items():
        for number, line in enumerate(lines):
            table.add(f"wrong/{group}/{number}", line)
    full = ("dedup pages.jsonl -o out --threads 2", "dedup pages.jsonl -o out --threads 2",
            "dedup small.jsonl -o out --threads 2 --force")
    table.add("wrong/there/dedup", *full)
    table.add("wrong/there/index", "index build first.hex -o idx", "index build first.hex -o idx",
              "index build day0.jsonl -o idx")
    table.add("wrong/there/inside", "dedup small.jsonl -o out", "dedup small.jsonl -o out/more",
              "dedup out -o two", "report out -o out/page.html")
    if_no = {"FACSIM_PARQUET_PLUGIN": "nowhere.so"}
    table.add("wrong/parquet", "dedup pages.parquet -o out",
              "dedup small.jsonl -o out --rows parquet", env=if_no, needs=["pyarrow"])
