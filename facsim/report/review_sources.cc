// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/review_sources_internal.h"

#include <algorithm>

#include "facsim/base/human_text.h"
#include "facsim/report/html_text.h"
#include "facsim/report/report_words_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kRowsShown = 100;

std::string name_cell(const std::string& name) { return text_cell(name.empty() ? "(none)" : name); }

std::string first_of(std::size_t all) {
  if (all <= kRowsShown) return "";
  return "<p class=\"note\">The first " + std::to_string(kRowsShown) + " of " + human_count(all) +
         "; all are in summary.json.</p>\n";
}

std::string tables(const ReviewSources& sources, const std::string& what) {
  std::string rows;
  for (std::size_t i = 0; i < std::min(kRowsShown, sources.rows.size()); ++i) {
    const ReviewSource& each = sources.rows[i];
    rows += "<tr>" + name_cell(each.name) + number_cell(each.pages) +
            number_cell(each.pages - each.removed) + number_cell(each.removed) +
            number_cell(each.reported) +
            (each.skipped ? number_cell(*each.skipped) : number_cell("not known")) + "</tr>\n";
  }
  std::string text = "<h3>By " + html_text(what) + "</h3>\n" +
                     html_table("Pages by " + what,
                                {what, "pages", "kept", "removed", "reported", "skipped"}, rows) +
                     first_of(sources.rows.size());
  if (sources.moves.empty()) return text;
  std::string moves;
  for (std::size_t i = 0; i < std::min(kRowsShown, sources.moves.size()); ++i) {
    const ReviewHosts& each = sources.moves[i];
    moves +=
        "<tr>" + name_cell(each.from) + name_cell(each.to) + number_cell(each.removed) + "</tr>\n";
  }
  return text + "<h3>Removed for a page of another " + html_text(what) + "</h3>\n" +
         html_table("Removed for a page of another " + what, {"removed from", "kept in", "pages"},
                    moves) +
         first_of(sources.moves.size());
}

}  // namespace

std::string review_sources(const ReviewOverview& run) {
  std::string text;
  if (!run.count_by.empty()) text += tables(run.by_value, run.count_by);
  // Rows from a caller's memory have no file.
  const bool has_names = std::ranges::any_of(
      run.by_file.rows, [](const ReviewSource& each) { return !each.name.empty(); });
  if (has_names) text += tables(run.by_file, "input file");
  return text;
}

}  // namespace facsim
