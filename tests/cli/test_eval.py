# SPDX-License-Identifier: Apache-2.0
"""facsim eval: the truth that it counts, what it says of measures and removals, and its edits."""

import csv
import itertools
import json
import math
import os
import random
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from conftest import html_of, write_jsonl

ROOT = Path(__file__).resolve().parents[2]
SHINGLE = 5


def words(seed, count):
    chance = random.Random(str(seed))
    return [f"w{chance.randrange(4000)}" for _ in range(count)]


def versions(families=12, members=6, count=300):
    """Pages in families; a member has more words of its own than the one before it."""
    pages = []
    for family, member in itertools.product(range(families), range(members)):
        text = words(f"family {family}", count)
        chance = random.Random(f"{family} {member}")
        for _ in range(member):
            text[chance.randrange(count)] = f"x{family}y{member}z{chance.randrange(10**6)}"
        pages.append({"id": f"{family}.{member}", "text": " ".join(text)})
    pages.append({"id": "copy", "text": pages[0]["text"]})
    random.Random(5).shuffle(pages)
    return pages


def family(page):
    return "0" if page["id"] == "copy" else page["id"].split(".")[0]


def shingles(text):
    units = text.split()
    return {tuple(units[i : i + SHINGLE]) for i in range(max(1, len(units) - SHINGLE + 1))}


def resemblances(pages):
    """The slow twin: every pair, both sets."""
    sets = [shingles(page["text"]) for page in pages]
    return {
        (i, j): len(sets[i] & sets[j]) / len(sets[i] | sets[j])
        for i, j in itertools.combinations(range(len(pages)), 2)
    }


def evaluate(facsim, *arguments, **options):
    run = facsim("eval", *arguments, "--json", **options)
    assert run.status == 0, run.err
    return json.loads(run.out), run


def points(report, name):
    (measure,) = [m for m in report["measures"] if m["name"] == name]
    return {point["threshold"]: point for point in measure["points"]}


def wilson(part, whole, z=1.959963984540054):
    share = part / whole
    centre = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(share * (1 - share) / whole + z * z / (4 * whole**2)) / (1 + z * z / whole)
    return [centre - half, centre + half]


def write_pairs(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
    return path


def test_the_exact_truth_is_that_of_all_pairs(facsim, tmp_path):
    pages = versions()
    truth = resemblances(pages)
    report, _ = evaluate(facsim, write_jsonl(tmp_path / "p.jsonl", pages), "--exact")
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


def test_distances_are_those_of_the_fingerprints(facsim, tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(facsim, path, "--exact", "--distances", "0,3,8,30")
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


def test_intervals_are_wilson_s_and_nothing_counted_is_unknown(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    report, _ = evaluate(facsim, path, "--exact")
    for measure in report["measures"]:
        for point in measure["points"]:
            said = point["right"] + point["wrong"]
            if said == 0:
                assert point["precision"] is None and point["precision_interval"] is None
                continue
            assert point["precision"] == pytest.approx(point["right"] / said, abs=1e-6)
            expected = wilson(point["right"], said)
            assert point["precision_interval"] == pytest.approx(expected, abs=2e-6)
    lonely = write_jsonl(tmp_path / "one.jsonl", [{"id": "a", "text": " ".join(words(1, 50))}])
    report, run = evaluate(facsim, lonely, "--exact")
    assert report["pairs_true"] == report["pairs_false"] == 0
    assert all(p["f1"] is None for m in report["measures"] for p in m["points"])
    text = facsim("eval", lonely, "--exact").out
    assert "nan" not in text.lower() and re.search(r"<= 3 +0 +0 +0 +- +- +-\n", text)


def judged(facsim, path, tmp_path, *flags):
    """What tests/quality says of the same removals, from outside."""
    judge = Path(os.environ.get("FACSIM_JUDGE", Path(facsim.path).parent / "facsim_judge"))
    if not judge.exists():
        pytest.skip(f"there is no judge at {judge}")
    out = tmp_path / "out"
    assert facsim("dedup", path, "-o", out, "--quiet", *flags).status == 0
    done = subprocess.run(
        [judge, path, out / "duplicates.jsonl"], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def agree(row, verdict):
    assert row["removed"] == verdict["removals"]
    assert row["right"] == verdict["good"]
    assert row["bad"] == verdict["bad"]
    assert row["expected"] == max(verdict["good"], verdict["greedy_removals"])
    assert row["expected_short"] == verdict["greedy_short_removals"]
    assert row["kept_alike"] == verdict["faults"]["missed"]["count"]
    if verdict["removals"]:
        assert row["precision"] == pytest.approx(verdict["precision"], abs=1e-6)
    if verdict["greedy_removals"]:
        assert row["recall"] == pytest.approx(min(1, verdict["recall"]), abs=1e-6)


@pytest.mark.parametrize("profile", ["compact", "balanced"])
def test_removals_are_judged_as_from_outside(facsim, tmp_path, profile):
    pages = versions(members=9)
    short = " ".join(words("short", 12))
    pages += [{"id": f"s{i}", "text": text} for i, text in enumerate([short, short, short + " x"])]
    pages += [{"id": f"e{i}", "text": "!!!"} for i in range(3)]
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(facsim, path, "--exact", "--profile", profile)
    (row,) = report["removals"]
    assert row["profile"] == profile and row["removed"] > 20
    agree(row, judged(facsim, path, tmp_path, "--profile", profile))


def real(name, lines=None):
    folder = os.environ.get("FACSIM_DATA")
    path = Path(folder or "/nowhere") / name / "docs.jsonl.zst"
    if not path.exists():
        pytest.skip(f"skipped: no data at $FACSIM_DATA/{name}")
    command = ["zstd", "-dqc", "--long=27", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as unpacker:
        kept = list(itertools.islice(unpacker.stdout, lines))
        unpacker.stdout.close()
        unpacker.wait()
    return b"".join(kept)


@pytest.mark.parametrize(("name", "lines"), [("spdx_licenses", None), ("tidb_zh", 1500)])
def test_real_removals_are_judged_as_from_outside(facsim, tmp_path, name, lines):
    path = tmp_path / "real.jsonl"
    path.write_bytes(real(name, lines))
    report, _ = evaluate(facsim, path, "--exact", "--profile", "balanced")
    agree(report["removals"][0], judged(facsim, path, tmp_path))
    (bands,) = [c for c in report["channels"] if c["name"] == "balanced"]
    assert bands["recall"] >= 0.99


def test_real_clusters_of_another_column_order(facsim, tmp_path):
    folder = Path(os.environ.get("FACSIM_DATA") or "/nowhere") / "reactnative_docs"
    if not folder.exists():
        pytest.skip("skipped: no data at $FACSIM_DATA/reactnative_docs")
    path = tmp_path / "real.jsonl"
    path.write_bytes(real("reactnative_docs"))
    report, run = evaluate(facsim, path, "--clusters", folder / "truth.tsv")
    assert report["pairs_true"] > 1000, run.err
    assert points(report, "resemblance")[0.8]["precision"] > 0.9


def test_the_result_does_not_depend_on_threads(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    one = facsim("eval", path, "--exact", "--threads", 1)
    many = facsim("eval", path, "--exact", "--threads", 7, "--memory", "64M")
    assert one.status == many.status == 0
    assert one.out == many.out


def test_labelled_pairs_alone_count(facsim, tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    truth = resemblances(pages)
    number = {page["id"]: i for i, page in enumerate(pages)}
    rows = []
    for (first, second), value in truth.items():
        a, b = pages[first], pages[second]
        if value > 0.3 or (first + second) % 40 == 0:
            rows.append((b["id"], a["id"], int(family(a) == family(b))))
    report, run = evaluate(facsim, path, "--pairs", write_pairs(tmp_path / "l.tsv", rows))
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


def test_clusters_are_all_pairs_of_their_pages(facsim, tmp_path):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    labelled = [page["id"] for page in pages if page["id"] != "copy"]
    tabs = write_pairs(tmp_path / "c.tsv", [(i, i.split(".")[0]) for i in labelled])
    swapped = write_pairs(tmp_path / "s.tsv", [(i.split(".")[0], i) for i in labelled])
    lines = tmp_path / "c.jsonl"
    lines.write_text(
        "".join(json.dumps({"id": i, "cluster": i.split(".")[0]}) + "\n" for i in labelled)
    )
    report, run = evaluate(facsim, path, "--clusters", tabs)
    assert run.err == ""
    assert report["pairs_true"] == 12 * 15
    assert report["pairs_true"] + report["pairs_false"] == 72 * 71 // 2
    for other in (swapped, lines):
        assert evaluate(facsim, path, "--clusters", other)[0]["measures"] == report["measures"]
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


def test_labels_that_cannot_be_meant_are_left_out_and_named(facsim, tmp_path):
    pages = versions(families=3)
    pages.append({"id": "0.1", "text": " ".join(words("again", 60))})
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    labels = tmp_path / "l.csv"
    labels.write_text(
        "id1,id2,label\n0.0,0.2,1\n0.0,ghost,1\nghost,spook,0\n0.0,0.0,1\n0.2,0.0,true\n"
        "1.0,1.2,1\n1.2,1.0,0\n0.0,1.0,0\n0.1,0.2,1\n"
    )
    report, run = evaluate(facsim, path, "--pairs", labels)
    assert report["pairs_true"] == 1 and report["pairs_false"] == 1
    assert "2 ids that no document has (first 'ghost', line 3)" in run.err
    assert "1 ids that several documents have (first '0.1', line 10)" in run.err
    assert "1 pairs of a page with itself (first '0.0', line 5)" in run.err
    assert "1 pairs that are labelled more than once (first '0.2' and '0.0', line 6)" in run.err
    assert "1 pairs with labels that contradict each other (first '1.2' and '1.0'" in run.err


@pytest.mark.parametrize(("labels", "flags", "sentence"), [
    ("", [], "holds no labelled pair"),
    ("a b\n", [], "l.tsv:1: needs two ids and a label"),
    ("a b 0.5\n", [], "--label-min"),
    ("a b 1\na b maybe\n", [], "l.tsv:2: 'maybe' is no label"),
    ("nobody nowhere 1\n", [], "ids that no document has (first 'nobody', line 1)"),
    ("0.0 0.0 1\n", [], "pairs of a page with itself"),
    ("0.0 0.1 1\n", ["--resemblance-floor", ".3"], "--resemblance-floor is for"),
    ("0.0 0.1 1\n", ["--exact"], "say one of"),
    ("0.0 0.1 1\n", ["--thresholds", ".5,2"], "--thresholds"),
    ("0.0 0.1 1\n", ["--distances", "65"], "--distances"),
    ("0.0 0.1 1\n", ["-o", "x"], "-o is for --synthesize"),
    ("0.0 0.1 1\n", ["--label-min", "0"], "--label-min"),
])  # fmt: skip
def test_bad_flags_are_told(facsim, tmp_path, labels, flags, sentence):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=2))
    (tmp_path / "l.tsv").write_text(labels)
    run = facsim("eval", path, "--pairs", "l.tsv", *flags, cwd=tmp_path)
    assert run.status == 2, run.err
    assert sentence in run.err and run.out == ""


def test_more_bad_flags(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=2))
    assert "say one of --pairs" in facsim("eval", path).err
    assert "no input given" in facsim("eval", "--exact").err
    assert facsim("eval", path, "--pairs", tmp_path / "none.tsv").status == 1
    empty = write_jsonl(tmp_path / "empty.jsonl", [{"id": "a", "text": " "}])
    assert "no document with a text" in facsim("eval", empty, "--exact").err
    flags = ["--exact", "--resemblance-floor", ".9"]
    assert "lower the floor" in facsim("eval", path, *flags).err
    (tmp_path / "there.csv").write_text("mine")
    run = facsim("eval", path, "--exact", "--csv", tmp_path / "there.csv")
    assert run.status == 1 and (tmp_path / "there.csv").read_text() == "mine"
    run = facsim("eval", path, "--exact", "--csv", tmp_path / "there.csv", "--force")
    assert run.status == 0 and (tmp_path / "there.csv").read_text().startswith("part,name,")


def test_all_forms_say_the_same(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions())
    report, _ = evaluate(
        facsim, path, "--exact", "--csv", tmp_path / "r.csv", "--html", tmp_path / "r.html"
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


def test_crowded_shingles_are_counted_and_do_not_explode(facsim, tmp_path):
    """Every page has the same licence; its shingles' lists may not be paired with themselves."""
    licence = words("licence", 300)
    pages = [
        {"id": str(i), "text": " ".join([*licence, *words(("own", i // 2), 500), f"n{i}"])}
        for i in range(3000)
    ]
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(facsim, path, "--exact", timeout=60)
    assert report["pairs_true"] == 1500
    text = " ".join(licence[:60])
    alike = [{"id": str(i), "text": f"{text} n{i}"} for i in range(2500)]
    path = write_jsonl(tmp_path / "alike.jsonl", alike)
    run = facsim("eval", path, "--exact", "--memory", "64M")
    assert run.status == 2 and "raise --resemblance-floor or --memory" in run.err


def in_order(a, b):
    """The longest common subsequence over the longer of both, by the textbook."""
    row = [0] * (len(b) + 1)
    for unit in a:
        diagonal = 0
        for j, other in enumerate(b, 1):
            above = row[j]
            row[j] = diagonal + 1 if unit == other else max(row[j], row[j - 1])
            diagonal = above
    return row[-1] / max(len(a), len(b))


def synthesized(folder):
    documents = [json.loads(line) for line in (folder / "documents.jsonl").open()]
    rows = [line.rstrip("\n").split("\t") for line in (folder / "pairs.tsv").open()]
    assert rows[0] == ["#id1", "id2", "unedited", "edit", "degree"]
    return {document["id"]: document for document in documents}, rows[1:]


def test_synthesized_pairs_are_as_edited_as_they_say(facsim, tmp_path):
    pages = [{"id": f"p{i}", "text": " ".join(words(i, 150)) + "\n"} for i in range(4)]
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


def test_synthesized_pairs_are_read_back(facsim, tmp_path):
    path = write_jsonl(
        tmp_path / "p.jsonl",
        [{"id": f"p {i}", "text": " ".join(words(i, 300))} for i in range(6)],
    )
    out = tmp_path / "out"
    assert facsim("eval", "--synthesize", path, "-o", out).status == 0
    report, run = evaluate(
        facsim, out / "documents.jsonl", "--pairs", out / "pairs.tsv", "--label-min", ".82"
    )
    assert run.err == ""
    _, rows = synthesized(out)
    assert report["pairs_true"] == sum(float(row[2]) >= 0.82 for row in rows)
    assert report["pairs_false"] == sum(float(row[2]) < 0.82 for row in rows)
    assert points(report, "agreement")[0.82]["f1"] > points(report, "resemblance")[0.8]["f1"]


def test_html_is_edited_as_html(facsim, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    for i in range(3):
        text = "</p><p>".join(" ".join(words((i, j), 40)) for j in range(5))
        (site / f"{i}.html").write_text(html_of(text, title=f"Page {i}"))
    out = tmp_path / "out"
    assert facsim("eval", "--synthesize", site, "-o", out).status == 0
    documents, rows = synthesized(out)
    assert all("html" in document for document in documents.values())
    menus = [documents[row[1]]["html"] for row in rows if row[3] == "menu"]
    assert len(menus) == 3 and all("Home News About" not in menu for menu in menus)
    report, _ = evaluate(
        facsim, out / "documents.jsonl", "--pairs", out / "pairs.tsv", "--label-min", "1"
    )
    # Menus, wrappers and untouched copies: the main text is the same.
    exact = points(report, "agreement")[1]
    assert exact["missed"] == 0 and exact["right"] == report["pairs_true"] >= 9


def test_synthesis_refuses_what_it_cannot_do(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": "too short"}])
    run = facsim("eval", "--synthesize", path, "-o", tmp_path / "out")
    assert run.status == 2 and "no page of the inputs can be edited" in run.err
    assert not (tmp_path / "out").exists()
    assert "add -o OUT" in facsim("eval", "--synthesize", path).err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("x")
    assert facsim("eval", "--synthesize", path, "-o", tmp_path / "full").status == 1


def test_help_names_every_flag(facsim):
    text = facsim("help", "eval").out
    for flag in ("--pairs", "--clusters", "--exact", "--synthesize", "--label-min", "--csv",
                 "--html", "--json", "--seed", "--resemblance-floor", "--distances",
                 "--thresholds", "--sketches"):  # fmt: skip
        assert flag in text
    assert "eval" in facsim("help").out


def test_standard_input_is_read_as_a_file_is(facsim, tmp_path):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=3))
    piped = facsim("eval", "-", "--exact", stdin=path.read_bytes())
    assert piped.status == 0
    assert piped.out == facsim("eval", path, "--exact").out



def test_a_device_is_not_replaced_and_a_link_stays_one(facsim, tmp_path):
    pages = write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": " ".join(words(1, 60))}])
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = facsim("eval", pages, "--exact", "--csv", pipe, "--force")
    assert done.status == 2 and "is no regular file" in done.err and pipe.is_fifo()
    link, real = tmp_path / "link.csv", tmp_path / "real.csv"
    real.write_text("before")
    link.symlink_to(real)
    assert facsim("eval", pages, "--exact", "--csv", link, "--force").status == 0
    assert link.is_symlink() and real.read_text() != "before"
