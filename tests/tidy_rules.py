# SPDX-License-Identifier: Apache-2.0
"""The house rules as data and as functions that take a tree (path -> text).

The drawing of ARCHITECTURE.md is the table MAY_KNOW. Each function returns one string for each
breach, `path:line: what is wrong; what to do`.
"""

import re

RING = {"base", "model", "files"}
CORE = ["extract", "features", "fingerprint", "index", "verify", "cluster"]
# Room -> the rooms whose headers it may include besides its own.
MAY_KNOW = {
    "base": set(),
    "model": {"base"},
    **{room: {"base", "model"} for room in CORE},
    "files": {"base"},
    "result": {"base", "files"},
    "tables": {"base", "files"},
    "input": RING | {"result", "tables"},
    "output": RING,
    "report": RING | {"result", "tables"},
    "store": RING,
}
# The corridor: each room may use those before it.
CORRIDOR = ["run", "page", "corpus", "known", "seen", "upkeep", "dedup", "eval", "review"]
for _room in CORRIDOR:
    MAY_KNOW[_room] = set(MAY_KNOW)
# A store of pages gets pages one by one: it reads no inputs and writes no results.
for _room in ["seen", "upkeep"]:
    MAY_KNOW[_room] -= {"corpus", "input", "output", "report", "result", "tables"}
# Like the core it only takes and returns values; only layers above the corridor use it.
MAY_KNOW["mirrors"] = {"base", "model"}
# HTTP is a surface: it knows the store of pages, and does not know runs over files.
MAY_KNOW["serve"] = set(MAY_KNOW) - {"upkeep", "dedup", "eval", "review"}

# Rooms without effects: they use no files, clocks, threads, output or random numbers.
PURE = {"base", "model", "mirrors", *CORE}
WORLD = re.compile(
    r"(fstream|filesystem|iostream|ostream|istream|syncstream|print|cstdio|stdio\.h|thread|future"
    r"|condition_variable|chrono|ctime|time\.h|random|unistd\.h|fcntl\.h|poll\.h|dirent\.h"
    r"|pthread\.h|sys/.*|netinet/.*)"
)

# Foreign library: (its headers, rooms that may know it beside apps, its name after USES).
FOREIGN = {
    "lexbor": (r"lexbor/", {"extract"}, {"facsim_lexbor"}),
    "ICU": (r"unicode/", {"extract", "features"}, {"ICU::uc", "ICU::i18n"}),
    "simdjson": (r"simdjson", {"extract", "input", "serve"}, {"simdjson::simdjson"}),
    "nlohmann": (r"nlohmann/", {"report", "store", "eval", "mirrors"}, {"nlohmann_json::nlohmann_json"}),
    "isa-l": (r"isa-l|igzip_lib|crc\.h", {"files"}, {"PkgConfig::ISAL"}),
    "libdeflate": (r"libdeflate", {"files"}, {"PkgConfig::DEFLATE"}),
    "brotli": (r"brotli/", {"files"}, {"PkgConfig::BROTLI", "PkgConfig::BROTLIENC"}),
    "liblzma": (r"lzma", {"files"}, {"PkgConfig::LZMA"}),
    "bzip2": (r"bzlib\.h", {"files"}, {"BZip2::BZip2"}),
    "zstd": (r"zstd", {"files"}, {"PkgConfig::ZSTD"}),
    "lz4": (r"lz4", {"files"}, {"PkgConfig::LZ4"}),
    "zlib": (r"zlib\.h|zconf\.h", {"files"}, {"ZLIB::ZLIB"}),
    "xxHash": (r"xxhash|xxh3", {"base", "features"}, {"PkgConfig::XXHASH"}),
    "RocksDB": (r"rocksdb/", {"store"}, {"RocksDB::rocksdb-shared"}),
    "Boost": (r"boost/", {"serve"}, {"Boost::headers"}),
    "OpenSSL": (r"openssl/", {"base", "files", "input", "fingerprint"}, {"OpenSSL::Crypto"}),
    "toml++": (r"toml\+\+/", {"model"}, {"PkgConfig::TOMLPP"}),
    "CLI11": (r"CLI/", set(), {"CLI11::CLI11"}),
}

# (warn above, fail above) in lines, and in columns for a line.
HEADER_LINES = (200, 400)
SOURCE_LINES = (400, 800)
TEST_LINES_MAX = 400
COLUMNS = (100, 200)
MAY_PRINT = {"facsim/report/progress_line.cc"}

# Headers that only the room itself or its tests may include.
INNER = ("_internal.h", "_for_test.h")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CODE = (".h", ".cc", ".c", ".py", ".sh")


def includes(text):
    """Yields (line number, '<' or '"', header) of each #include."""
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[1], found[2]


# The doors, headers at the top of facsim/: each belongs to the room that implements it.
# facsim/facsim.h includes them all and belongs to no room.
DOORS = {
    "facsim/run_options.h": "run",
    "facsim/analyze.h": "page",
    "facsim/compare.h": "page",
    "facsim/ready_profile.h": "page",
    "facsim/page_source.h": "corpus",
    "facsim/read_pages.h": "corpus",
    "facsim/hamming_index.h": "known",
    "facsim/page_index.h": "known",
    "facsim/seen.h": "seen",
    "facsim/dedup.h": "dedup",
    "facsim/dedup_folder.h": "dedup",
    "facsim/dedup_options.h": "dedup",
    "facsim/dedup_sink.h": "dedup",
    "facsim/dedup_texts.h": "dedup",
    "facsim/folder_options.h": "dedup",
}
DOOR_OF_ALL = "facsim/facsim.h"


def room_of(path):
    """Returns 'extract' for facsim/extract/dom.cc, 'apps' for apps/x.cc, else None."""
    if path in DOORS:
        return DOORS[path]
    parts = path.split("/")
    if parts[0] == "facsim" and len(parts) > 2:
        return parts[1]
    return parts[0] if parts[0] == "apps" and len(parts) > 1 else None


def sources(tree, *suffixes):
    return ((path, tree[path]) for path in sorted(tree) if path.endswith(suffixes))


def is_test(path):
    return path.endswith(("_test.cc", "_for_test.h"))


def directions(tree):
    for path, text in sources(tree, ".h", ".cc"):
        room = room_of(path)
        if room is None:
            continue
        if room != "apps" and room not in MAY_KNOW:
            yield f"{path}:1: room {room} is not in the table MAY_KNOW of tests/tidy_rules.py"
            continue
        known = set(MAY_KNOW) if room == "apps" else MAY_KNOW[room] | {room}
        for number, mark, header in includes(text):
            target = room_of(header)
            if mark == "<" and target is not None:
                yield f"{path}:{number}: <{header}>; our own headers stand in quotes"
            elif header == DOOR_OF_ALL:
                if room != "apps":
                    yield f"{path}:{number}: {header} is for those outside; include what is used"
            elif mark == '"' and target is None:
                if not (is_test(path) and header.startswith("tests/support/")):
                    yield f'{path}:{number}: "{header}"; name our headers from the top folder'
            elif target == "apps" and room != "apps" or target not in known | {None, "apps"}:
                yield f"{path}:{number}: room {room} may not know {header}"
            elif header.endswith("_internal.h") and target != room:
                yield f"{path}:{number}: {header} is for its own room only"


def doors(tree):
    for path in sorted(doors_of(tree) - set(DOORS) - {DOOR_OF_ALL}):
        yield f"{path}:1: a door of no room; say whose it is in DOORS of tests/tidy_rules.py"
    for path in sorted(set(DOORS) - doors_of(tree)):
        yield f"{path}:1: stands in DOORS of tests/tidy_rules.py and is not there"


NOUNS = "cmake/promised_nouns.txt"


def doors_of(tree):
    return {path for path in tree if re.fullmatch(r"facsim/\w+\.h", path)}


def promised_of(tree):
    """Returns the installed headers: the doors at the top of facsim/, and the nouns of the list."""
    return doors_of(tree) | set(tree[NOUNS].split())


def promises(tree):
    """Promised headers may include only promised and standard ones, and facsim.h includes all."""
    promised, doors, reached = promised_of(tree), doors_of(tree), set()
    for path in sorted(promised):
        if path not in tree:
            yield f"{NOUNS}:1: {path} is not there"
            continue
        for number, mark, header in includes(tree[path]):
            reached.add(header)
            if mark == '"' and header not in promised:
                yield f"{path}:{number}: a user does not get {header}; see {NOUNS}"
            elif mark == "<" and not re.fullmatch(r"[a-z_0-9]+", header):
                yield f"{path}:{number}: <{header}> is not of the C++ standard library"
    for path in sorted(doors):
        for number, line in enumerate(tree[path].splitlines(), 1):
            if re.match(r"(class|struct|enum)( class)? \w+;", line):
                yield f"{path}:{number}: {line} is known to nobody outside; see {NOUNS}"
    for path in sorted(promised - doors):
        if not re.match(r"facsim/(base|model)/", path) or path.endswith(INNER):
            yield f"{NOUNS}:1: {path} is no noun; the doors stand at the top of facsim/"
        elif path not in reached:
            yield f"{NOUNS}:1: no door needs {path}"
    whole = {header for _, _, header in includes(tree["facsim/facsim.h"])}
    for path in sorted(doors - whole - {"facsim/facsim.h"}):
        yield f"facsim/facsim.h:1: does not include {path}"


def purity(tree):
    for path, text in sources(tree, ".h", ".cc"):
        if room_of(path) in PURE and not is_test(path):
            for number, mark, header in includes(text):
                if mark == "<" and WORLD.fullmatch(header):
                    yield f"{path}:{number}: <{header}>; a core room touches nothing of the world"


def foreign_of(header):
    for library, (pattern, _, _) in FOREIGN.items():
        if re.match(pattern, header):
            return library
    return None


def foreign(tree):
    for path, text in sources(tree, ".h", ".cc"):
        room = room_of(path)
        if room is None:
            continue
        for number, _, header in includes(text):
            library = foreign_of(header)
            if library is None or room_of(header) is not None:
                continue
            if room not in FOREIGN[library][1] | {"apps"} and not is_test(path):
                yield f"{path}:{number}: room {room} may not know {library} ({header})"
            elif path.endswith(".h") and room != "apps" and not path.endswith(INNER):
                yield f"{path}:{number}: {library} in a header; foreign types stop at the door"


def cmake_rooms(tree):
    """The links of each facsim_room() must be those of the table, and its USES its includes."""
    seen = set()
    for path, text in sources(tree, "CMakeLists.txt"):
        if not re.fullmatch(r"facsim/\w+/CMakeLists\.txt", path):
            continue
        call = re.search(r"facsim_room\(\s*(\w+)\s+ROOMS\s*([^)]*?)\s*USES\s*([^)]*)\)", text)
        if not call or call[1] != room_of(path):
            yield f"{path}:1: no facsim_room({room_of(path)} ROOMS ... USES ...)"
            continue
        room, rooms, uses = call[1], set(call[2].split()), set(call[3].split())
        seen.add(room)
        if rooms != MAY_KNOW.get(room):
            wrong = sorted(rooms ^ MAY_KNOW.get(room, set()))
            yield f"{path}:1: its ROOMS differ from the table MAY_KNOW in {' '.join(wrong)}"
        included = {
            (foreign_of(header), is_test(source))
            for source, code in sources(tree, ".h", ".cc")
            if room_of(source) == room
            for _, _, header in includes(code)
            if room_of(header) is None
        }
        for library, (_, _, targets) in FOREIGN.items():
            if (library, False) in included and not uses & targets:
                yield f"{path}:1: includes {library}, so USES must name {' or '.join(targets)}"
            elif not {(library, True), (library, False)} & included and uses & targets:
                yield f"{path}:1: USES {' '.join(uses & targets)}, but no file includes it"
    rooms_with_code = {room_of(p) for p in tree if p.startswith("facsim/") and room_of(p)}
    for room in sorted(rooms_with_code - seen):
        yield f"facsim/{room}/CMakeLists.txt:1: missing"


def sizes(tree, limit=1):
    """Yields files and lines above the limit; with limit=0 the soft limit, which only warns.

    A test file may not be longer than the soft limit: it is divided by topic.
    """
    for path, text in sources(tree, *CODE):
        if "\n// Generated from " in text[:200]:
            continue
        lines = text.splitlines()
        most = (HEADER_LINES if path.endswith(".h") else SOURCE_LINES)[limit]
        if is_test(path) or path.startswith("tests/"):
            most = min(most, TEST_LINES_MAX)
        if len(lines) > most:
            yield f"{path}:{len(lines)}: more than {most} lines; split it"
        for number, line in enumerate(lines, 1):
            if len(line) > COLUMNS[limit]:
                yield f"{path}:{number}: more than {COLUMNS[limit]} columns"


def openings(tree):
    for path, text in sources(tree, *CODE):
        lines = text.splitlines()
        if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:3]):
            yield f"{path}:1: no SPDX-License-Identifier: Apache-2.0 in its first lines"
        if path.endswith(".h") and "#pragma once" not in lines[:5]:
            yield f"{path}:1: no #pragma once"


UNNAMED = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.M | re.S)
TYPE = re.compile(r"^(?:class|struct|enum class) (?:\[\[\w+\]\] )?(\w+)(?: final)?(?: :[^{;]*)? \{", re.M)


def one_type_a_name(tree):
    """Type names must be unique: the linker would take the functions of one type for another's."""
    at = {}
    for path, text in sources(tree, ".h", ".cc"):
        if room_of(path) is None and path not in DOORS or is_test(path):
            continue
        for found in TYPE.finditer(UNNAMED.sub("", text)):
            first = at.setdefault(found[1], path)
            if first != path:
                yield f"{path}:1: {found[1]} is a type of {first} too; rename one of them"


PRINTING = re.compile(
    r"std::(cout|cerr|clog|print|println|puts|printf|fprintf|putchar|fputs|perror)\b"
    r"|(?<![\w:.>])(printf|fprintf|vprintf|puts|fputs|putchar|perror)\s*\("
)


def printing(tree):
    for path, text in sources(tree, ".h", ".cc"):
        if not path.startswith("facsim/") or is_test(path) or path in MAY_PRINT:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if PRINTING.search(line.split("//")[0]):
                yield f"{path}:{number}: a library does not print"


# The files that may open a file. If a pipe is in the place of a file of ours, open(2) waits for it
# and ignores signals; the two functions avoid this.
CALL_OF_OPEN = re.compile(
    r"(?<![\w>])::\s*(open|openat|creat)\s*\(|\b(fopen|freopen|mkostemp|mkstemp)\s*\("
)
STREAM = re.compile(r"\b(basic_)?([io]?fstream|filebuf)\b")
MAY_OPEN = {
    "facsim/files/own_file.cc",  # what facsim wrote
    "facsim/files/packed_input.cc",  # what a user gives
    "facsim/files/temp_folder.cc",  # scratch, made under a name of its own
    "apps/facsim.cc",  # /dev/null, where a standard stream is closed
}
# Inputs of users are read in these places; all other files are ours.
USER_INPUT = re.compile(r"\b(open_bytes|open_user_input|try_user_input|PackedInput)\s*[({]")
MAY_READ_USER_INPUT = {
    "facsim/files/byte_source.cc",
    "facsim/files/packed_input.cc",
    "facsim/tables/parquet_file.cc",
    "facsim/input/beginning.cc",
    "facsim/input/open_records.cc",
    "facsim/input/fingerprint_file.cc",
    "facsim/eval/labels.cc",
    "facsim/output/copy.cc",
    "apps/command_index.cc",
    "apps/command_mirrors.cc",
}


def file_opening(tree):
    for path, text in sources(tree, ".cc"):
        if room_of(path) is None or is_test(path):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            code = line.split("//")[0]
            if path not in MAY_OPEN and (CALL_OF_OPEN.search(code) or STREAM.search(code)):
                yield f"{path}:{number}: opens a file itself; see facsim/files/own_file.h"
            if path not in MAY_READ_USER_INPUT and USER_INPUT.search(code):
                yield f"{path}:{number}: opens a user's file; one of ours is for open_own_bytes()"


# All other files start programs with the first of these, which sets limits.
MAY_START_PROGRAMS = {"tests/running.py", "tests/making.py"}


def starting(tree):
    for path, text in sources(tree, ".py"):
        if path.startswith("tests/") and path not in MAY_START_PROGRAMS:
            for number, line in enumerate(text.splitlines(), 1):
                if re.match(r"\s*(import|from) subprocess\b", line):
                    yield f"{path}:{number}: starts programs itself; see tests/running.py"


# Built from pieces; otherwise this file would contain such a path itself.
HOMES = "|".join(("home/[a-z]", "root/", "work/", "Users/"))
HOST_PATH = re.compile(r"""(?:^|(?<=[\s"'`=(:,]))/(?:""" + HOMES + ")")


def host_paths(tree, top=""):
    here = re.compile(r"(?<!\w)" + re.escape(top) if top.count("/") > 1 else r"(?!)")
    for path, text in sorted(tree.items()):
        for number, line in enumerate(text.splitlines(), 1):
            if HOST_PATH.search(line) or here.search(line):
                yield f"{path}:{number}: names a folder of one machine"


def corpora(tree):
    for path in sorted(tree):
        found = re.fullmatch(r"fuzz/(\w+)_fuzz\.cc", path)
        if found and not any(p.startswith(f"fuzz/corpus/{found[1]}/") for p in tree):
            yield f"{path}:1: no seed in fuzz/corpus/{found[1]}/"


def versions(tree):
    build = re.search(r"project\(facsim VERSION ([\d.]+)", tree["CMakeLists.txt"])
    code = re.search(r'kVersion\b.*?"([\d.]+)"', tree["facsim/base/version.h"])
    if not build or not code or build[1] != code[1]:
        yield "facsim/base/version.h:1: its version is not that of CMakeLists.txt"
