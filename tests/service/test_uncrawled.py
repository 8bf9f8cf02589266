# SPDX-License-Identifier: Apache-2.0
"""Reports of what crawlers left out, over HTTP: refusals, and services that are killed meanwhile."""

import http.client
import os
import random
import signal
import threading
from pathlib import Path

import pytest
from running import SANITIZED
from service_world import DEFAULT, JSON, Service

UNCRAWLED = DEFAULT + "/uncrawled"


def test_reports_and_refusals(service: Service) -> None:
    def told(report: object, status: int, **headers: str) -> str:
        answer = service.request("POST", UNCRAWLED, report, JSON | headers)
        assert answer.status == status, answer
        return "" if status == 204 else answer.json()["detail"]

    assert told({"places": [{"place": "a", "links": 1.0}, {"place": None}]}, 204) == ""
    assert "place" in told({"places": [{"links": 1}]}, 400)
    assert '"link" is not known' in told({"places": [{"place": "a", "link": 1}]}, 400)
    assert '"links"' in told({"places": [{"place": "a", "links": -1}]}, 400)
    assert '"links"' in told({"places": [{"place": "a", "links": 2**53}]}, 400)
    assert '"links"' in told({"places": [{"place": "a", "links": "1"}]}, 400)
    assert '"place" is no string' in told({"places": [{"place": 1}]}, 400)
    assert "no array" in told({"places": {}}, 400)
    assert "a place is an object" in told({"places": ["a"]}, 400)
    assert "missing" in told({}, 400)
    assert '"more" is not known' in told({"places": [], "more": 1}, 400)
    assert "10000 places" in told({"places": [{"place": "a"}] * 10_001}, 413)
    key = {"Idempotency-Key": "k"}
    assert told({"places": [{"place": "b", "links": 2}]}, 204, **key) == ""
    assert told({"places": [{"place": "b", "links": 2}]}, 204, **key) == ""
    assert "'k'" in told({"places": [{"place": "b", "links": 3}]}, 422, **key)
    assert "empty" in told({"places": []}, 400, **{"Idempotency-Key": ""})
    assert service.request("POST", UNCRAWLED, "{}", {"Content-Type": "a/b"}).status == 415
    assert service.request("POST", UNCRAWLED + "?a=b", {"places": []}, JSON).status == 400
    assert service.get(UNCRAWLED + "?limit=0").status == 400
    assert service.get("/v1/collections/none/uncrawled").status == 404
    assert service.get(DEFAULT).json()["uncrawled_links"] == 3
    assert b'facsim_uncrawled_links{collection="default"} 3\n' in service.get("/metrics").body
    found = service.get(UNCRAWLED + "?limit=1").json()
    assert (found["links"], found["places_in_all"]) == (3, 2)
    assert [place["place"] for place in found["places"]] == ["b"]


@pytest.mark.parametrize("seed", range(2 if SANITIZED else 6))
def test_a_kill_counts_nothing_twice_and_loses_nothing(tmp_path: Path, seed: int) -> None:
    """Whoever got no answer tells the same report again, with its key."""
    chance = random.Random(seed)
    store = tmp_path / "store"
    last = chance.randrange(10, 200)
    acknowledged: list[int] = []
    open_reports: list[int] = []
    lock = threading.Lock()

    def report(number: int) -> dict:
        return {"places": [{"place": f"h{number % 7}.example.org", "links": 1 + number % 3}]}

    def tell(service: Service, number: int) -> None:
        key = {"Idempotency-Key": f"report-{number}"}
        assert service.request("POST", UNCRAWLED, report(number), JSON | key).status == 204

    def work(service: Service, numbers: range) -> None:
        for number in numbers:
            try:
                tell(service, number)
                with lock:
                    acknowledged.append(number)
                    is_last = len(acknowledged) == last
                if is_last:
                    os.kill(service.process.pid, signal.SIGKILL)
            except (OSError, http.client.HTTPException):
                with lock:
                    open_reports.append(number)

    with Service(store, "--threads", "2") as service:
        threads = [threading.Thread(target=work, args=(service, range(first, 400, 4))) for first in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        service.process.wait()
    assert open_reports and len(acknowledged) >= last
    with Service(store, "--threads", "2") as service:
        for number in open_reports + open_reports[:3]:
            tell(service, number)
        found = service.get(UNCRAWLED).json()
        assert found["links"] == sum(1 + number % 3 for number in range(400))
        assert found["places_in_all"] == 7
