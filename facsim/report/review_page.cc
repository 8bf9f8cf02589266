// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/review_page.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "facsim/base/base64.h"
#include "facsim/base/human_text.h"
#include "facsim/files/gzip_bytes.h"
#include "facsim/report/html_text.h"
#include "facsim/report/page_parts.h"
#include "facsim/report/report_words_internal.h"
#include "facsim/report/review_curve_internal.h"
#include "facsim/report/review_pictures_internal.h"
#include "facsim/report/review_sources_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kFirstPairs = 20;  // shown without script
constexpr std::size_t kFirstRows = 20;

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;

std::string ratio_text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
  return buffer.data();
}

std::string counts_rows(const Counts& counts, std::uint64_t whole) {
  std::string rows;
  for (const auto& [name, count] : counts) {
    rows += "<tr>" + text_cell(name) + number_cell(human_count(count)) +
            number_cell(share_text(count, whole)) + "</tr>\n";
  }
  return rows;
}

std::string kinds_table(const char* name, const Counts& counts, std::uint64_t whole) {
  if (counts.empty()) return "<p>None.</p>\n";
  return html_table(name, {"kind", "pages", "of all"}, counts_rows(counts, whole));
}

std::string begin_section(const char* id, const char* title) {
  return std::string("<section id=\"") + id + "\" aria-labelledby=\"h-" + id + "\"><h2 id=\"h-" +
         id + "\">" + title + "</h2>\n";
}

std::string shown_name(const ReviewPageOptions& options) {
  return options.folder.empty() ? "facsim.Result" : options.folder;
}

std::string report_head(const ReviewPageOptions& options) {
  return page_head(
      {.title = "facsim report: " + shown_name(options), .script = kReviewScript.sha256});
}

std::string sentence(const ReviewOverview& run) {
  const char* const verb = run.mode == "remove"     ? "removed"
                           : run.removed_total == 1 ? "found to be a duplicate"
                                                    : "found to be duplicates";
  std::string text = "Of <b>" + counted(run.pages_read, "page") + "</b>, <b>" +
                     human_count(run.removed_total) + "</b> (" +
                     share_text(run.removed_total, run.pages_read) + ") " +
                     (run.removed_total == 1 ? "was " : "were ") + verb + " and <b>" +
                     human_count(run.pages_kept) + "</b> kept";
  if (run.reported_total > 0) {
    text += "; of the kept ones, <b>" + human_count(run.reported_total) +
            (run.reported_total == 1 ? "</b> repeats a part of another and is reported"
                                     : "</b> repeat a part of another and are reported");
  }
  return text + ". That saves " + human_bytes(run.bytes_saved) + " of " +
         human_bytes(run.bytes_read) + ".";
}

std::string overview_section(const Review& review, Words words) {
  const ReviewOverview& run = review.overview;
  std::string text = begin_section("overview", "Result") + review_pictures(review);
  text += "<div class=\"columns\"><div><h3>Removed, by kind</h3>\n" +
          kinds_table("Removed pages by kind", run.removed, run.pages_read) +
          "</div><div><h3>Reported only, by kind</h3>\n" +
          kinds_table("Reported pages by kind", run.reported, run.pages_read) + "</div></div>\n";
  std::string facts;
  const auto fact = [&facts](const char* name, const std::string& value) {
    facts +=
        "<div><dt>" + std::string(name) + "</dt><dd><bdi>" + html_text(value) + "</bdi></dd></div>";
  };
  fact("clusters", human_count(run.clusters));
  fact("threshold", std::string(review.by_agreement ? "agreement " : "resemblance ") +
                        ratio_text(review.threshold));
  fact("parts from", "containment " + ratio_text(run.min_containment));
  fact("kept is", run.keep);
  fact("profile, recipe", run.profile + ", " + run.recipe);
  fact("facsim", run.version);
  if (run.reclustered) fact("judged", "again, by " + words(Named::recluster, {}));
  for (const std::string& input : run.inputs) fact("input", input);
  text += "<dl class=\"facts\">" + facts + "</dl>\n";
  text += "<h3>Warnings</h3>\n";
  if (run.warnings.empty() && review.giants.empty() && run.cut_pages == 0) text += "<p>None.</p>\n";
  text += "<ul class=\"warnings\">";
  for (const std::string& each : run.warnings) {
    text += "<li><bdi>" + html_text(each) + "</bdi></li>";
  }
  for (const std::string& each : review.giants) {
    text += "<li><bdi>" + html_text(each) + "</bdi></li>";
  }
  if (run.cut_pages > 0) {
    text += "<li>" + counted(run.cut_pages, "page") +
            " passed a limit of markup; what lies beyond was not judged.</li>";
  }
  text += "</ul>\n";
  if (!review.notes.empty()) {
    text += "<h3>What this page does not show</h3>\n<ul>";
    for (const Sentence& each : review.notes) {
      text += "<li>" + html_text(each.in(words)) + "</li>";
    }
    text += "</ul>\n";
  }
  return text + "</section>\n";
}

std::string what_if_section(const Review& review, Words words) {
  std::string text = begin_section("whatif", "What if the threshold were another?");
  if (review.steps.empty()) {
    return text + "<p>" + html_text(review.why_no_steps.in(words)) + "</p></section>\n";
  }
  text +=
      "<p>What <code>" + html_text(words(Named::recluster, {})) +
      "</code> would remove and report at each threshold of " +
      std::string(review.by_agreement ? "agreement" : "resemblance") + ", all else as it is now" +
      (review.decisions_not_asked > 0 ? ", if it did not obey the decisions that lie there" : "") +
      ".</p>\n<div id=\"slider\"></div>\n" + curve_svg(review);
  std::string rows;
  for (const ReviewStep& each : review.steps) {
    const bool is_now = each.threshold == review.threshold;
    rows += std::string(is_now ? "<tr class=\"now\">" : "<tr>") + "<td class=\"n\">" +
            ratio_text(each.threshold) + (is_now ? " (now)" : "") + "</td>" +
            number_cell(human_count(each.removed)) + number_cell(human_count(each.reported)) +
            "</tr>\n";
  }
  return text + "<details class=\"tall\"><summary>All thresholds as a table</summary>" +
         html_table("Counts by threshold", {"threshold", "removed", "reported"}, rows) +
         "</details><div id=\"nearline\"></div></section>\n";
}

std::string pairs_section(const Review& review, Words words) {
  std::string text = begin_section("pairs", "Pairs, the closest calls first");
  text +=
      "<p>Listed " + human_count(review.pairs.size()) + " of " + counted(review.pairs_all, "pair");
  text += review.pairs.size() < review.pairs_all
              ? ", those nearest to the threshold. All that were removed or reported are in " +
                    html_text(words(Named::duplicates, {}) + " and " + words(Named::reported, {})) +
                    ".</p>\n"
              : ".</p>\n";
  static constexpr const char* kStates[] = {"removed", "reported", "kept apart"};
  std::string rows;
  for (std::size_t i = 0; i < std::min(kFirstPairs, review.pairs.size()); ++i) {
    const ReviewPair& pair = review.pairs[i];
    rows += "<tr>" + number_cell(ratio_text(pair.likeness)) +
            text_cell(kStates[static_cast<int>(pair.state)]) + text_cell(pair.kind) +
            text_cell(pair.page.name.id) + text_cell(pair.other.name.id) + "</tr>\n";
  }
  if (review.pairs.empty()) return text + "<div id=\"pairs-app\"></div></section>\n";
  return text + "<div class=\"static\">" +
         html_table("Pairs nearest to the threshold",
                    {review.by_agreement ? "agreement" : "resemblance", "decided", "kind", "page",
                     "other"},
                    rows) +
         "<p class=\"note\">The first " + std::to_string(kFirstPairs) +
         " at most; with script, this page shows all of them side by side.</p></div>"
         "<div id=\"pairs-app\"></div></section>\n";
}

std::string clusters_section(const Review& review) {
  std::string text = begin_section("clusters", "Largest clusters");
  std::string rows;
  for (std::size_t i = 0; i < std::min(kFirstRows, review.clusters.size()); ++i) {
    const ReviewCluster& each = review.clusters[i];
    rows += "<tr>" + number_cell(human_count(each.size)) +
            number_cell(human_bytes(each.bytes_saved)) + text_cell(each.representative.id) +
            "</tr>\n";
  }
  if (rows.empty()) return text + "<p>No page was removed.</p></section>\n";
  return text + "<div class=\"static\">" +
         html_table("Largest clusters", {"pages", "saved", "kept page"}, rows) +
         "</div><div id=\"clusters-app\"></div></section>\n";
}

std::string shown_host(const std::string& host) { return host.empty() ? "(no URL)" : host; }

std::string hosts_section(const Review& review) {
  std::string text = begin_section("hosts", "Sources and hosts") + review_sources(review.overview);
  std::string rows;
  for (std::size_t i = 0; i < std::min(kFirstRows, review.hosts.size()); ++i) {
    const ReviewHost& each = review.hosts[i];
    rows += "<tr>" + text_cell(shown_host(each.name)) + number_cell(human_count(each.removed)) +
            number_cell(human_count(each.reported)) + "</tr>\n";
  }
  std::string pairs;
  for (std::size_t i = 0; i < std::min(kFirstRows, review.host_pairs.size()); ++i) {
    const ReviewHosts& each = review.host_pairs[i];
    pairs += "<tr>" + text_cell(shown_host(each.from)) + text_cell(shown_host(each.to)) +
             number_cell(human_count(each.removed)) + "</tr>\n";
  }
  text += "<div class=\"static\"><h3>Hosts that lost pages</h3>" +
          html_table("Hosts that lost pages", {"host", "removed", "reported"}, rows) +
          "<h3>Hosts that repeat others</h3>";
  text += pairs.empty()
              ? "<p>No page was removed for a page of another host.</p>"
              : html_table("Hosts that repeat others", {"removed from", "kept on", "pages"}, pairs);
  return text + "</div><div id=\"hosts-app\"></div></section>\n";
}

std::string skipped_section(const Review& review) {
  std::string text = begin_section("skipped", "Skipped input");
  if (review.overview.skipped_total == 0) return text + "<p>Nothing was skipped.</p></section>\n";
  return text + "<p>" + counted(review.overview.skipped_total, "record") +
         " held no page that could be judged; none was removed.</p>\n" +
         html_table("Skipped records by reason", {"reason", "records", "of all"},
                    counts_rows(review.overview.skipped, review.overview.skipped_total)) +
         "<div id=\"skipped-app\"></div></section>\n";
}

}  // namespace

std::string review_html(const Review& review, const ReviewPageOptions& options) {
  std::string page = report_head(options);
  page +=
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header><h1>facsim report "
      "<small><bdi>" +
      html_text(shown_name(options)) + "</bdi></small></h1>\n<p class=\"result\">" +
      sentence(review.overview) + "</p>\n<nav aria-label=\"Views\">";
  constexpr std::array<std::pair<const char*, const char*>, 6> kViews = {{{"overview", "Result"},
                                                                          {"whatif", "What if"},
                                                                          {"pairs", "Pairs"},
                                                                          {"clusters", "Clusters"},
                                                                          {"hosts", "Sources"},
                                                                          {"skipped", "Skipped"}}};
  for (const auto& [id, title] : kViews) {
    page += std::string("<a href=\"#") + id + "\">" + title + "</a>";
  }
  page += "</nav></header>\n<main id=\"main\" tabindex=\"-1\">\n" +
          overview_section(review, options.words) + what_if_section(review, options.words) +
          pairs_section(review, options.words) + clusters_section(review) + hosts_section(review) +
          skipped_section(review) +
          "</main>\n<footer><p>Nothing on this page is sent anywhere. Decisions stay in this "
          "browser until you export them.</p></footer>\n<div id=\"say\" class=\"unseen\" "
          "role=\"status\" aria-live=\"polite\"></div>\n"
          "<script type=\"application/octet-stream\" id=\"data\">" +
          to_base64(gzip_bytes(review_json(review, options))) + "</script>\n<script>" +
          std::string(kReviewScript.text) + "</script>\n</body></html>\n";
  return page;
}

}  // namespace facsim
