# SPDX-License-Identifier: Apache-2.0
"""A service on a folder without a store reports it, and does not use folders of others."""

import shutil
from pathlib import Path

import pytest
from running import Result, facsim, state_of
from service_world import NotStarted, Service


def checked(*words: object) -> Result:
    """Runs --check-config, which changes nothing."""
    return facsim("serve", *words, "--check-config")


def test_a_new_store_is_said(tmp_path: Path) -> None:
    """Once: a mistyped folder would tell every crawler that all is new."""
    (tmp_path / "empty").mkdir()
    for name in ("new", "empty"):
        store = tmp_path / name
        with Service(store) as service:
            assert service.event("begun")["detail"].startswith(f"{store}: there was no store")
            assert service.stop().status == 0
        with Service(store) as service:
            assert service.event("begun") is None


def test_the_folder_of_somebody_else(tmp_path: Path) -> None:
    """Is left as it is, by --check-config too."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "letter.txt").write_text("Dear all")
    for folder, says in ((home, "is no store, and has other files (letter.txt)"),
                         (home / "letter.txt", "is a file; a store is a folder")):  # fmt: skip
        with pytest.raises(NotStarted) as refused, Service(folder):
            pass
        assert refused.value.status == 1 and says in refused.value.said
        done = checked(folder)
        assert done.status == 1 and says in done.err
    assert list(state_of(home)) == ["letter.txt"]


def test_a_port_that_is_taken_leaves_no_store(tmp_path: Path) -> None:
    with Service(tmp_path / "store") as service:
        done = facsim("serve", tmp_path / "other", "--listen", service.address)
        assert done.status == 1 and service.address in done.err
    assert not (tmp_path / "other").exists()


def test_check_config_looks_at_the_store(tmp_path: Path) -> None:
    store = tmp_path / "store"
    none = checked(store)
    assert none.status == 0 and f"{store}: there is no store; a new one would be begun" in none.err
    assert not store.exists()
    with Service(store) as service:
        service.request("PUT", "/v1/collections/news")
        used = checked(store)
        assert (used.status, "being written by process" in used.err) == (0, True), used.err
        assert service.stop().status == 0
    before = state_of(store)
    good = checked(store)
    assert good.status == 0 and "a store that can be opened, of 2 collections" in good.err
    other = checked(store, "--profile", "strict")
    assert other.status == 2 and "judges by profile 'balanced'" in other.err
    assert state_of(store) == before
    next((store / "collections/news/rows").glob("MANIFEST-*")).write_bytes(b"garbage")
    damaged = checked(store)
    assert damaged.status == 1 and "collections/news/rows" in damaged.err


def test_rows_that_are_gone_begin_no_new_store(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with Service(store) as service:
        service.request("PUT", "/v1/collections/news")
        assert service.stop().status == 0
    shutil.rmtree(store / "collections" / "news" / "rows")
    before = state_of(store / "collections")
    with pytest.raises(NotStarted) as refused, Service(store):
        pass
    assert refused.value.status == 1 and "collections/news" in refused.value.said
    assert checked(store).status == 1
    assert state_of(store / "collections") == before
