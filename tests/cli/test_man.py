# SPDX-License-Identifier: Apache-2.0
"""The manual page: what man, groff and mandoc make of it, and that it says what the help says."""

import re
import shutil

import pytest
from help_world import ALL_VERBS, COMMANDS, asked, flags_in, help_of
from running import Result, done, facsim, run

pytestmark = pytest.mark.words

TOPICS = [*COMMANDS, *ALL_VERBS]


def page_of(*words):
    result = asked("man", *words)
    assert (result.status, result.err) == (0, ""), words
    assert result.out.isascii() and not result.out.isspace()
    return result.out


def tool(name):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed")
    return name


def rendered(page, tmp_path):
    (tmp_path / "page.1").write_text(page)
    variables = {"LC_ALL": "C.UTF-8", "MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""}
    shown = done([tool("man"), "-l", tmp_path / "page.1"], env=variables)
    assert shown.err == ""
    return re.sub(".\b", "", shown.out)


def flags_of(topic):
    return {(letter, flag) for letter, flag, _ in flags_in(help_of(topic))}


def test_groff_and_mandoc_have_nothing_to_warn_of(tmp_path):
    """Both read many pages in one run, and name the page in a warning."""
    for topic in ["", *TOPICS]:
        page = page_of(*topic.split())
        assert page.startswith(".TH FACSIM")
        (tmp_path / f"{topic or 'all'}.1").write_text(page)
    pages = sorted(tmp_path.iterdir())
    assert len(pages) == 41
    assert run([tool("groff"), "-man", "-ww", "-z", *pages]) == Result(0, "", "")
    assert run([tool("mandoc"), "-T", "lint", *pages]) == Result(0, "", "")


def test_the_page_of_all_has_every_flag_of_every_command(tmp_path):
    shown = rendered(page_of(), tmp_path)
    assert "FACSIM(1)" in shown.splitlines()[0]
    for topic in TOPICS:
        # Where a command's part begins and the next one's.
        part = re.search(rf"^   {topic}\n(.*?)(?=^   [a-z]|^[A-Z])", shown, re.M | re.S)
        assert part, topic
        if topic in ("index", "store", "man", "completion", "version", "help"):
            continue  # verbs have the flags of these
        for letter, flag in flags_of(topic):
            assert re.search(rf"^ +{letter + ', ' if letter else ''}{flag}\b", part[1], re.M), flag


@pytest.mark.parametrize("topic", TOPICS)
def test_a_page_of_one_says_what_its_help_says(topic, tmp_path):
    page = page_of(*topic.split())
    name = "facsim-" + topic.replace(" ", "-")
    assert page.startswith(f".TH {name.upper()} 1 ".replace("-", "\\-"))
    shown = rendered(page, tmp_path)
    for letter, flag in flags_of(topic):
        assert re.search(rf"^ +{letter + ', ' if letter else ''}{flag}\b", shown, re.M), flag
    # The same words, however they are broken into lines and sections.
    about = help_of(topic).split("\n\n")[1]
    # Words that man divides have a hyphen of its own; ours are minus signs.
    flat = re.sub(r"\s+", " ", re.sub("\N{HYPHEN}\n *", "", shown))
    for sentence in re.split(r"(?<=\.)\s+", about):
        assert re.sub(r"\s+", " ", sentence).strip() in flat, sentence


def test_examples_can_be_copied(tmp_path):
    """Dashes, quotes and dots are those of the help, to the last character."""
    shown = rendered(page_of("extract"), tmp_path)
    assert "facsim extract page.html --json | jq -c '.blocks[] | [.main, .why, .text]'" in shown


def test_words_that_name_no_page():
    for words, hint in [
        (["dedupp"], "unknown command 'dedupp'; did you mean 'dedup'?"),
        (["index", "querry"], "index has no verb 'querry'; did you mean 'query'?"),
        (["dedup", "x"], "dedup has no verb 'x'"),
        (["index", "add", "x"], "takes a command and its verb at most, not 'x'"),
    ]:
        result = facsim("man", *words)
        assert (result.status, result.out) == (2, "") and hint in result.err
