# SPDX-License-Identifier: Apache-2.0
"""facsim eval: the truth that it counts, and what it says of measures and their intervals."""

import csv
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from eval_world import evaluate, points, resemblances, versions, word_list
from making import write_jsonl
from running import bearable, facsim


def wilson(part, whole, z=1.959963984540054):
    share = part / whole
    centre = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole**2)) / (1 + z * z / whole)
    return [centre - half, centre + half]


def test_the_exact_truth_is_that_of_all_pairs(tmp_path):
    pages = versions()
    truth = resemblances(pages)
    report, _ = evaluate(write_jsonl(tmp_path / "p.jsonl", pages), "--exact")
    assert report["pages"] == len(pages)
    true = [value for value in truth.values() if value >= 0.8]
    assert report["pairs_true"] == len(true) > 50
    assert report["pairs_true"] + report["pairs_false"] == len(truth)
    for threshold, point in points(report, "resemblance").items():
        said = [value for value in truth.values() if value >= threshold]
        assert point["right"] == sum(value >= 0.8 for value in said)
        assert point["wrong"] == sum(value < 0.8 for value in said)
        assert point["missed"] == len(true) - point["right"]
    for low, high in [(0.5, 0.55), (0.75, 0.8), (0.95, 1)]:
        (bin_,) = [b for b in report["curves"][0]["bins"] if b["low"] == low]
        assert bin_["pairs"] == sum(low <= value < high for value in truth.values())


def test_distances_are_those_of_the_fingerprints(tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(path, "--exact", "--distances", "0,3,8,30")
    prints = [int(line.split("\t")[1], 16) for line in facsim("fingerprint", path).out.splitlines()]
    truth = resemblances(pages)
    assert list(points(report, "distance")) == [0, 3, 8, 30]
    for threshold, point in points(report, "distance").items():
        said = [p for p in truth if (prints[p[0]] ^ prints[p[1]]).bit_count() <= threshold]
        assert point["right"] == sum(truth[pair] >= 0.8 for pair in said)
        assert point["wrong"] == sum(truth[pair] < 0.8 for pair in said)
    channel = {c["name"]: c for c in report["channels"]}
    assert channel["distance <= 3"]["found"] == points(report, "distance")[3]["right"]
    assert channel["digest"]["found"] == 1
    assert channel["balanced"]["recall"] >= 0.98


def test_intervals_are_wilson_s_and_nothing_counted_is_unknown(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    report, _ = evaluate(path, "--exact")
    for measure in report["measures"]:
        for point in measure["points"]:
            said = point["right"] + point["wrong"]
            if said == 0:
                assert point["precision"] is None and point["precision_interval"] is None
                continue
            assert point["precision"] == pytest.approx(point["right"] / said, abs=1e-6)
            expected = wilson(point["right"], said)
            assert point["precision_interval"] == pytest.approx(expected, abs=2e-6)
    lonely = write_jsonl(tmp_path / "one.jsonl", [{"id": "a", "text": " ".join(word_list(1, 50))}])
    report, run = evaluate(lonely, "--exact")
    assert report["pairs_true"] == report["pairs_false"] == 0
    assert all(p["f1"] is None for m in report["measures"] for p in m["points"])
    text = facsim("eval", lonely, "--exact").out
    assert "nan" not in text.lower() and re.search(r"<= 3 +0 +0 +0 +- +- +-\n", text)


def test_the_result_does_not_depend_on_threads(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    one = facsim("eval", path, "--exact", "--threads", 1)
    many = facsim("eval", path, "--exact", "--threads", 7, "--memory", "64M")
    assert one.status == many.status == 0
    assert one.out == many.out


def test_all_forms_say_the_same(tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    report, _ = evaluate(
        path, "--exact", "--csv", tmp_path / "r.csv", "--html", tmp_path / "r.html"
    )
    rows = list(csv.DictReader((tmp_path / "r.csv").open()))
    by_name = {(r["part"], r["name"], r["low"] or r["high"]): r for r in rows}
    for measure in report["measures"]:
        for point in measure["points"]:
            row = by_name["measure", measure["name"], f"{point['threshold']:g}"]
            assert int(row["right"]) == point["right"]
            assert row["f1"] == ("" if point["f1"] is None else f"{point['f1']:g}") or float(
                row["f1"]
            ) == pytest.approx(point["f1"], abs=1e-6)
    html = (tmp_path / "r.html").read_text()
    assert not re.search(r"https?:|<script|<link|src=|url\(", html)
    pictures = re.findall(r"<figure>.*?</figure>", html, re.S)
    assert len(pictures) == len(report["measures"]) + 2
    for picture in pictures:
        ElementTree.fromstring(picture)
        for number in re.findall(r" (?:c?[xy]|[xy][12])=\"([^\"]*)\"", picture):
            assert math.isfinite(float(number))
    table = facsim("eval", path, "--exact").out
    for profile in ("compact", "balanced", "strict"):
        assert f"\n  {profile} " in table


def test_crowded_shingles_are_counted_and_do_not_explode(tmp_path):
    """Every page has the same licence; its shingles' lists may not be paired with themselves."""
    licence = word_list("licence", 300)
    count = bearable(3000)
    pages = [
        {"id": str(i), "text": " ".join([*licence, *word_list(("own", i // 2), 500), f"n{i}"])}
        for i in range(count)
    ]
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(path, "--exact")
    assert report["pairs_true"] == count // 2
    text = " ".join(licence[:60])
    alike = [{"id": str(i), "text": f"{text} n{i}"} for i in range(2500)]
    path = write_jsonl(tmp_path / "alike.jsonl", alike)
    run = facsim("eval", path, "--exact", "--memory", "64M")
    assert run.status == 2 and "raise --resemblance-floor or --memory" in run.err
