# SPDX-License-Identifier: Apache-2.0
"""A service on a store with a flipped byte, without write permission, of a newer program, with
another recipe, or with a clock that goes backwards."""

import os
import re
import shutil
import socket
from pathlib import Path

import pytest
from running import Result, facsim, state_of
from service_world import DEFAULT, NotStarted, Service, near, text_of

PAGES = 60


def fill(store: Path) -> None:
    """Makes segments, tables of rows and names, pages only in the log, and another collection."""
    with Service(store, "--front-pages", "20", "--memory", "64M") as service:
        service.request("PUT", "/v1/collections/news")
        for at in (DEFAULT, "/v1/collections/news"):
            service.batch([{"id": f"p{i}", "text": near(text_of(i % 40), i)} for i in range(PAGES)],
                          add=True, at=at)  # fmt: skip
        service.request("DELETE", DEFAULT + "/documents/p3")
        assert service.stop().status == 0
    facsim.done("store", "rebuild", store)  # so that all kinds of files are there
    with Service(store, "--front-pages", "20", "--memory", "64M") as service:
        service.batch([{"id": f"late{i}", "text": text_of(100 + i)} for i in range(5)], add=True)
        assert service.stop().status == 0  # a killed log may end in a record that none confirms


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a store; tests damage copies."""
    store = tmp_path_factory.mktemp("sound") / "store"
    fill(store)
    return store


@pytest.fixture
def damaged(sound: Path, tmp_path: Path) -> Path:
    """Returns a copy to damage."""
    return Path(shutil.copytree(sound, tmp_path / "store"))


def names() -> list[str]:
    """Of the pages that are there."""
    return [f"p{i}" for i in range(PAGES) if i != 3] + [f"late{i}" for i in range(5)]


def refused(store: Path, **how: object) -> Result:
    """Requires that the service does not start: status 1 and a message."""
    done = facsim("serve", store, "--listen", "127.0.0.1:0", seconds=60, **how)
    assert done.status == 1, done
    assert done.err.strip(), done
    return done


def started(store: Path) -> Service | NotStarted:
    """Returns the service, or the reason why it did not start."""
    try:
        return Service(store, "--front-pages", "20", "--memory", "64M")
    except NotStarted as why:
        return why


def is_as_before(service: Service) -> None:
    """Requires that every page is stored and is found by its text."""
    for name in names():
        assert len(service.documents(name)) == 1, name
    assert service.documents("p3") == []
    for number in [*range(PAGES - 40, 40), *range(100, 105)]:
        answer = service.check({"text": near(text_of(number), 999)})
        assert (answer["seen"], answer["match"]["id"]) == (
            "yes", f"p{number}" if number < 100 else f"late{number - 100}")  # fmt: skip


def kind_of(path: Path) -> str:
    """Its folder and its name without numbers."""
    return path.parent.name + "/" + re.sub(r"\d+", "", path.name)


def test_a_flipped_byte(sound: Path, tmp_path: Path) -> None:
    """In each kind of file of rows, index and a collection: answers are as before, or the service
    does not start and names the file or its folder. Nothing that is read back is wrong."""
    by_kind: dict[str, Path] = {}
    for path in sorted(sound.rglob("*")):
        if path.is_file() and path.stat().st_size > 0 and "LOG" not in path.name:
            kind = kind_of(path)
            if kind not in by_kind or path.stat().st_size > by_kind[kind].stat().st_size:
                by_kind[kind] = path
    wanted = {"rows/.sst", "rows/.log", "rows/CURRENT", "rows/MANIFEST-", "pages.idx/MANIFEST",
              "pages.idx/.seg"}  # fmt: skip
    assert wanted <= set(by_kind), by_kind
    refusals: dict[str, int] = {}
    for kind, path in by_kind.items():
        for place in (0.0, 0.37, 0.8):
            shutil.rmtree(tmp_path / "store", ignore_errors=True)
            copy = Path(shutil.copytree(sound, tmp_path / "store")) / path.relative_to(sound)
            content = bytearray(copy.read_bytes())
            content[int(len(content) * place)] ^= 0x10
            copy.write_bytes(content)
            come = started(tmp_path / "store")
            if isinstance(come, NotStarted):
                assert come.status == 1, come
                assert str(tmp_path / "store") in come.said, (kind, come.said)
                refusals[kind] = refusals.get(kind, 0) + 1
                continue
            with come as service:
                is_as_before(service)
    assert not {kind for kind in refusals if kind.startswith("pages.idx")}, refusals
    assert {"rows/CURRENT", "rows/MANIFEST-"} <= set(refusals), refusals


def test_no_right_to_write(damaged: Path, as_nobody: dict, open_folder: Path) -> None:
    """It does not start, names the file, and changes nothing."""
    store = Path(shutil.copytree(damaged, open_folder / "store"))
    for path in [store, *store.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = state_of(store)
    done = refused(store, **as_nobody)
    assert str(store) in done.err
    assert "ermission denied" in done.err
    assert state_of(store) == before
    for path in [store, *store.rglob("*")]:
        path.chmod(0o777)


def test_a_newer_store(damaged: Path) -> None:
    """Its folders are refused, with what to do, and are left as they are."""
    manifest = damaged / "collections/news/pages.idx/MANIFEST"
    assert manifest.exists()
    log = max((damaged / "collections/news/rows").glob("*.sst"))
    assert log.exists()
    with Service(damaged) as service:
        is_as_before(service)
    rows = facsim.done("store", "dump", damaged, "--collection", "news").rows()
    text = manifest.read_text()
    newer = re.sub(r'("(?:format|version)"\s*:\s*)\d+', r"\g<1>999", text, count=1)
    assert newer != text, text[:200]
    manifest.write_text(newer)
    with Service(damaged) as service:  # an index is made again, whoever wrote it
        assert len(service.documents("p1", at="/v1/collections/news")) == 1
    assert facsim.done("store", "dump", damaged, "--collection", "news").rows() == rows


def test_another_recipe(damaged: Path) -> None:
    """A store has the recipe that it was made with: another one is rejected, and named."""
    for flag, value, own in (("--recipe", "thorough", "balanced"), ("--profile", "thorough", "balanced"),
                             ("--max-distance", "7", "3 bits")):  # fmt: skip
        done = facsim("serve", damaged, "--listen", "127.0.0.1:0", flag, value)
        assert done.status == 2, done
        assert str(damaged) in done.err
        assert own in done.err, done.err
    with Service(damaged) as service:
        is_as_before(service)


def test_rebuilt_under_the_service(damaged: Path) -> None:
    """Another program must not rebuild the index of a running store; after its end it may, and all
    answers are the same."""
    with Service(damaged) as service:
        done = facsim("store", "rebuild", damaged)
        assert done.status == 1
        assert str(service.process.pid) in done.err or str(damaged) in done.err
        before = [service.check({"text": text_of(i)}) for i in range(40)]
        assert service.stop().status == 0
    facsim.done("store", "rebuild", damaged)
    with Service(damaged) as service:
        assert [service.check({"text": text_of(i)}) for i in range(40)] == before


def test_two_on_one_store_and_a_kill(damaged: Path) -> None:
    """A second one is refused while the first lives, however often it tries, and may start at once
    when the first was killed."""
    with Service(damaged) as service:
        for _ in range(3):
            assert str(service.process.pid) in refused(damaged).err
        service.process.kill()
        service.process.wait()
    with Service(damaged) as service:
        is_as_before(service)


def test_the_folder_goes(tmp_path: Path) -> None:
    """Whoever removes the folder of a store at work gets no crash, and no answer that is not true."""
    store = tmp_path / "store"
    with Service(store, "--front-pages", "20", "--memory", "64M") as service:
        service.batch([{"id": f"p{i}", "text": text_of(i)} for i in range(30)], add=True)
        store.rename(tmp_path / "gone")
        shutil.rmtree(tmp_path / "gone", ignore_errors=True)
        for number in range(30, 120):
            answer = service.request(
                "POST", DEFAULT + "/check?add=true", {"id": f"p{number}", "text": text_of(number)}
            )
            assert answer.status in (200, 429, 500, 503, 507), answer.body
        assert service.get("/livez").status == 200
        assert service.process.poll() is None
        with socket.create_connection((service.host, service.port)):
            pass
    assert os.path.isdir(tmp_path)
