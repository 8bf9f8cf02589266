# SPDX-License-Identifier: Apache-2.0
"""Pages of one site whose names tell them apart are two; a page under two names is one.

Each pair has a text of its own, so one run judges all pairs: of JSON lines with URLs, and of a
folder of files. The second page of most pairs has small edits, as a page that was fetched later.
"""

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from urllib.parse import quote, unquote

import pytest
from making import write_jsonl
from running import Dedup

HOST = "https://www.example.org"

# ---- Texts ----

# Sentences; {n} is a noun, {a} an adjective or adverb, {v} a verb, {t} a word of the topic.
FRAMES = {
    "en": """The {n} of the {t} was {a} before the {n} began to {v}. |Most of the {n} had to {v}
        again and the {a} {n} came back to the {t}. |"We did not expect a {a} {n}," said the {n}
        of the {n}. |A {a} {t} stood beside the {n}, and it took {d} days to {v} it. |Since {y}
        the {n} is {a}, yet the {t} and its {n} would not {v}. |To {v} a {a} {n}, take the {n}
        and the {t} together. """,
    "de": """Die {n} am {t} blieb {a}, bis die {n} wieder {v} konnte. |Viele {n} mussten {v},
        obwohl die {n} schon {a} war. |"Damit hat niemand gerechnet", sagte die {n} der {n} zum
        {t}. |Seit {y} ist die {n} {a}, nur die {n} zum {t} nicht. |Nach {d} Tagen wollte die {n}
        {a} {v}. """,
    "fr": """La {n} du {t} restait {a} quand la {n} a voulu {v}. |Plusieurs {n} ont dû {v} avant
        que la {n} ne soit {a}. |« Nous attendions une {n} {a} », explique la {n} de la {n}.
        |Pour {v} une {n} {a}, il faut la {n} et le {t}. |Depuis {y}, la {n} et son {t} sont {a}
        depuis {d} jours. """,
    "zh": """{t}的{n}在{y}年变得{a}，{n}开始{v}。|许多{n}不得不{v}，因为{n}已经十分{a}。|负责{n}的人说，
        {t}需要{a}的{n}。|如果要{v}{n}，必须先检查{t}和{n}。|经过{d}天，{a}的{n}终于{v}了{n}。""",
}  # fmt: skip
# Nouns, adjectives and adverbs, verbs.
WORDS = {
    "en": """council window garden report method teacher market signal budget copper doctor
        engine forest ladder number office painter quarter railway season teapot village writer
        answer bottle circle | quiet early narrow useful hollow modest brittle distant eager
        fragile gentle honest patient | measure carry follow borrow gather deliver notice count
        paint return publish cancel divide""",
    "de": """Verwaltung Brücke Werkstatt Zeitung Leitung Rechnung Straße Sitzung Kammer Fabrik
        Messung Planung Schule Küche Wiese Lampe Flasche Reihe Karte Glocke Stunde Zahl Treppe
        Gruppe Akte | ruhig früh eng nützlich bescheiden brüchig fern eifrig zart ehrlich treu
        nervös geduldig | messen tragen reparieren folgen leihen sammeln liefern zählen malen
        antworten drucken""",
    "fr": """commune fenêtre méthode équipe usine rivière école cuisine lampe bouteille gare
        saison lettre réponse veste guitare forêt échelle machine revue montagne table porte
        colline mesure facture | calme utile étroite modeste fragile lointaine honnête fidèle
        rapide tendre propre patiente | mesurer porter réparer suivre emprunter réunir livrer
        compter peindre répondre revenir""",
    "zh": """委员会 窗户 花园 报告 方法 教师 市场 信号 预算 医生 发动机 森林 梯子 办公室 画家 铁路 季节 茶壶 村庄
        作家 答案 瓶子 晚餐 编辑 吉他 岛屿 外套 厨房 信件 | 安静 狭窄 有用 朴素 脆弱 遥远 温和 诚实 忠诚 紧张
        | 测量 搬运 跟随 借用 收集 交付 清点 绘制 回答 返回 出版 收获 取消 划分 解释 改进 翻译""",
}  # fmt: skip

# A headline, another of the same story, words of the topic.
STORIES = {
    "en": [("Storm floods the old harbour of Lindau", "Lindau under water: a night of rain",
            "storm harbour Lindau rain lake quay"),
           ("Mayor resigns over bridge repairs", "Why did the mayor of Redhill step down?",
            "mayor bridge Redhill repairs vote steps"),
           ("How to repair a bicycle tyre in ten minutes", "Mending a flat tyre, step by step",
            "bicycle tyre tube pump glue lever"),
           ("Bakers fear higher flour prices in 2024", "Flour is getting dearer, warn bakers",
            "flour bakers bread harvest wheat mill"),
           ("Library opens its archive of letters", "Live updates: thousands queue for Ada Brandt",
            "archive library letters Brandt readers queue")],
    "de": [("Stadtrat streitet über neues Hallenbad", "Hallenbad: Kosten steigen, Rat vertagt sich",
            "Hallenbad Stadtrat Kosten Beschluss Becken Rat"),
           ("So lagern Sie Kartoffeln richtig", "Kartoffeln: sieben Tipps für den Keller",
            "Kartoffeln Keller Ernte Frost Sack Tipps"),
           ("Feuerwehr rettet Hund aus dem Kanal", "Hund fällt in Kanal und wird gerettet",
            "Feuerwehr Hund Kanal Leiter Ufer Retter"),
           ("Bahnstrecke nach Altdorf bleibt gesperrt", "Wann fahren wieder Züge nach Altdorf?",
            "Bahnstrecke Altdorf Züge Gleis Damm Fahrgäste"),
           ("Winzer erwarten guten Jahrgang 2023", "Weinlese an der Mosel: Winzer sind zufrieden",
            "Winzer Mosel Weinlese Trauben Jahrgang Fass")],
    "fr": [("Le marché de Noël ouvre ses portes à Colmar", "Colmar : le marché attire la foule",
            "marché Colmar Noël foule chalets sapin"),
           ("Comment tailler un rosier au printemps", "Tailler ses rosiers : les gestes simples",
            "rosier printemps sécateur tige bourgeon jardinier"),
           ("Grève des bus : la ville cherche une issue", "Les bus à l'arrêt un troisième jour",
            "grève bus ville syndicat chauffeurs dépôt"),
           ("Un pont romain découvert sous la place", "Fouilles : un pont refait surface",
            "pont place fouilles pierre archéologues romain"),
           ("Le lac baisse, les pêcheurs s'inquiètent", "Sécheresse de 2022 : un lac presque vide",
            "lac pêcheurs sécheresse niveau barque rive")],
    "zh": [("暴雨淹没老港口", "老港口积水严重，居民连夜转移", "暴雨 港口 积水 居民 堤坝"),
           ("市长因大桥维修辞职", "大桥维修引发争议，市长下台", "市长 大桥 维修 争议 议会"),
           ("如何在家修理自行车轮胎", "自行车轮胎修理步骤详解", "自行车 轮胎 胶水 气泵 步骤"),
           ("面粉涨价，面包店担心成本", "面包店老板：面粉还会涨价", "面粉 面包店 价格 成本 小麦"),
           ("博物馆出售名画", "名画以高价售出，博物馆回应", "博物馆 名画 拍卖 买家 回应")],
}  # fmt: skip
LANGUAGES = tuple(STORIES)


def text_of(language: str, topic: str, seed: object, count: int) -> list[str]:
    """Paragraphs of `count` units or some more."""
    chance = Random(str(seed))
    many = (part.split() for part in f"{WORDS[language]} | {topic}".split("|"))
    of = dict(zip("navt", many, strict=True))
    frames = ["".join(frame.split()) if language == "zh" else " ".join(frame.split())
              for frame in FRAMES[language].split("|")]  # fmt: skip
    paragraphs, units = [""], 0
    while units < count:
        sentence = chance.choice(frames)
        for sort, some in of.items():
            while f"{{{sort}}}" in sentence:
                sentence = sentence.replace(f"{{{sort}}}", chance.choice(some), 1)
        sentence = sentence.format(y=chance.randrange(1960, 2020), d=chance.randrange(3, 90))
        units += len(sentence) if language == "zh" else len(sentence.split())
        paragraphs[-1] += sentence if language == "zh" else sentence + " "
        if chance.random() < 0.25:
            paragraphs.append("")
    return [part for part in paragraphs if part]


# ---- Pages ----


@dataclass(frozen=True)
class Page:
    path: str
    title: str
    heading: str
    body: list[str]
    menu: str = "Home News Archive Contact"

    def html(self) -> str:
        menu = "".join(f'<li><a href="/{word}">{word}</a></li>' for word in self.menu.split())
        text = "".join(f"<p>{part}</p>" for part in self.body)
        return (f"<!doctype html><html><head><title>{self.title}</title></head><body>"
                f"<nav><ul>{menu}</ul></nav><main><h1>{self.heading}</h1>{text}</main>"
                "<footer><p>All rights reserved</p></footer></body></html>")  # fmt: skip


Pairs = dict[str, tuple[Page, ...]]


def slug(headline: str) -> str:
    """As sites make the last part of a path from a headline."""
    kept = "".join(c.lower() if c.isalnum() else " " for c in headline)
    return quote("-".join(kept.split()))


@dataclass(frozen=True)
class Story:
    language: str
    number: int
    page: Page
    other_headline: str


def stories(kind: str, count: int) -> Iterator[Story]:
    """Stories in all languages by turns, each with a text of its own."""
    for i in range(count):
        language = LANGUAGES[i % 4]
        headline, other, topic = STORIES[language][(i // 4 + len(kind)) % 5]
        size = Random(f"{kind} {i}").choice((200, 300, 450, 900))
        body = text_of(language, topic, (kind, i), 2 * size if language == "zh" else size)
        path = f"/{kind}/{i}/{slug(headline)}.html"
        page = Page(path, f"{headline} | The Courier", headline, body)
        yield Story(language, i, page, other)


def edited(body: list[str], number: int) -> list[str]:
    """The text as it is a day later: unchanged, or with one of four small edits."""
    first, *others = body
    joint = " " if " " in first else ""
    words = first.split() if joint else list(first)
    for at in Random(number).sample(range(len(words)), len("".join(body)) // 1200 + 1):
        words[at] = "x" + words[at]
    day = f"Last updated: {number + 3}.11.2023, 14:{number + 10}"
    views = f"Viewed {number * 7919} times"
    return ([first, *others, day], [first, *others, views], [joint.join(words), *others],
            [*body, joint.join(words[:3])], body)[number % 5]  # fmt: skip


# ---- One page ----

PRINT = {"en": "Print version", "de": "Druckversion", "fr": "Version imprimable", "zh": "打印版"}
PRINTED = {"en": "Printed from", "de": "Gedruckt von", "fr": "Imprimé depuis", "zh": "打印自"}
SECTION = {"en": "Local affairs", "de": "Aus der Region", "fr": "Vie locale", "zh": "本地新闻"}
MENU = {"en": "Start Products Help", "de": "Start Produkte Hilfe", "fr": "Accueil Produits Aide",
        "zh": "首页 产品 帮助"}  # fmt: skip


def printed(s: Story) -> Page:
    old, way = s.page.path, s.number % 3
    path = (f"/print{old}", f"{old}?print=1", f"/print.php?id={1000 + s.number}")[way]
    title = (f"{PRINT[s.language]}: {s.page.heading}", s.page.heading, s.page.title)[way]
    body = [*s.page.body, f"{PRINTED[s.language]} {HOST}{unquote(old)}"]
    return replace(s.page, path=path, title=title, menu="", body=body)


# How one page is found once more: {0} is its path without .html, {1} a number.
PATHS = {
    "amp": ["/amp{0}", "{0}.amp.html", "{0}.html?amp=1", "{0}/amp"],
    "mobile": ["/m{0}.html", "/mobile{0}", "{0}.html?m=1"],
    "index": ["{0}/index.html", "{0}/index.php", "{0}/default.htm", "{0}/index.html?ref=home"],
    "session": ["{0}.html?PHPSESSID={1:016x}", "{0}.html;jsessionid={1:X}", "/S({1:x}){0}.html",
                "{0}.html?utm_source=newsletter&utm_medium=email", "{0}.html?sid={1}&ref=home"],
    "sorted": ["{0}.html?page=2", "{0}.html?sort=price", "{0}.html?order=date&dir=desc",
               "{0}.html?view=list&page=1", "{0}.html?lang=en"],
    "moved": ["/archive/2019/{1}.html", "/node/{1}", "/blog/?p={1}", "/old{0}.html", "{0}/"],
}  # fmt: skip
TITLES = {
    "amp": ["{0}", "{0} | The Courier AMP"],
    "mobile": ["{0} | The Courier", "{0} - mobile", "The Courier mobile"],
    "sorted": ["{0} | The Courier - Page 2", "{0} by price", "{0}", "{0} | The Courier"],
}


def elsewhere(kind: str) -> Callable[[Story], Page]:
    def page(s: Story) -> Page:
        paths, titles = PATHS[kind], TITLES.get(kind, ["{0} | The Courier"])
        number = Random(s.number).getrandbits(32)
        path = paths[s.number % len(paths)].format(s.page.path.removesuffix(".html"), number)
        title = titles[s.number % len(titles)].format(s.page.heading)
        return replace(s.page, path=path, title=title)

    return page


def in_folder(s: Story) -> Page:
    return replace(s.page, path=s.page.path.removesuffix(".html") + "/")


def locale(s: Story, other: bool) -> Page:
    """Another language of the same site, whose text is not translated yet."""
    language = LANGUAGES[(s.number + other) % 4]
    headline = STORIES[language][s.number // 4 % 5][0] if other else s.page.heading
    path = f"/{language}/{s.number}/{slug(headline if s.number % 2 else s.page.heading)}"
    title = f"{headline} | Hydra"
    return replace(s.page, path=path, title=title, heading=headline, menu=MENU[language])


def headline(s: Story) -> Page:
    new, path = s.other_headline, f"/news/{s.number}/{slug(s.other_headline)}"
    return replace(s.page, path=path, title=f"{new} | The Courier", heading=new)


def site_name(s: Story) -> Page:
    h = s.page.heading
    title = (h, f"The Courier: {h}", f"{h} - courier.example.org", f"{h} | TheCourier",
             f"{h[: len(h) * 2 // 3]}… | The Courier")[s.number % 5]  # fmt: skip
    return replace(s.page, path=f"/a/{s.number}", title=title)


def section(s: Story) -> Page:
    """Breadcrumbs and the name of a section in the title, also above the text."""
    name = SECTION[s.language]
    title = (f"{s.page.heading} - {name} | The Courier", f"Home > {name} > {s.page.heading}",
             f"{name} » {s.page.heading}")[s.number % 3]  # fmt: skip
    body = [f"The Courier > {name}", *s.page.body] if s.number % 2 else s.page.body
    return replace(s.page, path=f"/{slug(name)}/{slug(s.page.heading)}/", title=title, body=body)


def plural(s: Story) -> Page:
    words = s.page.heading.split(" ")
    words[-1] = words[-1].removesuffix("s") if words[-1].endswith("s") else words[-1] + "s"
    new = " ".join(words)
    return replace(s.page, path=f"/{slug(new)}", title=new, heading=new)


def release(s: Story, version: str) -> Page:
    where = (version, f"v{version}", f"release-{version}", f"{version}.x")[s.number // 4 % 4]
    body = [s.page.body[0] + f" Since version {version}.", *s.page.body[1:]]
    return replace(s.page, path=f"/doc/{where}/{s.number}/{slug(s.page.heading)}.html", body=body,
                   title=f"{s.page.heading} — NumPy v{version} Manual")  # fmt: skip


# Kind: number of pairs, how the two pages are made of a story.
Making = Callable[[Story], Page]
KINDS: dict[str, tuple[int, Making, Making]] = {
    **{kind: (16, lambda s: s.page, elsewhere(kind)) for kind in PATHS},
    "index": (16, in_folder, elsewhere("index")),
    "print": (18, lambda s: s.page, printed),
    "locale": (16, lambda s: locale(s, other=False), lambda s: locale(s, other=True)),
    "headline": (20, lambda s: s.page, headline),
    "site-name": (15, lambda s: s.page, site_name),
    "section": (15, lambda s: s.page, section),
    "plural": (15, lambda s: s.page, plural),
    "release": (16, lambda s: release(s, "1.22"), lambda s: release(s, "1.23")),
}


def pairs_of(kind: str) -> Pairs:
    count, first, second = KINDS[kind]
    made = [(s.number, first(s), second(s)) for s in stories(kind, count)]
    return {f"{kind} {number}": (page, replace(other, body=edited(other.body, number)))
            for number, page, other in made}  # fmt: skip


ONE = {name: pair for kind in KINDS for name, pair in pairs_of(kind).items()}


# ---- Two pages ----

METHODS = "open close read write seek flush rewind append truncate lock".split()
# What tells the second page of a template from the first: title and heading, the word in the text.
NAMES = ["ByteReader CharReader", "TDateField TTimeField", "prepend_page_menu append_page_menu",
         "AsyncClosingFunction AsyncOpeningFunction", "os.path.basename os.path.dirname",
         "std::vector std::deque", "wait_for wait_any", "Text.Read Text.Lazy.Read",
         "HashMap TreeMap", "array_merge array_splice", "QPushButton QRadioButton",
         "IPv4Network IPv6Network", "getElementById getElementsByName", "log1p expm1",
         "字符串 数组对象", "元素节点 文本节点", "Rectangle Ellipse", "3_35_4 3_35_3"]  # fmt: skip
WHERE = ("all", "path", "heading")


def reference(name: str, seed: int, where: str) -> Page:
    """A page of a manual that describes `name` in the words of all others."""
    said = name.replace("_", ".") if name[0].isdigit() else name
    what = f"Release {said}" if name[0].isdigit() else said
    text = " ".join(text_of("en", " ".join(METHODS), ("reference", seed), 160))
    body = [f"{said} is a part of the library. {text}", *(
        f"{method} of {said} returns what the caller gave, see {said} below."
        for method in Random(seed).sample(METHODS, 3))]  # fmt: skip
    last = sum(name.encode()) if where == "heading" else quote(name)
    head = "Reference" if where == "path" else what
    title = "" if where == "path" else f"{what} (library)"
    return Page(f"/ref/{seed}/{last}.html", title, head, body)


def templates() -> Pairs:
    pairs = {}
    for i, (first, second) in enumerate(map(str.split, NAMES)):
        for j, where in enumerate(WHERE[:1] if first[0].isdigit() else WHERE):
            seed = 10 * i + j
            pair = (reference(name, seed, where) for name in (first, second))
            pairs[f"{first} {where}"] = tuple(pair)
    return pairs


TWO = templates()


# ---- Runs ----


def write_site(folder: Path, pairs: Pairs) -> Path:
    return write_jsonl(folder / "pages.jsonl", [
        {"id": f"{name} {i}", "url": HOST + page.path, "html": page.html()}
        for name, pair in pairs.items() for i, page in enumerate(pair)])  # fmt: skip


def write_folder(folder: Path, pairs: Pairs) -> Path:
    """Files as wget names them; the two pages of a pair lie in folders of their own."""
    for name, pair in pairs.items():
        for i, page in enumerate(pair):
            path = page.path + ("index.html" if page.path.endswith("/") else "")
            file = folder / "site" / f"{name} {i}" / unquote(path).strip("/")
            file.parent.mkdir(parents=True)
            file.write_text(page.html())
    return folder / "site"


@pytest.fixture(scope="module", params=[write_site, write_folder], ids=["json", "folder"])
def removed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict:
    """Of one run over all pairs: removed pages and what they were removed for, as "pair number"."""
    folder = tmp_path_factory.mktemp("names")
    rows = Dedup(folder, request.param(folder, ONE | TWO)).rows()
    return {row["id"].split("/")[0]: row["representative"].split("/")[0] for row in rows}


def kept_apart(pairs: Pairs, removed: Container[str]) -> list[str]:
    return [name for name in pairs if f"{name} 0" not in removed and f"{name} 1" not in removed]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_under_two_names_is_one(removed: dict, kind: str) -> None:
    assert kept_apart(pairs_of(kind), removed) == []


def test_pages_of_one_template_are_two(removed: dict) -> None:
    assert set(TWO) - set(kept_apart(TWO, removed)) == set()


def test_no_page_is_removed_for_another_pair(removed: dict) -> None:
    assert {page for page, kept in removed.items() if page[:-1] != kept[:-1]} == set()
    assert len(ONE) >= 200 and len(TWO) >= 40


@pytest.mark.parametrize("said", ["", "You are reading it at {}."])
def test_of_thirty_mirrors_one_is_kept(tmp_path: Path, said: str) -> None:
    story = next(stories("mirror", 1)).page
    towns = [f"{first}{last}" for first in "Nor Hel Bra Lun Ost Vin".split()
             for last in "berg by ham sund ton".split()]  # fmt: skip
    mirrors = {town: (replace(
        story, path=f"/mirror/{i}.html", title=f"{story.heading} - mirror at {town}",
        body=[*story.body, said.format(town)]),) for i, town in enumerate(towns)}  # fmt: skip
    assert len(Dedup(tmp_path, write_site(tmp_path, mirrors)).rows()) == 29
