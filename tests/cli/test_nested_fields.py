# SPDX-License-Identifier: Apache-2.0
"""Fields inside objects: --text-field content.text, and whatever else names a field."""

import json
from pathlib import Path

import pytest
from making import html, near, words, write_jsonl
from running import Dedup, facsim

CRAWL = [
    {
        "metadata": {"id": f"p{number}", "url": f"http://example.org/{number}", "rank": rank},
        "content": {"html": page, "text": text},
        "at": {"fetched": f"2024-01-0{number + 1}"},
        "text": "not this one",
    }
    for number, (text, page, rank) in enumerate(
        [
            (words(1), "", 1),
            (near(1, 1), "", 9),
            (words(2), html(words(3)), 2),
            (words(3), html(words(3)), 3),
            (None, html(words(4)), 4),
        ]
    )
]
FIELDS = (
    "--text-field content.text --html-field content.html --id-field metadata.id "
    "--url-field metadata.url"
).split()


def test_every_field_may_lie_in_an_object(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", CRAWL)
    run = Dedup(tmp_path, "a.jsonl", *FIELDS)
    assert run.removed() == {"p1": "p0", "p3": "p2"}
    assert run.rows()[0]["url"] == "http://example.org/1"
    assert run.summary["skipped"]["total"] == 0
    ranked = Dedup(tmp_path, "a.jsonl", *FIELDS, "--keep", "field:metadata.rank")
    assert ranked.removed() == {"p0": "p1", "p2": "p3"}
    newest = Dedup(
        tmp_path, "a.jsonl", *FIELDS, "--keep", "newest", "--time-field", "at.fetched"
    )
    assert newest.removed() == {"p0": "p1", "p2": "p3"}
    assert newest.done.warnings == []


def test_commands_that_read_again_know_them(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", CRAWL)
    run = Dedup(tmp_path, "a.jsonl", *FIELDS)
    assert "it repeats p0" in facsim("show", run.out, "p1", cwd=tmp_path).out
    done = facsim("compare", "a.jsonl#p0", "a.jsonl#p1", "--json", *FIELDS, cwd=tmp_path)
    assert json.loads(done.out)["kind"] == "content"
    done = facsim("extract", "a.jsonl#p0", *FIELDS, cwd=tmp_path)
    assert done.out.strip() == words(1)


def test_a_name_with_a_dot_in_it_wins(tmp_path: Path) -> None:
    pages = [
        {"id": "flat", "a.b": words(1), "a": {"b": words(2)}},
        {"id": "nested", "a": {"b": words(1)}},
        {"id": "both", "a": {"b.c": words(3), "b": {"c": words(4)}}, "a.b": words(1)},
    ]
    write_jsonl(tmp_path / "a.jsonl", pages)
    run = Dedup(tmp_path, "a.jsonl", "--text-field", "a.b")
    assert run.removed() == {"nested": "flat", "both": "flat"}


@pytest.mark.parametrize(
    "record,reason",
    [
        ('{"content": "text"}', "no_text_field"),
        ('{"content": null}', "no_text"),
        ('{"content": ["text"]}', "no_text_field"),
        ('{"content": [{"text": "listed"}]}', "no_text_field"),
        ('{"content": {"text": {"deep": "x"}}}', "no_text_field"),
        ('{"content": {"text": 5}}', "no_text_field"),
        ('{"content": {"text": ""}}', "no_text"),
        ('{"content": {"text": null}}', "no_text"),
        ('{"content": {"text": "x"}, "content": {"body": "y"}}', "no_text_field"),
        ('{"content": {"text": "x", "text": ""}}', "no_text"),
        ('{"content":' * 900 + "1" + "}" * 900, "no_text_field"),
    ],
)
def test_ugly_records_are_counted(tmp_path: Path, record: str, reason: str) -> None:
    good = json.dumps({"id": "good", "content": {"text": words(1)}})
    (tmp_path / "a.jsonl").write_text(f"{record}\n{good}\n")
    run = Dedup(tmp_path, "a.jsonl", "--text-field", "content.text")
    assert run.skipped == {reason: 1, "total": 1}
    assert run.summary["pages_read"] == 1
    assert (run.out / "a.jsonl").read_text() == f"{record}\n{good}\n"


def test_the_last_of_repeated_objects_counts(tmp_path: Path) -> None:
    line = '{"id": "x", "c": {"t": "%s"}, "c": {"t": "%s", "t": "%s"}}\n'
    text = line % (words(1), words(2), words(3)) + line % (words(4), words(5), words(3))
    (tmp_path / "a.jsonl").write_text(text)
    run = Dedup(tmp_path, "a.jsonl", "--text-field", "c.t")
    assert [row["kind"] for row in run.rows()] == ["exact"]


def test_the_hint_names_fields_inside_objects(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", CRAWL[:1])
    done = facsim("fingerprint", "a.jsonl", "--text-field", "content.body", cwd=tmp_path)
    assert done.status == 1
    names = "metadata.id, metadata.url, metadata.rank, content.html, content.text, at.fetched, text"
    assert f"are: {names};" in done.err


def test_annotate_writes_into_the_outer_object(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "a.jsonl", CRAWL)
    run = Dedup(tmp_path, "a.jsonl", *FIELDS, "--mode", "annotate")
    rows = run.rows("a.jsonl")
    assert [{**row, "facsim": None} for row in rows] == [{**page, "facsim": None} for page in CRAWL]
    assert [row["facsim"]["kind"] for row in rows] == [None, "content", None, "exact", None]


def test_a_dump_of_elasticdump(tmp_path: Path) -> None:
    pages = [
        {"_index": "web", "_id": str(i), "_score": 1, "_source": {"text": words(i % 2), "u": "x"}}
        for i in range(4)
    ]
    write_jsonl(tmp_path / "a.json", pages)
    run = Dedup(tmp_path, "a.json", "--text-field", "_source.text", "--id-field", "_id")
    assert run.removed() == {"2": "0", "3": "1"}


def test_features_of_a_recipe_may_lie_in_an_object(tmp_path: Path) -> None:
    pages = [{"id": str(i), "x": {"words": ["a", ["b", 2], f"c{i}"]}} for i in range(2)]
    flat = [{"id": page["id"], "words": page["x"]["words"]} for page in pages]
    write_jsonl(tmp_path / "nested.jsonl", pages)
    write_jsonl(tmp_path / "flat.jsonl", flat)
    found = []
    for name, field in (("nested", "x.words"), ("flat", "words")):
        recipe = tmp_path / f"{name}.toml"
        recipe.write_text(given_recipe(field))
        done = facsim("fingerprint", tmp_path / f"{name}.jsonl", "--recipe", recipe)
        assert done.status == 0, done.err
        found.append(done.out)
    assert found[0] == found[1] and "-\n" not in found[0]


def given_recipe(field: str) -> str:
    """A recipe over features that the record's writer has made."""
    head = f'[units]\nkind = "given"\nfield = "{field}"\n'
    return head + '[features]\nlengths = [1]\nweights = "tf"\n'
