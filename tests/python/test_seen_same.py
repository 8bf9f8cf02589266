# SPDX-License-Identifier: Apache-2.0
"""The same pages through a folder, a client and plain HTTP: the answers are the same."""

import json
from pathlib import Path

import facsim
from making import corpus, html, words, write_jsonl
from real_data import real_lines
from running import facsim as program
from seen_world import Service, members_of, near, text_of, url_of

AT_ONCE = 256  # pages, as the package sends them
LINES = {"Content-Type": "application/x-ndjson"}


def without_times(answers: list) -> list:
    """As members of JSON; two stores have two clocks."""
    rows = []
    for answer in answers:
        row = answer if isinstance(answer, dict) else members_of(answer)
        row = {name: value for name, value in row.items() if name != "status"}
        if row["match"] is not None:
            row["match"] = row["match"] | {"first_seen": None}
        rows.append(row)
    return rows


def by_http(service: Service, collection: str, pages: list[dict], query: str) -> list[dict]:
    body = "".join(json.dumps(page) + "\n" for page in pages)
    path = f"/v1/collections/{collection}/check:batch?{query}"
    answer = service.request("POST", path, body, LINES)
    assert answer.status == 200, answer.body
    return answer.lines()


def compared(service: Service, folder: Path, name: str, pages: list[dict]) -> list[dict]:
    """The answers on pages that are added to three stores, as many at once to each."""
    service.request("PUT", f"/v1/collections/{name}-http")
    with (
        facsim.Seen(folder / name) as mine,
        facsim.Seen(url_of(service), collection=f"{name}-client", create=True) as theirs,
    ):
        added = without_times(mine.check_and_add_batch(pages))
        assert without_times(theirs.check_and_add_batch(pages)) == added
        raw = []
        for begin in range(0, len(pages), AT_ONCE):
            some = pages[begin : begin + AT_ONCE]
            raw += by_http(service, f"{name}-http", some, "add=true")
        assert without_times(raw) == added
        some = pages[:100]
        explained = [members_of(answer) for answer in mine.check_batch(some, explain=True)]
        assert without_times(theirs.check_batch(some, explain=True)) == without_times(explained)
        raw = by_http(service, f"{name}-http", some, "explain=true")
        assert without_times(raw) == without_times(explained)
        assert any(len(answer["candidates"]) > 0 for answer in explained)
        for page in some[:10]:
            assert [(one.number, one.cluster, one.rank) for one in mine.find(page["id"])] == [
                (one.number, one.cluster, one.rank) for one in theirs.find(page["id"])
            ]
            assert mine.facts(page) == theirs.facts(page)
        assert mine.settings() == theirs.settings()
        assert mine.figures().last_row == theirs.figures().last_row
    return added


def test_made_pages(service: Service, tmp_path: Path) -> None:
    pages = corpus(240) + [
        {"id": f"h{n}", "html": html(words(n // 3) + f" {n}", menu="Home", title=f"No {n % 2}")}
        for n in range(60)
    ]
    pages += [{"id": "short", "text": "a b c"}, {"id": "empty", "text": ""}]
    odd = " \0\x7f\u00e9"
    pages += [{"id": f"é{n}\u2028", "text": near(text_of(n), n) + odd} for n in range(9)]
    pages += [{"id": page["id"], "text": text_of(n)} for n, page in enumerate(pages[:20])]
    answers = compared(service, tmp_path, "made", pages)
    assert {answer["seen"] for answer in answers} == {"yes", "no", "too_short"}
    assert {"exact", "content"} <= {answer["kind"] for answer in answers}


def test_a_long_name_is_the_same_everywhere(service: Service, tmp_path: Path) -> None:
    pages = [
        {"id": "é" * 4100 + str(n), "url": f"https://example.org/{'u' * 9000}{n}", "text": words("a")}
        for n in range(2)
    ]
    lines = write_jsonl(tmp_path / "pages.jsonl", pages)
    program.done("store", "load", tmp_path / "loaded", lines, "--quiet")
    named = [(row["id"], row["url"]) for row in program.done("store", "dump", tmp_path / "loaded").rows()]
    assert len(set(named)) == 2
    for where in (tmp_path / "asked", url_of(service)):
        with facsim.Seen(where) as seen:
            seen.check_and_add_batch(pages)
            found = [seen.find(page["id"])[0] for page in pages]
            assert [(page.id, page.url) for page in found] == named
    program.done("dedup", lines, "-o", tmp_path / "out", "--quiet")
    (row,) = map(json.loads, (tmp_path / "out/duplicates.jsonl").open())
    assert [row["representative"], row["id"]] == [name for name, _ in named]


def test_real_pages(service: Service, tmp_path: Path) -> None:
    lines = map(json.loads, real_lines("ota_terms", 400))
    pages = [{name: page[name] for name in ("id", "text")} for page in lines]
    answers = compared(service, tmp_path, "real", pages)
    assert sum(answer["seen"] == "yes" for answer in answers) > 100
