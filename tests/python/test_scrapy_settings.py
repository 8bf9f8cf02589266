# SPDX-License-Identifier: Apache-2.0
"""What facsim.scrapy makes of its settings, and where it puts its middlewares."""

import dataclasses
import inspect
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from running import ROOT, done

scrapy = pytest.importorskip("scrapy", reason="skipped: no Scrapy; scripts/setup.sh test installs it")

import facsim.scrapy as door  # noqa: E402
from facsim import _scrapy_rules  # noqa: E402
from facsim import SeenPolicy  # noqa: E402
from facsim._scrapy_settings import Chosen, chosen_of  # noqa: E402
from facsim._scrapy_store import Gate  # noqa: E402
from scrapy.exceptions import NotConfigured  # noqa: E402
from scrapy.settings import Settings  # noqa: E402

PAGE = (ROOT / "docs/crawlers.md").read_text()
DOWNLOADER = "facsim.scrapy.FacsimDownloaderMiddleware"
SPIDER = "facsim.scrapy.FacsimSpiderMiddleware"


def chosen(**settings: object) -> Chosen:
    return chosen_of(Settings({f"FACSIM_{name}": value for name, value in settings.items()}), "news")


def test_the_table_of_the_docs_is_the_code() -> None:
    rows = dict(re.findall(r"^\| `(FACSIM_\w+)` \| (.+?) \|", PAGE, re.MULTILINE))
    told = {each.name: each.default for each in dataclasses.fields(Chosen)}
    assert list(rows) == [f"FACSIM_{name.upper()}" for name in told]
    for name, default in told.items():
        said = rows[f"FACSIM_{name.upper()}"]
        value = list(default) if isinstance(default, tuple) else default
        assert said == ("none" if value is None else f"`{value!r}`".replace("'", '"')), name


def test_the_counts_of_the_docs_are_those_of_the_code() -> None:
    code = inspect.getsource(door) + inspect.getsource(_scrapy_rules)
    counted = set(re.findall(r'\.count\(f?"([a-z_]+)', code)) | {"unchecked"}
    counted |= {"new", "too_short", "retry"}  # by the answer, and by Scrapy
    part = PAGE.partition("### Counts")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
    assert set(rows) == counted


def test_values_of_a_shell_and_of_python() -> None:
    assert chosen() == Chosen()
    shell = chosen(STORE="s", TIMEOUT="2.5", THREADS="4", DROP_ITEMS="0", TYPES="text/html,text/x",
                   NAMES="0", POLICY='{"exact": "store"}', CRAWL="%(name)s", CRAWL_CANCEL="shutdown")  # fmt: skip
    python = chosen(STORE=Path("s"), TIMEOUT=2.5, THREADS=4, DROP_ITEMS=False,
                    TYPES=["text/html", "text/x"], NAMES=False, POLICY={"exact": "store"},
                    CRAWL="news", CRAWL_CANCEL=["shutdown"])  # fmt: skip
    assert shell == python and python.policy == SeenPolicy(exact="store")
    assert python.names is False and chosen(NAMES="true").names is True
    assert not python.is_service and chosen(STORE="https://h").is_service
    assert re.fullmatch(r"news-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d", chosen(CRAWL="%(name)s-%(time)s").crawl)


@pytest.mark.parametrize(("name", "value", "said"), [
    ("ON_ERROR", "shut", "FACSIM_ON_ERROR is open or closed"),
    ("REVISITS", "no", "FACSIM_REVISITS is follow or skip"),
    ("TIMEOUT", "soon", "FACSIM_TIMEOUT"),
    ("DROP_LINKS", "perhaps", "FACSIM_DROP_LINKS"),
    ("NAMES", "perhaps", "FACSIM_NAMES"),
    ("THREADS", "many", "FACSIM_THREADS"),
    ("POLICY", {"exactly": "skip"}, "FACSIM_POLICY has no 'exactly'"),
    ("POLICY", {"exact": "drop"}, "exact is one of store, skip_links, skip"),
    ("POLICY", "skip", "FACSIM_POLICY"),
    ("CRAWL", "100%", "FACSIM_CRAWL may hold"),
    ("CRAWL", "%(spider)s", "FACSIM_CRAWL may hold"),
    ("STORE", 7, "FACSIM_STORE"),
    ("PAUSE", -1, "FACSIM_PAUSE"),
])  # fmt: skip
def test_wrong_values_are_named(name: str, value: object, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        chosen(**{name: value})


def placed(**settings: object) -> tuple[dict, dict]:
    made = Settings(settings)
    door.FacsimAddon().update_settings(made)
    door.FacsimAddon().update_settings(made)  # twice is once
    return made.getdict("DOWNLOADER_MIDDLEWARES"), made.getdict("SPIDER_MIDDLEWARES")


def test_where_the_add_on_puts_them() -> None:
    assert placed() == ({DOWNLOADER: 545}, {SPIDER: 950})
    # What the user said stays: another place, by name or class, or none.
    by_name = placed(DOWNLOADER_MIDDLEWARES={DOWNLOADER: 700, "other": 1})
    assert by_name == ({DOWNLOADER: 700, "other": 1}, {SPIDER: 950})
    by_class = placed(SPIDER_MIDDLEWARES={door.FacsimSpiderMiddleware: 1})
    assert by_class == ({DOWNLOADER: 545}, {door.FacsimSpiderMiddleware: 1})
    assert placed(SPIDER_MIDDLEWARES='{"other": 3}')[1] == {"other": 3, SPIDER: 950}
    assert placed(DOWNLOADER_MIDDLEWARES={DOWNLOADER: None})[0] == {DOWNLOADER: None}


def test_where_the_add_on_puts_rules() -> None:
    rules = {"facsim.scrapy.FacsimRulesMiddleware": 945}
    back = {"facsim.scrapy.FacsimRulesDownloaderMiddleware": 548}
    assert placed(FACSIM_URL_RULES="r.json") == (back, rules)
    both = placed(FACSIM_URL_RULES="r.json", FACSIM_STORE="s")
    assert both == ({DOWNLOADER: 545} | back, {SPIDER: 950} | rules)
    for given, left in (({}, "scrapy.dupefilters.RFPDupeFilter"),
                        ({"FACSIM_URL_RULES": "r.json"}, "facsim.scrapy.FacsimDupeFilter"),
                        ({"FACSIM_URL_RULES": "r.json", "DUPEFILTER_CLASS": "own.Filter"}, "own.Filter")):  # fmt: skip
        made = Settings(given)
        door.FacsimAddon().update_settings(made)
        assert made["DUPEFILTER_CLASS"] == left


def test_a_name_that_is_no_setting(caplog: pytest.LogCaptureFixture) -> None:
    """A crawl that was to fail closed would fail open without a word."""
    wrong = {"FACSIM_ON_EROR": "closed", "FACSIM_DROP_LINKS": False, "FACSIM_X": 1, "facsim_store": "s"}
    door.FacsimAddon().update_settings(Settings(wrong))
    assert [record.getMessage() for record in caplog.records] == [
        "FACSIM_ON_EROR is no setting of facsim, and does nothing; FACSIM_ON_ERROR?",
        "FACSIM_X is no setting of facsim, and does nothing",
    ]


def test_off_or_without_a_store() -> None:
    for settings, said in ({"FACSIM_ENABLED": False, "FACSIM_STORE": "x"}, "^$"), ({}, "names no store"):
        crawler = SimpleNamespace(settings=Settings(settings))
        for middleware in (door.FacsimDownloaderMiddleware, door.FacsimSpiderMiddleware):
            with pytest.raises(NotConfigured, match=said):
                middleware.from_crawler(crawler)


def test_a_gate_lets_one_try() -> None:
    gate = Gate(0.0, is_open=False)
    assert gate.may_pass() and gate.failed() and not gate.failed()
    assert [gate.may_pass() for _ in range(3)] == [True, False, False]
    assert not gate.failed() and gate.may_pass()
    assert gate.answered() and not gate.answered() and gate.may_pass()
    later = Gate(60.0, is_open=False)
    later.failed()
    assert not later.may_pass()
    held = Gate(60.0, is_open=True)
    assert held.failed() and held.may_pass() and held.may_pass()


LAZY = """if True:
    import sys
    import facsim
    assert not {"scrapy", "twisted", "facsim.scrapy"} & set(sys.modules)
    sys.modules["scrapy"] = None
    try:
        import facsim.scrapy
    except ImportError as error:
        assert "pip install facsim[scrapy]" in str(error), error
        print("said")
"""


def test_it_is_loaded_by_who_asks_for_it() -> None:
    environment = {"PYTHONPATH": os.environ["FACSIM_PYTHON_PACKAGE"]}
    assert done([sys.executable, "-c", LAZY], env=environment).out == "said\n"
    assert 'scrapy = ["scrapy>=2.10"]' in (ROOT / "pyproject.toml").read_text()
