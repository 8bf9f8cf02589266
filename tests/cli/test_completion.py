# SPDX-License-Identifier: Apache-2.0
"""Completions, loaded into the shells that they are for, and what these then offer."""

import os
import re
import shutil

import pytest
from help_world import ALL_VERBS, COMMANDS, STORE_VERBS, VERBS, asked, flags_in, help_of
from running import facsim, only, run
from terminal_world import Terminal

pytestmark = pytest.mark.words

KEEPS = "first last longest shortest-url newest oldest canonical input".split()
RECIPES = ["balanced", "all-text", "thorough", "words"]  # some of them

# The words before the cursor and the one at it; what is offered.
EXACTLY = [
    ("de", ["dedup"]),
    ("", COMMANDS),
    ("index ", VERBS),
    ("index re", ["rebuild"]),
    ("store ", STORE_VERBS),
    ("help store re", ["restore", "retain", "rebuild"]),
    ("store stats --ho", ["--hosts"]),
    ("store dump --ho", []),
    ("recipe ", ["list", "show", "check"]),
    ("profile show ", ["compact", "balanced", "strict", "thorough"]),
    ("idf ", ["build"]),
    ("help ", [*COMMANDS, "inputs"]),
    ("help index ", VERBS),
    ("help recipe ", ["list", "show", "check"]),
    ("help dedup ", []),
    ("man ", COMMANDS),
    ("man index q", ["query"]),
    ("completion ", ["bash", "zsh", "fish"]),
    ("version ", []),
    ("dedup --keep ", KEEPS),
    ("dedup in.jsonl --keep ", KEEPS),
    ("dedup -o out --scope ", ["all", "host", "file"]),
    ("dedup --mode r", ["remove", "report", "revisit"]),
    ("dedup --max-distance ", ["none"]),
    ("dedup --profile ", ["compact", "balanced", "strict", "thorough"]),
    ("recluster out --mode ", ["remove", "annotate", "report", "revisit"]),
    ("show --color ", ["auto", "always", "never"]),
    ("index build --codec ", ["none", "elias-fano", "xor-huffman"]),
    ("index query idx --input ", ["hex", "u64"]),
    ("index add idx in.hex --summary ", ["text", "json"]),
    ("dedup --warn-loss ", []),
    ("dedup --mem", ["--memory"]),
    ("index query --lim", ["--limit"]),
    ("index info --lim", []),
    ("plan --us", ["--usual-costs"]),
]
# The last part of a list is offered: what stands before it stays.
LISTS = [
    ("dedup --remove ", "", ["exact", "content", "layout", "partial"]),
    ("dedup --remove exact,co", "exact,", ["content"]),
    ("fingerprint --columns id,dig", "id,", ["digest"]),
]
# Files and folders in the folder where the shell is.
FILES = [
    ("dedup ", {"pages.jsonl", "part"}),
    ("dedup pag", {"pages.jsonl"}),
    ("dedup --topic pa", {"pages.jsonl", "part"}),
    ("dedup -o pa", {"part"}),
    ("index add pa", {"pages.jsonl", "part"}),
    ("recipe check pag", {"pages.jsonl"}),
    ("recluster pa", {"pages.jsonl", "part"}),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the shells are: a file, a folder."""
    folder = tmp_path_factory.mktemp("shell")
    (folder / "pages.jsonl").write_text("{}\n")
    (folder / "part").mkdir()
    return folder


def script_of(shell):
    result = asked("completion", shell)
    assert (result.status, result.err) == (0, "")
    return result.out


def needs(shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")


def bash_offers(folder, lines):
    """What bash's own variables give the function, word by word, and what it puts in COMPREPLY."""
    (folder / "facsim.bash").write_text(script_of("bash"))
    program = "set -u; source ./facsim.bash\n"
    for line in lines:
        # As bash cuts a line into words: "=" is one of its own.
        words = ["facsim", *(w for part in line.split(" ") for w in re.split("(=)", part) if w)]
        words += [""] * (line.endswith(" ") or not line)
        quoted = " ".join(f"'{word}'" for word in words)
        program += (
            f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _facsim 2>errors\n"
            'printf "%s\\n" "${COMPREPLY[@]-}"; echo "=="; cat errors >&2\n'
        )
    shell = run(["bash", "--norc", "-c", program], cwd=folder)
    assert (shell.status, shell.err) == (0, "")
    return [list(filter(None, part.split("\n"))) for part in shell.out.split("==\n")[:-1]]


# What a shell of somebody without any settings has.
def bare(folder):
    return only(PATH=os.environ["PATH"], HOME=str(folder), TERM="dumb")


# Notes what completion adds.
ZSH_SETUP = """
unsetopt beep; PROMPT= RPROMPT=; bindkey -e
fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a __hits
  builtin compadd -A __hits "$@"
  print -rl -- $__hits >> offered
  builtin compadd "$@"
}
# Neither lists nor inserts: behind a list that fills the terminal zsh waits for its reader.
tell() { _main_complete; compstate[list]= compstate[insert]=; : > ready }
zle -C tell complete-word tell; bindkey '^I' tell
zle-line-init() { : > ready }  # it reads keys from now on
zle -N zle-line-init
"""


def zsh_offers(folder, lines):
    """What a zsh at a terminal adds to its list when Tab is typed."""
    (folder / "_facsim").write_text(script_of("zsh"))
    (folder / "setup.zsh").write_text(ZSH_SETUP)
    offers = []
    with Terminal(200, ["zsh", "-f", "-i"], cwd=folder, env=bare(folder)) as terminal:
        terminal.type("source ./setup.zsh\n")
        terminal.wait_for(folder / "ready")
        for line in lines:
            (folder / "offered").write_text("")
            terminal.type(f"\x15facsim {line}\t")
            terminal.wait_for(folder / "ready")
            offers.append([word for word in (folder / "offered").read_text().split("\n") if word])
    return offers


def fish_offers(folder, lines):
    """What fish says that it would offer."""
    (folder / "facsim.fish").write_text(script_of("fish"))
    program = "source ./facsim.fish\n"
    for line in lines:
        program += f"complete -C 'facsim {line}'; echo ==\n"
    shell = run(["fish", "--no-config", "-c", program], cwd=folder, env=bare(folder))
    assert (shell.status, shell.err) == (0, "")
    parts = [part.split("\n")[:-1] for part in shell.out.split("==\n")[:-1]]
    return [[word.split("\t")[0] for word in part] for part in parts]


OFFERS = {"bash": bash_offers, "zsh": zsh_offers, "fish": fish_offers}
OURS = {"facsim.bash", "facsim.fish", "_facsim", "setup.zsh", "errors", "offered", ".zcompdump",
        ".config", ".local", ".cache"}  # fmt: skip


@pytest.fixture(scope="module", params=OFFERS)
def shell(request, folder):
    """{line: what is offered behind it}, for all lines at once."""
    needs(request.param)
    lines = [line for line, *_ in [*EXACTLY, *LISTS, *FILES]]
    lines += [f"{topic} -" for topic in [*COMMANDS, *ALL_VERBS]]
    lines += ["recipe show ", "dedup --recipe ", "dedup --keep=ol"]
    return dict(zip(lines, OFFERS[request.param](folder, lines), strict=True))


def told(words):
    """Without what a test put into the folder, and without what only marks a folder."""
    return {word.rstrip("/") for word in words} - OURS


@pytest.mark.parametrize(("line", "wanted"), EXACTLY, ids=lambda value: value)
def test_exactly_these_are_offered(shell, line, wanted):
    assert told(shell[line]) == set(wanted)


@pytest.mark.parametrize(("line", "before", "wanted"), LISTS)
def test_of_a_list_the_last_part(shell, line, before, wanted):
    assert {word.removeprefix(before) for word in told(shell[line])} == set(wanted)


@pytest.mark.parametrize(("line", "wanted"), FILES)
def test_files_and_folders(shell, line, wanted):
    assert told(shell[line]) == wanted


def test_names_or_files_where_both_are_good(shell):
    for line in ("recipe show ", "dedup --recipe "):
        assert {*RECIPES, "pages.jsonl"} <= told(shell[line])


def test_behind_an_equals_sign(shell):
    assert [word.removeprefix("--keep=") for word in shell["dedup --keep=ol"]] == ["oldest"]


@pytest.mark.parametrize("topic", [*COMMANDS, *ALL_VERBS])
def test_the_flags_of_the_help_are_offered_and_no_others(shell, topic):
    wanted = {name for *names, _ in flags_in(help_of(topic)) for name in names if name}
    offered = {word.rstrip("=") for word in shell[f"{topic} -"]}
    offered = {word if word.startswith("-") else f"-{word}" for word in offered}
    assert offered == wanted


def test_a_line_that_is_typed_into_bash(folder):
    """Not by its variables alone: Tab is typed, and the line that bash makes of it is run."""
    needs("bash")
    (folder / "facsim.bash").write_text(script_of("bash"))
    (folder / "setup.bash").write_text(
        "PS1=; bind 'set bell-style none'; source ./facsim.bash\n"
        'facsim() { printf "%s\\n" "$@" > typed; : > ready; }\n: > ready\n'
    )
    shell = ["bash", "--norc", "--noprofile", "-i"]
    with Terminal(200, shell, cwd=folder, env=bare(folder)) as terminal:
        terminal.type("source ./setup.bash\n")
        terminal.wait_for(folder / "ready")
        terminal.type("facsim dedu\tpages\t --keep=ol\t --remove exact,co\t --sco\tho\t\n")
        terminal.wait_for(folder / "ready")
    typed = (folder / "typed").read_text().splitlines()
    assert typed == ["dedup", "pages.jsonl", "--keep=oldest", "--remove", "exact,content",
                     "--scope", "host"]  # fmt: skip
    for name in ("setup.bash", "typed"):
        (folder / name).unlink()


def test_a_shell_that_is_not_known():
    for words in ([], ["ksh"]):
        result = facsim("completion", *words)
        assert (result.status, result.out) == (2, "")
        assert "completion needs bash, zsh or fish" in result.err
    assert "takes one shell, not 'zsh'" in facsim("completion", "bash", "zsh").err
