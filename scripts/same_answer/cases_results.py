# SPDX-License-Identifier: Apache-2.0
"""Cases of commands on results: recluster, show, report, compare, mirrors; and of eval."""

from same_answer.case import Table
from same_answer.cases_dedup import THREADS, real_needs

CHANGES = ("", "--min-resemblance 0.9", "--min-resemblance 0.55", "--min-containment 0.8",
           "--keep longest", "--keep last",
           "--keep shortest-url", "--keep field:rank", "--remove exact",
           "--remove exact,content,layout,partial",
           "--remove exact,content,partial --min-containment-to-remove 0.9", "--names off",
           "--mode annotate", "--mode report",
           "--decisions decisions.tsv",
           "--decisions decisions.tsv --keep last --min-resemblance 0.7",
           "--min-agreement 0.9", "--summary json", "-q", "--rows parquet",
           "--min-resemblance 0.2")  # fmt: skip
FROM = {
    "pages": "dedup pages.jsonl -o out --keep field:rank",
    "html": "dedup html.jsonl names.jsonl -o out --min-agreement 0.5",
    "crawl": "dedup crawl.warc members.warc.gz -o out --profile thorough",
    "site": "dedup site html.jsonl -o out --mode annotate",
}
TURNS = ("on", "no")


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases."""
    recluster(table, reals)
    look(table, reals)
    compare(table)
    evaluate(table, reals)
    mirrors(table)


def recluster(table: Table, reals: list[str]) -> None:
    """Adds cases of other thresholds for a finished run, by its program or by the other one."""
    for name, first in FROM.items():
        for change in CHANGES:
            needs = ["plug-in"] if "parquet" in change else []
            for apply in ("", "--apply") if name in ("pages",
                                                     "crawl") or "decisions" in change else ("",):
                table.add(f"recluster/{name}/{change or 'plain'}{apply}", f"{first} {THREADS}",
                          f"recluster out {change} {apply}", needs=needs,
                          also=("decisions.tsv",))  # fmt: skip
    for name, first in FROM.items():
        table.add_by_turns(f"recluster/turns/{name}", f"{first} {THREADS}",
                           "recluster out --min-resemblance 0.7 --apply",
                           "recluster out --keep last", "show out p3", "report out -o page.html",
                           turns=TURNS)  # fmt: skip
    days = "dedup today0.warc.gz today1.warc.gz today2.warc.gz -o out"
    for mode in ("remove", "revisit", "report"):
        for change in ("--keep last --apply", "--mode remove --apply", "--mode revisit --apply",
                       "--min-resemblance 0.9"):
            table.add(f"recluster/revisit/{mode}/{change}", f"{days} {THREADS} --mode {mode}",
                      f"recluster out {change}")
    for flags in ("--matches leaders", "--matches none", "--cluster single",
                  "--status-field status --status 200"):
        table.add(f"recluster/from/{flags}", f"dedup pages.jsonl -o out {THREADS} {flags}",
                  "recluster out --min-resemblance 0.9",
                  "recluster out --keep last --apply")  # fmt: skip
    for name in reals:
        table.add(f"recluster/{name}", f"dedup {name}.jsonl -o out {THREADS}",
                  "recluster out --min-resemblance 0.9",
                  "recluster out --keep longest --remove exact,content,layout,partial --apply",
                  needs=[name])  # fmt: skip
    gone = f"dedup small.jsonl -o out {THREADS}"
    table.add("recluster/gone/input", gone, "!rm small.jsonl", "recluster out --keep last",
              "recluster out --keep last --apply")
    table.add("recluster/gone/changed", gone, "!cut small.jsonl 5000",
              "recluster out --keep last --apply", "show out p1")
    for at in (0, 40, 900, -30):
        table.add(f"recluster/damaged/{at}", gone, f"!flip out/matches.facsim {at}",
                  "recluster out --keep last", "report out", "show out p1")


def look(table: Table, reals: list[str]) -> None:
    """Adds cases of show and report."""
    for name, first in FROM.items():
        for flags in ("", "--json", "--passages all", "--color always", "--passages 0 --json"):
            table.add(f"show/{name}/{flags or 'plain'}", f"{first} {THREADS}",
                      f"dedup pages.jsonl -o two {THREADS} -q",
                      *(f"show out {page} {flags}" for page in SHOWN[name]))  # fmt: skip
        for flags in ("", "--no-text", "--text-size 2K", "--pairs-max 5",
                      "-o page.html --force --threads 1"):
            table.add(f"report/{name}/{flags or 'plain'}", f"{first} {THREADS}",
                      f"report out {flags}", f"report out {flags}")
    for name in reals:
        table.add(f"report/{name}", f"dedup {name}.jsonl -o out {THREADS}", "report out",
                  "report out --no-text --force",
                  needs=real_needs(name))  # fmt: skip
    table.add("report/gone", f"dedup small.jsonl -o out {THREADS}", "!rm small.jsonl", "report out",
              "show out p5", "show out p5 --json")
    table.add("report/none", f"dedup alone.jsonl -o out {THREADS} --matches none", "report out",
              "show out p5")
    table.add("report/single", f"dedup pages.jsonl -o out {THREADS} --cluster single", "report out")
    table.add("report/parquet", f"dedup pages.jsonl -o out {THREADS} --rows parquet", "report out",
              "show out p9", needs=["plug-in"])


SHOWN = {
    "pages": ("p0", "p3", "p12", "p31", "p77", "pages.jsonl:0", "http://www.example.org/5",
              "nobody"),
    "html": ("h0", "h3", "h9", "n3", "n14", "html.jsonl:0"),
    "crawl": ("http://www.example.org/2", "http://mirror.example.org/9", "crawl.warc:0",
              "members.warc.gz:0"),
    "site": ("site/part0/page44.html", "part0/page44.html", "h7", "plain"),
}


def compare(table: Table) -> None:
    """Adds cases of pairs of pages, named in every way."""
    pairs = ("one.html two.html", "two.html three.html", "one.html one.html",
             "pages.jsonl#p0 pages.jsonl#p1",
             "pages.jsonl#p3 pages.jsonl#p77", "html.jsonl#h3 html.jsonl#h43",
             "names.jsonl#n0 names.jsonl#n1",
             "crawl.warc#http://www.example.org/2 crawl.warc#http://mirror.example.org/9",
             "one.html encoded.warc:0",
             "chinese.jsonl#c1 chinese.jsonl#c2", "table.csv#p4 bulk.ndjson#b4",
             "pages.jsonl#nobody one.html",
             "site/plain site/page.php", "pages.jsonl:0 site/latin.html")  # fmt: skip
    for pair in pairs:
        table.add(f"compare/{pair}", f"compare {pair}", f"compare {pair} --json",
                  f"compare {pair} --passages all --profile thorough",
                  f"compare {pair} --text all --shingle-size 2 --json --names off")  # fmt: skip
    table.add("compare/stdin", "compare - one.html < two.html",
              "compare one.html - --json < two.html", "compare - - < one.html")


def evaluate(table: Table, reals: list[str]) -> None:
    """Adds cases of every kind of truth and every output format."""
    truths = ("--exact", "--pairs pairs.tsv", "--pairs graded.tsv --label-min 0.6",
              "--clusters clusters.tsv",
              "--clusters clusters.jsonl", "--pairs decisions.tsv", "--pairs graded.tsv",
              "--exact --sketches 128x1,32x4")  # fmt: skip
    for truth in truths:
        for form in ("", "--json", "--csv table-out.csv --html page.html -q"):
            table.add(f"eval/{truth}/{form or 'plain'}",
                      f"eval pages.jsonl {truth} {form} {THREADS}")
    for profile in ("compact", "strict", "thorough"):
        table.add(f"eval/profile/{profile}",
                  f"eval pages.jsonl --exact --json --profile {profile} {THREADS}",
                  f"eval html.jsonl --exact --profile {profile} -k 1,3,9 --thresholds 0.5,0.9 --agreement-pairs 40")  # fmt: skip
    for source in ("site", "small.jsonl", "crawl.warc", "chinese.jsonl"):
        for seed in (0, 7):
            table.add(f"eval/synthesize/{source}/{seed}",
                      f"eval --synthesize {source} -o graded --seed {seed}",
                      "eval graded/documents.jsonl --pairs graded/pairs.tsv --label-min 0.82 --json")  # fmt: skip
    for name in reals:
        table.add(f"eval/{name}", f"eval {name}.jsonl --exact --json {THREADS}", needs=[name])


def mirrors(table: Table) -> None:
    """Adds cases of mirrors in results and in stores."""
    made = {"result": f"dedup mirrored.jsonl -o from {THREADS}",
            "store": "store load from mirrored.jsonl",
            "crawl": f"dedup crawl.warc pages.jsonl -o from {THREADS}"}  # fmt: skip
    for name, first in made.items():
        for flags in ("", "--json", "--limit 1",
                      "--min-support 3 --min-precision 0.5 --min-share 0.2 --json",
                      "--min-support 60"):
            table.add(f"mirrors/{name}/{flags or 'plain'}", first, f"mirrors from {flags}")
        table.add_by_turns(f"mirrors/{name}/rules", first,
                           "mirrors from --rules rules.json --nutch rules.xml",
                           "mirrors --normalize rules.json < urls.txt",
                           "mirrors from --rules rules.json",
                           "mirrors from --rules rules.json --force", turns=("on",))  # fmt: skip
