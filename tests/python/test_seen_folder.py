# SPDX-License-Identifier: Apache-2.0
"""Seen over a folder: other processes, signals, and what no service does."""

import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path

import facsim
import pytest
from running import allowed, start
from running import facsim as program
from seen_world import near, text_of

errors = facsim.errors
ENVIRONMENT = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}


def started(code: str, *arguments: object):
    return start([sys.executable, "-c", code, *arguments], env=ENVIRONMENT)


HOLDER = """
import facsim, sys
with facsim.Seen(sys.argv[1]) as seen:
    print(seen.check_and_add(sys.argv[2], id="theirs").seen, flush=True)
    sys.stdin.read()
"""


def test_one_process_has_it(tmp_path: Path) -> None:
    with started(HOLDER, tmp_path / "store", text_of(1)) as holder:
        assert holder.stdout.readline() == b"no\n"
        with pytest.raises(errors.BusyError):
            facsim.Seen(tmp_path / "store")
        assert program("serve", tmp_path / "store", "--listen", "127.0.0.1:0").status == 1
        assert holder.result().status == 0
    with facsim.Seen(tmp_path / "store") as seen:
        assert seen.check(near(text_of(1), 1)).match.id == "theirs"
        with pytest.raises(errors.BusyError):
            facsim.Seen(tmp_path / "store")
    facsim.Seen(tmp_path / "store").close()


def test_the_folder_of_somebody_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear all")
    for collection in ("default", "news"):
        with pytest.raises(errors.AlreadyExistsError, match=r"other files \(letter\.txt\)"):
            facsim.Seen(tmp_path, collection=collection, create=True)
    with pytest.raises(errors.NotFoundError):
        facsim.Seen(tmp_path, must_exist=True)
    assert os.listdir(tmp_path) == ["letter.txt"]
    (tmp_path / "store/lost+found").mkdir(parents=True)
    facsim.Seen(tmp_path / "store").close()


def test_what_was_answered_is_there_after_a_kill(tmp_path: Path) -> None:
    with started(HOLDER, tmp_path / "store", text_of(1)) as holder:
        assert holder.stdout.readline() == b"no\n"
        holder.send_signal(signal.SIGKILL)
    with facsim.Seen(tmp_path / "store", must_exist=True) as seen:
        assert [page.id for page in seen.visit()] == ["theirs"]


def test_a_forked_process_is_told_whose_it_is(tmp_path: Path) -> None:
    with facsim.Seen(tmp_path / "store") as seen:
        seen.check_and_add(text_of(1), id="a")
        child = os.fork()
        if child == 0:
            status = 1
            try:
                seen.check("a")
            except errors.UnsupportedError as error:
                status = 0 if "facsim serve" in str(error) else 2
            seen.close()
            del seen
            os._exit(status)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert seen.check_and_add(text_of(2)).added
    assert program("store", "check", tmp_path / "store").status == 0


CLOSES_AT_THE_END = """
import facsim, os, sys
seen = facsim.Seen(sys.argv[1], durability="none")
seen.check_and_add("page of many words " * 9, id="a")
if os.fork() == 0:
    sys.exit(0)
os.wait()
"""


def test_the_end_of_the_interpreter(tmp_path: Path) -> None:
    with started(CLOSES_AT_THE_END, tmp_path / "store") as ended:
        result = ended.result()
    assert (result.status, result.err) == (0, "")
    with facsim.Seen(tmp_path / "store") as seen:
        assert seen.find("a")


def test_the_program_and_python_share_a_store(tmp_path: Path) -> None:
    store = tmp_path / "store"
    with facsim.Seen(store, collection="news", create=True, front_pages=50, memory="64M") as seen:
        seen.check_and_add_batch({"id": f"p{n}", "text": text_of(n)} for n in range(200))
        seen.seal()
        assert seen.figures().front_pages == 0 and seen.figures().sealed_pages == 200
        assert [page.number for page in seen.visit(first=150)] == list(range(150, 201))
        assert len(list(seen.visit())) == 200
        assert seen.where == str(store / "collections/news")
        seen.backup(tmp_path / "copy")
        with pytest.raises(errors.AlreadyExistsError):
            seen.backup(tmp_path / "copy")
        seen.check_and_add(text_of(900), id="later")
    dumped = program.done("store", "dump", store, "--collection", "news").rows()
    assert [row["id"] for row in dumped][-1] == "later" and len(dumped) == 201
    with pytest.warns(errors.RunWarning, match="index"):
        copy = facsim.Seen(tmp_path / "copy", must_exist=True)
    with copy:
        assert len(list(copy.visit())) == 200 and copy.check(text_of(7)).match.id == "p7"


def test_settings_of_a_folder(tmp_path: Path) -> None:
    store = tmp_path / "store"
    recipe = facsim.Recipe("all-text")
    with facsim.Seen(store, recipe=recipe, seen_kinds=["exact"], durability="second") as seen:
        assert seen.settings().seen_kinds == ("exact",) and seen.settings().recipe == "all-text"
        seen.check_and_add(text_of(1))
        assert seen.check(near(text_of(1), 1)).seen == "no"
    with pytest.raises(errors.InvalidArgumentError, match="kind"):
        facsim.Seen(store, seen_kinds="exact,layout".split(","))
    with pytest.raises(errors.InvalidArgumentError, match="recipe"):
        facsim.Seen(store, profile=facsim.Profile("balanced"))
    policy = facsim.SeenPolicy(exact="store")
    with facsim.Seen(store, policy=policy) as seen:
        assert seen.settings().policy == policy, "a folder takes on the policy"


BAD = [
    ({"where": None}, TypeError, "where is a path, not NoneType"),
    ({"where": ""}, errors.InvalidArgumentError, "empty"),
    ({"collection": "a/b"}, errors.InvalidArgumentError, "a collection's name"),
    ({"collection": "../x"}, errors.InvalidArgumentError, "a collection's name"),
    ({"policy": "skip"}, TypeError, "policy is a facsim.SeenPolicy"),
    ({"policy": facsim.SeenPolicy("none")}, errors.InvalidArgumentError, "'none' is none of"),
    ({"seen_kinds": ["all"]}, errors.InvalidArgumentError, "'all' is none of exact"),
    ({"durability": "much"}, errors.InvalidArgumentError, "'much' is none of sync"),
    ({"durability": 3}, TypeError, ""),
    ({"keep_history": 1}, TypeError, "keep_history is a bool"),
    ({"names": "off"}, TypeError, "names is a bool, not str"),
    ({"max_distance": 13}, ValueError, "max_distance=13"),
    ({"front_pages": 0}, ValueError, "front_pages=0"),
    ({"memory": "1M"}, ValueError, "below 64M"),
    ({"profile": "none"}, errors.InvalidArgumentError, "unknown profile"),
    ({"profile": 3}, TypeError, "profile is a name"),
    ({"must_exist": True}, errors.NotFoundError, ""),
    ({"token": "x"}, errors.InvalidArgumentError, "token= is for a store behind a service"),
    ({"timeout": 3}, errors.InvalidArgumentError, "timeout= is for"),
    ({"retries": 3}, errors.InvalidArgumentError, "retries= is for"),
    ({"threads": 3}, errors.InvalidArgumentError, "threads= is for"),
]


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    for settings, kind, said in BAD:
        with pytest.raises(kind) as raised:
            facsim.Seen(**({"where": tmp_path / "new"} | settings))
        assert said in str(raised.value), settings
        assert not (tmp_path / "new/rows").exists(), settings


def test_what_a_store_warns_of(tmp_path: Path) -> None:
    with facsim.Seen(tmp_path / "store") as seen:
        seen.check_and_add(text_of(1), id="a")
        seen.seal()
    shutil.rmtree(tmp_path / "store/pages.idx")
    with pytest.warns(errors.RunWarning, match="store") as told:
        seen = facsim.Seen(tmp_path / "store")
    assert told[0].filename == __file__
    with seen:
        assert seen.check(text_of(1)).match.id == "a"


def test_closing_waits_for_the_calls_of_others(tmp_path: Path) -> None:
    seen = facsim.Seen(tmp_path / "store")
    began, go_on = threading.Event(), threading.Event()

    def pages():
        began.set()
        assert go_on.wait(allowed(30))
        yield text_of(1)
        with pytest.raises(errors.BusyError, match="in the middle of a call"):
            seen.close()
        yield text_of(2)

    answers: list = []
    thread = threading.Thread(target=lambda: answers.extend(seen.check_and_add_batch(pages())))
    thread.start()
    assert began.wait(allowed(30))
    threading.Timer(0.3, go_on.set).start()
    seen.close()
    assert go_on.is_set()
    thread.join()
    assert [answer.seen for answer in answers] == ["no", "no"]
    facsim.Seen(tmp_path / "store").close()


ENDLESS = """
import facsim, itertools, random, sys
chance = random.Random(1)
texts = (" ".join(str(chance.getrandbits(30)) for _ in range(40)) for _ in itertools.count())
seen = facsim.Seen(sys.argv[1])
print("at work", flush=True)
try:
    getattr(seen, sys.argv[2])(texts)
except KeyboardInterrupt:
    seen.close()
    print("stopped", flush=True)
"""


@pytest.mark.parametrize("call", ["check_batch", "check_and_add_batch"])
def test_ctrl_c_ends_a_batch(tmp_path: Path, call: str) -> None:
    with started(ENDLESS, tmp_path / "store", call) as endless:
        assert endless.stdout.readline() == b"at work\n"
        time.sleep(0.5)
        endless.send_signal(signal.SIGINT)
        sent = time.monotonic()
        assert endless.stdout.readline() == b"stopped\n"
        assert time.monotonic() - sent < allowed(5)
        assert endless.result().status == 0
    assert program("store", "check", tmp_path / "store").status == 0
