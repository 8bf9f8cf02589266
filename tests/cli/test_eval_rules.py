# SPDX-License-Identifier: Apache-2.0
"""facsim eval: removals judged by agreement and sketches of other sizes, beside slow twins."""

import itertools
import json
import random

from eval_world import evaluate, in_order, resemblances, word_list
from making import html, write_jsonl
from running import facsim


def block_edits(families=5, members=9, count=300):
    """Pages in families; of member m the first 9 * m words are its own."""
    pages = []
    for family, member in itertools.product(range(families), range(members)):
        text = word_list(f"family {family}", count)
        text[: 9 * member] = word_list(f"own {family} {member}", 9 * member)
        pages.append({"id": f"{family}.{member}", "text": " ".join(text)})
    random.Random(3).shuffle(pages)
    return pages


def test_profiles_that_decide_by_agreement_are_judged_by_it(tmp_path):
    pages = block_edits()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(path, "--exact", "--profile", "thorough")
    (row,) = report["removals"]
    assert row["rule"] == "agreement >= 0.82"

    texts = [page["text"].split() for page in pages]
    number = {page["id"]: i for i, page in enumerate(pages)}
    out = tmp_path / "out"
    assert facsim("dedup", path, "-o", out, "--quiet", "--profile", "thorough").status == 0
    removed = [json.loads(line) for line in (out / "duplicates.jsonl").open()]
    shares = [
        in_order(texts[number[r["id"]]], texts[number[r["representative"]]]) for r in removed
    ]
    assert row["removed"] == len(removed) > 20
    assert row["right"] == sum(share >= 0.82 for share in shares)
    assert row["bad"] == sum(share < 0.72 for share in shares) == 0

    alike = resemblances(pages)
    kept = []
    for i, text in enumerate(texts):
        near = [j for j in kept if alike[j, i] >= 0.5 and in_order(text, texts[j]) >= 0.82]
        kept += [] if near else [i]
    assert row["expected"] == max(row["right"], len(pages) - len(kept))
    # By resemblance the same removals look wrong: the rule matters here.
    by_resemblance = [
        alike[tuple(sorted((number[r["id"]], number[r["representative"]])))] >= 0.8
        for r in removed
    ]
    assert sum(by_resemblance) < row["right"]
    assert row["kept_alike"] == 0


def test_pages_that_agreement_should_have_removed_are_missed(tmp_path):
    """Without candidates nothing goes, whatever agrees."""
    pages = block_edits(families=3)
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(
        path, "--exact", "--profile", "compact", "--min-agreement", ".99"
    )
    (row,) = report["removals"]
    assert row["rule"] == "agreement >= 0.99" and row["expected"] == row["removed"] == 0
    report, _ = evaluate(
        path, "--exact", "--profile", "compact", "--min-agreement", ".82"
    )
    (row,) = report["removals"]
    assert row["missed"] > 0 and row["kept_alike"] > 0


def test_pages_that_are_two_by_their_titles_are_no_pair(tmp_path):
    """The truth is what the rule takes for one: equal texts under other titles are not."""
    def page(name, title, menu):
        body = " ".join(word_list("body", 150))
        return {"id": name, "html": html(body, title=title, menu=" ".join(menu))}

    pages = [page(f"p{i}", f"Class {'abc'[i]}", word_list(("menu", i), 300)) for i in range(3)]
    pages.append(page("again", "Class a", word_list(("menu", 0), 300)))
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(path, "--exact", "--profile", "balanced")
    (row,) = report["removals"]
    assert row["removed"] == row["right"] == row["expected"] == 1
    assert row["missed"] == row["kept_alike"] == 0
