# SPDX-License-Identifier: Apache-2.0
"""`names` keeps two pages of one template, and False removes the second, wherever it is given."""

import asyncio
import pickle
from pathlib import Path

import facsim
import pytest
from making import write_jsonl
from names_world import BY_NAMES, DATE, FLOAT, MOVED, PAGES, WITHOUT_NAMES
from running import Dedup
from seen_world import Open
from test_result_report import data_of

FIELDS = {"id": "id", "url": "url", "html": "html"}
OFF = facsim.Profile(names=False)
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*two pages of one template:facsim.errors.RunWarning"
)


def removed(result: facsim.Result) -> list[str]:
    return [row["id"] for row in result.duplicates]


@pytest.mark.parametrize(("settings", "flags", "gone"), [
    ({}, [], BY_NAMES),
    ({"names": True}, ["--names", "on"], BY_NAMES),
    ({"names": False}, ["--names", "off"], WITHOUT_NAMES),
    ({"names": False, "min_resemblance": 0.97}, ["--names", "off", "--min-resemblance", ".97"], BY_NAMES),
    ({"profile": OFF}, ["--names", "off"], WITHOUT_NAMES),
])  # fmt: skip
def test_dedup_removes_what_the_command_removes(
    tmp_path: Path, settings: dict, flags: list[str], gone: list[str]
) -> None:
    path = write_jsonl(tmp_path / "pages.jsonl", PAGES)
    rows, files = facsim.dedup(PAGES, **FIELDS, **settings), facsim.dedup(path, **settings)
    assert removed(rows) == removed(files) == gone
    assert [row["id"] for row in Dedup(tmp_path, path, *flags).rows()] == gone


def test_annotate() -> None:
    for settings, gone in (({}, BY_NAMES), ({"names": False}, WITHOUT_NAMES)):
        rows = facsim.annotate(PAGES, **FIELDS, **settings)
        assert [row["id"] for row in rows if row["facsim"] and row["facsim"]["removed"]] == gone


def test_recluster_and_report() -> None:
    for first in ({}, {"names": False}):
        result = facsim.dedup(PAGES, **FIELDS, **first)
        off, on = result.recluster(names=False), result.recluster(names=True)
        assert (removed(off), removed(on)) == (WITHOUT_NAMES, BY_NAMES)
        assert removed(result.recluster(keep="first")) == removed(result), "as the run was asked"
        assert [data_of(each.report())["removed"] for each in (off, on)] == [2, 1]


def test_a_profile_and_its_pickle() -> None:
    again = pickle.loads(pickle.dumps(OFF))
    assert again.toml == OFF.toml != facsim.Profile().toml == facsim.Profile(names=True).toml
    for profile, kinds in ((facsim.Profile(), (None, "layout", "partial")), (again, ("content",))):
        found = facsim.compare(DATE["html"], FLOAT["html"], profile=profile, html=True)
        assert found.kind in kinds and found.resemblance > 0.9


def test_an_index(tmp_path: Path) -> None:
    with facsim.PageIndex.begin(tmp_path / "idx") as index:
        index.add([DATE], **FIELDS)
    for profile, kinds in (("balanced", [False, True]), (OFF, [True, True])):
        with facsim.PageIndex.open(tmp_path / "idx", profile=profile) as index:
            found = [index.ask(page, html="html", url="url") for page in (FLOAT, MOVED)]
            assert [any(one.kind == "content" for one in pages) for pages in found] == kinds


def test_a_store(open_seen: Open) -> None:
    collections = {"usual": {}, "on": {"names": True}, "off": {"names": False}}
    for name, wishes in collections.items():
        is_on = name != "off"
        with open_seen(collection=name, create=True, **wishes) as seen:
            assert seen.settings().names is is_on
            answers = seen.check_and_add_batch(PAGES)
            assert [answer.seen for answer in answers] == ["no", "no" if is_on else "yes", "yes"]
        with open_seen(collection=name) as seen:
            assert seen.settings().names is is_on, "the store keeps it"
        with pytest.raises(facsim.errors.InvalidArgumentError, match="names"):
            open_seen(collection=name, names=not is_on)


def test_a_store_for_coroutines(tmp_path: Path) -> None:
    async def ask() -> list[facsim.SeenAnswer]:
        async with facsim.AsyncSeen(tmp_path / "store", names=False) as seen:
            return await seen.check_and_add_batch(PAGES)

    assert [answer.seen for answer in asyncio.run(ask())] == ["no", "yes", "yes"]


def test_only_a_bool_is_taken(open_seen: Open) -> None:
    words = "^names is a bool, not "
    for wrong in ("off", 0, 1.0):
        for call in (facsim.Profile, lambda names: facsim.dedup(PAGES, names=names),
                     lambda names: facsim.dedup(PAGES, profile=OFF, names=names),
                     lambda names: facsim.annotate(PAGES, names=names),
                     lambda names: facsim.dedup(["a page"]).recluster(names=names),
                     lambda names: open_seen(names=names)):  # fmt: skip
            with pytest.raises(TypeError, match=words):
                call(names=wrong)
    with pytest.raises(ValueError, match=r"names, text_part: give them to facsim.Profile"):
        facsim.dedup(PAGES, profile=OFF, names=False)
