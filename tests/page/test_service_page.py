# SPDX-License-Identifier: Apache-2.0
"""The page of facsim serve in a browser: asking, tokens, figures, hostile names, accessibility."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browsing import serious
from page_world import CHINESE, HEBREW, HOSTILE
from service_world import DEFAULT, Service, near, text_of, until

READER, WRITER = "reader-0123456789", "writer-0123456789"
ANSWERED = "#answer .verdict, #answer .bad"


def origin(service: Service) -> str:
    return f"http://{service.address}"


def fill(service: Service) -> None:
    """Families of one to six pages, names in three scripts, and names that want to be markup."""
    for family in range(6):
        for version in range(family + 1):
            text = near(text_of(family), version) if version else text_of(family)
            url = f"https://host{version}.example.org/{family}"
            service.add({"id": f"{family}-{version}", "url": url, "text": text})
    for number in range(9):
        name = (HOSTILE, CHINESE, HEBREW[0])[number % 3] + str(number)
        url = f"javascript:alert({number})"
        text = near(text_of(50 + number % 3), number)
        service.add({"id": name, "url": url, "text": text})


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path / "store", "--durability", "none") as service:
        fill(service)
        yield service


@contextmanager
def visit(browser: object, service: Service, expected: tuple = (), **how: object) -> Iterator[object]:
    """The page, open. It asks nobody but the service, and its script does not fail; `expected` are
    statuses that it may get."""
    context = browser.new_context(**how)
    opened = context.new_page()
    asked, failed, changed = [], [], []
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("request", lambda request: changed.append((request.method, request.url))
              if request.method not in ("GET", "POST") or "add=" in request.url else None)
    opened.on("pageerror", lambda error: failed.append(str(error)))
    opened.on("dialog", lambda dialog: failed.append(dialog.message))
    opened.on("console", lambda message: failed.append(message.text)
              if message.type == "error" and not any(f"status of {each}" in message.text
                                                     for each in expected) else None)
    opened.goto(origin(service) + "/")
    opened.wait_for_selector("html[data-ready]")
    yield opened
    assert not {"\u202e", "\u061c"} & set(opened.inner_text("body"))
    assert failed == []
    assert [url for url in asked if not url.startswith(origin(service) + "/")] == []
    assert [url for url in asked if READER in url or WRITER in url] == []
    assert changed == []
    context.close()


def ask(page: object, name: str = "", text: str = "", format_: str = "text") -> str:
    page.fill("#ask-name", name)
    page.fill("#ask-text", text)
    page.select_option("#ask-format", format_)
    page.click("#ask-form button")
    page.wait_for_selector(ANSWERED)
    return page.inner_text("#answer")


def facts(page: object, at: str) -> dict[str, str]:
    pairs = page.locator(f"{at} .facts > div")
    return dict(text.split("\n", 1) for text in pairs.all_inner_texts())


def rows_stored(service: Service) -> int:
    return service.get(DEFAULT).json()["last_row"]


def test_status_is_the_services(browser: object, served: Service):
    report = {"places": [{"place": "example.org", "links": 1234}]}
    assert served.request("POST", DEFAULT + "/uncrawled", report).status == 204
    with visit(browser, served) as page:
        info = served.get("/v1/info").json()
        said = facts(page, "#status")
        assert said["version"] == info["version"] and said["durability"] == "none"
        assert said["rows written"] == str(info["collections"][0]["last_row"])
        assert re.fullmatch(r"\d+\.\d MiB", said["memory"]), said
        assert page.inner_text("#ready") == "ready"
        assert "balanced" in page.inner_text("#collections tbody")
        assert "1,234" in page.inner_text("#collections tbody")


def test_a_text_is_asked_for_and_not_added(browser: object, served: Service):
    before, text = rows_stored(served), near(text_of(3), 7)
    with visit(browser, served) as page:
        answer = ask(page, "https://other.example.org/", text)
        api = served.check({"url": "https://other.example.org/", "text": text})
        assert "Yes: seen before, a copy by content." in answer
        said = facts(page, "#answer")
        assert (said["old page"], said["action"], said["kind"]) == (
            api["match"]["id"], api["action"], "content")
        assert said["resemblance"].startswith(f"{api['match']['resemblance']:.4g}")
        assert said["distance"].split()[0] == str(api["match"]["distance"])
        link = page.locator("#answer dd a")
        assert link.get_attribute("href") == api["match"]["url"]
        assert "noreferrer" in link.get_attribute("rel")
        assert page.locator("#answer details tbody tr").count() >= 1
        assert "No: a new page." in ask(page, text=text_of(900))
        assert "Too short" in ask(page, text="few words")
        html = f"<html><body><p>{text_of(3)}</p></body></html>"
        assert "Yes" in ask(page, text=html, format_="html")
        assert "Write a text, a URL or an id first." in ask(page, " ", "\n")
    assert rows_stored(served) == before


def test_a_url_shows_its_page_and_the_copies(browser: object, served: Service):
    before = rows_stored(served)
    with visit(browser, served, (404,)) as page:
        answer = ask(page, "https://host0.example.org/5")
        assert "a page of this name is stored" in answer
        assert facts(page, "#answer")["id"] == "5-0"
        copies = served.get(DEFAULT + "/copies?id=5-0").json()["copies"]
        shown = page.locator("#answer tbody tr td:first-child").all_inner_texts()
        assert shown == [copy["id"] for copy in copies] and len(shown) == 5
        assert facts(page, "#answer") and "5-0" in ask(page, "5-0")
        assert "no copies under another URL" in ask(page, "0-0")
        for name in ("https://nowhere.example.org/", "..", "a/../b", "%", "?x=1&add=true#y"):
            assert "no page has the id or URL" in ask(page, name), name
    assert rows_stored(served) == before


def test_clusters_and_their_members(browser: object, served: Service):
    with visit(browser, served) as page:
        page.wait_for_selector("#cluster-list tbody tr")
        found = served.get(DEFAULT + "/clusters").json()["clusters"]
        sizes = page.locator("#cluster-list tbody td:first-child").all_inner_texts()
        assert sizes == [str(each["size"]) for each in found] and sizes[0] == "6"
        page.locator("#cluster-list button").first.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#members tbody tr")
        assert page.locator("#members tbody tr").count() == 6


def test_hostile_names_are_text(browser: object, served: Service):
    with visit(browser, served) as page:
        answer = ask(page, f"{HOSTILE}0")
        assert "</script><script>alert(1)</script>\u27e6U+202E\u27e7\u27e6U+061C\u27e70" in answer
        assert "javascript:alert(0)" in answer
        page.wait_for_selector("#cluster-list tbody tr")
        assert "\u27e6U+202E\u27e7" in page.inner_text("#cluster-list")
        links = page.locator("a").evaluate_all("(all) => all.map((a) => a.href)")
        assert [link for link in links if link.startswith("javascript")] == []
        assert page.locator("script").count() == 1


def test_the_history_is_there_when_the_page_opens(browser: object, served: Service):
    totals = served.get("/v1/history").json()["totals"]
    with visit(browser, served) as page:
        rows = page.locator("#history .kinds tbody tr")
        shown = {row.split("\t")[0]: row.split("\t")[1] for row in rows.all_inner_texts()}
        assert shown["new"] == str(totals["none"]) and shown["content"] == str(totals["content"])
        assert page.locator("#history .kinds rect").count() >= 3
        page.select_option("#span", "1440")
        assert shown["content"] in page.inner_text("#history .kinds")
        assert page.locator("#history svg").first.get_attribute("aria-label").startswith("new: ")


def test_a_token_is_asked_for_and_goes_nowhere_else(browser: object, tmp_path: Path):
    env = {"FACSIM_READ_TOKEN": READER, "FACSIM_WRITE_TOKEN": WRITER}
    with Service(tmp_path / "store", env=env) as service:
        service.token = WRITER
        service.add({"id": "secret-id", "text": text_of(1)})
        with visit(browser, service, (401,)) as page:
            headers = []
            page.on("request", lambda each: headers.append(each.headers.get("authorization")))
            assert page.is_visible("#token")
            assert not page.is_visible("#status") and not page.is_visible("nav")
            for wrong, said in (("wrong-0123456789", "does not know this token"),
                                ("sechzehn-Zeichen-\u00fc", "visible characters of ASCII")):
                page.fill("#token-text", wrong)
                page.click("#token-form button")
                page.wait_for_function("(said) => document.getElementById('token-said')"
                                       ".textContent.includes(said)", arg=said)
                assert not page.is_visible("#status")
            page.fill("#token-text", READER)
            page.keyboard.press("Enter")
            page.wait_for_selector("html[data-ready=yes]")
            assert not page.is_visible("#token")
            assert "Yes" in ask(page, text=text_of(1))
            page.wait_for_selector("#cluster-list", state="attached")
            assert f"Bearer {READER}" in headers
            assert READER not in page.content() and READER not in page.url
            stored = page.evaluate("() => [sessionStorage.length, localStorage.length, document.cookie]")
            assert stored == [1, 0, ""]
            page.reload()
            page.wait_for_selector("html[data-ready=yes]")
            page.click("#forget")
            assert page.is_visible("#token")
            assert "secret-id" not in page.content()
            assert page.evaluate("() => sessionStorage.length") == 0
        service.token = WRITER
        assert rows_stored(service) == 1


def test_a_service_that_goes_is_said_to_be_gone(browser: object, tmp_path: Path):
    with Service(tmp_path / "store") as service:
        context = browser.new_context()
        page = context.new_page()
        page.goto(origin(service) + "/")
        page.wait_for_selector("html[data-ready=yes]")
        service.stop()
        page.click("#pause")
        page.click("#pause")  # looks at once
        until(lambda: page.inner_text("#ready") == "no answer")
        page.fill("#ask-text", "words")
        page.click("#ask-form button")
        page.wait_for_selector("#answer .bad")
        assert "does not answer" in page.inner_text("#answer")
        context.close()


def test_a_hidden_page_asks_nothing(browser: object, served: Service):
    """Time and visibility are the test's."""
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.goto(origin(served) + "/")
    page.wait_for_selector("html[data-ready=yes]")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.run_for(11_000)
    until(lambda: page.wait_for_timeout(10) or len(asked) >= 3)
    page.wait_for_timeout(200)
    assert len(asked) == 3, asked  # readiness, info, history
    page.evaluate("""() => { Object.defineProperty(document, 'hidden', { value: true, writable: true });
        document.dispatchEvent(new Event('visibilitychange')); }""")
    page.clock.run_for(600_000)
    page.wait_for_timeout(200)
    assert len(asked) == 3, asked
    page.evaluate("() => { document.hidden = false; document.dispatchEvent(new Event('visibilitychange')); }")
    until(lambda: page.wait_for_timeout(10) or len(asked) == 6)
    context.close()


def test_the_policy_forbids_other_places(browser: object, served: Service):
    opened = browser.new_page()
    refused = []
    opened.on("console", lambda message: refused.append(message.text))
    opened.goto(origin(served) + "/")
    said = opened.evaluate("() => fetch('http://127.0.0.1:9/').then(() => 'went', () => 'failed')")
    assert said == "failed" and any("Content Security Policy" in text for text in refused), refused
    opened.goto("about:blank")
    opened.set_content(f"<iframe src='{origin(served)}/'></iframe>")
    opened.wait_for_timeout(300)
    assert all("facsim serve" not in frame.content() for frame in opened.frames[1:])
    opened.close()


def test_without_script_it_says_how_to_ask(browser: object, served: Service):
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()
    opened.goto(origin(served) + "/")
    assert opened.locator("h1").is_visible() and "facsim serve" in opened.title()
    assert "/v1/collections/default/check" in opened.inner_text("#interface")
    assert not opened.is_visible("#status") and not opened.is_visible("#token")
    assert "need JavaScript" in opened.inner_text("body")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 390])
def test_accessible(browser: object, served: Service, scheme: str, width: int):
    look = {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}
    # The policy keeps the browser from asking for an icon; without it there is none (404).
    with visit(browser, served, (404,), bypass_csp=True, **look) as opened:
        ask(opened, "https://other.example.org/", near(text_of(3), 8))
        opened.locator("#answer summary").click()
        opened.locator("#history summary").click()
        opened.wait_for_selector("#cluster-list tbody tr")
        opened.locator("#cluster-list button").first.click()
        opened.wait_for_selector("#members tbody tr")
        assert serious(opened) == []
        assert opened.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert opened.evaluate("""() => { const box = document.querySelector('#history .scroll');
            return box.scrollWidth <= box.clientWidth; }"""), "the bars are cut off"
        opened.evaluate("() => { document.getElementById('token').hidden = false; }")
        assert serious(opened) == []


def test_printed(browser: object, served: Service):
    """What is shown is printed, nothing is cut off, and what asks is left out."""
    with visit(browser, served, viewport={"width": 740, "height": 900}) as page:
        page.wait_for_selector("#cluster-list tbody tr")
        page.emulate_media(media="print")
        assert page.is_visible("#history") and not page.is_visible("#ask") and not page.is_visible("#token")
        page.emulate_media(media="screen")
        ask(page, text=near(text_of(3), 9))
        page.emulate_media(media="print")
        assert page.is_visible("#answer .verdict") and not page.is_visible("#ask-form")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_by_keyboard_alone(browser: object, served: Service):
    """From the top of the page to an answer with Tab, letters and Enter."""
    with visit(browser, served) as page:
        page.evaluate("() => document.activeElement.blur()")
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement.id") == "ask-name":
                break
        page.keyboard.type("5-0")
        page.keyboard.press("Enter")
        page.wait_for_selector(ANSWERED)
        assert page.evaluate("() => document.activeElement.id") == "answer"
