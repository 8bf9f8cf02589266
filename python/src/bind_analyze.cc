// SPDX-License-Identifier: Apache-2.0
// Returns the figures of texts or HTML pages as columns.
#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "bind.h"
#include "columns.h"
#include "facsim/analyze.h"
#include "texts.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr Figures kNone = {.fingerprint = false,
                           .visible_fingerprint = false,
                           .sketch = false,
                           .digest = false,
                           .units = false};

Figures only(bool Figures::* figure) {
  Figures figures = kNone;
  figures.*figure = true;
  return figures;
}

// Calls add() for each text in order, with the analysis or with nullptr for a missing text.
template <class Add>
void analyze_each(nb::handle data, const ReadyProfile& judge, bool is_html, const Figures& figures,
                  const Add& add) {
  const std::unique_ptr<TextBlocks> texts = texts_of(data);
  Analyzer analyzer(judge, figures);
  analyzer.set_look([] {
    const nb::gil_scoped_acquire locked;
    check_signals();
    require_no_end();
  });
  Page page;
  page.format = PageFormat::html;
  TextBlock block;
  while (texts->next(block)) {
    unlocked([&] {
      for (std::size_t i = 0; i < block.texts.size(); ++i) {
        const auto& text = block.texts[i];
        if (!text) {
          add(static_cast<const PageAnalysis*>(nullptr), analyzer);
        } else if (is_html) {
          page.bytes.assign(*text);
          page.is_unicode = block.is_unicode[i];
          add(&analyzer.analyze(page), analyzer);
        } else {
          add(&analyzer.analyze(*text), analyzer);
        }
      }
    });
    check_signals();
  }
}

Column fingerprint_column(const Recipe& recipe) {
  return {"fingerprint", recipe.fingerprint.bits > 64 ? "w:16" : "L"};
}

void add_fingerprint(const PageAnalysis* analysis, Column& column) {
  if (analysis == nullptr || !analysis->fingerprint) {
    column.add_null();
  } else if (column.width() == sizeof(std::uint64_t)) {
    column.add(analysis->fingerprint->low);
  } else {
    // The lowest byte comes first, as in the numbers of NumPy and Arrow.
    column.add(*analysis->fingerprint);
  }
}

Array fingerprint(nb::handle data, const ReadyProfile& judge, bool is_html) {
  Column column = fingerprint_column(judge.profile.recipe);
  analyze_each(
      data, judge, is_html, only(&Figures::fingerprint),
      [&](const PageAnalysis* analysis, const Analyzer&) { add_fingerprint(analysis, column); });
  return Array(std::move(column));
}

Array sketch(nb::handle data, const ReadyProfile& judge, bool is_html) {
  const SketchSpec& spec = judge.profile.recipe.sketch;
  Column column("sketch", "w:" + std::to_string(spec.bins * spec.bits / 8));
  analyze_each(data, judge, is_html, only(&Figures::sketch),
               [&](const PageAnalysis* analysis, const Analyzer& analyzer) {
                 const auto bytes = analysis != nullptr ? analyzer.sketch_bytes() : std::nullopt;
                 if (!bytes) {
                   column.add_null();
                 } else {
                   column.add_bytes(bytes->data());
                 }
               });
  return Array(std::move(column));
}

Array digest(nb::handle data, const ReadyProfile& judge, bool is_html) {
  Column column("digest", "w:16");
  analyze_each(data, judge, is_html, only(&Figures::digest),
               [&](const PageAnalysis* analysis, const Analyzer&) {
                 if (analysis == nullptr || !analysis->has_text) {
                   column.add_null();
                 } else {
                   column.add(analysis->digest);
                 }
               });
  return Array(std::move(column));
}

Table facts_table(nb::handle data, const ReadyProfile& judge, bool is_html) {
  Columns columns;
  columns.push_back(fingerprint_column(judge.profile.recipe));
  columns.emplace_back("digest", "w:16");
  columns.emplace_back("units", "I");
  columns.emplace_back("text_bytes", "L");
  columns.emplace_back("title", "u");
  columns.emplace_back("judged_text", "u");
  const Figures figures = {.visible_fingerprint = false, .sketch = false};
  analyze_each(data, judge, is_html, figures,
               [&](const PageAnalysis* analysis, const Analyzer& analyzer) {
                 add_fingerprint(analysis, columns[0]);
                 if (analysis == nullptr || !analysis->has_text) {
                   for (std::size_t i = 1; i < columns.size(); ++i) columns[i].add_null();
                   return;
                 }
                 columns[1].add(analysis->digest);
                 columns[2].add(analysis->units);
                 columns[3].add(analysis->text_bytes);
                 columns[4].add_text(analyzer.document().title);
                 columns[5].add_text(analyzer.judged_text());
               });
  return Table(std::move(columns));
}

}  // namespace

void bind_analyze(nb::module_& module) {
  nb::class_<ReadyProfile>(module, "Judge", "A profile with the tables that its recipe needs.")
      .def(
          "__init__",
          [](ReadyProfile* made, const std::string& profile, const std::string& recipe,
             const std::string& jieba_tables) {
            new (made) ReadyProfile(
                unlocked([&] { return ready_profile(profile, recipe, jieba_tables); }));
          },
          nb::arg("profile") = "balanced", nb::arg("recipe") = "", nb::arg("jieba_tables") = "")
      .def_prop_ro("profile", [](const ReadyProfile& judge) { return judge.profile.name; })
      .def_prop_ro("recipe", [](const ReadyProfile& judge) { return judge.profile.recipe.name; })
      .def_prop_ro("bits",
                   [](const ReadyProfile& judge) { return judge.profile.recipe.fingerprint.bits; })
      .def_prop_ro("max_distance",
                   [](const ReadyProfile& judge) { return judge.profile.max_distance; })
      .def_prop_ro("has_anchors",
                   [](const ReadyProfile& judge) { return judge.profile.recipe.anchors.has_any(); })
      .def_prop_ro("profile_toml", [](const ReadyProfile& judge) { return to_toml(judge.profile); })
      .def_prop_ro("recipe_toml",
                   [](const ReadyProfile& judge) { return to_toml(judge.profile.recipe); })
      .def_prop_rw(
          "min_resemblance",
          [](const ReadyProfile& judge) { return judge.profile.thresholds.min_resemblance; },
          [](ReadyProfile& judge, double share) {
            judge.profile.thresholds.min_resemblance = share;
          })
      .def_prop_rw(
          "min_containment_to_remove",
          [](const ReadyProfile& judge) {
            return judge.profile.thresholds.containment_to_remove();
          },
          [](ReadyProfile& judge, double share) {
            judge.profile.thresholds.min_containment_to_remove = share;
          })
      .def_prop_rw(
          "names", [](const ReadyProfile& judge) { return judge.profile.thresholds.names; },
          [](ReadyProfile& judge, bool names) { judge.profile.thresholds.names = names; });
  module.def("fingerprint", &fingerprint, nb::arg("data"), nb::arg("judge"), nb::arg("html"));
  module.def("sketch", &sketch, nb::arg("data"), nb::arg("judge"), nb::arg("html"));
  module.def("digest", &digest, nb::arg("data"), nb::arg("judge"), nb::arg("html"));
  module.def("facts", &facts_table, nb::arg("data"), nb::arg("judge"), nb::arg("html"));
}

}  // namespace facsim::python
