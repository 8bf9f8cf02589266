# SPDX-License-Identifier: Apache-2.0
"""The disk fails or is full while the service runs: the answers of clients, and the stored pages.

failing_disk.cc makes single calls fail. Rows are the source of truth: while the disk is full,
nothing is added, and after a failed sync or another fault nothing is added until the service is
started again. An index that cannot be written is retried.
"""

import errno
import json
import os
import time
from pathlib import Path

import pytest
from measures import at_once
from running import ROOT, allowed, facsim
from service_world import DEFAULT, JSON, LINES, Answer, Service, text_of, until

FAILING_DISK = Path(os.environ.get("FACSIM_FAILING_DISK", ROOT / "build/release/tests/libfacsim_failing_disk.so"))
CHECK = DEFAULT + "/check"
FLAGS = ("--front-pages", "20", "--memory", "64M", "--threads", "2")


class Disk:
    """The disk of a service, which can be made to fail."""

    def __init__(self, folder: Path) -> None:
        self.wish = folder / "fails"
        self.env = {"LD_PRELOAD": str(FAILING_DISK), "FACSIM_DISK_FAILS": str(self.wish)}

    def fails(self, call: str, word: str, error: int) -> None:
        """Makes such calls fail from now on."""
        self.wish.with_suffix(".new").write_text(f"{call} {word} {error}\n")
        self.wish.with_suffix(".new").rename(self.wish)

    def is_well(self) -> None:
        """Makes all calls succeed from now on."""
        self.wish.unlink()


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """Returns a disk that works until it is told to fail."""
    assert FAILING_DISK.exists(), f"no {FAILING_DISK}; build the target facsim_failing_disk"
    return Disk(tmp_path)


def add(service: Service, number: int, *, path: str = "", **how: object) -> Answer:
    """Returns the response to a new page."""
    page = {"id": f"p{number}", "text": text_of(number)}
    if path:
        page["url"] = f"http://example.org/{path}/{number}"
    return service.request("POST", CHECK + "?add=true", page, **how)


def added_until_refused(
    service: Service, first: int, most: int, path: str = ""
) -> tuple[int, Answer | None]:
    """Adds pages from `first` to `most`; returns number and answer of a rejected one, or None."""
    for number in range(first, most):
        answer = add(service, number, path=path)
        for _ in range(100):  # a busy machine writes more slowly than pages come
            if answer.status != 429:
                break
            time.sleep(0.1)
            answer = add(service, number, path=path)
        if answer.status != 200:
            return number, answer
    return most, None


def all_there(store: Path, count: int) -> None:
    """After a start on a disk that is well: each page that was acknowledged, once."""
    with Service(store, *FLAGS) as service:
        assert service.get("/readyz").status == 200
        for number in range(count):
            assert len(service.documents(f"p{number}")) == 1, number
            assert service.check({"text": text_of(number)})["match"]["id"] == f"p{number}"
        assert add(service, 10_000).status == 200
        assert service.get(DEFAULT).json()["failure"] is None
    checked = facsim("store", "check", store)
    assert checked.status == 0, checked.err


SAYS = {errno.EIO: "nput/output error", errno.ENOSPC: "o space left"}
ROWS = [
    (call, error, status)
    for call in ("write", "sync")
    for error, status in ((errno.EIO, 503), (errno.ENOSPC, 507))
]


# Changes that must be atomic; each is for a store of pages p0, p1 ...
CHANGES = [
    ("DELETE", "/documents/p0", None), ("POST", "/documents:delete", ["p0"]),
    ("DELETE", "/documents?before=2100-01-01T00:00:00Z", None), ("POST", "/crawls/x:cancel", None),
]  # fmt: skip


@pytest.mark.parametrize(("call", "error", "status"), ROWS)
def test_rows_that_cannot_be_written(
    tmp_path: Path, disk: Disk, call: str, error: int, status: int
) -> None:
    """503, or 507 where the disk is full; reads go on; /readyz and the collection say why. A write
    that found no room is tried again; after all else only a new start helps, as the detail says."""
    is_retried = (call, error) == ("write", errno.ENOSPC)
    remedy = "tried again every second" if is_retried else "open the store again"
    store = tmp_path / "store"
    with Service(store, *FLAGS, env=disk.env) as service:
        count, refused = added_until_refused(service, 0, 30)
        assert (count, refused) == (30, None)
        disk.fails(call, ".log", error)
        why = SAYS[error]
        for round_ in range(3):
            answer = add(service, 30 + round_)
            assert answer.status == status, answer.body
            assert why in answer.json()["detail"]
            assert remedy in answer.json()["detail"]
            for method, path, body in CHANGES:
                refused = service.request(method, DEFAULT + path, body)
                assert refused.status == status, (path, refused.body)
                detail = refused.json()["detail"]
                assert why in detail and remedy in detail, detail
                assert "added" not in detail, detail
            nothing = service.request("DELETE", DEFAULT + "/documents?host=example.org")
            assert (nothing.status, nothing.json()["removed"]) == (200, 0)
            assert service.get("/livez").status == 200
            ready = service.get("/readyz")
            assert (ready.status, why in ready.json()["detail"]) == (503, True)
            assert why in service.get(DEFAULT).json()["failure"]
            assert ("room on its disk" if is_retried else "started again") in ready.json()["detail"]
            metrics = service.get("/metrics").body
            assert b'facsim_failed{collection="default"} 1' in metrics
            assert (b'facsim_disk_full{collection="default"} 1' in metrics) == is_retried
            assert service.check({"text": text_of(1)})["match"]["id"] == "p1"
            assert service.check({"text": text_of(30)})["seen"] == "no"  # as if it never came
            assert len(service.documents("p0")) == 1
            if round_ == 1:
                disk.is_well()
            if round_ == 1 and is_retried:
                until(lambda: add(service, 29_999).status == 200, allowed(30))
                assert service.get("/readyz").status == 200
                # It may have waited for room: then it is there, else it never came.
                known = service.check({"text": text_of(30)})["seen"] == "yes"
                assert len(service.documents("p30")) == (1 if known else 0)
                assert service.get(DEFAULT).json()["failure"] is None
                break
        until(lambda: service.event("request"))
        assert service.event("request")["level"] == "error"
        assert service.stop().status == 0
    all_there(store, 30)


def test_a_retry_on_a_full_disk(tmp_path: Path, disk: Disk) -> None:
    """A stored answer is given again without writing. A new key needs disk space."""
    store = tmp_path / "store"
    page, places = {"id": "p0", "text": text_of(0)}, {"places": [{"place": "a", "links": 3}]}
    requests = [(CHECK + "?add=true", page, JSON), (DEFAULT + "/uncrawled", places, JSON),
                (CHECK + ":batch?add=true", json.dumps(page), LINES)]  # fmt: skip

    def answers(service: Service, key: str) -> list[tuple[int, bytes]]:
        got = [service.request("POST", path, body, fields | {"Idempotency-Key": f"{key}{path[-6:]}"})
               for path, body, fields in requests]  # fmt: skip
        return [(answer.status, answer.body) for answer in got]

    with Service(store, *FLAGS, env=disk.env) as service:
        first = answers(service, "k")
        assert [status for status, _ in first] == [200, 204, 200], first
        disk.fails("write", ".log", errno.ENOSPC)
        assert answers(service, "k") == first
        assert add(service, 1).status == 507
        assert answers(service, "k") == first
        assert [status for status, _ in answers(service, "new")] == [507] * 3
        disk.is_well()
        until(lambda: add(service, 2).status == 200, allowed(30))
        assert answers(service, "k") == first
        assert service.stop().status == 0


INDEX = [
    ("create", ".seg"), ("write", ".seg"), ("sync", ".seg"), ("rename", ".seg"),
    ("create", "/.MANIFEST"), ("write", "/.MANIFEST"), ("sync", "/.MANIFEST"),
    ("rename", "idx/MANIFEST"), ("sync", "pages.idx"),
]  # fmt: skip


def fail_index(folder: Path, call: str, word: str, error: int) -> None:
    """One of these; the service is on a store of its own."""
    folder.mkdir()
    store, disk = folder / "store", Disk(folder)
    with Service(store, *FLAGS, env=disk.env) as service:
        assert added_until_refused(service, 0, 5)[1] is None
        disk.fails(call, word, error)
        count, refused = added_until_refused(service, 5, 200)
        assert refused is not None
        assert count >= 20
        assert service.check({"text": text_of(1)})["match"]["id"] == "p1"
        until(lambda: [x for x in service.log if x["level"] in ("warning", "error")], allowed(10))
        assert service.process.poll() is None
        ready = service.get("/readyz")
        for said in (ready, refused):
            assert SAYS[error] in said.json()["detail"], said.body
        assert (ready.status, refused.status) == (503, 429)
        disk.is_well()
        until(lambda: add(service, count).status == 200, allowed(30))
        assert service.get("/readyz").status == 200
        assert service.stop().status == 0
    all_there(store, count)


@pytest.mark.parametrize("error", SAYS)
def test_an_index_that_cannot_be_written(tmp_path: Path, error: int) -> None:
    """It is said, new pages are taken as long as memory holds them, and none is lost. All side by
    side: each waits for a store that tries again after 5 seconds."""
    at_once(len(INDEX), lambda i: fail_index(tmp_path / str(i), *INDEX[i], error))


@pytest.mark.parametrize("error", SAYS)
@pytest.mark.parametrize("call", ["create", "write", "sync"])
def test_tables_of_rows_that_cannot_be_written(
    tmp_path: Path, disk: Disk, call: str, error: int
) -> None:
    """Rows are in the log, then. If there was no room it is tried again; else nothing is added until
    the service is started again."""
    store = tmp_path / "store"
    with Service(store, *FLAGS, env=disk.env) as service:
        disk.fails(call, ".sst", error)
        # Long URLs, so that a table of rows is soon full.
        count, refused = added_until_refused(service, 0, 2000, path="x" * 8000)
        assert refused is not None
        assert refused.status == (507 if error == errno.ENOSPC else 503), refused.body
        assert SAYS[error] in refused.json()["detail"]
        assert service.get("/readyz").status == 503
        assert service.check({"text": text_of(1)})["match"]["id"] == "p1"
        disk.is_well()
        if error == errno.ENOSPC and call != "sync":
            until(lambda: add(service, count + 1).status == 200, allowed(30))
            assert service.get("/readyz").status == 200
        else:
            assert add(service, count).status == refused.status
        assert service.stop().status == 0
    all_there(store, count)


def test_a_collection_that_cannot_be_made(tmp_path: Path, disk: Disk) -> None:
    """Each folder that it lies in is synced before it is said to be there; if that fails it is not,
    and may be made later."""
    store, news = tmp_path / "store", "/v1/collections/news"
    with Service(store, *FLAGS, env=disk.env) as service:
        for path in (store, store / "collections", store / "collections/.making-news"):
            disk.fails("sync", f"={path}", errno.EIO)
            assert service.request("PUT", news).status == 503, path
            assert service.get(news).status == 404
            assert service.get("/readyz").status == 200
        disk.is_well()
        assert service.request("PUT", news).status == 201
        assert service.add({"id": "a", "text": text_of(1)}, at=news)["added"]
        disk.fails("sync", f"={store}/collections", errno.EIO)
        assert service.request("DELETE", news + "?force=true").status == 503
        disk.is_well()
        assert service.stop().status == 0
    with Service(store, *FLAGS) as service:
        left = service.get("/v1/collections").json()["collections"]
        assert [each["name"] for each in left] == ["default"]  # it was renamed, then the sync failed
    assert [path.name for path in (store / "collections").iterdir()] == []


def test_files_that_may_not_grow(tmp_path: Path) -> None:
    """The same from the system itself: what was acknowledged is there, the rest was refused."""
    store = tmp_path / "store"
    with Service(store, "--memory", "64M", file_bytes=40_000) as service:
        count, refused = added_until_refused(service, 0, 400)
        assert refused is not None
        assert refused.status == 503 and "File too large" in refused.json()["detail"], refused.body
        assert count > 10
        assert service.get("/readyz").status == 503
        assert service.check({"text": text_of(1)})["match"]["id"] == "p1"
    all_there(store, count)
