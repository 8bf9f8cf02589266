# SPDX-License-Identifier: Apache-2.0
"""The first screen of a report: pictures whose numbers are those of summary.json, and the closest call."""

import json
from pathlib import Path

import pytest
from making import words, write_jsonl
from page_world import pages
from running import facsim, read_jsonl


def opened_at(browser: object, folder: Path, fragment: str = "", **settings: object) -> object:
    opened = browser.new_context(**settings).new_page()
    opened.goto((folder / "report.html").as_uri() + fragment)
    if settings.get("java_script_enabled", True):
        opened.wait_for_selector("html[data-ready]")
    return opened


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pictures")
    rows = [row | {"part": str(row["id"])[:2]} for row in pages()]
    write_jsonl(folder / "pages.jsonl", [*rows, rows[0], rows[0]])
    facsim.done("dedup", "pages.jsonl", "-o", "out", "--count-by", "part", cwd=folder)
    facsim.done("report", "out", cwd=folder)
    return folder


def numbers(opened: object, selector: str, column: int = 0) -> list[int]:
    rows = opened.locator(selector).evaluate_all(
        "(rows) => rows.map((row) => [...row.querySelectorAll('td.n')].map((c) => c.textContent))")
    return [int(row[column].replace(",", "")) for row in rows]


def test_their_numbers_are_those_of_the_summary(browser: object, world: Path):
    summary = json.loads((world / "out/summary.json").read_text())
    opened = opened_at(browser, world, java_script_enabled=False)
    parts = dict(opened.locator(".fate .keys li").evaluate_all(
        "(all) => all.map((li) => [li.textContent.split(/ \\d/)[0].trim(), Number(li.dataset.pages)])"))
    reported = summary["reported"]["total"]
    wanted = {"kept": summary["pages_kept"] - reported, "kept and reported": reported}
    wanted |= {f"removed, {kind}": count for kind, count in summary["removed"].items()
               if kind != "total"}
    assert parts == {name: count for name, count in wanted.items() if count}
    assert sum(parts.values()) == summary["pages_read"]
    label = opened.get_attribute(".fate svg.strip", "aria-label")
    assert all(f"{name} {count:,}" in label for name, count in parts.items())

    pairs = opened.locator(".likeness .keys li").evaluate_all(
        "(all) => all.map((li) => Number(li.dataset.pairs))")
    assert pairs[0] == summary["removed"]["total"] - summary["removed"]["exact"]
    assert pairs[1] == reported - summary["reported"]["exact"]
    for column, count in enumerate(pairs, 1):
        assert sum(numbers(opened, ".likeness tbody tr", column)) == count
    assert sum(numbers(opened, ".sizes tbody tr")) == summary["clusters"]
    opened.context.close()


def test_the_closest_call_is_the_pair_nearest_to_the_threshold(browser: object, world: Path):
    summary = json.loads((world / "out/summary.json").read_text())
    line = summary["options"]["min_resemblance"]
    opened = opened_at(browser, world)
    shown = float(opened.locator("#closest .why b").inner_text())
    rows = read_jsonl(world / "out/duplicates.jsonl") + read_jsonl(world / "out/reported.jsonl")
    assert abs(shown - line) <= min(abs(row["resemblance"] - line) for row in rows) + 1e-4
    opened.click("#closest a")
    opened.wait_for_selector("#detail .why")
    assert "pair=0" in opened.url
    assert str(shown) in opened.inner_text("#detail")
    opened.context.close()


def test_pairs_of_one_kept_page_stand_together(browser: object, world: Path):
    opened = opened_at(browser, world, "#pairs&state=removed")
    with opened.expect_download() as download:
        opened.click('[aria-label="pairs as JSON"]')
    kept = [row["other"] for row in json.loads(Path(download.value.path()).read_text())]
    begins = [name for i, name in enumerate(kept) if i == 0 or kept[i - 1] != name]
    assert len(begins) == len(set(kept)) < len(kept)
    goes_on = opened.locator("#list li", has_text="same kept page as above").count()
    assert goes_on == len(kept) - len(begins)
    opened.context.close()


@pytest.mark.parametrize("width", [420, 390])
def test_on_a_narrow_screen_the_pair_is_seen_first(browser: object, world: Path, width: int):
    opened = opened_at(browser, world, viewport={"width": width, "height": 900})
    top = "(what) => document.querySelector(what).getBoundingClientRect().top"
    assert opened.evaluate(top, "#closest") < 450
    assert opened.evaluate(top, "#closest") < opened.evaluate(top, ".fate")
    opened.evaluate("() => { location.hash = 'pairs'; }")
    opened.wait_for_timeout(50)
    assert opened.evaluate(top, "#detail") < min(450, opened.evaluate(top, "#list"))
    assert opened.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    opened.context.close()


def test_sources_stand_in_the_page(browser: object, world: Path):
    summary = json.loads((world / "out/summary.json").read_text())
    opened = opened_at(browser, world, "#hosts")
    table = opened.locator('[aria-label="Pages by part"] tbody tr')
    assert table.count() == len(summary["by_value"]["rows"])
    first = summary["by_value"]["rows"][0]
    assert table.first.locator("td").all_inner_texts() == [
        first["name"], *(f"{count:,}" for count in (
            first["pages"], first["kept"], first["removed"]["total"], first["reported"]["total"],
            first["skipped"]))]
    assert opened.locator('[aria-label="Pages by input file"] tbody tr').count() == 1
    opened.context.close()


def test_a_result_without_pairs_has_no_empty_picture(browser: object, tmp_path: Path):
    write_jsonl(tmp_path / "pages.jsonl", [{"id": str(i), "text": words(i)} for i in range(3)])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = opened_at(browser, tmp_path)
    assert "There is none" in opened.inner_text("#closest")
    assert opened.locator(".likeness svg, .sizes svg").count() == 0
    assert opened.locator(".fate .keys li").count() == 1
    opened.context.close()


def test_one_page_is_said_in_the_singular(browser: object, tmp_path: Path):
    write_jsonl(tmp_path / "pages.jsonl", [{"id": "a", "text": words(1)}, {"id": "b", "text": words(1)}])
    facsim.done("dedup", "pages.jsonl", "-o", "out", cwd=tmp_path)
    facsim.done("report", "out", cwd=tmp_path)
    opened = opened_at(browser, tmp_path)
    assert "1 (50.0 %) was removed" in opened.inner_text(".result")
    text = opened.inner_text("#overview")
    assert "1 page with the text of another is not drawn." in text and "1 pages" not in text
    opened.context.close()
