# SPDX-License-Identifier: Apache-2.0
"""House rules for prose; each takes a tree (path -> text) and yields breaches."""

import fnmatch
import posixpath
import re

from tidy_rules import MAY_KNOW, sources

PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)+)/?`")
CODE_FILE = re.compile(r"`([\w-]+\.(?:h|cc|py|sh|cmake))`")
PLACEHOLDER = re.compile(r"[A-Z]{4,}")  # as in bench/results/quality-DATE.md


def named_files(tree):
    """Files and folders of the project that a page names in back quotes must exist.

    A path begins with a folder of the project or with a room; a room may be without facsim/.
    """
    folders = {folder for path in tree for folder in parents(path)}
    first = {path.split("/")[0] for path in tree if "/" in path} | set(MAY_KNOW)
    names = {posixpath.basename(path) for path in tree}

    def is_there(name):
        pattern = PLACEHOLDER.sub("*", name)
        found = (f for p in (pattern, f"facsim/{pattern}") for f in fnmatch.filter(all_paths, p))
        return next(found, None) is not None

    all_paths = [*tree, *folders]
    for path, text in sources(tree, ".md"):
        if path == "CHANGELOG.md" or path.startswith(("docs/decisions/", "bench/results/")):
            continue  # these pages describe the past
        for number, line in enumerate(without_fences(text), 1):
            paths = [name for name in PATH.findall(line) if name.split("/")[0] in first]
            files = [n for n in CODE_FILE.findall(line) if not PLACEHOLDER.search(n)]
            wrong = [n for n in paths if not is_there(n)] + [n for n in files if n not in names]
            yield from (f"{path}:{number}: names {name}, which is not there" for name in wrong)


def sections(text):
    """Yields (first line number, lines) of each part of a page between two headings."""
    first, lines = 1, []
    for number, line in enumerate(without_fences(text), 1):
        if line.startswith("#") and lines:
            yield first, lines
            first, lines = number, []
        lines.append(line)
    yield first, lines


def tables(lines, first=1):
    """Yields (line number, head, rows) of each Markdown table, with cells without bold."""
    begin = None
    for number, line in enumerate([*lines, ""]):
        if line.startswith("|") and begin is None:
            begin = number
        elif not line.startswith("|") and begin is not None:
            cells = [
                [cell.strip().strip("*") for cell in row.strip().strip("|").split("|")]
                for row in lines[begin:number]
            ]
            yield first + begin, cells[0], cells[2:]
            begin = None


def is_measured(rows):
    """True if more than a third of the cells of a table are figures."""
    cells = [cell for row in rows for cell in row]
    return 3 * sum(bool(re.fullmatch(r"[-.,/ %\d]*\d[-.,/ %\d]*", c)) for c in cells) > len(cells)


def is_part(head, row, recorded):
    """True if a recorded table has these columns, and a row with these cells in them."""
    _, known, rows = recorded
    if not set(head) <= set(known):
        return False
    at = [known.index(name) for name in head]
    return any(len(r) == len(known) and [r[i] for i in at] == row for r in rows)


# In these pages a table of figures needs a link to its result.
NEED_LINK = ("README.md", "docs/comparison.md")
WITH_FIGURES = (*NEED_LINK, "docs/performance.md")
RESULT = re.compile(r"\]\(([^)\s]*bench/results/[^)\s#]+\.md)\)")


def figures(tree):
    """The figures of some pages are those of the result that their section links to.

    A row may leave out columns of the linked table, and a table may leave out rows. A table of
    figures needs a link in NEED_LINK; without one it is not checked in other pages.
    """
    for path in WITH_FIGURES:
        for first, lines in sections(tree[path]):
            links = RESULT.findall("\n".join(lines))
            goals = [posixpath.normpath(posixpath.join(posixpath.dirname(path), x)) for x in links]
            recorded = [t for goal in goals for t in tables(tree.get(goal, "").splitlines())]
            for number, head, rows in tables(lines, first):
                if not is_measured(rows):
                    continue
                if not goals and path in NEED_LINK:
                    yield f"{path}:{number}: figures without a link to a file of bench/results"
                for offset, row in enumerate(rows if goals else [], 2):
                    if not any(is_part(head, row, table) for table in recorded):
                        yield f"{path}:{number + offset}: no table of {', '.join(goals)} has this row"


def slugs(text):
    """Returns the anchors that a Markdown reader makes of the headings."""
    count, found = {}, set()
    for line in without_fences(text):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            found.add(f"{slug}-{count[slug]}" if slug in count else slug)
            count[slug] = count.get(slug, 0) + 1
    return found


def without_fences(text):
    fenced = False
    for line in text.splitlines():
        is_fence = line.lstrip().startswith(("```", "~~~"))
        fenced ^= is_fence
        yield "" if fenced or is_fence else line


def links(tree):
    folders = {folder for path in tree for folder in parents(path)}
    for path, text in sources(tree, ".md"):
        for number, line in enumerate(without_fences(text), 1):
            for target in re.findall(r"\]\(([^)\s]+)[^)]*\)", re.sub(r"`[^`]*`", "", line)):
                if re.match(r"[a-z][a-z+.-]*:", target):
                    continue
                name, _, anchor = target.partition("#")
                goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
                goal = path if not name else goal
                if goal not in tree and goal not in folders:
                    yield f"{path}:{number}: links to {target}, which is not there"
                elif anchor and goal.endswith(".md") and anchor not in slugs(tree[goal]):
                    yield f"{path}:{number}: links to {target}, but no heading is called so"


def parents(path):
    while path := posixpath.dirname(path):
        yield path


def number_in(text):
    """'16 MiB' -> 16777216, '4,096' -> 4096."""
    found = re.match(r"([\d,]+)\s*(KiB|MiB|GiB)?", text.strip())
    if not found:
        return None
    return int(found[1].replace(",", "")) << {"KiB": 10, "MiB": 20, "GiB": 30}.get(found[2], 0)


def limits(tree):
    """Each constant of base/limits.h must have a row `| `kName` | value |` in docs/limits.md."""
    header, page = "facsim/base/limits.h", "docs/limits.md"
    constants = {}
    for name, value in re.findall(r"constexpr [\w:]+ (k\w+) = ([^;]+);", tree[header]):
        value = re.sub(r"std::\w+\{(\w+)\}", r"\1", value)
        value = re.sub(r"(?<=[0-9a-fA-F])[uUlL]+\b", "", value)
        constants[name] = eval(value, {"__builtins__": {}}, dict(constants))
    rows = dict(re.findall(r"^\| `(k\w+)` \| ([^|]+?) \|", tree[page], re.MULTILINE))
    for name, value in constants.items():
        if name not in rows:
            yield f"{page}:1: no row for {name} of {header}"
        elif number_in(rows[name]) != value:
            yield f"{page}:1: says {name} is {rows[name]}, {header} says {value}"
    for name in rows:
        if name not in constants:
            yield f"{page}:1: has a row for {name}, which {header} does not know"


def changelog(tree):
    headings = re.findall(r"^#+ (.*)$", tree["CHANGELOG.md"], re.MULTILINE)
    if headings[2:4] != ["Fingerprints", "Formats"]:
        yield "CHANGELOG.md:1: each release opens with the headings Fingerprints and Formats"


def decisions(tree):
    """docs/decisions/README.md must list each page of its folder with the page's title."""
    index = "docs/decisions/README.md"
    for path, text in sources(tree, ".md"):
        number = re.fullmatch(r"docs/decisions/(\d{4})-[\w-]+\.md", path)
        if number:
            title = re.sub(r"^# \d+\. ", "", text.splitlines()[0])
            row = f"| [{number[1]}]({posixpath.basename(path)}) | {title} |"
            if row not in tree[index]:
                yield f"{index}:1: lacks the row {row}"
