# SPDX-License-Identifier: Apache-2.0
"""The page of facsim report in a browser: slider, keyboard, decisions, exports, accessibility."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import NODE_MODULES, missing, serious
from making import write_jsonl
from page_world import HOSTILE, pages
from running import ROOT, done, facsim, read_jsonl, run


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    write_jsonl(folder / "pages.jsonl", pages())
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=folder)
    facsim.done("report", "out", cwd=folder)
    return folder


@pytest.fixture
def page(browser: object, world: Path) -> Iterator[object]:
    """The report, open and ready. It asks for nothing but itself, and its script does not fail."""
    context = browser.new_context(accept_downloads=True)
    opened = context.new_page()
    asked, failed = [], []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("pageerror", lambda error: failed.append(str(error)))
    opened.on("console", lambda message: failed.append(message.text)
              if message.type == "error" else None)
    opened.on("dialog", lambda dialog: failed.append(dialog.message))
    opened.goto((world / "report.html").as_uri())
    opened.wait_for_selector("html[data-ready]")
    yield opened
    assert failed == []
    assert [url for url in asked if not re.match(r"(file|blob):", url)] == []
    context.close()


def go(page: object, fragment: str) -> None:
    page.evaluate("(hash) => { location.hash = hash; }", fragment)
    page.wait_for_timeout(50)


def downloaded(page: object, button: str) -> str:
    with page.expect_download() as download:
        page.click(button)
    return Path(download.value.path()).read_bytes().decode()


def counts(page: object) -> list[int]:
    return [int(page.inner_text(f"#{name}").replace(",", "")) for name in ("removed", "reported")]


def test_the_slider_foretells_recluster(page: object, world: Path, tmp_path: Path):
    go(page, "whatif")
    slider = page.locator("#threshold")
    slider.focus()
    for key, times in (("ArrowRight", 7), ("ArrowLeft", 19)):
        for _ in range(times):
            page.keyboard.press(key)
        threshold = page.inner_text("#at")
        foretold = counts(page)
        command = page.inner_text("#slider .command").split()
        assert command[:3] == ["facsim", "recluster", "out"] and command[-1] == threshold
        copy = tmp_path / key
        shutil.copytree(world / "out", copy)
        facsim.done("recluster", copy, *command[3:], cwd=world)
        summary = json.loads((copy / "summary.json").read_text())
        assert foretold == [summary["removed"]["total"], summary["reported"]["total"]]
    assert f"t={threshold}" in page.url
    assert page.locator("#nearline tbody tr").count() > 2


def current(page: object) -> str:
    """The page of the chosen pair, as the list calls it."""
    return page.inner_text("#list [aria-current]").split("\n")[0]


def test_keys_walk_decide_and_undo_and_recluster_obeys(page: object, world: Path, tmp_path: Path):
    go(page, "pairs&state=removed")
    first = current(page)
    page.keyboard.press("j")
    second = current(page)
    assert first != second
    page.keyboard.press("k")
    assert current(page) == first
    page.keyboard.press("d")
    assert page.locator("#passages .here").count() == 2
    page.keyboard.press("n")  # and on to the next
    assert current(page) == second
    listed = [text.split("\n")[0] for text in page.locator("#list li").all_inner_texts()]
    assert listed and first not in listed, "what was decided comes back"
    page.keyboard.press("y")
    page.keyboard.press("y")
    page.keyboard.press("u")
    assert "2 decisions; the rules agree with 1." in page.inner_text("#decided-count")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert "2 decisions" in page.inner_text("#decided-count"), "the browser forgot them"
    text = downloaded(page, "#export")
    different, same = [line.split("\t") for line in text.splitlines()]
    assert (different[2], same[2]) == ("different", "same")

    copy = tmp_path / "out"
    shutil.copytree(world / "out", copy)
    (tmp_path / "decisions.tsv").write_text(text)
    ran = facsim.done("recluster", copy, "--decisions", tmp_path / "decisions.tsv", cwd=world)
    assert "2 decisions; the rules alone agree with 1" in ran.err
    gone = {row["id"]: row["representative"] for row in read_jsonl(copy / "duplicates.jsonl")}
    assert gone.get(different[0]) != different[1] and same[0] in gone
    facsim.done("report", copy, "-o", tmp_path / "again.html", "--no-text", cwd=world)
    page.goto((tmp_path / "again.html").as_uri() + "#pairs")
    page.wait_for_selector("html[data-ready]")
    assert not any(text.startswith(different[0] + "\n")
                   for text in page.locator("#list li").all_inner_texts())


def test_search_facets_and_the_fragment(page: object):
    go(page, "pairs")
    page.fill("#search", "host1")
    everything = page.inner_text("#found")
    assert "q=host1" in page.url
    page.locator("#facets button", has_text="content").first.click()
    assert "kind=content" in page.url and page.inner_text("#found") != everything
    address, found = page.url, page.inner_text("#found")
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    assert page.inner_text("#found") == found, "a mailed view is another one"


def test_tables_leave_as_csv_and_json(page: object):
    go(page, "pairs")
    rows = json.loads(downloaded(page, '[aria-label="pairs as JSON"]'))
    lines = downloaded(page, '[aria-label="pairs as CSV"]').split("\r\n")
    assert len(rows) == len(lines) - 2 > 5
    assert lines[0].split(",") == list(rows[0])
    go(page, "whatif")
    near = json.loads(downloaded(page, '[aria-label="just below the line as JSON"]'))
    assert near and list(near[0]) == ["resemblance", "now", "page", "other"]
    go(page, "overview")
    kinds = json.loads(downloaded(page, '[aria-label="removed pages by kind as JSON"]'))
    assert all(row["pages"] > 0 and row["of all"].endswith(" %") for row in kinds)
    for view, tables in (("overview", "#overview .scroll"), ("skipped", "#skipped .scroll")):
        with_rows = page.locator(f"{tables}:has(tbody tr)").count()
        assert page.locator(f"#{view} button[aria-label$=CSV]").count() == with_rows > 0
    go(page, "hosts")
    assert len(json.loads(downloaded(page, '[aria-label="hosts as JSON"]'))) > 2


def test_members_of_a_cluster_leave_too(page: object, world: Path):
    go(page, "clusters")
    page.locator("#clusters-app details").first.locator("summary").click()
    rows = json.loads(downloaded(page, "#clusters-app details button[aria-label$=JSON]"))
    kept = page.locator("#clusters-app details").first.locator("summary bdi").inner_text()
    gone = [row for row in read_jsonl(world / "out/duplicates.jsonl") if row["representative"] == kept]
    assert [(row["page"], row["kind"]) for row in rows] == [(row["id"], row["kind"]) for row in gone]


def test_on_a_narrow_screen_a_pair_chosen_below_comes_into_sight(browser: object, world: Path):
    context = browser.new_context(viewport={"width": 390, "height": 800})
    opened = context.new_page()
    opened.goto((world / "report.html").as_uri() + "#pairs")
    opened.wait_for_selector("html[data-ready]")
    top = "() => document.querySelector('#detail').getBoundingClientRect().top"
    opened.locator("#list").scroll_into_view_if_needed()
    opened.locator("#list button").nth(1).click()
    assert -1 <= opened.evaluate(top) < 400
    opened.evaluate("() => scrollTo(0, 0)")
    opened.keyboard.press("n")
    assert -1 <= opened.evaluate(top) < 400
    context.close()


def test_it_says_how_the_copy_follows(page: object):
    go(page, "pairs&state=removed")
    page.keyboard.press("n")
    said = page.inner_text("#decisions")
    assert "facsim recluster out --decisions decisions.tsv" in said and "With --apply" in said
    go(page, "whatif")
    assert "With --apply" in page.inner_text("#slider")


def test_commands_keep_what_was_reclustered(browser: object, world: Path, tmp_path: Path):
    copy = tmp_path / "out"
    shutil.copytree(world / "out", copy)
    facsim.done("recluster", copy, "--min-resemblance", "0.9", "--remove", "exact", cwd=world)
    facsim.done("report", copy, "-o", tmp_path / "again.html", "--no-text", cwd=world)
    opened = browser.new_page()
    opened.goto((tmp_path / "again.html").as_uri() + "#pairs")
    opened.wait_for_selector("html[data-ready]")
    opened.keyboard.press("n")
    said = opened.inner_text("#decisions .command")
    opened.close()
    for words in ("--decisions decisions.tsv", "--min-resemblance 0.9", "--remove exact", "--keep first",
                  "--min-containment 0.5"):  # fmt: skip
        assert words in said, said


def test_it_prints_on_paper(browser: object, world: Path):
    """Every view, one behind the other, on pages that have words and are not cut off."""
    opened = browser.new_page()
    opened.goto((world / "report.html").as_uri())
    opened.wait_for_selector("html[data-ready]")
    opened.emulate_media(media="print")
    for name in ("overview", "whatif", "pairs", "clusters", "hosts", "skipped"):
        assert opened.locator(f"#{name}").is_visible(), name
    assert not opened.locator("nav, #export, #threshold").first.is_visible()
    paper = opened.pdf(format="A4")
    opened.close()
    assert paper.startswith(b"%PDF") and paper.count(b"/Type /Page\n") > 2


def test_hostile_text_is_text(page: object):
    go(page, f"pairs&q={HOSTILE[:9]}")
    assert "</script>" in page.inner_text("#detail")
    assert page.locator("#detail b, #detail a[href^=javascript]").count() == 0
    assert not {"\u202e", "\u061c"} & set(page.inner_text("body"))
    for link in page.locator("#detail a").all():
        assert "noreferrer" in link.get_attribute("rel")


def test_the_policy_forbids_the_network(browser: object, world: Path):
    opened = browser.new_page()
    refused = []
    opened.on("console", lambda message: refused.append(message.text))
    opened.goto((world / "report.html").as_uri())
    said = opened.evaluate("() => fetch('http://127.0.0.1:9/').then(() => 'went', () => 'failed')")
    opened.close()
    assert said == "failed" and any("Content Security Policy" in text for text in refused), refused


def test_without_script_it_is_whole(browser: object, world: Path):
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto((world / "report.html").as_uri())
    for name in ("overview", "whatif", "pairs", "clusters", "hosts", "skipped"):
        assert opened.locator(f"#{name}").is_visible()
    assert opened.locator("#pairs tbody tr").count() > 5
    assert opened.locator("#curve polyline").count() == 2
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 390])
def test_accessible(browser: object, world: Path, scheme: str, width: int):
    context = browser.new_context(color_scheme=scheme, bypass_csp=True,
                                  viewport={"width": width, "height": 900})
    opened = context.new_page()
    opened.goto((world / "report.html").as_uri())
    opened.wait_for_selector("html[data-ready]")
    bad = []
    for view in ("overview", "whatif", "pairs", "clusters", "hosts", "skipped"):
        go(opened, view)
        bad += [(view, *each) for each in serious(opened)]
        assert opened.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), view
    context.close()
    assert bad == []


def test_ten_thousand_pairs_open_within_a_second(browser: object, tmp_path: Path):
    texts = [" ".join(f"w{family}x{i}" for i in range(60)) for family in range(2000)]
    write_jsonl(tmp_path / "pages.jsonl", [
        {"id": f"{number}-{version}", "text": f"{text} end{version} {version}"}
        for number, text in enumerate(texts) for version in range(6)])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = browser.new_page()
    seconds = []
    for _ in range(3):
        began = time.monotonic()
        opened.goto((tmp_path / "report.html").as_uri() + "#pairs")
        opened.wait_for_selector("html[data-ready]")
        seconds.append(time.monotonic() - began)
        assert "of 10,000 listed pairs" in opened.inner_text("#found")
        opened.goto("about:blank")
    opened.close()
    assert min(seconds) < 1, seconds


def test_script_and_style_are_small_and_pass_their_checkers():
    folder = ROOT / "facsim/report/page"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 100_000
    if shutil.which("node") is None:
        missing("node")
    for script in folder.glob("*.js"):
        done(["node", "--check", script])
    eslint = NODE_MODULES / ".bin/eslint"
    if not eslint.exists():
        missing("eslint")
    config = ROOT / "scripts/page/eslint.config.mjs"
    ran = run([eslint, "--config", config, *folder.glob("*.js")], cwd=ROOT)
    assert ran.status == 0, ran.out + ran.err
