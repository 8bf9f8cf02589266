# SPDX-License-Identifier: Apache-2.0
"""Where the page of facsim report may not go: over the result that it is about, or over what that was made of."""

import hashlib
import shutil
from pathlib import Path

import pytest
from making import write_jsonl
from running import facsim
from test_recluster import graded_pages

IN_OUT = "lies in the output folder; name a file beside it with -o"
AMONG_INPUTS = "lies among the inputs; name a file elsewhere with -o"
IN_INDEX = "lies in the index; name a file elsewhere with -o"


def files_of(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result of a file and a folder against an index, and links that lead to each of them."""
    tmp_path = tmp_path_factory.mktemp("made")
    write_jsonl(tmp_path / "old.jsonl", graded_pages(families=1))
    facsim.done("index", "build", "old.jsonl", "-o", "old.idx", cwd=tmp_path)
    write_jsonl(tmp_path / "p.jsonl", graded_pages(families=2))
    (tmp_path / "more").mkdir()
    write_jsonl(tmp_path / "more/q.jsonl", graded_pages(families=3)[-6:])
    facsim.done("dedup", "p.jsonl", "more", "-o", "clean", "--against", "old.idx", cwd=tmp_path)
    (tmp_path / "to-rows.html").symlink_to("clean/duplicates.jsonl")
    (tmp_path / "to-input.html").symlink_to("p.jsonl")
    (tmp_path / "to-clean").symlink_to("clean", target_is_directory=True)
    (tmp_path / "there").mkdir()
    return tmp_path


@pytest.fixture
def world(made: Path, tmp_path: Path) -> Path:
    """A copy of it. A result names its inputs by their paths in the folder where it was made."""
    return Path(shutil.copytree(made, tmp_path / "world", symlinks=True))


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize(("path", "says"), [
    ("clean/duplicates.jsonl", IN_OUT),
    ("clean/new.html", IN_OUT),
    ("clean", IN_OUT),
    ("./clean/../clean/x.html", IN_OUT),
    ("there/../clean/x.html", IN_OUT),
    ("{}/clean/x.html", IN_OUT),
    ("to-rows.html", IN_OUT),
    ("to-clean/x.html", IN_OUT),
    ("p.jsonl", AMONG_INPUTS),
    ("./there/.././p.jsonl", AMONG_INPUTS),
    ("to-input.html", AMONG_INPUTS),
    ("more/q.jsonl", AMONG_INPUTS),
    ("more/new.html", AMONG_INPUTS),
    ("old.idx/page.html", IN_INDEX),
])
def test_what_it_may_not_replace_stays(world: Path, path: str, says: str, force: tuple):
    path = path.format(world)
    before = files_of(world)
    ran = facsim("report", "clean", "-o", path, *force, cwd=world)
    assert ran.status == 2, ran.err
    assert f"{path}: {says}" in ran.err
    assert files_of(world) == before


def test_the_result_by_another_name(world: Path):
    for out in ("to-clean", "there/../clean", str(world / "clean") + "/"):
        ran = facsim("report", out, "-o", "clean/x.html", cwd=world)
        assert ran.status == 2 and IN_OUT in ran.err, ran.err
    assert not (world / "clean/x.html").exists()


def test_without_a_name_in_the_result_itself(world: Path):
    ran = facsim("report", ".", cwd=world / "clean")
    assert ran.status == 2 and IN_OUT in ran.err
    assert not (world / "clean/report.html").exists()


def test_beside_them_it_is_written_also_where_an_input_is_gone(world: Path):
    before = files_of(world)
    facsim.done("report", "clean", "-o", "clean.html", cwd=world)
    facsim.done("report", "clean", "-o", "there/page.html", cwd=world)
    after = files_of(world)
    assert after.keys() - before.keys() == {"clean.html", "there/page.html"}
    assert {name: after[name] for name in before} == before
    shutil.rmtree(world / "more")
    facsim.done("report", "clean", "-o", "more.html", cwd=world)
    assert facsim("report", "clean", "-o", "more", cwd=world).status == 2


def test_a_link_to_an_earlier_page_is_followed(world: Path):
    (world / "there/page.html").write_text("earlier")
    (world / "page.html").symlink_to("there/page.html")
    facsim.done("report", "clean", "-o", "page.html", "--force", cwd=world)
    assert (world / "page.html").is_symlink()
    assert "facsim report" in (world / "there/page.html").read_text()


def test_dedup_follows_links_too(world: Path):
    before = files_of(world)
    ran = facsim("dedup", "p.jsonl", "-o", "other", "--report", "to-input.html", "--force", cwd=world)
    assert ran.status == 2 and "lies among the inputs; name a file elsewhere with --report" in ran.err
    assert files_of(world) == before
