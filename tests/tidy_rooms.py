# SPDX-License-Identifier: Apache-2.0
"""The rules for the inside of a room; tests/tidy_rules.py has those for what rooms may know.

An *idea* is a header with its source: X.h, X_internal.h and X.cc are one. Ideas of a room include
each other, and that graph has an up and a down as rooms have. A door (facsim/X.h) is of the room
that has X.cc. Tests are left out.
"""

import posixpath
import re

import tidy_rules as rules

# No room is larger than this share of the library, in per cent of its lines.
SHARE_MAX = {"index": 19}  # kernels, codecs and join serve one question, and nobody else asks it
SHARE_MAX_OTHERS = 15

# A header may be ground (many include it) or roof (it and its source include many), not both.
GROUND_AND_ROOF_MAX = 6

# The options of a whole run are for the program, and for the few who take them apart.
WHOLE_RUN_OPTIONS = "DedupOptions"
NAMED_IN_MAX = 20


def ideas_of(tree):
    """Path -> idea, of every header and source of the rooms and of their doors."""
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
    """Room -> idea -> ideas of the same room that its header or its source includes."""
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
    """No header is both what everybody includes and what includes everybody."""
    for graph in rooms_of_ideas(tree).values():
        for idea, known in sorted(graph.items()):
            knowing = sum(idea in others for others in graph.values())
            if min(len(known), knowing) > GROUND_AND_ROOF_MAX:
                yield (
                    f"{idea}.h:1: {knowing} ideas of its room include it, and it includes "
                    f"{len(known)}; move what all need into a header that includes few"
                )


def reach(graph, idea):
    """All ideas that one includes, over others too."""
    found, open_ = set(), [idea]
    while open_:
        for other in graph.get(open_.pop(), ()):
            if other not in found:
                found.add(other)
                open_.append(other)
    return found


def circles(tree):
    """No two ideas of a room include each other, over others neither."""
    for room, graph in rooms_of_ideas(tree).items():
        inside = sorted(idea for idea in graph if idea in reach(graph, idea))
        if inside:
            yield (
                f"{inside[0]}.h:1: {len(inside)} ideas of the room {room} include each other in "
                f"circles: {' '.join(inside)}; move what two of them need into a header of its own"
            )


def shares(tree):
    """No room is more than its share of the library; generated tables are no lines."""
    lines = {}
    for path, text in library(tree):
        if "\n// Generated from " not in text[:200]:
            room = rules.room_of(path)
            lines[room] = lines.get(room, 0) + text.count("\n")
    for room, own in sorted(lines.items()):
        most = SHARE_MAX.get(room, SHARE_MAX_OTHERS)
        share = 100 * own / sum(lines.values())
        if share > most:
            yield f"facsim/{room}/:1: {share:.1f} % of the library's lines, at most {most}; split it"


def whole_run_options(tree):
    """The options of a whole run stand in few files: a step takes the part that it needs.

    Tests and examples are users of the library, who fill the options in.
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
