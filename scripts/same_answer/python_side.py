# SPDX-License-Identifier: Apache-2.0
"""Runs cases with the package facsim in PYTHONPATH; prints for each a line of name, tab and JSON.

  PYTHONPATH=build/release/python python scripts/same_answer/python_side.py GROUP

It runs in a folder with the corpora. The answer of a case that raises is the class and message.
"""

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

CASES: dict[str, dict[str, Callable[[], object]]] = {}
SETTINGS = {
    "plain": {}, "thorough": {"profile": "thorough"}, "strict": {"profile": "strict"},
    "compact": {"profile": "compact"},
    "longest": {"keep": "longest"}, "keys": {"keep": ["field:rank", "last"]},
    "newest": {"keep": "newest", "time": "rank"},
    "bad-time": {"keep": "newest", "time": "time"},
    "host": {"scope": "host"}, "all-kinds": {"remove": ("exact", "content", "layout", "partial")},
    "names-off": {"names": False},
    "status": {"status": "status", "judged_status": "200"}, "resemblance": {"min_resemblance": 0.6},
    "none": {"matches": "none"},
    "bad-keep": {"keep": "lats"}, "bad-field": {"text": "nothing"},
    "bad-value": {"min_resemblance": 2},
    "page-max": {"page_max": "1K"}, "one-thread": {"threads": 1}, "memory": {"memory": "64M"},
}  # fmt: skip
FILES = ("pages.jsonl", "crawl.warc", "table.csv", "site", "html.jsonl.gz", "old.arc",
         "bulk.ndjson", "nothing.jsonl", "odd.jsonl",
         "pages.parquet")  # fmt: skip


def case(group: str, name: str) -> Callable:
    """Marks a function as a case."""

    def keep(answer: Callable[[], object]) -> Callable:
        CASES.setdefault(group, {})[name] = answer
        return answer

    return keep


def names(reals: list[str]) -> dict[str, list[str]]:
    """Returns the names of the cases of each group; real sets are not used."""
    del reals
    return {group: list(cases) for group, cases in CASES.items()}


def rows(name: str) -> list[dict]:
    """Reads a file of JSON lines."""
    return [json.loads(line) for line in Path(name).read_text().splitlines()]


def plain(value: object) -> object:
    """Returns a value for JSON: tables as lists of rows, figures unchanged, all else as text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, bytes):
        return hashlib.sha256(value).hexdigest()
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    for method in ("to_pylist", "to_dicts", "to_list", "tolist"):
        if hasattr(value, method):
            return plain(getattr(value, method)())
    if type(value).__name__ == "Table":  # of facsim; that of pyarrow is above
        return plain(list(value))
    if type(value).__name__ == "DataFrame":
        return plain(json.loads(value.to_json(orient="records")))
    if isinstance(value, (list, tuple, set, Iterator)):
        return [plain(each) for each in (sorted(value) if isinstance(value, set) else value)]
    members = getattr(value, "__dict__", None) or {
        name: getattr(value, name) for name in getattr(value, "__slots__",
                                                       ()) if hasattr(value, name)
    }
    return {name: plain(each) for name, each in members.items()} if members else str(value)


def result_of(result: object) -> dict:
    """Returns all parts of a result."""
    return {"kept": plain(result.kept), "duplicates": plain(list(result.duplicates)),
            "reported": plain(list(result.reported)),
            "clusters": plain(list(result.clusters)), "summary": plain(result.summary),
            "words": repr(result)}  # fmt: skip


def needed(name: str) -> dict:
    """Returns the columns of a generated corpus."""
    return {"id": "id", "url": "url"} | ({"text": "text"} if "html" not in name
                                         else {"html": "html"})


def add_dedup() -> None:
    """Adds cases of dedup with every holder of rows and with files, and of annotate."""
    for name, settings in SETTINGS.items():
        case("dedup", name)(lambda settings=settings: result_of(facsim().dedup(rows("pages.jsonl"), id="id", url="url") if not settings
                            else facsim().dedup(rows("pages.jsonl"),
                                                **{"id": "id",
                                                   "url": "url"} | settings)))  # fmt: skip
    for name, holder in HOLDERS.items():
        case("holders", name)(lambda holder=holder: result_of(facsim().dedup(holder(columns()), id="id", url="url")))
        case("holders", f"annotate-{name}")(lambda holder=holder: plain(facsim().annotate(holder(columns()), id="id", url="url")))
    for name in FILES:
        case("files", name)(lambda name=name: result_of(facsim().dedup(Path(name))))
        case("files", f"read-{name}")(lambda name=name: plain(list(facsim().read_pages([name]))))
    for corpus in ("html.jsonl", "names.jsonl"):
        case("dedup", corpus)(lambda corpus=corpus: result_of(facsim().dedup(rows(corpus), id="id", url="url", html="html")))
    case("dedup", "texts")(lambda: result_of(facsim().dedup([row["text"] for row in rows("chinese.jsonl")])))


def columns() -> dict[str, list]:
    """Returns the columns of pages.jsonl."""
    table = rows("pages.jsonl")
    return {name: [row.get(name) for row in table] for name in ("id", "url", "text", "rank")}


def _arrow(given: dict) -> object:
    import pyarrow

    return pyarrow.table(given)


def _pandas(given: dict) -> object:
    import pandas

    return pandas.DataFrame(given)


def _polars(given: dict) -> object:
    import polars

    return polars.DataFrame(given)


HOLDERS = {
    "list": lambda given: [dict(zip(given, each, strict=True))
                           for each in zip(*given.values(), strict=True)],
    "arrow": _arrow, "batches": lambda given: _arrow(given).to_reader(50), "pandas": _pandas,
    "polars": _polars,
    "generator": lambda given: (row for row in HOLDERS["list"](given)),
}  # fmt: skip
CHANGES = {"resemblance": {"min_resemblance": 0.9}, "low": {"min_resemblance": 0.55},
           "longest": {"keep": "longest"},
           "kinds": {"remove": ("exact", "content", "layout", "partial")},
           "names": {"names": False}, "containment": {"min_containment": 0.8},
           "below": {"min_resemblance": 0.1}}  # fmt: skip


def first_result() -> object:
    """Returns the result that other cases derive theirs from."""
    return facsim().dedup(rows("pages.jsonl"), id="id", url="url")


def add_results() -> None:
    """Adds cases of recluster, report and show."""
    for name, change in CHANGES.items():
        case("results", f"recluster-{name}")(lambda change=change: result_of(first_result().recluster(**change)))
    case("results", "recluster-decisions")(lambda: result_of(first_result().recluster(decisions="decisions.tsv")))
    for name, how in {"whole": {}, "no-text": {"with_text": False},
                      "few": {"pairs_max": 3}}.items():
        case("results", f"report-{name}")(lambda how=how: plain(first_result().report(**how)))
    case("results", "report-files")(lambda: plain(facsim().dedup(Path("crawl.warc")).report()))
    case("results", "report-twice")(lambda: [plain(first_result().report("page.html")), plain(first_result().report("page.html"))])
    case("results", "shown")(lambda: first_result()._repr_html_() if hasattr(first_result(), "_repr_html_") else repr(first_result()))


def seen(name: str, **settings: object) -> object:
    """Opens a store in a folder."""
    return facsim().Seen(f"{name}.store", durability="none", **settings)


def dialogue_of_seen(name: str, **settings: object) -> list:
    """Adds days of pages to a store, queries it, and deletes pages."""
    with seen(name, **settings) as store:
        said = [plain(store.check_and_add(row)) for row in rows("day0.jsonl")[:20]]
        said += [plain(store.check_and_add_batch(rows("day1.jsonl"))),
                 plain(store.check_batch(rows("day2.jsonl")))]
        said += [plain(store.check(text=row["text"], explain=True))
                 for row in rows("day1.jsonl")[:9]]
        said += [plain(store.find("d0-3")), plain(store.copies("d0-3")),
                 plain(store.delete(["d0-1", "nobody"])), plain(store.mirrors())]
        said += [plain(store.check_and_add_batch(rows("day3.jsonl"), crawl="monday")),
                 plain(store.check_batch(rows("day3.jsonl")))]
        store.commit_crawl("monday")
        said += [plain(store.delete_where(host="nobody.example.org")),
                 plain(store.check_batch(rows("day3.jsonl"))), plain(store.dump())]
    return said


def add_seen() -> None:
    """Adds cases of stores with each profile, and of their errors."""
    for name, settings in {"plain": {}, "strict": {"profile": "strict"},
                           "thorough": {"profile": "thorough"}, "history": {"keep_history": True},
                           "distance": {"max_distance": 6}, "words": {"recipe": "words"}}.items():  # fmt: skip
        case("seen", name)(lambda name=name, settings=settings: dialogue_of_seen(name, **settings))
    case("seen", "missing")(lambda: plain(seen("missing", must_exist=True)))
    case("seen", "profile")(lambda: plain(seen("bad", profile="best")))
    case("seen", "settings")(lambda: [dialogue_of_seen("settings")[:1], plain(seen("settings", profile="strict"))])


def fingerprints(name: str) -> list[int]:
    """Reads fingerprints from a file of hexadecimal digits."""
    return [int(line[:16], 16) for line in Path(name).read_text().splitlines()]


def add_hamming() -> None:
    """Adds cases of indexes in memory and in a folder, and of pairs."""
    for distance in (0, 3, 6, 13):
        case("hamming", f"memory-{distance}")(lambda distance=distance: [
            plain(facsim().HammingIndex(fingerprints("first.hex"),
                                        distance).query_batch(fingerprints("asked.hex"),
                                                              limit=limit))
            for limit in (0, 2)])  # fmt: skip
        case("hamming", f"pairs-{distance}")(lambda distance=distance: plain(facsim().close_pairs(fingerprints("first.hex"), distance)))
    case("hamming", "folder")(folder_of_fingerprints)
    case("hamming", "pages")(index_of_pages)
    for profile in ("balanced", "strict", "thorough"):
        for html in (False, True):
            case("hamming", f"of-text-{profile}{'-html' if html else ''}")(lambda profile=profile, html=html: of_texts(profile, html))
    case("hamming", "compare")(lambda: [plain(facsim().compare(one["text"], other["text"])) for one, other in
                                        zip(rows("pages.jsonl")[:20], rows("pages.jsonl")[20:40],
                                            strict=True)])  # fmt: skip
    case("hamming", "extract")(lambda: [plain(facsim().extract(row["html"], url=row["url"])) for row in rows("html.jsonl")[:30]])
    case("hamming", "evaluate-exact")(lambda: plain(facsim().evaluate(Path("pages.jsonl"), exact=True)))
    case("hamming", "evaluate-pairs")(lambda: plain(facsim().evaluate(Path("pages.jsonl"), pairs=Path("pairs.tsv"))))


def of_texts(profile: str, html: bool) -> list:
    """Returns all figures of texts."""
    texts = [row["html"] for row in rows("html.jsonl")] if html else [row["text"]
                                                                      for row in rows("pages.jsonl")[:60]]
    calls = (facsim().fingerprint, facsim().sketch, facsim().digest, facsim().facts)
    return [plain(call(texts, profile=profile, html=html)) for call in calls]


def folder_of_fingerprints() -> list:
    """Creates an index of fingerprints, adds to it, queries it, and deletes from it."""
    with facsim().HammingFolder.begin("hamming.idx", max_distance=4) as index:
        said = [index.add(fingerprints("first.hex")), index.add(fingerprints("second.hex"))]
        said += [plain(index.query_batch(fingerprints("asked.hex"))),
                 plain(index.join(fingerprints("asked.hex"))), plain(index.delete(["3", "77"]))]
        return [*said, plain(index.query_batch(fingerprints("asked.hex"), 2, 1))]


def index_of_pages() -> list:
    """Does the same with an index of pages."""
    with facsim().PageIndex.begin("pages.idx") as index:
        said = [plain(index.add(rows("day0.jsonl"), id="id", url="url")),
                plain(index.ask_batch(rows("day1.jsonl"), url="url"))]
        said += [plain(index.add(rows("day1.jsonl"), id="id", url="url")),
                 plain(index.delete(["d0-3", "nobody"]))]
        return [*said, plain(index.ask_batch(rows("day2.jsonl"), limit=2)), index.segments,
                index.recipe]


def facsim() -> object:
    """Returns the package, imported when a case needs it."""
    import facsim as package

    return package


add_dedup()
add_results()
add_seen()
add_hamming()


def main() -> None:
    """Runs the cases of a group."""
    for name, answer in CASES[sys.argv[1]].items():
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                found = {"answer": answer()}
            except Exception as failed:
                found = {"raised": type(failed).__name__, "words": str(failed)}
        found["warned"] = [f"{each.category.__name__}: {each.message}" for each in told]
        print(f"{name}\t{json.dumps(found)}", flush=True)


if __name__ == "__main__":
    sys.path.pop(0)  # this folder
    main()
