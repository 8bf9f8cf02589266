# SPDX-License-Identifier: Apache-2.0
"""Each command once, against an answer found more plainly: the usual faults, in seconds.

`make quick` runs this file alone of the command line. What it says, the other files say at length.
"""

import http.client
import json
import os
import random
import re
import signal
from pathlib import Path

import pytest
from eval_world import resemblances
from index_world import World, build, exported, flipped, queries_for, uneven, write_hex
from index_world import done as index
from making import MENU, html, html_response, near, packed, unpacked, words, write_jsonl, write_warc
from quick_world import ANSWERS, WITH_EDIT, edited, made, page
from running import PROGRAM, Dedup, allowed, facsim, read_jsonl, state_of
from store_world import asked, dumped, loaded, store

FAILING_DISK = Path(
    os.environ.get("FACSIM_FAILING_DISK", PROGRAM.parent / "tests/libfacsim_failing_disk.so")
)

# --- dedup: rows, copies, each option that decides -------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """pages.jsonl and a result of it, which tests read only."""
    folder = tmp_path_factory.mktemp("pages")
    write_jsonl(folder / "pages.jsonl", made())
    facsim.done("dedup", "pages.jsonl", "-o", "out", "--report", "report.html", cwd=folder)
    return folder


@pytest.mark.parametrize("flags", ANSWERS, ids=lambda flags: flags or "defaults")
def test_each_option_that_decides_has_its_effect(folder: Path, tmp_path: Path, flags: str) -> None:
    removed, reported = ANSWERS[flags]
    run = Dedup(tmp_path, folder / "pages.jsonl", *flags.split())
    assert run.removed() == removed
    assert {row["id"]: row["kind"] for row in run.rows("reported.jsonl")} == reported
    kept = [row["id"] for row in read_jsonl(run.out / "pages.jsonl")]
    assert kept == [page["id"] for page in made() if page["id"] not in removed]
    assert run.summary["removed"]["total"] == len(removed)


def test_rows_say_what_was_measured(folder: Path) -> None:
    rows = {row["id"]: row for row in read_jsonl(folder / "out/duplicates.jsonl")}
    truth = resemblances(made()[:4])
    assert [(row["kind"], row["by"]) for row in rows.values()] == [
        ("exact", "digest"), ("content", "text"), ("exact", "digest")]  # fmt: skip
    assert rows["near"]["resemblance"] == round(truth[0, 2], 4)
    assert rows["near"]["containment"] == [round(truth[0, 2], 4), 1.0]
    assert rows["copy"]["url"] == made()[1]["url"]
    (reported,) = read_jsonl(folder / "out/reported.jsonl")
    assert reported["resemblance"] == round(truth[0, 3], 4) < 0.8
    (skipped,) = read_jsonl(folder / "out/skipped.jsonl")
    assert skipped["reason"] == "no_text_field"
    first, second = read_jsonl(folder / "out/clusters.jsonl")
    assert (first["cluster"], first["size"], second["cluster"], second["size"]) == (
        "base", 3, "short", 2)  # fmt: skip


def test_pages_are_removed_for_what_their_texts_share(tmp_path: Path) -> None:
    """No page goes whose text resembles the kept one's by less, and no kept two by more."""
    pages = [{"id": f"{family}-{count}", "text": edited(count, f"family {family}")}
             for family in range(12) for count in (0, 2, 4, 6, 8, 9, 10, 12, 16, 30)]  # fmt: skip
    random.Random(3).shuffle(pages)
    truth = resemblances(pages)
    places = {page["id"]: place for place, page in enumerate(pages)}
    path = write_jsonl(tmp_path / "pages.jsonl", pages)
    for least in (0.8, 0.9):
        run = Dedup(tmp_path, path, "--min-resemblance", least, "--min-units", 5)
        for row in run.rows():
            pair = tuple(sorted((places[row["id"]], places[row["representative"]])))
            assert row["resemblance"] == round(truth[pair], 4) >= least
        kept = sorted(places[row["id"]] for row in read_jsonl(run.out / "pages.jsonl"))
        assert not [(a, b) for a in kept for b in kept if a < b and truth[a, b] >= least]
        assert 24 <= len(kept) < len(pages) - 12


@pytest.mark.parametrize("flags", [["--threads", 3], ["--memory", "64M"], ["--kernel", "scalar"]])
def test_what_changes_speed_changes_no_answer(folder: Path, tmp_path: Path, flags: list) -> None:
    run = Dedup(tmp_path, folder / "pages.jsonl", *flags)
    for name in ("duplicates.jsonl", "reported.jsonl", "clusters.jsonl", "pages.jsonl"):
        said = (run.out / name).read_text().replace(f"{folder}/", "")
        assert said == (folder / "out" / name).read_text(), name


def test_copies_are_the_input_without_what_was_removed(tmp_path: Path) -> None:
    records = [html_response(i, words(i // 2)) for i in range(6)]
    for how in ("gz", "zst"):
        path = packed(write_warc(tmp_path / "a.warc", *records), how)
        run = Dedup(tmp_path, path.name)
        assert unpacked(run.out / path.name) == b"".join(records[::2])
    site = tmp_path / "site"
    site.mkdir()
    for i in range(4):
        (site / f"{i}.html").write_text(html(words(i // 2), menu=MENU))
    run = Dedup(tmp_path, "site", "--link")
    assert run.removed() == {"1.html": "0.html", "3.html": "2.html"}
    (site / "table.csv").write_text(f'id,text\na,"{words(9)}"\nb,"{words(9)}"\n')
    run = Dedup(tmp_path, "site/table.csv", "--mode", "annotate")
    assert [row["id"] for row in run.rows()] == ["b"]


def test_pages_of_an_index_count_as_kept(tmp_path: Path) -> None:
    pages = made()
    write_jsonl(tmp_path / "old.jsonl", pages[:1])
    write_jsonl(tmp_path / "new.jsonl", [pages[1], pages[2], pages[7]])
    facsim.done("index", "build", "old.jsonl", "-o", "idx", cwd=tmp_path)
    flags = ("--against", "idx", "--update")
    facsim.done("dedup", "new.jsonl", *flags, "-o", "out", cwd=tmp_path)
    rows = read_jsonl(tmp_path / "out/duplicates.jsonl")
    assert [(row["id"], row["representative"], row["in_index"]) for row in rows] == [
        ("copy", "base", True), ("near", "base", True)]  # fmt: skip
    assert [line.split("\t")[1] for line in exported(tmp_path / "idx").splitlines()] == [
        "base", "alone"]  # fmt: skip
    # Without the old text its sketch decides.
    (tmp_path / "old.jsonl").unlink()
    facsim.done("dedup", "new.jsonl", "--against", "idx", "-o", "again", cwd=tmp_path)
    rows = {row["id"]: row["by"] for row in read_jsonl(tmp_path / "again/duplicates.jsonl")}
    assert rows == {"copy": "digest", "near": "sketch", "alone": "digest"}


def test_a_finished_run_is_judged_anew_shown_and_reported(folder: Path, tmp_path: Path) -> None:
    run = Dedup(tmp_path, folder / "pages.jsonl")
    facsim.done("recluster", run.out, "--min-resemblance", 0.7, "--apply", cwd=tmp_path)
    assert run.removed() == WITH_EDIT
    assert len(read_jsonl(run.out / "pages.jsonl")) == len(made()) - 4
    shown = json.loads(facsim.done("show", run.out, "edit", "--json", cwd=tmp_path).out)
    assert shown["verdict"] == "removed" and shown["row"]["representative"] == "base"
    assert shown["measured"]["resemblance"] == shown["row"]["resemblance"]
    facsim.done("report", run.out, "-o", "page.html", cwd=tmp_path)
    for file in (tmp_path / "page.html", folder / "report.html"):
        assert "near" in file.read_text() and "<script src" not in file.read_text()


def test_hosts_with_the_same_pages_are_mirrors(tmp_path: Path) -> None:
    pages = [{"id": f"{host}{i}", "url": f"http://{host}.example/{i}", "text": words(i, 40)}
             for i in range(60) for host in "ab"]  # fmt: skip
    run = Dedup(tmp_path, write_jsonl(tmp_path / "pages.jsonl", pages))
    assert run.removed() == {f"b{i}": f"a{i}" for i in range(60)}
    found = json.loads(facsim.done("mirrors", run.out, "--json").out)
    assert [(m["prefixes"], m["support"]) for m in found["mirrors"]] == [
        (["a.example/", "b.example/"], 60)]  # fmt: skip


# --- one page, two pages ---------------------------------------------------------------------------


def test_a_page_says_its_text_and_its_fingerprint(folder: Path, tmp_path: Path) -> None:
    site = tmp_path / "a.html"
    site.write_text(html(words("main"), menu="Home entries"))
    said = facsim.done("extract", site).out
    assert words("main") in said and "Home entries" not in said
    prints = {row[0]: row[1] for row in map(str.split, facsim.done(
        "fingerprint", folder / "pages.jsonl", "--quiet").out.splitlines())}  # fmt: skip
    assert prints["base"] == prints["copy"] != prints["alone"]
    for kernel in ("scalar", "auto"):
        again = facsim.done("fingerprint", folder / "pages.jsonl", "--kernel", kernel, "-q").out
        assert {row[0]: row[1] for row in map(str.split, again.splitlines())} == prints
    pair = [f"{folder / 'pages.jsonl'}#{name}" for name in ("base", "edit")]
    row = json.loads(facsim.done("compare", *pair, "--json").out)
    assert row["distance"] == (int(prints["base"], 16) ^ int(prints["edit"], 16)).bit_count()
    assert row["resemblance"] == round(resemblances([made()[0], made()[3]])[0, 1], 4)
    assert row["kind"] == "partial" and row["agreement"] == round(110 / 120, 4)


def test_truths_tables_and_plans(folder: Path, tmp_path: Path) -> None:
    pages = write_jsonl(tmp_path / "p.jsonl", made()[:5])
    report = json.loads(facsim.done("eval", pages, "--exact", "--json").out)
    truth = resemblances(made()[:5])
    assert report["pairs_true"] == sum(value >= 0.8 for value in truth.values()) == 3
    facsim.done("idf", "build", pages, "-o", tmp_path / "x.idf", "--recipe", "words")
    header, *lines = (tmp_path / "x.idf").read_text().splitlines()
    assert header == "# facsim idf 1 documents=5" and len(lines) > 50
    plan = json.loads(facsim.done("plan", "--count", "10M", "--usual-costs", "--json").out)
    assert plan["count"] == 10**7 and sum(design["chosen"] for design in plan["designs"]) == 1
    shown = facsim.done("recipe", "show", "balanced").out
    (tmp_path / "mine.toml").write_text(shown)
    assert shown.split()[2].strip(",") in facsim.done("recipe", "check", tmp_path / "mine.toml").out
    assert "min_resemblance = 0.9\n" in facsim.done("profile", "show", "strict").out
    assert facsim.done("man", "dedup").out.startswith(".TH")
    assert "_facsim" in facsim.done("completion", "bash").out
    assert facsim.done("help", "dedup") == facsim.done("dedup", "--help")


# --- fingerprints: every kernel against a loop over all ---------------------------------------------


def test_an_index_answers_as_a_loop_over_all(tmp_path: Path) -> None:
    draw = random.Random(7)
    crowd = [flipped(draw, 0xF0F0 << 32, draw.randrange(5)) for _ in range(150)] + [77] * 9
    values = [*uneven(5, 500), *crowd, *((1 << bit) - 1 for bit in range(64))]
    world = World.of(values)
    idx = tmp_path / "idx"
    build(idx, write_hex(tmp_path / "in.hex", values))
    questions = queries_for(values, 60)
    asking = write_hex(tmp_path / "asked.hex", questions)
    runs = re.search(r"^kernels +(.*)$", facsim("version").out, re.M)[1].split()
    listed = {(kernel, k) for kernel in runs for k in range(4)}
    for kernel, k in sorted(listed):
        rows = index("query", idx, asking, "-k", k, "--kernel", kernel, "--jsonl").rows()
        found = [[(m["id"], m["distance"]) for m in row["matches"]] for row in rows]
        assert found == [world.near(query, k)[0] for query in questions], (kernel, k)
    for kernel in runs:
        pairs = index("join", idx, "-k", 3, "--kernel", kernel).out.splitlines()
        assert pairs == world.pairs(3), kernel
    short = index("query", idx, asking, "--limit", 2, "--jsonl").rows()
    expected = [world.near(query, 3, 2) for query in questions]
    assert [([(m["id"], m["distance"]) for m in row["matches"]], row["truncated"])
            for row in short] == expected  # fmt: skip


def test_an_index_grows_shrinks_and_is_checked(tmp_path: Path) -> None:
    idx, first, more = tmp_path / "idx", uneven(1, 200), uneven(2, 100)
    build(idx, write_hex(tmp_path / "a.hex", first))
    index("add", idx, write_hex(tmp_path / "b.hex", more), "--design", "blocks-1-1")
    index("delete", idx, "7", "250")
    left = World(entry for entry in World.of(first + more).entries if entry[1] not in ("7", "250"))
    for step in (None, "compact"):
        if step:
            index(step, idx)
        assert exported(idx) == left.export()
        assert index("join", idx).out.splitlines() == left.pairs(3)
        info = json.loads(index("info", idx, "--json").out)
        assert (info["entries"], len(info["segments"])) == (298, 1 if step else 2)
        index("check", idx)
    before = state_of(idx)
    segment = next(idx.glob("*.seg"))
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 4
    segment.write_bytes(content)
    for verb in ("check", "export", "join", "compact"):
        assert segment.name in index(verb, idx, status=1).err
    segment.write_bytes(before[segment.name])
    assert state_of(idx) == before
    pages = write_jsonl(tmp_path / "p.jsonl", made()[:3])
    index("build", pages, "-o", tmp_path / "pages")
    names = exported(tmp_path / "pages")
    index("rebuild", tmp_path / "pages", pages)
    assert exported(tmp_path / "pages") == names


# --- a store of pages, and the service -------------------------------------------------------------


def test_a_store_knows_what_it_was_given(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    pages = [page(name, near(name[0], version), 1, 1) for name, version in
             (("a", 0), ("a2", 1), ("b", 0))]  # fmt: skip
    said = loaded(folder, write_jsonl(tmp_path / "p.jsonl", pages))
    assert (said["read"], said["added"], said["seen"]) == (3, 3, 1)
    today = write_jsonl(tmp_path / "today.jsonl", [page("again", near("a", 2), 2, 1),
                                                  page("new", words("n"), 2, 1)])  # fmt: skip
    again, new = asked(folder, today)
    assert (again["seen"], again["match"]["id"], new["seen"]) == ("yes", "a", "no")
    assert [row["id"] for row in dumped(folder)] == ["a", "a2", "b"], "to ask adds nothing"
    store("backup", folder, tmp_path / "kept")
    assert all(answer["added"] for answer in store("ask", folder, today, "--add").rows())
    store("restore", tmp_path / "kept", tmp_path / "back")
    assert [row["id"] for row in dumped(tmp_path / "back")] == ["a", "a2", "b"]
    store("rebuild", folder)
    store("check", folder)
    assert [row["id"] for row in dumped(folder)] == ["a", "a2", "b", "again", "new"]
    copies = store("copies", folder, "again").out
    assert "a2" in copies and "new" not in copies
    assert "one.example" in store("stats", folder, "--hosts", 5).out
    store("retain", folder, "--host", "one.example")
    assert dumped(folder) == []
    facsim.done("store", "check", tmp_path / "none", status=1)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_service_answers_and_keeps_what_it_acknowledged(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "store"
    at = "/v1/collections/default/check"
    with facsim.start("serve", folder, "--listen", "127.0.0.1:0") as service:
        line = next(line for line in service.stderr if b'"listening"' in line)
        port = int(re.search(rb"127\.0\.0\.1:(\d+)", line)[1])
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        seen = []
        for query, body in (("?add=true", page("a", near("a", 0), 1, 1)),
                            ("", page("b", near("a", 1), 1, 1)), ("", {"id": "c"})):  # fmt: skip
            client.request("POST", at + query, json.dumps(body), {"Content-Type": "application/json"})
            answer = client.getresponse()
            seen.append((answer.status, json.loads(answer.read()).get("seen")))
        assert seen == [(200, "no"), (200, "yes"), (400, None)]
        service.send_signal(number)
        assert service.wait(allowed(60)) == (0 if number == signal.SIGTERM else -signal.SIGKILL)
    assert [row["id"] for row in dumped(folder)] == ["a"]


@pytest.mark.skipif(not FAILING_DISK.exists(), reason=f"skipped: {FAILING_DISK} was not built")
@pytest.mark.parametrize("what", [".log", ".seg", "MANIFEST"])
def test_what_cannot_be_synced_is_not_acknowledged(tmp_path: Path, what: str) -> None:
    """A lost sync would not fail."""
    pages = write_jsonl(tmp_path / "p.jsonl", made()[:3])
    (tmp_path / "fails").write_text(f"sync {what} 5\n")
    env = {"LD_PRELOAD": str(FAILING_DISK), "FACSIM_DISK_FAILS": str(tmp_path / "fails")}
    words_given = ["store", "load", tmp_path / "store", pages]
    if what != ".log":
        words_given = ["index", "build", pages, "-o", tmp_path / "store.idx"]
    run = facsim(*words_given, env=env)
    assert run.status == 1 and run.err.startswith("facsim: ") and "store" in run.err, run.err


# --- what goes wrong -------------------------------------------------------------------------------

WRONG = [
    ("dedup none.jsonl -o out", 1, "none.jsonl"),
    ("dedup pages.jsonl", 2, "no output folder given"),
    ("dedup pages.jsonl -o out --keep best", 2, "--keep: 'best' is not one of"),
    ("dedup pages.jsonl -o out --min-resemblance 1.1", 2, "--min-resemblance: '1.1'"),
    ("dedup pages.jsonl -o out --limit 3", 2, "dedup has no flag '--limit'"),
    ("dedup pages.jsonl -o full", 1, "full"),
    ("dedup noise.html -o out", 1, "no page was read"),
    ("dedup cut.jsonl.gz -o out", 1, "no page was read"),
    ("dedpu pages.jsonl", 2, "did you mean 'dedup'?"),
    ("index query full pages.jsonl", 1, "full"),
    ("index build pages.jsonl -o out --design mine", 2, "there are"),
    ("recluster full", 1, "full"),
    ("report full", 1, "full"),
    ("show full base", 1, "full"),
    ("compare pages.jsonl#base pages.jsonl#none", 1, "none"),
    ("eval pages.jsonl", 2, "--exact"),
    ("store ask full pages.jsonl", 1, "full"),
    ("serve full/file --check-config", 1, "full"),
    ("fingerprint pages.jsonl --recipe mine", 2, "unknown recipe 'mine'"),
]


@pytest.mark.parametrize(("line", "status", "said"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_wrong_has_its_status_and_changes_nothing(
    tmp_path: Path, line: str, status: int, said: str
) -> None:
    write_jsonl(tmp_path / "pages.jsonl", made())
    (tmp_path / "noise.html").write_bytes(b"%PDF-1.7 " + random.Random(1).randbytes(999))
    whole = packed(write_jsonl(tmp_path / "cut.jsonl", made()), "gz")
    whole.write_bytes(whole.read_bytes()[:14])
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").write_text("mine")
    before = state_of(tmp_path)
    run = facsim(*line.split(), cwd=tmp_path)
    assert (run.status, run.out) == (status, ""), run.err
    assert said in run.err and "facsim: " in run.err
    assert state_of(tmp_path) == before


def test_a_full_standard_output_and_a_full_disk_are_failures(folder: Path, tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        assert facsim("fingerprint", folder / "pages.jsonl", stdout=full).status == 1
    run = facsim("dedup", folder / "pages.jsonl", "-o", tmp_path / "out", file_bytes=300)
    assert run.status == 1 and not (tmp_path / "out").exists()
