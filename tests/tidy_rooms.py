# SPDX-License-Identifier: Apache-2.0
"""The rules for the inside of a room and of the Python package; tests/tidy_rules.py has those for
dependencies between rooms.

An *idea* is a header with its source: X.h, X_internal.h and X.cc are one. Ideas of a room include
each other, and that graph is layered as the rooms are. A door (facsim/X.h) belongs to the room with
X.cc. Tests are left out.
"""

import ast
import posixpath
import re

import tidy_rules as rules

# No room is larger than this share of the library, in per cent of its lines.
SHARE_MAX = 12.5

# A header may be ground (many include it) or roof (it and its source include many), but not both.
GROUND_AND_ROOF_MAX = 6

# The options of a whole run are for the program, and for the few files that divide them.
WHOLE_RUN_OPTIONS = "DedupOptions"
NAMED_IN_MAX = 20


def ideas_of(tree):
    """Returns path -> idea for every header and source of the rooms and of their doors."""
    paths = [path for path, _ in library(tree)]
    ideas = {path: re.sub(r"(_internal)?\.(h|cc)$", "", path) for path in paths}
    for door, room in rules.DOORS.items():
        source = f"facsim/{room}/{posixpath.basename(door)[: -len('.h')]}.cc"
        if source in ideas:
            ideas[door] = ideas[source]
    return ideas


def library(tree):
    for path, text in rules.sources(tree, ".h", ".cc"):
        if rules.room_of(path) in rules.MAY_KNOW and not rules.is_test(path):
            yield path, text


def rooms_of_ideas(tree):
    """Returns room -> idea -> the ideas of the same room that its header or source includes."""
    rooms, ideas = {}, ideas_of(tree)
    for path, idea in ideas.items():
        room = rules.room_of(idea)
        known = rooms.setdefault(room, {}).setdefault(idea, set())
        for _, mark, header in rules.includes(tree[path]):
            other = ideas.get(header)
            if mark == '"' and other and other != idea and rules.room_of(other) == room:
                known.add(other)
    return rooms


def ground_and_roof(tree):
    """No header may be included by many and include many."""
    for graph in rooms_of_ideas(tree).values():
        for idea, known in sorted(graph.items()):
            knowing = sum(idea in others for others in graph.values())
            if min(len(known), knowing) > GROUND_AND_ROOF_MAX:
                yield (
                    f"{idea}.h:1: {knowing} ideas of its room include it, and it includes "
                    f"{len(known)}; move what all need into a header that includes few"
                )


def reach(graph, idea):
    """Returns all ideas that one includes, directly or indirectly."""
    found, open_ = set(), [idea]
    while open_:
        for other in graph.get(open_.pop(), ()):
            if other not in found:
                found.add(other)
                open_.append(other)
    return found


def circles(tree):
    """No two ideas of a room may include each other, directly or indirectly."""
    for room, graph in rooms_of_ideas(tree).items():
        inside = sorted(idea for idea in graph if idea in reach(graph, idea))
        if inside:
            yield (
                f"{inside[0]}.h:1: {len(inside)} ideas of the room {room} include each other in "
                f"circles: {' '.join(inside)}; move what two of them need into a header of its own"
            )


def one_header_a_name(tree):
    """The name of a header must be unique without its folder."""
    at = {}
    for path, _ in rules.sources(tree, ".h"):
        if path.startswith(("facsim/", "apps/")):
            first = at.setdefault(posixpath.basename(path), path)
            if first != path:
                yield f"{path}:1: {first} has that name too; rename one of them"


PACKAGE = "python/facsim/"
EXTENSION = "_core"  # no file of Python


def module_of(path):
    """'facsim.spark._pages' for python/facsim/spark/_pages.py, a package for its __init__.py."""
    return path.removeprefix("python/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class ImportsOf(ast.NodeVisitor):
    """The modules that one imports, also in functions, but not only for types."""

    def __init__(self, path, modules):
        self.modules, self.found = modules, set()
        module = module_of(path)
        self.package = module if path.endswith("/__init__.py") else module.rpartition(".")[0]

    def visit_If(self, node):
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for each in node.orelse:
                self.visit(each)
        else:
            self.generic_visit(node)

    def visit_Import(self, node):
        self.found |= {each.name for each in node.names} & self.modules

    def visit_ImportFrom(self, node):
        above = self.package.split(".")
        above = above[: len(above) - node.level + 1] if node.level else []
        source = ".".join([*above, *([node.module] if node.module else [])])
        for each in node.names:
            inside = f"{source}.{each.name}"
            if inside in self.modules:
                self.found.add(inside)
            elif source in self.modules and each.name != EXTENSION:
                self.found.add(source)


def python_circles(tree):
    """No two modules of the package may import each other, directly or indirectly."""
    paths = {module_of(path): path for path in tree if re.match(PACKAGE + r".*\.py$", path)}
    graph = {}
    for module, path in paths.items():
        imports = ImportsOf(path, set(paths))
        imports.visit(ast.parse(tree[path]))
        graph[module] = imports.found - {module}
    inside = sorted(module for module in graph if module in reach(graph, module))
    if inside:
        yield (
            f"{paths[inside[0]]}:1: {len(inside)} modules import each other in circles: "
            f"{' '.join(inside)}; move what two of them need into a module of its own"
        )


def shares(tree):
    """No room may be larger than its share of the library; generated tables do not count."""
    lines = {}
    for path, text in library(tree):
        if "\n// Generated from " not in text[:200]:
            room = rules.room_of(path)
            lines[room] = lines.get(room, 0) + text.count("\n")
    for room, own in sorted(lines.items()):
        share = 100 * own / sum(lines.values())
        if share > SHARE_MAX:
            yield (
                f"facsim/{room}/:1: {share:.1f} % of the library's lines, at most {SHARE_MAX}; "
                "split it"
            )


def whole_run_options(tree):
    """The options of a whole run may be in few files only: a step takes the part that it needs.

    Tests and examples are users of the library, which set the options.
    """
    word = re.compile(rf"\b{WHOLE_RUN_OPTIONS}\b")
    named = [
        path
        for path, text in rules.sources(tree, ".h", ".cc")
        if path.startswith(("facsim/", "apps/")) and not rules.is_test(path) and word.search(text)
    ]
    if len(named) > NAMED_IN_MAX:
        yield (
            f"{named[-1]}:1: {WHOLE_RUN_OPTIONS} stands in {len(named)} files, at most "
            f"{NAMED_IN_MAX}; take ReadOptions, ReadyProfile, Policy or Run instead"
        )
