# SPDX-License-Identifier: Apache-2.0
"""Removed pages that are another page of one template: rows say so, and they can be kept."""

import json

from making import write_jsonl
from running import facsim
from text_world import fresh_words, titled

# ---- Templates ----

WEATHER = " ".join(fresh_words(80, 7))


def weather(i, **more):
    numbers = " ".join(str(1000 * i + j) for j in range(5))
    return {"id": f"t{i}", "text": f"{WEATHER} {numbers}", **more}


def test_pages_of_a_template_are_flagged_and_can_be_refused(dedup):
    records = [weather(i) for i in range(4)]
    rows, _, summary, errors = dedup(records)
    assert set(rows) == {"t1", "t2", "t3"} and all(row["template"] for row in rows.values())
    assert summary["templates"] == 3 and "3 removed pages differ" in errors
    rows, _, summary, errors = dedup(records, "--refuse-templates")
    assert not rows and summary["verification"]["refused_as_template"] > 0
    assert summary["templates"] == 0 and "of one template" not in errors


def test_a_date_on_one_url_is_no_template(dedup):
    rows, _, summary, _ = dedup([weather(i, url="http://example.org/w") for i in range(2)])
    assert rows["t1"]["template"] is False and summary["templates"] == 0
    rows, _, _, _ = dedup([weather(i, url=f"http://example.org/{i}") for i in range(2)])
    assert rows["t1"]["template"] is True


def test_a_date_alone_is_an_edit(dedup):
    rows, _, _, _ = dedup([{"id": i, "text": f"{WEATHER} {date}"}
                           for i, date in (("a", "of 2026 11 21"), ("b", "of 2027 12 22"))])  # fmt: skip
    assert rows["b"]["template"] is False


def reference(name, named=6, title="{} - Handbook", numbers="", host="example.org"):
    """A long page of a handbook that names its subject in the title and so often in the text."""
    words = fresh_words(500, 9)
    words[100 : 100 + 50 * named : 50] = [name] * named
    return titled(name, title.format(name), 4, " ".join([*words, numbers]), host)


def test_pages_that_call_themselves_otherwise_are_of_one_template(dedup):
    records = [reference(name) for name in ("apple", "berry", "cherry")]
    rows, _, summary, _ = dedup(records)
    assert not rows and summary["kept_apart_by_names"] == 2
    rows, _, summary, errors = dedup(records, "--names", "off")
    assert {i: row["template"] for i, row in rows.items()} == {"berry": True, "cherry": True}
    assert summary["templates"] == 2 and "2 removed pages differ from the kept page" in errors
    rows, _, summary, _ = dedup(records, "--refuse-templates", "--names", "off")
    assert not rows and summary["verification"]["refused_as_template"] > 0


def test_a_renamed_page_is_of_no_template(dedup):
    """Title and heading are others, the text is edited elsewhere."""
    first, then = reference("apple", named=1), reference("berry", named=1)
    rows, _, _, _ = dedup([first, then])
    assert rows["berry"]["template"] is False
    one_sided = titled("guide", "Guide - Handbook", 4, reference("apple")["html"])
    rows, _, _, _ = dedup([reference("apple"), one_sided], "--refuse-templates")
    assert set(rows) == {"guide"} and rows["guide"]["template"] is False


def test_titles_of_another_site_are_not_asked(dedup):
    rows, _, _, _ = dedup([reference("apple"), reference("berry", host="mirror.example.net")])
    assert rows["berry"]["template"] is False


def test_other_numbers_under_one_title_are_a_version(dedup):
    lines = [" ".join(str(1000 * i + j) for j in range(9)) for i in range(2)]
    for title, is_template in (("Fruit v1.{} Manual", False), ("{} - Handbook", True)):
        pages = [reference(f"x{i}", 0, title.format(i) if "{}" in title else title, lines[i])
                 for i in range(2)]  # fmt: skip
        for page, other in zip(pages, ("Apples", "Berries"), strict=True):
            if is_template:
                page["html"] = page["html"].replace("<title>", f"<title>{other} ")
        rows, _, _, _ = dedup(pages)
        assert rows["x1"]["template"] is is_template, title


def test_texts_of_an_index_remember_their_titles(tmp_path):
    """The first page is read again where it stood; the index holds no title of a long page."""
    old = write_jsonl(tmp_path / "old.jsonl", [reference("apple")])
    assert facsim("index", "build", old, "-o", tmp_path / "idx").status == 0
    new = write_jsonl(tmp_path / "new.jsonl", [reference("berry")])
    out = tmp_path / "out"
    done = facsim("dedup", new, "-o", out, "--against", tmp_path / "idx", "--names", "off")
    assert done.status == 0, done.err
    (row,) = map(json.loads, (out / "duplicates.jsonl").read_text().splitlines())
    assert (row["by"], row["template"]) == ("text", True)


def test_other_words_are_no_template(dedup):
    base = fresh_words(100, 8)
    rows, _, _, _ = dedup([{"id": "a", "text": " ".join(base)},
                           {"id": "b", "text": " ".join(base[:-2] + ["others", "here"])}])  # fmt: skip
    assert rows["b"]["template"] is False
