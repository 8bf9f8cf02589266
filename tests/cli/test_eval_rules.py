# SPDX-License-Identifier: Apache-2.0
"""facsim eval: removals judged by agreement and sketches of other sizes, beside slow twins."""

import itertools
import json
import random

import pytest
from conftest import html_of, write_jsonl
from test_eval import evaluate, resemblances, versions, words, write_pairs


def in_order(first, second):
    """The longest common subsequence of two lists over the longer of both.

    By the bits of whole numbers (Hyyrö, 2004): a 0 in `row` is a place where the length grows.
    """
    places = {}
    for i, unit in enumerate(first):
        places[unit] = places.get(unit, 0) | 1 << i
    row = everything = (1 << len(first)) - 1
    for unit in second:
        same = row & places.get(unit, 0)
        row = ((row + same) | (row - same)) & everything
    return (len(first) - row.bit_count()) / max(len(first), len(second))


def block_edits(families=5, members=9, count=300):
    """Pages in families; of member m the first 9 * m words are its own."""
    pages = []
    for family, member in itertools.product(range(families), range(members)):
        text = words(f"family {family}", count)
        text[: 9 * member] = words(f"own {family} {member}", 9 * member)
        pages.append({"id": f"{family}.{member}", "text": " ".join(text)})
    random.Random(3).shuffle(pages)
    return pages


def test_profiles_that_decide_by_agreement_are_judged_by_it(facsim, tmp_path):
    pages = block_edits()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(facsim, path, "--exact", "--profile", "thorough")
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
    assert row["kept_alike"] == row["kept_alike_visible"] == 0


def test_pages_that_agreement_should_have_removed_are_missed(facsim, tmp_path):
    """Without candidates nothing goes, whatever agrees."""
    pages = block_edits(families=3)
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(
        facsim, path, "--exact", "--profile", "compact", "--min-agreement", ".99"
    )
    (row,) = report["removals"]
    assert row["rule"] == "agreement >= 0.99" and row["expected"] == row["removed"] == 0
    report, _ = evaluate(
        facsim, path, "--exact", "--profile", "compact", "--min-agreement", ".82"
    )
    (row,) = report["removals"]
    assert row["missed"] > 0 and row["kept_alike"] > 0


def test_short_main_texts_in_other_visible_texts_are_counted_apart(facsim, tmp_path):
    def page(name, main, menu):
        links = "".join(f'<li><a href="/{word}">{word}</a></li>' for word in menu)
        return {"id": name, "html": html_of(" ".join(main), menu=f"Home</a><ul>{links}</ul><a>")}

    stub = words("stub", 60)
    pages = [page(f"p{i}", stub, words(("menu", i), 300)) for i in range(3)]
    pages.append(page("again", stub, words(("menu", 0), 300)))
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    report, _ = evaluate(facsim, path, "--exact", "--profile", "balanced")
    (row,) = report["removals"]
    assert row["removed"] == row["right"] == 1 and row["expected"] == 3
    assert row["kept_alike"] == row["kept_alike_visible"] == 2
    text = facsim("eval", path, "--exact", "--profile", "balanced").out
    assert "2 of them because short main texts stand in different visible texts" in text


def recipe_of(facsim, bins, bits):
    """The default recipe with a sketch of this size."""
    shown = facsim("recipe", "show", "balanced").out
    changed = shown.replace("\nbins = 64\nbits = 8\n", f"\nbins = {bins}\nbits = {bits}\n", 1)
    assert shown.index("[sketch]") < shown.index("bins = 64") < shown.index("[anchors]")
    return changed


def columns(facsim, path, name, *flags):
    run = facsim("fingerprint", path, "--columns", name, *flags)
    assert run.status == 0, run.err
    return [int(line, 16) for line in run.out.splitlines()]


def bins_of(number, byte_count, bins, bits):
    """Bin 0 stands in the lowest bits of the first byte."""
    value = int.from_bytes(number.to_bytes(byte_count, "big"), "little")
    return [value >> (i * bits) & ((1 << bits) - 1) for i in range(bins)]


def share_band(first, second):
    return any(first[i : i + 4] == second[i : i + 4] for i in range(0, 32, 4))


@pytest.mark.parametrize(("bins", "bits"), [(128, 1), (64, 8), (16, 4)])
@pytest.mark.parametrize("truth", ["exact", "pairs"])
def test_rules_of_channel_and_sketch_are_those_of_every_pair(facsim, tmp_path, bins, bits, truth):
    pages = versions()
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    (tmp_path / "r.toml").write_text(recipe_of(facsim, bins, bits))
    prints = columns(facsim, path, "fingerprint")
    own = [bins_of(s, 64, 64, 8) for s in columns(facsim, path, "sketch")]
    other = [
        bins_of(s, bins * bits // 8, bins, bits)
        for s in columns(facsim, path, "sketch", "--recipe", tmp_path / "r.toml")
    ]
    alike = resemblances(pages)
    flags = ["--exact"]
    pairs = list(alike)
    if truth == "pairs":
        pairs = [pair for pair in pairs if alike[pair] > 0.1 or sum(pair) % 9 == 0]
        rows = [(pages[i]["id"], pages[j]["id"], int(alike[i, j] >= 0.8)) for i, j in pairs]
        flags = ["--pairs", write_pairs(tmp_path / "l.tsv", rows)]
    report, _ = evaluate(facsim, path, *flags, "--sketches", f"{bins}x{bits}")

    def estimate(i, j):
        share = sum(a == b for a, b in zip(other[i], other[j], strict=True)) / bins
        return max(0, (share - 1 / 2**bits) / (1 - 1 / 2**bits))

    channels = {
        f"bands, {bins}x{bits}": lambda i, j: share_band(own[i], own[j]),
        f"distance <= 8, {bins}x{bits}": lambda i, j: (prints[i] ^ prints[j]).bit_count() <= 8,
    }
    for name, meets in channels.items():
        (measure,) = [m for m in report["measures"] if m["name"] == name]
        met = [(alike[pair] >= 0.8, estimate(*pair)) for pair in pairs if meets(*pair)]
        assert measure["pairs"] == len(met) > 50
        for point in measure["points"]:
            said = [is_true for is_true, value in met if value >= point["threshold"] - 1e-12]
            assert point["right"] == sum(said)
            assert point["wrong"] == len(said) - sum(said)
            assert point["missed"] == report["pairs_true"] - point["right"]


@pytest.mark.parametrize("size", ["128", "100x1", "128x3", "x", "8192x1", "64x32", ""])
def test_sizes_that_no_sketch_has(facsim, tmp_path, size):
    path = write_jsonl(tmp_path / "p.jsonl", versions(families=2))
    run = facsim("eval", path, "--exact", "--sketches", size)
    assert run.status == 2 and "--sketches" in run.err and run.out == ""
    flags = ["--synthesize", path, "-o", tmp_path / "out", "--sketches", "128x1"]
    assert facsim("eval", *flags).status == 2 and not (tmp_path / "out").exists()


def test_labelled_pairs_are_also_judged_each_by_itself(facsim, tmp_path):
    """Two pages that went for the same one need not be duplicates of each other."""
    base = words("base", 300)
    first = [*words("head", 45), *base[45:]]
    second = [*base[:-45], *words("foot", 45)]
    pages = [
        {"id": name, "text": " ".join(text)}
        for name, text in (("base", base), ("first", first), ("second", second))
    ]
    path = write_jsonl(tmp_path / "p.jsonl", pages)
    labels = write_pairs(
        tmp_path / "l.tsv", [("base", "first", 1), ("base", "second", 1), ("first", "second", 0)]
    )
    report, _ = evaluate(facsim, path, "--pairs", labels, "--profile", "thorough")
    (row,) = report["removals"]
    assert (row["right"], row["wrong"], row["missed"]) == (2, 1, 0)
    alone = row["alone"]
    assert (alone["right"], alone["wrong"], alone["missed"], alone["f1"]) == (2, 0, 0, 1)
    text = facsim("eval", path, "--pairs", labels, "--profile", "thorough").out
    assert "each pair by itself: 2 right, 0 wrong, 0 missed, F1 1.0000" in text
    report, _ = evaluate(facsim, path, "--exact", "--profile", "thorough")
    assert report["removals"][0]["alone"] is None
