# SPDX-License-Identifier: Apache-2.0
"""Pages in several versions: equal, edited a little or much, with one passage in common."""

TOPICS = {
    "lighthouse": (
        "The old lighthouse at the end of the bay was built of grey stone that came by boat. Its "
        "keeper climbed one hundred and twelve steps every evening to light the lamp, and wound "
        "the clock that turned the glass. In winter the sea threw pebbles against the windows, "
        "and the family slept in the lower room beside the stove. When the harbour got electric "
        "light, the lamp stayed dark for three years. Then a group of neighbours painted the "
        "tower, mended the stairs and opened a small museum, where visitors may turn the glass "
        "by hand on the first Sunday of each month."
    ),
    "bakery": (
        "A good loaf of rye bread needs a sour dough that somebody has fed for some days. Stir "
        "flour and warm water to a paste, leave it covered in a warm corner, and add the same "
        "again every morning until it smells of apples. On the evening before you bake, mix the "
        "sour dough with most of the flour and let it rest. Knead salt, seeds and the last of "
        "the flour in at dawn. The loaf goes into a very hot oven with a bowl of water, and after "
        "ten minutes the heat is turned down. It is done when it sounds hollow from below."
    ),
    "railway": (
        "The narrow railway through the valley carried slate from the quarries to the port. Its "
        "wagons ran down by their own weight, with two men at the brakes, and ponies pulled them "
        "up again until the first engine arrived. Later there were carriages for the people of "
        "the villages, who took eggs and wool to the market. A flood carried two bridges away, "
        "and nobody had the money to build new ones. Today the upper part of the track is a path "
        "for walkers, and in the old station a shop sells maps, tea and postcards of the engines."
    ),
    "garden": (
        "Beans climb best on poles of hazel that are bound together at the top. Plant them when "
        "the nights are mild, four seeds around each pole, and water them in the evening of dry "
        "days. Between the rows there is room for lettuce, which likes the shade that the leaves "
        "give in July. Pick the pods while they are young, or the plant stops to flower. In "
        "autumn cut the stems above the ground and leave the roots where they are, because they "
        "feed the soil for the cabbage that will stand in the same bed in the year after."
    ),
}

# Said by pages of several topics, between their own sentences.
PASSAGE = (
    "Our office in the town hall is open from Monday to Thursday between nine and four, and on the "
    "last Friday of the month until noon. Bring a card with your name and address, so that we can "
    "send you the programme of the coming season and the key of the reading room."
)
CHINESE = (
    "老城的图书馆建在河边,夏天窗户全部打开,可以听见船夫唱歌。每个星期三下午,管理员给孩子们讲故事,"
    "讲的是山里的狐狸和会说话的石头。大人们坐在后面看报纸,喝茶,有时也听得入神。去年屋顶漏水,大家一起"
    "搬书,没有一本被弄湿。今年春天修好了屋顶,还添了一间新的阅览室,里面放着从前的地图。"
)


def changed(text: str, every: int) -> str:
    """The text with each `every`-th word another one."""
    words = text.split()
    return " ".join(f"other{i}" if i % every == every - 1 else word for i, word in enumerate(words))


def versions(text: str) -> list[str]:
    """Equal, a word of sixty, of twenty, of ten changed, and one half of it."""
    half = " ".join(text.split()[: len(text.split()) // 2])
    return [text, text, changed(text, 60), changed(text, 20), changed(text, 10), half]


def text_pages() -> list[dict]:
    pages = []
    for topic, text in TOPICS.items():
        for number, version in enumerate(versions(text)):
            pages.append((f"{topic}-{number}", version))
        sentences = text.split(". ")
        pages.append((f"{topic}-notice", ". ".join([*sentences[:3], PASSAGE, *sentences[3:]])))
    pages.append(("library-0", CHINESE))
    pages.append(("library-1", CHINESE.replace("星期三", "星期五")))
    pages.append(("short", "Nothing to see here yet."))
    pages.append(("office", PASSAGE + " " + changed(TOPICS["garden"], 2)))
    pages.append(("lighthouse-late", changed(TOPICS["lighthouse"], 30)))
    pages.append(("bakery-late", TOPICS["bakery"]))
    return [
        {"id": name, "url": f"https://{name.split('-')[0]}.example.org/{name}", "text": text}
        for name, text in pages
    ]


def html_of(title: str, text: str, frame: str, footer: str = "Legal notice") -> str:
    paragraphs = "".join(f'<p class="{frame}-text">{part}.</p>' for part in text.split(". "))
    menu = "".join(f'<li><a href="/{word}">{word}</a></li>' for word in ("home", "news", "about"))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
        f'<body><nav class="{frame}-menu"><ul>{menu}</ul></nav><main class="{frame}-main">'
        f"<h1>{title}</h1>{paragraphs}</main><footer>{footer}</footer></body></html>\n"
    )


def html_pages() -> dict[str, str]:
    rail, rye = TOPICS["railway"], TOPICS["bakery"]
    hours = PASSAGE.split(". ")[0]
    return {
        "railway-a.html": html_of("The railway", rail, "plain"),
        "railway-b.html": html_of("The railway", rail, "plain"),
        "railway-c.html": html_of("Slate by rail", changed(rail, 40), "fancy"),
        "bakery-a.html": html_of("Rye bread", changed(rye, 15), "plain"),
        "bakery-b.html": html_of("Rye bread and an office", rye + " " + PASSAGE, "fancy"),
        "stub.html": html_of("Soon", "More is to come", "plain"),
        # One short text under two titles, which bear witness that these are two pages, or one.
        "hours-library.html": html_of("Hours of the library", hours, "plain"),
        "hours-school.html": html_of("Hours of the school", hours, "plain", changed(rye, 3)),
    }
