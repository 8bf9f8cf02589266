# SPDX-License-Identifier: Apache-2.0
"""facsim recluster --decisions: what people said of pairs counts, whatever the figures say."""

import json
from pathlib import Path

import pytest
from making import near, words, write_jsonl
from running import facsim, read_jsonl


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """a1 to a3 are near copies, b1 to b3 say the same, c shares a part of d, e stands alone."""
    pages = [{"id": f"a{i}", "text": near("a", i)} for i in (1, 2, 3)]
    pages += [{"id": f"b{i}", "text": words("b")} for i in (1, 2, 3)]
    pages += [{"id": "c", "text": words("c")}, {"id": "d", "text": words("c") + " " + words("d", 60)},
              {"id": "e", "text": words("e")}]
    write_jsonl(tmp_path / "pages.jsonl", pages)
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    return tmp_path


def removed(world: Path) -> dict[str, str]:
    return {row["id"]: row["representative"] for row in read_jsonl(world / "out/duplicates.jsonl")}


def recluster(world: Path, text: str | None = None, *flags: str, status: int = 0):
    if text is not None:
        (world / "d.tsv").write_text(text)
        flags = ("--decisions", "d.tsv", *flags)
    return facsim.done("recluster", "out", *flags, cwd=world, status=status)


def test_nothing_was_decided(world: Path):
    assert removed(world) == {"a2": "a1", "a3": "a1", "b2": "b1", "b3": "b1"}


def test_different_pages_are_not_removed_for_each_other(world: Path):
    ran = recluster(world, "a2\ta1\tdifferent\tanother edition\n")
    # a3 resembles both and goes for one of them; a2 has no other candidate.
    assert set(removed(world)) == {"a3", "b2", "b3"}
    assert "1 decision; the rules alone agree with 0" in ran.err


def test_the_same_pages_are_removed_whatever_the_figures_say(world: Path):
    ran = recluster(world, "d\tc\tsame\t\n")
    assert removed(world)["d"] == "c"
    assert "1 decision; the rules alone agree with 0" in ran.err


def test_copies_of_one_text_can_be_told_apart(world: Path):
    recluster(world, "b1\tb2\tdifferent\t\n")
    assert "b2" not in removed(world) and removed(world)["b3"] == "b1"


@pytest.mark.parametrize("pair", ["b1\tb3", "b2\tb3"])
def test_whichever_of_them(world: Path, pair: str):
    recluster(world, f"{pair}\tdifferent\t\n")
    first, second = pair.split("\t")
    gone = removed(world)
    assert gone.get(first) != second and gone.get(second) != first
    assert len(gone.keys() & {"b1", "b2", "b3"}) == 1


def test_they_hold_for_later_runs_and_can_be_changed(world: Path):
    recluster(world, "a2\ta1\tdifferent\tnote\n")
    recluster(world)
    assert "a2" not in removed(world)
    recluster(world, "d\tc\tsame\n")
    assert "a2" not in removed(world) and "d" in removed(world)
    assert (world / "out/decisions.tsv").read_text() == "a2\ta1\tdifferent\tnote\nd\tc\tsame\t\n"
    recluster(world, "a1\ta2\tsame\n")
    assert "a2" in removed(world)


def test_they_hold_for_copies_too(world: Path):
    recluster(world, "a2\ta1\tdifferent\t\n", "--apply")
    kept = [row["id"] for row in read_jsonl(world / "out/pages.jsonl")]
    assert "a2" in kept and (world / "out/decisions.tsv").exists()


def test_agreement_is_counted(world: Path):
    ran = recluster(world, "a2\ta1\tsame\nb2\tb1\tsame\nd\tc\tdifferent\ne\ta1\tdifferent\n")
    assert "4 decisions; the rules alone agree with 4" in ran.err


def test_pages_are_named_by_their_places_too(world: Path):
    row = next(r for r in read_jsonl(world / "out/duplicates.jsonl") if r["id"] == "a2")
    recluster(world, f"{row['file']}:{row['offset']}\ta1\tdifferent\n")
    assert "a2" not in removed(world)


def test_what_has_no_effect_is_told(world: Path):
    ran = recluster(world, "# a comment\nnobody\ta1\tsame\n\ne\ta1\tsame\nb1\ta1\tsame\nb2\ta1\tdifferent\n")
    assert "1 decision has no effect: no page is called so (first: 'nobody', line 2)" in ran.err
    assert "decisions on 1 pair of texts contradict each other" in ran.err
    assert "1 pairs are decided to be the same and are kept both (first: line 4)" in ran.err
    assert "e" not in removed(world)


@pytest.mark.parametrize(("text", "says"), [
    ("a1\ta2\n", "d.tsv:1: is no decision"),
    ("a1\ta2\tsame\na1\ta2\tperhaps\n", "d.tsv:2: 'perhaps' is neither same nor different"),
    ("a1\ta1\tsame\n", "a page is decided on with itself"),
    ("\ta1\tsame\n", "is no decision"),
])
def test_what_is_no_decision_changes_nothing(world: Path, text: str, says: str):
    before = (world / "out/duplicates.jsonl").read_bytes()
    assert says in recluster(world, text, status=2).err
    assert (world / "out/duplicates.jsonl").read_bytes() == before
    assert not (world / "out/decisions.tsv").exists()


def test_a_missing_file_is_named(world: Path):
    assert "none.tsv" in recluster(world, None, "--decisions", "none.tsv", status=1).err


def test_eval_takes_the_same_file(world: Path):
    (world / "d.tsv").write_text("a2\ta1\tsame\t\nd\tc\tdifferent\tlonger\n")
    ran = facsim.done("eval", "pages.jsonl", "--pairs", "d.tsv", "--json", cwd=world)
    counts = json.loads(ran.out)
    assert (counts["pairs_true"], counts["pairs_false"]) == (1, 1)


def test_a_report_knows_what_was_decided(world: Path):
    recluster(world, "a2\ta1\tdifferent\t\n")
    facsim.done("report", "out", "-o", "page.html", cwd=world)
    from test_report import data_of

    data = data_of((world / "page.html").read_text())
    decided = [pair for pair in data["pairs"] if pair.get("decided")]
    assert [(p["page"]["id"], p["state"], p["decided"]) for p in decided] == [("a2", "apart", "different")]
    steps = {step[0]: step[1] for step in data["steps"]}
    assert steps[0.8] == len(removed(world))


def places(world: Path) -> dict[str, str]:
    """FILE:OFFSET of every removed page and of those that were kept for them."""
    found = {}
    for row in read_jsonl(world / "out/duplicates.jsonl"):
        found[row["id"]] = f"{row['file']}:{row['offset']}"
        found[row["representative"]] = f"{row['representative_file']}:{row['representative_offset']}"
    return found


def test_a_later_decision_counts_whatever_its_names(world: Path):
    place = places(world)
    recluster(world, "a2\ta1\tdifferent\t\n")
    ran = recluster(world, f"{place['a1']}\t{place['a2']}\tsame\t\n")
    assert "contradict" not in ran.err and "1 decision; the rules alone agree with 1" in ran.err
    assert "a2" in removed(world)


def test_files_of_other_systems_are_read(world: Path):
    (world / "d.tsv").write_bytes(b"\xef\xbb\xbfa2\ta1\tdifferent\r\n\r\nd\tc\tsame\t\r\n")
    facsim.done("recluster", "out", "--decisions", "d.tsv", cwd=world)
    assert "a2" not in removed(world) and "d" in removed(world)
    assert (world / "out/decisions.tsv").read_bytes() == b"a2\ta1\tdifferent\t\nd\tc\tsame\t\n"


def test_a_message_says_which_file_a_line_is_of(world: Path):
    recluster(world, "nobody\ta1\tsame\n")
    assert "first: 'nobody', an earlier decision)" in recluster(world, "a2\ta1\tsame\n").err


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Ids that are hard to name: long, like the place of another page, or of two pages."""
    text = " ".join(f"w{i}" for i in range(60))
    other = " ".join(f"v{i}" for i in range(60))
    third = " ".join(f"u{i}" for i in range(60))
    write_jsonl(tmp_path / "pages.jsonl", [
        {"id": "first", "text": text}, {"id": "L" * 5000, "text": text + " end"},
        {"id": "pages.jsonl:0", "text": other}, {"id": "near", "text": other + " end"},
        {"id": "twice", "text": third}, {"id": "twice", "text": third + " end"}])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    return tmp_path


def test_a_long_id_may_be_named_whole(odd: Path):
    ran = recluster(odd, f"{'L' * 5000}\tfirst\tdifferent\n")
    assert "no effect" not in ran.err and not any(gone.startswith("LL") for gone in removed(odd))


def test_a_place_is_no_id_for_recluster_and_for_eval(odd: Path):
    ran = recluster(odd, "near\tpages.jsonl:0\tdifferent\n")
    assert "1 decision; the rules alone agree with 1" in ran.err, "it is the place of the first page"
    (odd / "d.tsv").write_text("near\tpages.jsonl:0\tdifferent\t\n")
    counts = json.loads(facsim.done("eval", "pages.jsonl", "--pairs", "d.tsv", "--json", cwd=odd).out)
    first = next(m for m in counts["measures"] if m["name"] == "resemblance")["points"][0]
    assert (first["right"], first["wrong"]) == (0, 0), "near is like the page of that id"


def test_eval_knows_pages_by_their_places(odd: Path):
    row = next(r for r in read_jsonl(odd / "out/duplicates.jsonl") if r["id"] == "twice")
    other = f"{row['representative_file']}:{row['representative_offset']}"
    (odd / "d.tsv").write_text(f"{row['file']}:{row['offset']}\t{other}\tsame\t\n")
    ran = facsim.done("eval", "pages.jsonl", "--pairs", "d.tsv", "--json", cwd=odd)
    assert json.loads(ran.out)["pairs_true"] == 1 and "no document" not in ran.err
    (odd / "d.tsv").write_text("twice\tfirst\tsame\n" + f"{other}\t{other}\tsame\n")
    ran = facsim("eval", "pages.jsonl", "--pairs", "d.tsv", cwd=odd)
    assert ran.status != 0 and "ids that several documents have" in ran.err
