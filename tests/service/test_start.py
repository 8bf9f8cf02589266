# SPDX-License-Identifier: Apache-2.0
"""How the service starts and ends: settings, tokens, signals, two on one store."""

import json
import os
import resource
import signal
import threading
from pathlib import Path

import pytest
from running import facsim
from service_world import DEFAULT, JSON, Service, near, text_of, until

READER = "reader-0123456789abcdef"
WRITER = "writer-0123456789abcdef"
NO_TOKENS = {"FACSIM_READ_TOKEN": None, "FACSIM_WRITE_TOKEN": None}


def test_tokens(tmp_path: Path) -> None:
    """Who has none may look whether it lives; who may read may not write; SIGHUP reads again."""
    tokens = tmp_path / "tokens"
    tokens.write_text(f"# who may\nread {READER}\n\nwrite {WRITER} # the crawler\n")
    with Service(tmp_path / "store", "--tokens", tokens) as service:
        page = {"text": text_of(1)}
        assert service.get("/livez").status == service.get("/readyz").status == 200
        assert service.get("/openapi.json").status == 200
        none = service.request("POST", DEFAULT + "/check", page)
        assert (none.status, none.headers["www-authenticate"]) == (401, "Bearer")
        assert service.get("/metrics").status == service.get("/v1/info").status == 401
        for wrong in (READER[:-1], READER + "a", READER.upper(), "", WRITER + READER):
            fields = JSON | {"Authorization": f"Bearer {wrong}"}
            assert service.request("POST", DEFAULT + "/check", page, fields).status == 401, wrong
        service.token = READER
        assert service.check(page)["seen"] == "no"
        for method, path in (
            ("POST", "/check?add=true"), ("POST", "/check:batch?add=1"), ("DELETE", "/documents/a"),
            ("POST", "/documents:delete"), ("PUT", ""), ("DELETE", "?force=true"),
        ):  # fmt: skip
            assert service.request(method, DEFAULT + path, page).status == 403, path
        service.token = WRITER
        assert service.add(page)["added"]

        tokens.write_text(f"write {READER}\n")
        service.process.send_signal(signal.SIGHUP)
        until(lambda: service.event("tokens"))
        assert service.get("/v1/info").status == 401
        service.token = READER
        assert service.add({"text": text_of(2)})["added"]
        tokens.write_text("nonsense\n")
        service.process.send_signal(signal.SIGHUP)
        until(lambda: service.event("tokens")["level"] == "error")
        assert service.get("/v1/info").status == 200
        assert service.stop().status == 0


def test_tokens_of_the_environment(tmp_path: Path) -> None:
    """One variable each."""
    env = {"FACSIM_READ_TOKEN": READER, "FACSIM_WRITE_TOKEN": WRITER}
    with Service(tmp_path / "store", env=env) as service:
        assert service.get("/v1/info").status == 401
        service.token = WRITER
        assert service.add({"text": text_of(1)})["added"]


def test_others_need_a_token(tmp_path: Path) -> None:
    """Beyond this machine nobody writes without one."""
    for address in ("0.0.0.0:0", "[::]:0"):
        done = facsim("serve", tmp_path / "store", "--listen", address, env=NO_TOKENS)
        assert done.status == 2
        assert "--tokens" in done.err
    assert not (tmp_path / "store").exists()


def test_a_page_in_a_browser(service: Service) -> None:
    """A web page somewhere cannot ask the service of whoever looks at it."""
    fields = JSON | {"Origin": "https://example.org"}
    assert service.request("POST", DEFAULT + "/check", {"text": "a"}, fields).status == 403


def test_a_name_that_leads_here(service: Service) -> None:
    """Nor may one whose own name was made to lead to this machine: its GET has no Origin."""
    assert service.get(DEFAULT, headers={"Host": "example.org"}).status == 403
    for host in ("localhost", f"localhost.:{service.port}", f"127.0.0.1:{service.port}", "[::1]:1"):
        assert service.get(DEFAULT, headers={"Host": host}).status == 200, host


def test_files(tmp_path: Path) -> None:
    """As many as the system lets it have open, however few connections there may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        with Service(tmp_path / "store", "--connections-max", "10") as service:
            limits = Path(f"/proc/{service.process.pid}/limits").read_text()
            line = next(line for line in limits.splitlines() if line.startswith("Max open files"))
            assert line.split()[3:5] == [str(hard)] * 2
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_settings(tmp_path: Path) -> None:
    """Flags count more than variables, these more than the file."""
    config = tmp_path / "serve.toml"
    config.write_text('listen = "127.0.0.1:0"\nbatch_max = 3\nunpacked_max = "1M"\ndurability = "none"\n')
    env = {"FACSIM_BATCH_MAX": "4", "FACSIM_DURABILITY": "second", "FACSIM_LISTEN": None}
    with Service(
        tmp_path / "store", "--config", config, "--listen", "127.0.0.1:0", "--batch-max", "5", env=env
    ) as service:
        info = service.get("/v1/info").json()
        assert info["batch_lines_max"] == 5
        assert info["durability"] == "second"
        assert info["unpacked_bytes_max"] == 1 << 20


@pytest.mark.parametrize(("text", "says"), [
    ("listen = 7700", "ADDRESS:PORT"), ("lisen = 'x'", "did you mean 'listen'"), ("a = [", "serve.toml:1"),
    ("workers = 0", "workers"), ("history = 'perhaps'", "true or false"), ("config = 'x'", "config"),
    ("durability = 'never'", "sync"), ("workers = [1]", "workers"),
])  # fmt: skip
def test_settings_that_cannot_be(tmp_path: Path, text: str, says: str) -> None:
    """--check-config names the fault, and begins no store."""
    config = tmp_path / "serve.toml"
    config.write_text(text)
    done = facsim("serve", tmp_path / "store", "--config", config, "--check-config")
    assert done.status == 2, done
    assert says in done.err
    assert not (tmp_path / "store").exists()


def test_check_config(tmp_path: Path) -> None:
    """Without a fault it says so."""
    done = facsim("serve", tmp_path / "store", "--check-config", "--durability", "none")
    assert done.status == 0
    assert "no fault" in done.err
    assert not (tmp_path / "store").exists()
    assert facsim("serve", "--check-config").status == 2
    assert facsim("serve", tmp_path, "--demo").status == 2
    short = tmp_path / "tokens"
    short.write_text("write short\n")
    done = facsim("serve", tmp_path / "store", "--tokens", short, "--check-config")
    assert (done.status, f"{short}:1" in done.err) == (2, True)


def test_two_on_one_store(tmp_path: Path) -> None:
    """The second is refused with a sentence, and the first goes on."""
    with Service(tmp_path / "store") as service:
        done = facsim("serve", tmp_path / "store", "--listen", "127.0.0.1:0")
        assert done.status == 1
        assert str(tmp_path / "store") in done.err
        taken = facsim("serve", tmp_path / "other", "--listen", service.address)
        assert taken.status == 1
        assert service.address in taken.err
        assert service.check({"text": text_of(1)})["seen"] == "no"


def body_bytes(service: Service) -> float:
    """Returns how much memory the heads and bodies of requests take."""
    lines = service.get("/metrics").body.decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("facsim_body_bytes "))


def test_the_end_waits_for_what_has_come(tmp_path: Path) -> None:
    """SIGTERM: a request under way is answered, idle connections close, the status is 0."""
    with Service(tmp_path / "store") as service:
        idle = service.raw()
        pages = [{"id": f"p{i}", "text": text_of(i, 300)} for i in range(3000)]
        done: list = []
        client = threading.Thread(target=lambda: done.append(service.batch(pages, add=True)))
        client.start()
        until(lambda: body_bytes(service) > 1 << 20 or done)  # more than heads take
        assert service.stop().status == 0
        client.join()
        assert [answer["seen"] for answer in done[0]] == ["no"] * 3000
        assert idle.recv(10) == b""
        assert service.event("stopped")
    with Service(tmp_path / "store") as service:
        assert service.documents("p2999")


def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    """What was acknowledged before a SIGKILL is there again, and none twice."""
    sent = 0
    for _round in range(4):
        with Service(tmp_path / "store") as service:
            for number in range(sent):
                assert service.check({"text": text_of(number)})["match"]["id"] == f"p{number}"
            stop = threading.Timer(0.15, lambda s=service: os.kill(s.process.pid, signal.SIGKILL))
            stop.start()
            try:
                while True:
                    service.add({"id": f"p{sent}", "text": text_of(sent)})
                    sent += 1
            except (OSError, AssertionError, json.JSONDecodeError):
                pass
            except Exception as gone:  # noqa: BLE001: whatever a client sees of a killed service
                assert "http.client" in type(gone).__module__
            stop.join()
    assert sent > 0
    with Service(tmp_path / "store") as service:
        assert all(len(service.documents(f"p{number}")) == 1 for number in range(sent))
        assert service.add({"text": near(text_of(0), 1)})["cluster"]["rank"] == 2


def test_a_policy_holds_from_then_on(tmp_path: Path) -> None:
    """That of the store itself too, also after it is started again."""
    text = text_of(1)
    with Service(tmp_path / "store") as service:
        service.add({"id": "a", "text": text})
        assert service.check({"text": near(text, 1)})["action"] == "skip_links"
        policy = {"policy": {"content": "skip", "follow_first": 1}}
        assert service.request("PUT", DEFAULT, policy).status == 200
        first = service.add({"id": "b", "text": near(text, 1)})
        assert (first["seen"], first["action"]) == ("yes", "store")
        assert service.check({"text": near(text, 2)})["action"] == "skip"
    with Service(tmp_path / "store") as service:
        assert service.check({"text": near(text, 2)})["action"] == "skip"
        assert service.get(DEFAULT).json()["policy"]["follow_first"] == 1


def test_collections_are_there_again(tmp_path: Path) -> None:
    """And what a crash left of one that was being made is removed."""
    with Service(tmp_path / "store") as service:
        service.request("PUT", "/v1/collections/news")
        service.add({"id": "a", "text": text_of(1)}, at="/v1/collections/news")
    left = tmp_path / "store/collections/.making-x"
    left.mkdir()
    with Service(tmp_path / "store") as service:
        assert service.documents("a", at="/v1/collections/news")
        assert not left.exists()


def test_collections_keep_what_they_were_made_with(tmp_path: Path) -> None:
    """Also where the service starts with other settings: those are of new ones."""
    at = "/v1/collections/"
    with Service(tmp_path / "store") as service:
        for name, wish in (("strict", {"profile": "strict"}), ("history", {"keep_history": True})):
            assert service.request("PUT", at + name, wish).status == 201
            service.add({"id": "a", "text": text_of(1)}, at=at + name)
    with Service(tmp_path / "store", "--max-distance", "3") as service:
        assert service.get(at + "strict").json()["profile"] == "strict"
        assert service.get(at + "history").json()["keep_history"] is True
        assert service.documents("a", at=at + "strict")
    with Service(tmp_path / "other", "--profile", "strict") as service:
        assert service.request("PUT", at + "usual").status == 201
        assert service.get(at + "usual").json()["profile"] == "strict"
    with Service(tmp_path / "other") as service:
        assert service.get(DEFAULT).json()["profile"] == "strict"
        assert service.get(at + "usual").json()["profile"] == "strict"


def test_a_load_ends_its_crawl(tmp_path: Path) -> None:
    """Also of pages that are all known, as when it is done again that was interrupted."""
    pages = tmp_path / "pages.jsonl"
    pages.write_text(json.dumps({"id": "a", "text": text_of(1)}) + "\n")
    for crawl in ("monday", "tuesday"):
        facsim.done("store", "load", tmp_path / "store", pages, "--crawl", crawl)
    with Service(tmp_path / "store") as service:
        assert [crawl["state"] for crawl in service.get(DEFAULT + "/crawls").json()["crawls"]] == [
            "committed", "committed"]  # fmt: skip


def test_demo() -> None:
    """Starts on sample pages, and prints what to try."""
    with Service("--demo") as service:
        lines = [service.process.stdout.readline().decode() for _ in range(3)]
        assert all(line.startswith("curl -s ") and service.address in line for line in lines)
        assert service.documents("ferry")
        assert service.stop().status == 0
