# SPDX-License-Identifier: Apache-2.0
"""A service that deletes by age, and one that keeps some of its disk free."""

import json
import time
from pathlib import Path

import pytest
from running import allowed, facsim
from service_world import DEFAULT, JSON, NotStarted, Service, near, text_of, until

CHECK = DEFAULT + "/check"


def figure(service: Service, name: str) -> float:
    """One of its metrics."""
    lines = service.get("/metrics").body.decode().splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(name + " ")), -1)


def retained(service: Service) -> list[str]:
    """What its log says of each collection whose old pages are deleted, written once all are."""
    return [line["detail"] for line in service.log if line["event"] == "retain"]


def filled(store: Path) -> None:
    """Clusters of three in two collections."""
    with Service(store) as service:
        assert service.request("PUT", "/v1/collections/news").status == 201
        for at in (DEFAULT, "/v1/collections/news"):
            service.batch([{"id": f"p{n}-{v}", "text": near(text_of(n), v)} for n in range(40) for v in range(3)],
                          add=True, at=at)  # fmt: skip
        assert service.stop().status == 0


def test_old_pages_are_deleted(tmp_path: Path) -> None:
    """Of all collections, while others ask; what comes later stays until it is as old."""
    store = tmp_path / "store"
    filled(store)
    time.sleep(1.1)
    with Service(store, "--retain-age", "1s") as service:
        until(lambda: len(retained(service)) == 2)
        assert figure(service, "facsim_retained_deleted_total") == 240
        for at in (DEFAULT, "/v1/collections/news"):
            assert service.documents("p0-0", at) == []
        assert sorted(retained(service)) == [f"collection '{name}': 120 pages older than the age deleted"
                                             for name in ("default", "news")]  # fmt: skip
        assert service.request("DELETE", "/v1/collections/news?force=true").status == 204
        assert service.stop().status == 0
    assert "no damage found" in facsim.done("store", "check", store).err
    with Service(store, "--retain-age", "1h") as service:
        service.add({"id": "new", "text": text_of(1)})
        time.sleep(1.5)
        assert len(service.documents("new")) == 1
        assert figure(service, "facsim_retained_deleted_total") == 0


def test_by_last_seen(tmp_path: Path) -> None:
    """A page that was met again stays, by whatever door."""
    store = tmp_path / "store"
    with Service(store) as service:
        service.add({"id": "a", "text": text_of(1)})
        service.add({"id": "b", "text": text_of(2)})
        path = f"{DEFAULT}/documents?before=2000-01-01T00:00:00Z&by=last_seen"
        assert service.request("DELETE", path).json()["removed"] == 0
        for query in ("by=last_seen", "host=a&by=last_seen", "before=2000-01-01T00:00:00Z&by=age"):
            assert service.request("DELETE", f"{DEFAULT}/documents?{query}").status == 400, query
        assert service.request("DELETE", path.replace("2000", "2100")).json()["removed"] == 2
        service.add({"id": "a", "text": text_of(1)})
        assert service.stop().status == 0
    refused = facsim("store", "retain", store, "--by", "last-seen", "--host", "example.org")
    assert refused.status == 2 and "--age or --before" in refused.err
    assert facsim("store", "retain", store, "--age", "1h", "--by", "seen").status == 2
    assert "0 pages deleted" in facsim.done("store", "retain", store, "--age", "1h", "--by", "last-seen").err
    said = facsim.done("store", "retain", store, "--age", "0s", "--by", "last-seen", "--json")
    assert '"by":"last_seen"' in said.out.replace(" ", "") and '"pages":1' in said.out.replace(" ", "")


@pytest.mark.parametrize("flags", [("--retain-age", "9"), ("--retain-age", "0s"), ("--retain-age", "1d", "--retain-by", "age"),
                                   ("--free-disk", "much")])  # fmt: skip
def test_settings_that_are_none(tmp_path: Path, flags: tuple) -> None:
    with pytest.raises(NotStarted) as refused, Service(tmp_path / "store", *flags):
        pass
    assert flags[-2] in refused.value.said
    assert not (tmp_path / "store").exists()


def test_a_disk_with_too_little_free(tmp_path: Path) -> None:
    """What adds is refused with 507 and the remedy; questions and deleting go on."""
    store = tmp_path / "store"
    with Service(store) as service:
        service.add({"id": "a", "text": text_of(1)})
        assert service.stop().status == 0
    with Service(store, "--free-disk", "900T") as service:
        page = {"id": "b", "text": text_of(2)}
        for method, path, body in (
            ("POST", CHECK + "?add=true", page), ("POST", CHECK + ":batch?add=true", page),
            ("PUT", "/v1/collections/news", {}), ("POST", DEFAULT + "/uncrawled", {"places": []}),
        ):  # fmt: skip
            refused = service.request(method, path, body, JSON)
            assert refused.status == 507, path
            assert "--free-disk" in refused.json()["detail"]
        assert service.check({"text": text_of(1)})["match"]["id"] == "a"
        assert service.get("/readyz").status == 200
        assert figure(service, "facsim_disk_free_min_bytes") == 900 << 40
        assert figure(service, "facsim_disk_free_bytes") > 0
        assert figure(service, "facsim_disk_bytes") > 0
        assert figure(service, "facsim_disk_needed_bytes") >= 0
        for name in ("facsim_sealing", "facsim_merging_bytes", "facsim_disk_full"):
            assert figure(service, name + '{collection="default"}') == 0, name
        assert service.request("DELETE", DEFAULT + "/documents/a").json()["removed"] == 1
    with Service(store, "--free-disk", "0") as service:
        until(lambda: service.add({"id": "b", "text": text_of(2)})["added"], allowed(5))


def test_what_writes_nothing_needs_no_free_disk(tmp_path: Path) -> None:
    """A PUT of a collection that exists, and retries whose answer is stored, as they were."""
    store, news = tmp_path / "store", "/v1/collections/news"
    page, places = {"id": "a", "text": text_of(1)}, {"places": [{"place": "a", "links": 3}]}
    requests = [(DEFAULT + "/uncrawled", places), (CHECK + "?add=true", page), (CHECK + ":batch?add=true", page)]

    def answers(service: Service, key: str, page_text: str = "") -> list[tuple[int, bytes]]:
        got = []
        for path, body in requests:
            given = body | {"text": page_text} if page_text and "text" in body else body
            fields = JSON | {"Idempotency-Key": key + path[-6:]}
            answer = service.request("POST", path, json.dumps(given), fields)
            got.append((answer.status, answer.body))
        return got

    with Service(store) as service:
        assert service.request("PUT", news, {"names": False}).status == 201
        first = answers(service, "k")
        assert [status for status, _ in first] == [204, 200, 200], first
        assert service.stop().status == 0
    with Service(store, "--free-disk", "900T") as service:
        for wish, status in (({"names": False}, 200), ({}, 200), ({"names": True}, 409)):
            assert service.request("PUT", news, wish).status == status, wish
        assert service.request("PUT", "/v1/collections/others", {}).status == 507
        assert service.request("PUT", DEFAULT, {}).status == 200
        assert answers(service, "k") == first
        assert [status for status, _ in answers(service, "k", text_of(2))][1:] == [422, 422]
        assert [status for status, _ in answers(service, "new")] == [507] * 3
        assert service.get(DEFAULT).json()["uncrawled_links"] == 3
