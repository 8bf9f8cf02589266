# SPDX-License-Identifier: Apache-2.0
"""What a second run leaves of the first, what names and marks say, what the run says of itself."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest
from making import html, near, packed, unpacked, words, write_jsonl
from running import PROGRAM, ROOT, Dedup, Result, allowed, facsim, run


def site(folder: Path) -> Path:
    """Two versions of a page in folders, and a page alone."""
    for name, text in (("a/old.html", "x"), ("b/new.html", "x"), ("c.html", "z")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(html(words(text)))
    return folder


def dedup(folder: Path, *arguments: object) -> Result:
    (folder / "tmp").mkdir(exist_ok=True)
    done = facsim("dedup", *arguments, "--tmp", folder / "tmp", cwd=folder)
    assert done.status == 0, done.err
    return done


def names(folder: Path) -> set[str]:
    found = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    reports = {"duplicates", "reported", "clusters", "skipped"}
    return found - {f"{name}.jsonl" for name in reports} - {"summary.json", "matches.facsim"}


def states(done: Result) -> list[dict]:
    return [json.loads(line) for line in done.err.splitlines() if line.startswith("{")]


# --- a second run into the same folder --------------------------------------------------------


def test_force_leaves_only_the_new_result(tmp_path: Path) -> None:
    site(tmp_path / "site")
    dedup(tmp_path, "site", "-o", "out", "--link", "-q")
    assert names(tmp_path / "out") == {"kept.txt", "a", "a/old.html", "c.html"}
    (tmp_path / "out/mine.txt").write_text("mine")
    dedup(tmp_path, "site", "-o", "out", "--link", "-q", "--keep", "last", "--force")
    assert names(tmp_path / "out") == {"kept.txt", "b", "b/new.html", "c.html", "mine.txt"}
    # Other inputs, another mode.
    write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": words("x")}])
    dedup(tmp_path, "p.jsonl", "-o", "out", "-q", "--force")
    assert names(tmp_path / "out") == {"p.jsonl", "mine.txt"}
    dedup(tmp_path, "p.jsonl", "-o", "out", "-q", "--force", "--mode", "report")
    assert names(tmp_path / "out") == {"mine.txt"}
    assert sorted(names(tmp_path / "site")) == ["a", "a/old.html", "b", "b/new.html", "c.html"]


def test_force_removes_names_that_are_no_text(tmp_path: Path) -> None:
    folder = site(tmp_path / "site")
    odd = [os.fsdecode(name) for name in (b"caf\xe9.html", "\ufffdE9.html".encode(), b"1\n2.html")]
    for number, name in enumerate(odd):
        (folder / name).write_text(html(words(number)))
    dedup(tmp_path, "site", "-o", "out", "--link", "-q")
    assert names(tmp_path / "out") >= set(odd)
    write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": words("x")}])
    dedup(tmp_path, "p.jsonl", "-o", "out", "-q", "--force")
    assert names(tmp_path / "out") == {"p.jsonl"}


@pytest.mark.parametrize("name", ["../precious", "/PLACE/precious", "a/../../precious"])
def test_a_hostile_list_removes_nothing_and_is_named(tmp_path: Path, name: str) -> None:
    write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": words("x")}])
    write_jsonl(tmp_path / "q.jsonl", [{"id": "a", "text": words("x")}])
    (tmp_path / "precious").write_text("precious")
    dedup(tmp_path, "p.jsonl", "-o", "out", "-q")
    summary = json.loads((tmp_path / "out/summary.json").read_text())
    name = name.replace("/PLACE", str(tmp_path))
    summary["run"]["outputs"].append({"name": name, "path": name})
    (tmp_path / "out/summary.json").write_text(json.dumps(summary))
    done = dedup(tmp_path, "q.jsonl", "-o", "out", "-q", "--force")
    assert (tmp_path / "precious").read_text() == "precious"
    assert names(tmp_path / "out") == {"p.jsonl", "q.jsonl"}
    (warning,) = done.warnings
    assert "summary.json" in warning and "removed" in warning


def test_a_damaged_list_removes_nothing_and_is_named(tmp_path: Path) -> None:
    for name in "pq":
        write_jsonl(tmp_path / f"{name}.jsonl", [{"id": "a", "text": words("x")}])
    dedup(tmp_path, "p.jsonl", "-o", "out", "-q")
    summary = tmp_path / "out/summary.json"
    summary.write_bytes(summary.read_bytes()[:-30])
    done = dedup(tmp_path, "q.jsonl", "-o", "out", "-q", "--force")
    assert names(tmp_path / "out") == {"p.jsonl", "q.jsonl"}
    (warning,) = done.warnings
    assert "summary.json" in warning and "removed" in warning
    assert warning.removeprefix("facsim: warning: ") in json.loads(summary.read_text())["warnings"]


def test_a_link_to_nothing_is_called_that(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "p.jsonl", [{"id": "a", "text": words("x")}])
    (tmp_path / "out").symlink_to("nowhere")
    for force in ([], ["--force"]):
        done = facsim("dedup", "p.jsonl", "-o", "out", "--tmp", tmp_path, *force, cwd=tmp_path)
        assert done.status == 1
        assert "out: is a symbolic link to nothing" in done.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "p.jsonl"]


# --- names ------------------------------------------------------------------------------------


def test_names_with_line_breaks_have_a_list_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    kept = [b"a\nb.html", b"a.html", b"caf\xe9.html", b"c\rd.html"]
    for number, name in enumerate(kept):
        (folder / os.fsdecode(name)).write_text(html(words(number)))
    run = Dedup(tmp_path, "site")
    assert (run.out / "kept.nul").read_bytes() == b"".join(name + b"\0" for name in sorted(kept))
    assert (run.out / "kept.txt").read_bytes() == b"".join(name + b"\n" for name in sorted(kept))
    (warning,) = run.done.warnings
    assert "kept.txt" in warning and "kept.nul" in warning
    assert "kept.nul" in {output["name"] for output in run.summary["run"]["outputs"]}


def test_a_removed_name_with_a_line_break_needs_no_list(tmp_path: Path) -> None:
    folder = site(tmp_path / "site")
    (folder / "z\n.html").write_text(html(words("z")))
    run = Dedup(tmp_path, "site")
    assert not (run.out / "kept.nul").exists()
    assert run.done.warnings == []


def test_different_names_are_different_in_the_rows(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    for name in (b"0.html", b"x\xe8.html", b"x\xe9.html", "x\ufffdE9.html".encode(), b"x%E9.html"):
        (folder / os.fsdecode(name)).write_text(html(words("same")))
    rows = Dedup(tmp_path, "site").rows()
    assert {row["file"] for row in rows} == {
        "x\ufffdE8.html",
        "x\ufffdE9.html",
        "x\ufffdEF\ufffdBF\ufffdBDE9.html",
        "x%E9.html",
    }


# --- annotations ------------------------------------------------------------------------------


def test_annotating_again_replaces_the_member(tmp_path: Path) -> None:
    same, other = words("x"), words("z")
    lines = [
        '{"id": "a", "text": "%s"}' % same,
        '{ "id":"b", "text": "%s"   }  ' % same,
        '{"facsim": {"cluster": "old, {"}, "id": "c", "text": "%s"}' % other,
        '{"id": "d", "facsim": 1, "text": "%s \\"facsim\\": 1", "deep": {"facsim": 2}}' % other,
        '{"facsim": 1, "id": "e", "facsim" : [2] , "text": "%s" , "facsim": 3}\r' % same,
        '{"facsim": {}}',
        "{}",
    ]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), newline="")
    once = Dedup(tmp_path, "pages.jsonl", "--mode", "annotate")
    made = (once.out / "pages.jsonl").read_bytes().decode().split("\n")
    for before, after in zip(lines, made, strict=True):
        pairs = json.loads(after, object_pairs_hook=list)
        assert [name for name, _ in pairs].count("facsim") == 1
        assert pairs[-1][0] == "facsim"
        kept = [pair for pair in json.loads(before, object_pairs_hook=list) if pair[0] != "facsim"]
        assert pairs[:-1] == kept
    assert made[1].startswith('{ "id":"b", "text": "%s"   , "facsim": {' % same)
    assert made[1].endswith("}}  ")
    assert made[5].startswith('{"facsim": {"removed"')
    # A third file, out of the second: the same bytes but for the offsets, which have moved.
    (tmp_path / "again").mkdir()
    shutil.copy(once.out / "pages.jsonl", tmp_path / "again/pages.jsonl")
    twice = Dedup(tmp_path, "again/pages.jsonl", "--mode", "annotate")
    text = (twice.out / "pages.jsonl").read_bytes().decode()
    for before, after in zip(made, text.split("\n"), strict=True):
        one, two = json.loads(before), json.loads(after)
        assert one["facsim"]["representative"] == two["facsim"]["representative"]
        assert before.split('"facsim": {"removed"')[0] == after.split('"facsim": {"removed"')[0]


@pytest.mark.parametrize("how", ["gz", "members", "zst", "lz4", "xz", "bz2"])
def test_annotating_packed_files_again(tmp_path: Path, how: str) -> None:
    pages = [
        {"id": str(i), "text": near(i // 2, i), "facsim": {"old": i}, "n": i} for i in range(60)
    ]
    plain = write_jsonl(tmp_path / "pages.jsonl", pages)
    expected = Dedup(tmp_path, plain.name, "--mode", "annotate").out / plain.name
    path = packed(plain, how)
    run = Dedup(tmp_path, path.name, "--mode", "annotate")
    text = unpacked(run.out / path.name).decode()
    assert text.replace(path.name, plain.name) == expected.read_text()
    for page, line in zip(pages, text.splitlines(), strict=True):
        made = json.loads(line)
        assert list(made) == ["id", "text", "n", "facsim"]
        assert "old" not in made["facsim"] and made["n"] == page["n"]


def test_the_representative_is_named_by_its_place(tmp_path: Path) -> None:
    # Ids repeat: only the place says which page is meant.
    pages = [{"id": "1", "text": words(seed)} for seed in "ab"]
    write_jsonl(tmp_path / "a.jsonl", pages)
    write_jsonl(tmp_path / "b.jsonl", pages[1:])
    second = (tmp_path / "a.jsonl").read_text().index("\n") + 1
    run = Dedup(tmp_path, "a.jsonl", "b.jsonl", "--mode", "annotate")
    (member,) = [json.loads(line)["facsim"] for line in (run.out / "b.jsonl").open()]
    assert member["representative"] == "1"
    assert (member["representative_file"], member["representative_offset"]) == ("a.jsonl", second)
    first, kept = [json.loads(line)["facsim"] for line in (run.out / "a.jsonl").open()]
    assert kept["cluster"] == "1" and kept["representative_file"] is None
    assert first["representative_offset"] is None
    (row,) = run.rows("clusters.jsonl")
    assert (row["cluster"], row["file"], row["offset"], row["size"]) == ("1", "a.jsonl", second, 2)


# --- what the run says ------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["remove", "annotate", "report"])
def test_the_summary_says_what_was_done_or_would_be(tmp_path: Path, mode: str) -> None:
    pages = [{"id": str(i), "text": words("x")} for i in range(3)]
    write_jsonl(tmp_path / "p.jsonl", pages)
    done = dedup(tmp_path, "p.jsonl", "-o", "out", "--mode", mode)
    lines = {line.split()[0]: line.split(maxsplit=1)[1] for line in done.err.splitlines()}
    would = "" if mode == "remove" else "would be "
    assert lines["kept"].startswith(f"{would}1 (")
    assert lines["removed"] == f"{would}2 (exact 2)"
    assert lines["saved"].startswith(would)
    assert " of 2.4 KiB unpacked (66.7 %)" in lines["saved"]


@pytest.mark.parametrize("flags", [["p.jsonl"], ["p.jsonl", "--mode", "annotate"], ["site"],
                                   ["site", "--link"], ["site", "p.jsonl", "site/c.html"]])
def test_the_write_stage_counts_pages(tmp_path: Path, flags: list[str]) -> None:
    site(tmp_path / "site")
    write_jsonl(tmp_path / "p.jsonl", [{"id": str(i), "text": words(i % 7)} for i in range(20)])
    done = dedup(tmp_path, *flags, "-o", "out", "--progress", "json")
    writing = [state for state in states(done) if state["stage"] == "write"]
    last = writing[-1]
    assert last["pages"] == last["pages_total"] > 0
    assert last["bytes"] == last["bytes_total"]
    counts = [state["pages"] for state in writing]
    assert counts == sorted(counts)


@pytest.mark.parametrize("signals", [1, 3])
def test_a_lost_terminal_leaves_nothing_behind(tmp_path: Path, signals: int) -> None:
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    process = facsim.start("dedup", "-", "-o", tmp_path / "out", "--tmp", tmp)
    process.until(lambda: any(tmp.iterdir()))
    # The shell sends it, and the system once more when the shell is gone.
    for _ in range(signals):
        process.send_signal(signal.SIGHUP)
    # The pipe stays open: nothing but the signal ends the wait.
    assert process.wait(allowed(30)) == 130
    process.result()
    assert os.listdir(tmp_path) == ["tmp"]
    assert os.listdir(tmp) == []


def test_an_ignored_hangup_stays_ignored(tmp_path: Path) -> None:
    flags = ("-o", tmp_path / "out", "--tmp", tmp_path, "-q")
    process = facsim.start("dedup", "-", *flags, ignored=(signal.SIGHUP,))
    process.until(lambda: any(tmp_path.iterdir()))
    process.send_signal(signal.SIGHUP)
    page = json.dumps({"id": "a", "text": words("x")})
    assert process.result(page.encode()).status == 0
    assert (tmp_path / "out/stdin.jsonl").exists()


# --- packing ----------------------------------------------------------------------------------


def test_a_zstd_copy_finds_likeness_far_back(tmp_path: Path) -> None:
    # One text in two files' distance: pages alike enough to pack, too different to go.
    block = [words(("block", i), 400) for i in range(40)]
    filler = [{"id": f"f{i}", "text": words(("fill", i), 2000)} for i in range(400)]
    pages = [{"id": f"a{i}", "text": text} for i, text in enumerate(block)]
    pages += filler
    pages += [{"id": f"b{i}", "text": text + " " + words(("more", i), 400)}
              for i, text in enumerate(block)]
    pages += [dict(filler[0], id="copy")]
    path = packed(write_jsonl(tmp_path / "p.jsonl", pages), "zst")
    run = Dedup(tmp_path, path.name)
    assert run.removed() == {"copy": "f0"}
    made = run.out / path.name
    assert unpacked(made).count(b"\n") == len(pages) - 1
    assert made.stat().st_size < path.stat().st_size


# --- the demo ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "arguments"),
    [
        (None, []),
        ("site", ["site"]),
        ("odd dir", ["odd dir"]),
        ("it's odd", ["it's odd"]),
        ("site odd*", ["site", "odd dir"]),
        ("'odd dir' site", ["odd dir", "site"]),
    ],
)
def test_make_demo_takes_the_inputs_as_they_are_called(tmp_path: Path, value, arguments) -> None:
    if shutil.which("make") is None:
        pytest.skip("skipped: no make")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts/demo.sh"
    script.write_text("#!/bin/sh\nfor word; do printf '%s\\n' \"$word\" >>words; done\n")
    script.chmod(0o755)
    for name in ("site", "odd dir", "it's odd"):
        (tmp_path / name).mkdir()
    command = ["make", "-s", "-o", "build", "-o", "setup-build", "demo"]
    command += [] if value is None else [f"INPUT={value}"]
    env = dict.fromkeys(("INPUT", "MAKEFLAGS", "MAKEOVERRIDES", "MFLAGS"))
    done = run(command, cwd=tmp_path, env=env)
    assert done.status == 0, done.err
    found = tmp_path / "words"
    assert (found.read_text().splitlines() if found.exists() else []) == arguments


def test_the_demo_with_a_folder_that_has_a_space(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "build/release").mkdir(parents=True)
    (tmp_path / "build/release/facsim").symlink_to(PROGRAM)
    site(tmp_path / "odd dir")
    for inputs in (["odd dir"], ["odd dir/a", "odd dir/b"]):
        done = run(["bash", "scripts/demo.sh", *inputs], cwd=tmp_path)
        assert done.status == 0, done.err
        assert "the texts are the same" in done.out
    assert "odd\\ dir/a" in done.err
    # Nothing is left of the first run.
    assert (tmp_path / "build/demo/result/kept.txt").read_text().count("\n") == 1
