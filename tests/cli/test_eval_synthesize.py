# SPDX-License-Identifier: Apache-2.0
"""facsim eval --synthesize: pairs that are as edited as they say."""

import json
import re

from eval_world import evaluate, in_order, points, word_list
from making import MENU, html, write_jsonl
from running import facsim


def synthesized(folder):
    documents = [json.loads(line) for line in (folder / "documents.jsonl").open()]
    rows = [line.rstrip("\n").split("\t") for line in (folder / "pairs.tsv").open()]
    assert rows[0] == ["#id1", "id2", "unedited", "edit", "degree"]
    return {document["id"]: document for document in documents}, rows[1:]


def test_synthesized_pairs_are_as_edited_as_they_say(tmp_path):
    pages = [{"id": f"p{i}", "text": " ".join(word_list(i, 150)) + "\n"} for i in range(4)]
    path = write_jsonl(tmp_path / "p.jsonl", pages + [{"id": "short", "text": "too short"}])
    out = tmp_path / "out"
    run = facsim("eval", "--synthesize", path, "-o", out, "--seed", 3)
    assert run.status == 0 and "1 pages too short" in run.err
    documents, rows = synthesized(out)
    assert len(rows) >= 4 * 36 and len(documents) == len(rows) + 4
    assert {row[3] for row in rows} == {"scattered", "block", "date", "inserted", "deleted",
        "reordered", "truncated", "menu", "wrapped", "embedded"}  # fmt: skip
    for first, second, unedited, edit, _ in rows:
        units = [re.findall(r"\w+", documents[name]["text"]) for name in (first, second)]
        more = 0.05 if edit in ("reordered", "embedded") else 1e-5
        assert -1e-5 <= in_order(*units) - float(unedited) <= more, second
    again = tmp_path / "again"
    flags = ["-o", again, "--seed", 3, "--threads", 5]
    assert facsim("eval", "--synthesize", path, *flags).status == 0
    assert (again / "documents.jsonl").read_bytes() == (out / "documents.jsonl").read_bytes()
    other = tmp_path / "other"
    assert facsim("eval", "--synthesize", path, "-o", other, "--seed", 4).status == 0
    assert (other / "documents.jsonl").read_bytes() != (out / "documents.jsonl").read_bytes()


def test_synthesized_pairs_are_read_back(tmp_path):
    path = write_jsonl(
        tmp_path / "p.jsonl",
        [{"id": f"p {i}", "text": " ".join(word_list(i, 300))} for i in range(6)],
    )
    out = tmp_path / "out"
    assert facsim("eval", "--synthesize", path, "-o", out).status == 0
    report, run = evaluate(
        out / "documents.jsonl", "--pairs", out / "pairs.tsv", "--label-min", ".82"
    )
    assert run.err == ""
    _, rows = synthesized(out)
    assert report["pairs_true"] == sum(float(row[2]) >= 0.82 for row in rows)
    assert report["pairs_false"] == sum(float(row[2]) < 0.82 for row in rows)
    assert points(report, "agreement")[0.82]["f1"] > points(report, "resemblance")[0.8]["f1"]


def test_html_is_edited_as_html(tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    for i in range(3):
        text = "</p><p>".join(" ".join(word_list((i, j), 40)) for j in range(5))
        (site / f"{i}.html").write_text(html(text, title=f"Page {i}", menu=MENU))
    (site / "style.css").write_text("p { color: red }")
    out = tmp_path / "out"
    run = facsim("eval", "--synthesize", site, "-o", out)
    assert run.status == 0 and "1 other file was not read (.css 1)" in run.err
    documents, rows = synthesized(out)
    assert all("html" in document for document in documents.values())
    menus = [documents[row[1]]["html"] for row in rows if row[3] == "menu"]
    assert len(menus) == 3 and all("Home News About" not in menu for menu in menus)
    report, _ = evaluate(
        out / "documents.jsonl", "--pairs", out / "pairs.tsv", "--label-min", "1"
    )
    # Menus, wrappers and untouched copies: the main text is the same.
    exact = points(report, "agreement")[1]
    assert exact["missed"] == 0 and exact["right"] == report["pairs_true"] >= 9


def test_synthesis_refuses_what_it_cannot_do(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": "too short"}])
    run = facsim("eval", "--synthesize", path, "-o", tmp_path / "out")
    assert run.status == 2 and "no page of the inputs can be edited" in run.err
    assert not (tmp_path / "out").exists()
    assert "add -o OUT" in facsim("eval", "--synthesize", path).err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    assert facsim("eval", "--synthesize", path, "-o", tmp_path / "full").status == 1
