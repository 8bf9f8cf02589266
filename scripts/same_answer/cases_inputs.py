# SPDX-License-Identifier: Apache-2.0
"""Cases of every input format and compression, for every command that reads pages; and damage."""

from same_answer.case import Table
from same_answer.cases_dedup import THREADS

PACKED = ("gz", "zst", "lz4", "xz", "bz2")
TOOL = {"zst": "zstd", "lz4": "lz4", "xz": "xz", "bz2": "bzip2"}
READ = ("pages.jsonl", "html.jsonl", "xhtml.jsonl", "chinese.jsonl", "bulk.ndjson", "table.csv",
        "table.tsv",
        "semicolon.csv", "crawl.warc", "crawl11.warc.gz", "old.arc", "old.arc.gz", "pages.warc.wet",
        "encoded.warc",
        "site", "one.html", "members")  # fmt: skip
DAMAGED = ("odd.jsonl", "empty.jsonl", "bad.csv", "clipped.warc", "clipped.warc.gz",
           "flipped.warc.gz", "wrong.warc",
           "noise.warc.gz", "lost.arc")  # fmt: skip
FIELDS = ("--text-field doc.body --id-field doc.id --url-field address", "--text-field doc.body",
          "--text-field body",
          "--id-field address", "--html-field doc.body")  # fmt: skip
COLUMNS = ("id,fingerprint,units,digest", "file,offset,url,visible",
           "sketch,layout,anchors,shingles")
RECIPES = ("balanced", "thorough", "all-text", "words", "bytes-4", "characters-4", "icu-words",
           "course", "keyword",
           "python-simhash", "content-seen-32", "content-seen-32-fixed", "word.toml",
           "characters.toml", "bytes.toml",
           "bits32.toml", "bits128.toml", "anchors.toml", "parts.toml", "layout.toml")  # fmt: skip


def needs_of(name: str) -> list[str]:
    """Returns the requirements of a corpus."""
    if name.endswith("parquet"):
        return ["plug-in", "pyarrow"]
    if name in ("course", "keyword"):
        return ["jieba"]
    return [TOOL[how] for how in PACKED if name.endswith(f".{how}") and how in TOOL]


def add(table: Table, reals: list[str]) -> None:
    """Adds all cases."""
    for plain in ("pages.jsonl", "crawl.warc", "table.csv"):
        for how in PACKED:
            name = f"{plain}.{how}"
            table.add(f"inputs/packed/{name}", f"dedup {name} -o out {THREADS}",
                      needs=needs_of(name))
    for name in (*READ, "members.warc.gz", "pages.parquet", "small.parquet"):
        needs = needs_of(name)
        table.add(f"inputs/extract/{name}", f"extract {name}", f"extract {name} --json",
                  f"extract {name} --text main --json", f"extract {name} --text all",
                  needs=needs)  # fmt: skip
        table.add(f"inputs/fingerprint/{name}", f"fingerprint {name}",
                  f"fingerprint {name} --json --threads 1", needs=needs)
    for name in ("crawl11.warc", "old.arc.gz", "pages.warc.wet", "encoded.warc", "xhtml.jsonl",
                 "semicolon.csv",
                 "small.parquet", "members"):  # fmt: skip
        table.add(f"inputs/dedup/{name}", f"dedup {name} -o out {THREADS}", needs=needs_of(name))
    for name in DAMAGED:
        for mode in ("remove", "annotate", "report"):
            table.add(f"inputs/damaged/{name}/{mode}",
                      f"dedup {name} -o out {THREADS} --mode {mode}")
        table.add(f"inputs/damaged/{name}/read", f"extract {name} --json", f"fingerprint {name}",
                  f"index build {name} -o idx", f"store load st {name}",
                  f"idf build {name} -o made.idf")  # fmt: skip
        table.add(f"inputs/damaged/{name}/with-others",
                  f"dedup small.jsonl {name} html.jsonl -o out {THREADS}")
    for number, flags in enumerate(FIELDS):
        table.add(f"inputs/fields/{number}", f"dedup nested.jsonl -o out {THREADS} {flags}",
                  f"fingerprint nested.jsonl --json {flags}",
                  f"extract nested.jsonl --json {flags}")  # fmt: skip
    for recipe in RECIPES:
        table.add(f"inputs/recipe/{recipe}", f"fingerprint pages.jsonl --recipe {recipe}",
                  f"fingerprint html.jsonl chinese.jsonl --json --recipe {recipe}",
                  f"recipe show {recipe}",
                  needs=needs_of(recipe))  # fmt: skip
    table.add("inputs/recipe/given.toml", "fingerprint features.jsonl --recipe given.toml --json",
              "fingerprint pages.jsonl --recipe given.toml")  # fmt: skip
    for columns in COLUMNS:
        table.add(f"inputs/columns/{columns}",
                  f"fingerprint html.jsonl crawl.warc --columns {columns}",
                  f"fingerprint html.jsonl crawl.warc --columns {columns} --json --text all")  # fmt: skip
    for name in reals:
        table.add(f"inputs/real/{name}", f"fingerprint {name}.jsonl --json",
                  f"extract {name}.jsonl --json", needs=[name])
        table.add(f"inputs/real/{name}/recipes",
                  f"fingerprint {name}.jsonl --recipe thorough --json",
                  f"fingerprint {name}.jsonl --recipe icu-words",
                  f"fingerprint {name}.jsonl --recipe characters-4",
                  needs=[name])  # fmt: skip
    streams(table)
    folders(table)


def streams(table: Table) -> None:
    """Adds cases of standard input, compressed or not."""
    for name in ("pages.jsonl", "pages.jsonl.gz", "pages.jsonl.zst", "crawl.warc",
                 "members.warc.gz", "old.arc",
                 "one.html", "pages.warc.wet", "empty.jsonl", "bulk.ndjson",
                 "noise.warc.gz"):  # fmt: skip
        table.add(f"inputs/stdin/{name}", f"dedup - -o out {THREADS} < {name}",
                  f"extract - --json < {name}",
                  f"fingerprint - < {name}", f"dedup - small.jsonl --dry-run < {name}",
                  needs=needs_of(name))  # fmt: skip
    table.add("inputs/one-page", "extract encoded.warc:0 --json", "extract pages.jsonl#p7",
              "fingerprint html.jsonl#h9",
              "fingerprint encoded.warc:0 --json",
              "extract old.arc#http://www.example.org/3 --text main")  # fmt: skip
    table.add("inputs/stdin/twice", "dedup - - --dry-run < pages.jsonl")


def folders(table: Table) -> None:
    """Adds cases of folders and links."""
    for flags in ("", "--follow", "--link", "--link --follow", "--mode annotate --follow"):
        table.add(f"inputs/folder/{flags or 'plain'}", f"dedup site -o out {THREADS} {flags}",
                  also=("one.html",))
    table.add("inputs/folder/several", f"dedup site members html.jsonl -o out {THREADS} --link")
    table.add("inputs/folder/named-link", "!link site short", f"dedup short -o out {THREADS}",
              "extract short --json")
    table.add("inputs/folder/moved", f"dedup site -o out {THREADS}", "!mv site gone",
              "show out part0/page44.html", "report out")
    table.add("inputs/folder/empty", "!mkdir none", f"dedup none -o out {THREADS}", "extract none",
              "fingerprint none")
