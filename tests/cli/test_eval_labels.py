# SPDX-License-Identifier: Apache-2.0
"""facsim eval by labels: pairs, clusters, and what cannot be meant by either."""

import json

from eval_world import evaluate, points, resemblances, versions, word_list, write_pairs
from making import write_jsonl
from real_data import real_set, write_real


def family(page):
    return "0" if page["id"] == "copy" else page["id"].split(".")[0]


def test_real_clusters_of_another_column_order(tmp_path):
    path = write_real(tmp_path / "real.jsonl", "reactnative_docs")
    truth = real_set("reactnative_docs") / "truth.tsv"
    report, run = evaluate(path, "--clusters", truth)
    assert report["pairs_true"] > 1000, run.err
    assert points(report, "resemblance")[0.8]["precision"] > 0.9


def test_labelled_pairs_alone_count(tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    truth = resemblances(pages)
    number = {page["id"]: i for i, page in enumerate(pages)}
    rows = []
    for (first, second), value in truth.items():
        a, b = pages[first], pages[second]
        if value > 0.3 or (first + second) % 40 == 0:
            rows.append((b["id"], a["id"], int(family(a) == family(b))))
    report, run = evaluate(path, "--pairs", write_pairs(tmp_path / "l.tsv", rows))
    assert run.err == ""
    assert report["pairs_true"] == sum(label for *_, label in rows)
    assert report["pairs_false"] == sum(not label for *_, label in rows)
    for threshold, point in points(report, "resemblance").items():
        said = [
            label
            for a, b, label in rows
            if truth[tuple(sorted((number[a], number[b])))] >= threshold
        ]
        assert point["right"] == sum(said) and point["wrong"] == len(said) - sum(said)
    (balanced,) = [r for r in report["removals"] if r["profile"] == "balanced"]
    assert balanced["wrong"] == 0 and balanced["right"] > 10


def test_clusters_are_all_pairs_of_their_pages(tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    labelled = [page["id"] for page in pages if page["id"] != "copy"]
    tabs = write_pairs(tmp_path / "c.tsv", [(i, i.split(".")[0]) for i in labelled])
    swapped = write_pairs(tmp_path / "s.tsv", [(i.split(".")[0], i) for i in labelled])
    lines = tmp_path / "c.jsonl"
    lines.write_text(
        "".join(json.dumps({"id": i, "cluster": i.split(".")[0]}) + "\n" for i in labelled)
    )
    report, run = evaluate(path, "--clusters", tabs)
    assert run.err == ""
    assert report["pairs_true"] == 12 * 15
    assert report["pairs_true"] + report["pairs_false"] == 72 * 71 // 2
    for other in (swapped, lines):
        assert evaluate(path, "--clusters", other)[0]["measures"] == report["measures"]
    truth = resemblances(pages)
    for threshold, point in points(report, "resemblance").items():
        said = [
            pages[i]["id"].split(".")[0] == pages[j]["id"].split(".")[0]
            for (i, j), value in truth.items()
            if value >= threshold and "copy" not in (pages[i]["id"], pages[j]["id"])
        ]
        assert point["right"] == sum(said) and point["wrong"] == len(said) - sum(said)
    (balanced,) = [r for r in report["removals"] if r["profile"] == "balanced"]
    assert balanced["expected"] == 60 and balanced["precision"] == 1


def test_labels_that_cannot_be_meant_are_left_out_and_named(tmp_path):
    pages = versions(families=3)
    pages.append({"id": "0.1", "text": " ".join(word_list("again", 60))})
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    labels = tmp_path / "l.csv"
    labels.write_text(
        "id1,id2,label\n0.0,0.2,1\n0.0,ghost,1\nghost,spook,0\n0.0,0.0,1\n0.2,0.0,true\n"
        "1.0,1.2,1\n1.2,1.0,0\n0.0,1.0,0\n0.1,0.2,1\n"
    )
    report, run = evaluate(path, "--pairs", labels)
    assert report["pairs_true"] == 1 and report["pairs_false"] == 1
    assert "2 ids that no document has (first 'ghost', line 3)" in run.err
    assert "1 ids that several documents have (first '0.1', line 10)" in run.err
    assert "1 pairs of a page with itself (first '0.0', line 5)" in run.err
    assert "1 pairs that are labelled more than once (first '0.2' and '0.0', line 6)" in run.err
    assert "1 pairs with labels that contradict each other (first '1.2' and '1.0'" in run.err
