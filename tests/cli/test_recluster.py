# SPDX-License-Identifier: Apache-2.0
"""facsim recluster: other thresholds for a finished run give what a run with them gives."""

import gzip
import itertools
import json
import os
import random
import shutil
from pathlib import Path

import pytest
from making import html, warc_record, words, write_jsonl
from real_data import write_real
from running import NIGHTLY, Dedup, facsim, fewer, read_jsonl, tree

ROWS = ["duplicates.jsonl", "reported.jsonl", "clusters.jsonl"]
KEEPS = ["first", "last", "longest", "shortest-url", "newest", "oldest", "canonical", "field:rank"]
KINDS = ["exact", "exact,content,layout", "content,partial", "exact,content,layout,partial"]


def edited(seed: object, version: int, share: float) -> str:
    """The text of a family with a share of its words replaced, and up to three more at its end."""
    chance = random.Random(f"{seed}/{version}")
    text = words(seed, 150).split()
    start = chance.randrange(100)
    for at in range(start, start + int(share * len(text))):
        text[at % len(text)] = f"other{chance.randrange(10**6)}"
    return " ".join(text + words((seed, version, "end"), version % 4).split())


def graded_pages(families: int = 30 if NIGHTLY else 15, versions: int = 8) -> list[dict]:
    """Families whose pages resemble each other by anything from .3 to 1, in no order."""
    made = []
    for family, version in itertools.product(range(families), range(versions)):
        share = [0, 0.03, 0.06, 0.1, 0.14, 0.2, 0.3, 0][version % 8]
        text = edited(family, version, share) if version % 8 != 7 else edited(family, 1, 0.03)
        if version % 8 == 6:
            text += " " + words((family, "more"), 120)
        url = f"http://host{family % 3}.example.org/{'x' * (version % 5)}{version}"
        made.append({"id": f"{family}-{version}", "url": url, "text": text,
                     "rank": (version * 7 + family) % 11,
                     "time": f"2024-01-{1 + (version * 5 + family) % 28:02}T00:00:00Z"})
    random.Random(5).shuffle(made)
    return made


def page_html(page: dict, number: int) -> str:
    """The page with one of three layouts; some name themselves as canonical."""
    link = f'<link rel="canonical" href="{page["url"]}">' if number % 4 == 0 else ""
    text = page["text"].split()
    parts = [text[at : at + 40] for at in range(0, len(text), 40)]
    layout = number % 3
    body = "".join(f'<p class="c{layout}-{i}">{" ".join(part)}</p>' for i, part in enumerate(parts))
    frame = f'<div class="frame{layout}"><section class="s{layout}">{body}</section></div>'
    return html("", link).replace("<p></p>", frame)


def as_jsonl(folder: Path) -> list[object]:
    pages = write_jsonl(folder / "pages.jsonl", graded_pages())
    return [pages.name, "--time-field", "time", "--keep", "field:rank"]


def as_folder(folder: Path) -> list[object]:
    for number, page in enumerate(graded_pages()):
        path = folder / "site" / page["id"][-1] / f"{page['id']}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page_html(page, number))
        seconds = 1_700_000_000 + int(page["time"][8:10]) * 86400
        os.utime(path, (seconds, seconds))
    return ["site"]


def as_warc(folder: Path) -> list[object]:
    records = []
    for number, page in enumerate(graded_pages()):
        body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        body += page_html(page, number).encode()
        uri = {"WARC_Target_URI": page["url"], "WARC_Date": page["time"]}
        records.append(warc_record("response", 2 * number, body, **uri))
        uri |= {"WARC_Concurrent_To": f"<urn:uuid:{2 * number:032x}>"}
        records.append(warc_record("request", 2 * number + 1, b"GET / HTTP/1.1\r\n\r\n", **uri))
    half = len(records) // 2
    (folder / "a.warc.gz").write_bytes(b"".join(gzip.compress(record) for record in records[:half]))
    (folder / "b.warc").write_bytes(b"".join(records[half:]) + b"no record at all\r\n")
    return ["a.warc.gz", "b.warc"]


def as_templates(folder: Path) -> list[object]:
    """Pages of a few templates that differ in three to seven numbers, from five on kept apart."""
    chance = random.Random(9)
    pages = []
    for number in range(120):
        text = words(("template", number % 4), 120).split()
        for at in range(60, 63 + number % 5):
            text[at] = str(chance.randrange(10**6))
        if number % 5 == 0:
            text[chance.randrange(120)] = f"word{chance.choice('abc')}"
        pages.append({"id": str(number), "text": " ".join(text), "time": number * 7 % 50})
    flags = ["--refuse-templates", "--time-field", "time"]
    return [write_jsonl(folder / "pages.jsonl", pages).name, *flags]


def as_handbook(folder: Path) -> list[object]:
    """Long pages that say the same of what their titles name; some are versions of one page."""
    chance = random.Random(17)
    (folder / "handbook").mkdir()
    for number in range(120):
        name = words(("name", number % 40), 1)
        text = words(("handbook", number % 4), 400).split()
        text[chance.randrange(400)] = f"word{number % 7}"
        for at in chance.sample(range(400), number % 4):
            text[at] = name
        page = html(" ".join(text), title=f"{name} - Book")
        (folder / "handbook" / f"{number}.html").write_text(page)
    return ["handbook", "--refuse-templates"]


def as_stubs(folder: Path) -> list[object]:
    """Short main texts under menus, which the visible texts tell apart or do not."""
    chance = random.Random(13)
    for number in range(160):
        menu = words(("menu", number % 12), 150).split()
        links = "".join(f'<li><a href="/{word}">{word}</a></li>' for word in menu)
        text = words(("stub", number % 5), 60).split()
        if number % 3:
            text[chance.randrange(60)] = f"word{number % 7}"
        main = f"<main><article><p>{' '.join(text)}</p></article></main>"
        path = folder / "stubs" / f"{number}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(html("").replace("<p></p>", f"<nav><ul>{links}</ul></nav>{main}"))
    return ["stubs"]


def as_fallbacks(folder: Path) -> list[object]:
    """Main texts of a few words, or of none, under menus and titles that differ or do not."""
    chance = random.Random(17)
    for number in range(160):
        menu = words(("menu", number % 6), 150).split()
        menu[chance.randrange(150)] = f"entry{number % 9}"
        links = "".join(f'<li><a href="/{word}">{word}</a></li>' for word in menu)
        main = f"<main><p>{words(('main', number % 4), (0, 12, 40)[number % 3])}</p></main>"
        title = ("", "Apples", "Berries 2", "Berries 3")[number % 4] if number % 5 else "Cherries"
        path = folder / "pages" / f"{number}.html"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"<title>{title}</title><nav><ul>{links}</ul></nav>{main}")
    return ["pages", "--min-units", "8"]


def as_real(name: str, lines: int):
    def write(folder: Path) -> list[object]:
        return [write_real(folder / "pages.jsonl", name, lines).name]

    write.__name__ = name
    return write


MADE = [as_jsonl, as_folder, as_warc, as_templates, as_handbook, as_stubs, as_fallbacks]
CORPORA = [*MADE, as_real("ota_terms", fewer(700)), as_real("tidb_zh", fewer(1500))]
FLAGS = [
    *[["--min-resemblance", value] for value in (".5", ".6", ".7", ".85", ".95", "1")],
    *[["--keep", keep] for keep in KEEPS[:-1]],
    *[["--remove", kinds] for kinds in KINDS],
    ["--min-containment", ".9"],
    ["--min-resemblance", ".55", "--min-containment", ".7", "--keep", "longest", "--remove",
     "content,partial"],
    ["--min-resemblance", ".95", "--keep", "last", "--remove", "exact,layout"],
]


def recluster(run: Dedup, *flags: object) -> object:
    tmp = run.out.parent / "tmp"
    done = facsim("recluster", run.out, *flags, "--tmp", tmp, "--quiet", cwd=run.out.parent)
    assert list(tmp.iterdir()) == [], "temporary files were left"
    assert [path for path in run.out.iterdir() if path.name.startswith(".")] == []
    return done


def forget_unmeasured(mine: dict, other: dict) -> None:
    """What recluster does not know dedup had not measured in the first run: agreement, template."""
    for name in ("agreement", "template"):
        if name in mine and mine[name] is None:
            other[name] = None


def assert_same_rows(made: Path, fresh: Path) -> None:
    """Row for row."""
    for name in ROWS:
        ours = read_jsonl(made / name)
        theirs = read_jsonl(fresh / name)
        for mine, other in zip(ours, theirs, strict=False):
            forget_unmeasured(mine, other)
        assert ours == theirs, name


def summary_of(folder: Path) -> dict:
    return json.loads((folder / "summary.json").read_text())


def assert_same_summary(made: Path, fresh: Path) -> None:
    ours, theirs = summary_of(made), summary_of(fresh)
    assert ours["reclustered"] and not theirs["reclustered"]
    # What was asked while verifying, and how far down the pairs go, are the first run's.
    for name in ("run", "verification", "copies_are_current", "reclustered", "matches"):
        ours.pop(name), theirs.pop(name)
    # Pages of which nobody asked whether a template made them are not counted.
    assert ours.pop("templates") <= theirs.pop("templates")
    for summary in (ours, theirs):
        # matches.facsim does not know which file had what was left out.
        for row in [*summary["by_file"]["rows"], summary["by_file"]["others"] or {}]:
            row["skipped"] = None
        summary["warnings"] = [said for said in summary["warnings"] if "--refuse-templ" not in said]
    assert ours == theirs


@pytest.mark.parametrize("corpus", CORPORA, ids=lambda corpus: corpus.__name__)
def test_as_a_run_with_these_flags(tmp_path: Path, corpus) -> None:
    inputs = corpus(tmp_path)
    run = Dedup(tmp_path, *inputs)
    assert run.summary["matches"]["pages_cut"] == 0
    assert run.summary["removed"]["total"] > 20
    answers = set()
    # By day every other corpus has the other half of them.
    has_times = not corpus.__name__.startswith(("ota_terms", "tidb_zh"))
    tried = FLAGS if NIGHTLY else FLAGS[CORPORA.index(corpus) % 2 :: 2]
    for flags in [[], *tried, *([["--keep", "field:rank"]] if corpus is as_jsonl else [])]:
        done = recluster(run, *flags)
        if not has_times and flags[-1:] and flags[-1] in ("newest", "oldest"):
            assert done.status == 2 and "no page has a time" in done.err
            continue
        assert done.status == 0, done.err
        # Of a flag that is given twice dedup would complain.
        kept = [word for word in inputs if "--keep" not in flags or word not in KEEPS + ["--keep"]]
        fresh = Dedup(tmp_path, *kept, *flags)
        assert_same_rows(run.out, fresh.out)
        assert_same_summary(run.out, fresh.out)
        answers.add((run.out / "duplicates.jsonl").read_bytes())
        shutil.rmtree(fresh.out)
    assert len(answers) > len(tried) // 4, "the flags decided hardly anything"


def removed_by_threshold(summary: dict) -> dict[float, int]:
    """The counts under what_if."""
    (name,) = {key for row in summary["what_if"] for key in row} - {"removed"}
    return {row[name]: row["removed"] for row in summary["what_if"]}


CHOICES = ["", "--remove content", "--remove exact,layout,partial", "--keep longest"]


@pytest.mark.parametrize("flags", map(str.split, CHOICES), ids=CHOICES)
def test_what_if_says_what_recluster_does(tmp_path: Path, flags: list[str]) -> None:
    run = Dedup(tmp_path, *as_folder(tmp_path), *flags)
    promised = removed_by_threshold(run.summary)
    assert list(promised) == [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0]
    assert promised[0.8] == run.summary["removed"]["total"]
    for threshold, removed in promised.items():
        assert recluster(run, "--min-resemblance", threshold).status == 0
        assert run.summary["removed"]["total"] == removed
        assert removed_by_threshold(run.summary) == promised
    assert len(set(promised.values())) > 3


def test_agreement_where_it_decides(tmp_path: Path) -> None:
    inputs = as_jsonl(tmp_path)
    run = Dedup(tmp_path, *inputs, "--min-agreement", ".8")
    promised = removed_by_threshold(run.summary)
    for least in (0.5, 0.6, 0.75, 0.8, 0.9, 0.95, 1.0):
        assert recluster(run, "--min-agreement", least).status == 0
        fresh = Dedup(tmp_path, *inputs, "--min-agreement", least)
        assert_same_rows(run.out, fresh.out)
        assert fresh.summary["removed"]["total"] == promised[least]
        shutil.rmtree(fresh.out)
    assert len(set(promised.values())) > 3


def test_agreement_where_it_does_not(tmp_path: Path) -> None:
    run = Dedup(tmp_path, *as_jsonl(tmp_path))
    before = tree(run.out)
    done = recluster(run, "--min-agreement", ".8")
    assert done.status == 2
    assert "the run did not measure it of all pairs; run facsim dedup again" in done.err
    assert tree(run.out) == before


def test_templates_of_one_url_in_another_order(tmp_path: Path) -> None:
    """Two pages of one text, of which only one has the URL of a third that differs in numbers."""
    text = words("template", 120)
    one, two = "11 12 13 14 15", "21 22 23 24 25"
    pages = [
        {"id": "a1", "url": "http://example.org/1", "text": f"{text} {one}"},
        {"id": "a2", "url": "http://example.org/2", "text": f"{text} {one}"},
        {"id": "b", "url": "http://example.org/2", "text": f"{text} {two}"},
    ]
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    for first, then in itertools.permutations(["first", "last"]):
        run = Dedup(tmp_path, path, "--refuse-templates", "--keep", first)
        assert recluster(run, "--keep", then).status == 0
        fresh = Dedup(tmp_path, path, "--refuse-templates", "--keep", then)
        assert_same_rows(run.out, fresh.out)
        assert run.summary["what_if"] == fresh.summary["what_if"]
        assert run.summary["removed"]["total"] == (2 if then == "last" else 1)
