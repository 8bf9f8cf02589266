// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/review_sources_internal.h"

#include <algorithm>

#include "facsim/base/human_text.h"
#include "facsim/report/html_text.h"

namespace facsim {
namespace {

constexpr std::size_t kRowsShown = 100;

std::string cell(const std::string& text) {
  return "<td><bdi>" + html_text(text.empty() ? "(none)" : text) + "</bdi></td>";
}
std::string cell(std::uint64_t count) { return "<td class=\"n\">" + human_count(count) + "</td>"; }

std::string table(const std::string& name, const std::string& head, const std::string& rows) {
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html_text(name) +
         "\"><table><thead><tr>" + head + "</tr></thead><tbody>\n" + rows +
         "</tbody></table></div>\n";
}

std::string column(const std::string& name) {
  return "<th scope=\"col\">" + html_text(name) + "</th>";
}

std::string first_of(std::size_t all) {
  if (all <= kRowsShown) return "";
  return "<p class=\"note\">The first " + std::to_string(kRowsShown) + " of " + human_count(all) +
         "; all are in summary.json.</p>\n";
}

std::string tables(const ReviewSources& sources, const std::string& what) {
  std::string rows;
  for (std::size_t i = 0; i < std::min(kRowsShown, sources.rows.size()); ++i) {
    const ReviewSource& each = sources.rows[i];
    rows += "<tr>" + cell(each.name) + cell(each.pages) + cell(each.pages - each.removed) +
            cell(each.removed) + cell(each.reported) +
            (each.skipped ? cell(*each.skipped) : "<td class=\"n\">not known</td>") + "</tr>\n";
  }
  std::string text = "<h3>By " + html_text(what) + "</h3>\n" +
                     table("Pages by " + what,
                           column(what) + column("pages") + column("kept") + column("removed") +
                               column("reported") + column("skipped"),
                           rows) +
                     first_of(sources.rows.size());
  if (sources.moves.empty()) return text;
  std::string moves;
  for (std::size_t i = 0; i < std::min(kRowsShown, sources.moves.size()); ++i) {
    const ReviewHosts& each = sources.moves[i];
    moves += "<tr>" + cell(each.from) + cell(each.to) + cell(each.removed) + "</tr>\n";
  }
  return text + "<h3>Removed for a page of another " + html_text(what) + "</h3>\n" +
         table("Removed for a page of another " + what,
               column("removed from") + column("kept in") + column("pages"), moves) +
         first_of(sources.moves.size());
}

}  // namespace

std::string review_sources(const ReviewOverview& run) {
  std::string text;
  if (!run.count_by.empty()) text += tables(run.by_value, run.count_by);
  // Rows of a caller's memory come from no file.
  const bool has_names = std::ranges::any_of(
      run.by_file.rows, [](const ReviewSource& each) { return !each.name.empty(); });
  if (has_names) text += tables(run.by_file, "input file");
  return text;
}

}  // namespace facsim
