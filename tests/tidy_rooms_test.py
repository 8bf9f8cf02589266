# SPDX-License-Identifier: Apache-2.0
"""The rules for the inside of a room and of the package (tests/tidy_rooms.py): this tree, and
made-up breaches.

tests/tidy_test.py runs these tests too.
"""

import ast
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import tidy_rooms as rooms  # noqa: E402
import tidy_rules as rules  # noqa: E402
from tidy_test import HEAD, read_tree  # noqa: E402


class ThisTree(unittest.TestCase):
    """The project follows its own rules."""

    @classmethod
    def setUpClass(cls):
        cls.tree = read_tree()

    def keeps(self, rule):
        complaints = list(rule(self.tree))
        self.assertFalse(complaints, "\n" + "\n".join(complaints))

    def test_what_the_rules_see(self):
        """The rules cannot pass because they find no rooms, headers or modules."""
        graphs = rooms.rooms_of_ideas(self.tree)
        self.assertGreater(sum(len(known) for graph in graphs.values() for known in graph.values()), 300)
        modules = {rooms.module_of(path) for path in self.tree if path.startswith(rooms.PACKAGE)}
        imports = rooms.ImportsOf("python/facsim/spark/_subtract.py", modules)
        imports.visit(ast.parse(self.tree["python/facsim/spark/_subtract.py"]))
        self.assertLessEqual({"facsim._profile", "facsim.spark._facts"}, imports.found)

    def test_no_header_is_ground_and_roof(self):
        self.keeps(rooms.ground_and_roof)

    def test_no_circles_inside_a_room(self):
        self.keeps(rooms.circles)

    def test_no_room_is_too_large(self):
        self.keeps(rooms.shares)

    def test_each_header_has_a_name_of_its_own(self):
        self.keeps(rooms.one_header_a_name)

    def test_no_circles_in_the_python_package(self):
        self.keeps(rooms.python_circles)

    def test_options_of_a_run_stand_in_few_files(self):
        self.keeps(rooms.whole_run_options)


class MadeUpTrees(unittest.TestCase):
    """Each rule can fail, and accepts what is allowed."""

    def finds(self, rule, tree, *words):
        """Requires one complaint for each of `words` that contains it."""
        complaints = list(rule(tree))
        self.assertEqual(len(complaints), len(words), complaints)
        for complaint, word in zip(complaints, words):
            self.assertIn(word, complaint)

    def test_ground_and_roof(self):
        most = rooms.GROUND_AND_ROOF_MAX

        def options_that_call(count):
            # All files include options.h, and options.cc includes `count` of them.
            steps = [f"facsim/dedup/step{i}" for i in range(most + 1)]
            tree = {f"{step}.h": HEAD for step in steps}
            tree |= {f"{step}.cc": '#include "facsim/dedup/options.h"\n' for step in steps}
            called = "".join(f'#include "{step}.h"\n' for step in steps[:count])
            return tree | {"facsim/dedup/options.h": HEAD, "facsim/dedup/options.cc": called}

        self.finds(rooms.ground_and_roof, options_that_call(0))
        self.finds(rooms.ground_and_roof, options_that_call(most))
        self.finds(rooms.ground_and_roof, options_that_call(most + 1), "dedup/options.h:1: 7 ideas")
        outside = {
            path.replace("dedup/step", "eval/step"): text.replace("dedup/step", "eval/step")
            for path, text in options_that_call(most + 1).items()
        }
        self.finds(rooms.ground_and_roof, outside)

    def test_circles(self):
        def expect(*words, **included):
            tree = {}
            for name, headers in included.items():
                tree[f"facsim/run/{name}.h"] = HEAD
                code = "".join(f'#include "facsim/run/{header}.h"\n' for header in headers.split())
                tree[f"facsim/run/{name}.cc"] = code
            self.finds(rooms.circles, tree, *words)

        expect(a="a b c", b="c", c="")
        expect("2 ideas of the room run", a="b", b="a", c="a")
        expect("run/a facsim/run/b facsim/run/c;", a="b", b="c", c="a")
        test_of_both = {"facsim/run/a.h": HEAD, "facsim/run/b.h": '#include "facsim/run/a.h"\n'}
        test_of_both["facsim/run/a_test.cc"] = '#include "facsim/run/b.h"\n'
        self.finds(rooms.circles, test_of_both)

    def test_shares(self):
        def expect(lines, *words, of="page", text="x\n"):
            others = {f"facsim/{room}/a.cc": "x\n" * 10 for room in list(rules.MAY_KNOW)[:9]}
            others.pop(f"facsim/{of}/a.cc", None)
            tree = others | {f"facsim/{of}/deep/b.cc": HEAD + text * (lines - 1)}
            self.finds(rooms.shares, tree, *words)

        expect(12)  # of 102
        expect(13, "facsim/page/:1: 12.6 %")
        expect(12, "facsim/index/:1: 13.0 %", of="index")  # of 92
        expect(25, text="// Generated from x\n")

    def test_one_header_a_name(self):
        def expect(path, *words):
            tree = {"facsim/known/rows.h": HEAD, path: HEAD}
            self.finds(rooms.one_header_a_name, tree, *words)

        expect("facsim/seen/row.h")
        expect("python/src/rows.h")
        expect("facsim/known/rows.cc")
        expect("facsim/seen/rows.h", "facsim/known/rows.h has that name too")
        expect("apps/rows.h", "has that name too")
        expect("facsim/rows.h", "rename one of them")

    def test_python_circles(self):
        def expect(*words, **code):
            tree = {
                f"python/facsim/{name.replace('__', '/')}.py": text for name, text in code.items()
            }
            tree["python/facsim/__init__.py"] = "from ._a import x\n"
            tree["python/facsim/spark/__init__.py"] = ""
            self.finds(rooms.python_circles, tree, *words)

        expect(_a="from . import _core\nfrom ._b import x\n", _b="import os\n")
        expect("2 modules import", _a="from ._b import x\n", _b="from . import _a\n")
        late = "def f():\n    from ._a import x\n"
        expect("facsim._a facsim._b;", _a="import facsim._b\n", _b=late)
        expect("facsim facsim._a;", _a="from . import x\n")
        expect("facsim.spark.c facsim.spark.d;", _a="", spark__c="from .d import x\n",
               spark__d="from ..spark.c import x\n")  # fmt: skip
        expect(_a="", spark__c="from .._a import x\n")
        types = "if TYPE_CHECKING:\n    from ._a import x\n"
        expect(_a="from ._b import x\n", _b=types)
        expect("2 modules", _a="from ._b import x\n", _b=types + "else:\n    import facsim._a\n")

    def test_whole_run_options(self):
        def in_files(count):
            return {f"facsim/dedup/f{i}.cc": "DedupOptions x;\n" for i in range(count)}

        others = {
            "apps/x.cc": "MyDedupOptions y;\n",
            "facsim/dedup/f_test.cc": "DedupOptions x;\n",
            "examples/x.cc": "DedupOptions x;\n",
        }
        self.finds(rooms.whole_run_options, in_files(20) | others)
        self.finds(rooms.whole_run_options, in_files(21), "21 files")
