# SPDX-License-Identifier: Apache-2.0
"""What a recipe reads: parts of a page, fields of a record, given features."""


import pytest
from making import MENU, html, text_of, write_jsonl
from recipe_world import SINGLES, values, write_recipe
from running import facsim


def test_fields_of_a_record_with_their_weights(tmp_path):
    """A field of weight 3 counts like its text three times."""
    first, second = text_of(40), text_of(35, 23)
    parts = (
        'parts = [{{ part = "field", field = "head", weight = {} }}, '
        '{{ part = "field", field = "body" }}]'
    )
    records = write_jsonl(tmp_path / "r.jsonl", [
        {"id": "a", "text": text_of(50), "head": first, "body": second},
        {"id": "b", "text": text_of(50), "head": first},
        {"id": "c", "text": text_of(50), "head": 7, "body": None},
    ])  # fmt: skip
    texts = write_jsonl(tmp_path / "t.jsonl", [
        {"id": "a", "text": "\n".join([first] * 3 + [second])},
        {"id": "b", "text": first},
    ])  # fmt: skip
    recipe = write_recipe(tmp_path, "[text]\n" + parts.format(3) + "\n" + SINGLES)
    plain = write_recipe(tmp_path, SINGLES, "plain.toml")
    found = values(records, recipe)
    assert found == {**values(texts, plain), "c": "-"}
    evenly = write_recipe(tmp_path, "[text]\n" + parts.format(1) + "\n" + SINGLES, "even.toml")
    assert values(records, evenly)["a"] != found["a"]


def test_the_title_as_a_part(tmp_path):
    pages = write_jsonl(tmp_path / "p.jsonl", [
        {"id": "one", "html": html(text_of(60), title="Copper harbour by night", menu=MENU)},
        {"id": "same", "html": html(text_of(60, 30), title="copper HARBOUR by night", menu=MENU)},
        {"id": "other", "html": html(text_of(60), title="Yonder lagoon", menu=MENU)},
        {"id": "text", "text": text_of(60)},
    ])  # fmt: skip
    recipe = write_recipe(tmp_path, '[text]\nparts = [{ part = "title" }]\n' + SINGLES)
    found = values(pages, recipe, "--min-units", 4)
    assert found["one"] == found["same"] != "-" and found["other"] == found["text"] == "-"
    assert set(values(pages, recipe).values()) == {"-"}  # too short to say anything
    found = values(pages, recipe, "--min-units", 1)
    assert found["one"] != found["other"] != "-"


def test_sentences_as_parts(tmp_path):
    long = f"{text_of(30)}. {text_of(28, 9).capitalize()}."
    text = f"Short one. {long} Tiny.\nFirst here. {text_of(12, 40)}. Last here!"
    pages = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": text}])
    for part, same in (
        ('{ part = "longest-sentences", count = 2 }', long.replace(". ", ".\n")),
        ('{ part = "paragraph-edges" }', "Short one.\nTiny.\nFirst here.\nLast here!"),
    ):
        recipe = write_recipe(tmp_path, f"[text]\nparts = [{part}]\n{SINGLES}")
        alone = write_jsonl(tmp_path / "alone.jsonl", [{"id": "a", "text": same}])
        plain = write_recipe(tmp_path, SINGLES, "plain.toml")
        flags = ("--min-units", 1)
        assert values(pages, recipe, *flags) == values(alone, plain, *flags)


def test_text_says_nothing_to_a_recipe_with_parts(polyglot, tmp_path):
    recipe = write_recipe(tmp_path, '[text]\nparts = [{ part = "title" }]\n')
    done = facsim("fingerprint", polyglot, "--recipe", recipe, "--text", "all")
    assert done.status == 2 and "--text: recipe" in done.err


GIVEN = '[units]\nkind = "given"\nfield = "f"\n' + SINGLES


def test_given_features(tmp_path):
    records = write_jsonl(tmp_path / "r.jsonl", [
        {"id": "list", "f": ["a", "b", ["c", 2], ["d", 0.5]]},
        {"id": "map", "f": {"d": 0.5, "a": 1, "b": 1, "c": 2.0}},
        {"id": "parts", "f": ["c", ["d", 0.25], "a", ["d", 0.25], "b", "c"]},
        {"id": "other", "f": ["a", "b", ["c", 2], ["d", 30]]},
    ])  # fmt: skip
    found = values(records, write_recipe(tmp_path, GIVEN))
    assert found["list"] == found["map"] == found["parts"] != found["other"]


@pytest.mark.parametrize(("features", "complaint"), [
    ('[["x", 1], ["y", 0]]', "feature 'y' has a weight of 0; it must be above 0"),
    ('{"y": -2.5}', "feature 'y' has a weight of -2.5; it must be above 0"),
    ('[["y", 1e999]]', None),
    ('[["y", NaN]]', None),
    ('[["y", "2"]]', "feature 'y' has a weight that is no number"),
    ('{"y": null}', "feature 'y' has a weight that is no number"),
    ('["x", 7]', "item 2 of the features is neither a text nor a pair"),
    ('["x", ["y"]]', "item 2 of the features is neither a text nor a pair"),
    ('"x"', "the features are neither a list nor a map"),
])  # fmt: skip
def test_lists_that_cannot_be_used_are_counted_and_named(tmp_path, features, complaint):
    records = tmp_path / "r.jsonl"
    records.write_text(f'{{"id":"good","f":["a"]}}\n{{"id":"bad","f":{features}}}\n')
    done = facsim("fingerprint", records, "--recipe", write_recipe(tmp_path, GIVEN))
    assert done.status == 0 and [line[:5] for line in done.out.splitlines()] == ["good\t"]
    assert "left out" in done.err
    if complaint:
        assert "bad_features 1" in done.err and complaint in done.err and "r.jsonl:24: " in done.err
    else:
        assert "bad_features 1" in done.err or "bad_json 1" in done.err
