// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/review_pictures_internal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "facsim/base/human_text.h"
#include "facsim/report/html_text.h"
#include "facsim/report/report_words_internal.h"

namespace facsim {
namespace {

constexpr std::size_t kPassagesShown = 5;
constexpr std::size_t kPassageBytes = 360;
// The least width of a part that has pages, of 1,000 in all; keeps it visible.
constexpr double kStripMin = 4;

std::string number(double value, const char* format = "%.2f") {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string rect(const std::string& style, double x, double y, double width, double height) {
  return "<rect class=\"" + style + "\" x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" +
         number(width) + "\" height=\"" + number(height) + "\"/>";
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\">" +
         text + "</text>";
}

// ---- what became of the pages ----

// Style and name are markup: kinds come from summary.json, which may hold any text.
struct Part {
  std::string style;
  std::string name;
  std::uint64_t pages = 0;
};

std::vector<Part> parts_of(const ReviewOverview& run) {
  std::vector<Part> parts = {{"kept", "kept", run.pages_kept - run.reported_total},
                             {"reported", "kept and reported", run.reported_total}};
  for (const auto& [kind, count] : run.removed) {
    const std::string text = html_text(kind);
    parts.push_back({"gone-" + text, "removed, " + text, count});
  }
  std::erase_if(parts, [](const Part& part) { return part.pages == 0; });
  return parts;
}

std::string fate_figure(const ReviewOverview& run) {
  const std::vector<Part> parts = parts_of(run);
  std::string text = "<figure class=\"fate\"><h3>What became of the pages</h3>";
  if (parts.empty()) return text + "<p>No page was read.</p></figure>\n";
  double whole = 0;
  const auto width = [&run](const Part& part) {
    return std::max(kStripMin,
                    1000.0 * static_cast<double>(part.pages) / static_cast<double>(run.pages_read));
  };
  for (const Part& part : parts) whole += width(part);
  std::string label;
  std::string bar;
  std::string keys;
  double x = 0;
  for (const Part& part : parts) {
    label += (label.empty() ? "" : ", ") + part.name + " " + human_count(part.pages);
    bar += rect(part.style, x, 0, width(part) / whole * 1000, 40);
    x += width(part) / whole * 1000;
    keys += "<li data-pages=\"" + std::to_string(part.pages) +
            "\"><svg class=\"swatch\" "
            "viewBox=\"0 0 10 10\" aria-hidden=\"true\">" +
            rect(part.style, 0, 0, 10, 10) + "</svg> " + part.name + " <b>" +
            human_count(part.pages) + "</b> <span>(" + share_text(part.pages, run.pages_read) +
            ")</span></li>";
  }
  return text +
         "<svg class=\"strip\" viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\" "
         "role=\"img\" aria-label=\"Pages: " +
         label + "\">" + bar + "</svg><ul class=\"keys\">" + keys + "</ul></figure>\n";
}

// ---- how alike the judged pairs are ----

std::uint64_t sum(const ReviewBin& bin) { return bin.removed + bin.reported + bin.apart; }

std::string bin_rows(const std::vector<ReviewBin>& bins, std::size_t first) {
  std::string rows;
  for (std::size_t i = first; i < bins.size(); ++i) {
    const double to = i + 1 < bins.size() ? bins[i + 1].from : 1;
    rows += "<tr><td class=\"n\">" + number(bins[i].from) + " to " + number(to) + "</td>";
    for (const std::uint64_t count : {bins[i].removed, bins[i].reported, bins[i].apart}) {
      rows += "<td class=\"n\">" + human_count(count) + "</td>";
    }
    rows += "</tr>";
  }
  return rows;
}

std::string bars(const std::vector<ReviewBin>& bins, std::size_t first, double threshold) {
  constexpr double kLeft = 8;
  constexpr double kRight = 492;
  constexpr double kTop = 26;
  constexpr double kBottom = 190;
  std::uint64_t most = 1;
  for (const ReviewBin& bin : bins) most = std::max(most, sum(bin));
  const double low = bins[first].from;
  const auto x = [&](double at) { return kLeft + (at - low) / (1 - low) * (kRight - kLeft); };
  std::string svg;
  for (std::size_t i = first; i < bins.size(); ++i) {
    const double to = i + 1 < bins.size() ? bins[i + 1].from : 1;
    double y = kBottom;
    const auto stack = [&](const char* style, std::uint64_t count) {
      if (count == 0) return;
      const double height =
          std::max(1.5, static_cast<double>(count) / static_cast<double>(most) * (kBottom - kTop));
      y -= height;
      svg += rect(style, x(bins[i].from) + 1, y, x(to) - x(bins[i].from) - 2, height);
    };
    stack("gone-content", bins[i].removed);
    stack("reported", bins[i].reported);
    stack("apart", bins[i].apart);
  }
  const std::string base = number(kBottom);
  svg += "<line class=\"grid\" x1=\"" + number(kLeft) + "\" x2=\"" + number(kRight) + "\" y1=\"" +
         base + "\" y2=\"" + base + "\"/>";
  const double at = x(std::clamp(threshold, low, 1.0));
  svg += "<line class=\"now\" x1=\"" + number(at) + "\" x2=\"" + number(at) + "\" y1=\"" +
         number(kTop - 6) + "\" y2=\"" + base + "\"/>";
  svg += text_at(at, kTop - 10,
                 at > kRight - 90  ? "end"
                 : at < kLeft + 90 ? "start"
                                   : "middle",
                 "threshold " + number(threshold, "%.4g"));
  svg += text_at(kLeft, kBottom + 22, "start", number(low, "%.4g"));
  svg += text_at((kLeft + kRight) / 2, kBottom + 22, "middle", number((low + 1) / 2, "%.4g"));
  svg += text_at(kRight, kBottom + 22, "end", "1");
  return svg;
}

std::string key(const char* style, const char* name, std::uint64_t count) {
  return "<li data-pairs=\"" + std::to_string(count) +
         "\"><svg class=\"swatch\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">" +
         rect(style, 0, 0, 10, 10) + "</svg> " + name + " <b>" + human_count(count) + "</b></li>";
}

std::string likeness_figure(const Review& review) {
  const char* const measure = review.by_agreement ? "Agreement" : "Resemblance";
  std::string text =
      std::string("<figure class=\"likeness\"><h3>") + measure + " of the judged pairs</h3>";
  ReviewBin all;
  std::size_t first = review.bins.size();
  for (std::size_t i = review.bins.size(); i > 0; --i) {
    const ReviewBin& bin = review.bins[i - 1];
    all.removed += bin.removed;
    all.reported += bin.reported;
    all.apart += bin.apart;
    if (sum(bin) > 0) first = i - 1;
  }
  const auto exact = std::ranges::find(review.overview.removed, "exact",
                                       &std::pair<std::string, std::uint64_t>::first);
  const std::uint64_t equal = exact == review.overview.removed.end() ? 0 : exact->second;
  std::string besides;
  if (equal > 0) {
    besides = counted(equal, "page") +
              (equal == 1 ? " with the text of another is" : " with the text of others are") +
              " not drawn.";
  }
  if (review.apart_all > all.apart) {
    besides += " Of " + counted(review.apart_all, "pair") + " kept apart the nearest " +
               human_count(all.apart) + " are drawn.";
  }
  const std::string note = besides.empty() ? "" : "<p class=\"note\">" + besides + "</p>";
  if (first == review.bins.size()) {
    return text + "<p>No two pages with different texts came near to each other.</p>" + note +
           "</figure>\n";
  }
  // The threshold line must be inside the picture, with a bin on its left.
  while (first > 0 && review.bins[first].from + 0.049 > review.threshold) --first;
  text += "<svg class=\"bars\" viewBox=\"0 0 500 220\" role=\"img\" aria-label=\"" +
          counted(sum(all), "pair") + " by " + (review.by_agreement ? "agreement" : "resemblance") +
          ", the threshold at " + number(review.threshold, "%.4g") +
          "; the table below has the numbers\">" + bars(review.bins, first, review.threshold) +
          "</svg><ul class=\"keys\">" + key("gone-content", "removed", all.removed) +
          key("reported", "reported", all.reported) + key("apart", "kept apart", all.apart) +
          "</ul>" + note +
          "<details><summary>The numbers</summary><div class=\"scroll\" "
          "tabindex=\"0\" role=\"region\" aria-label=\"Pairs by likeness\"><table><thead><tr>"
          "<th scope=\"col\">" +
          measure +
          "</th><th scope=\"col\">removed</th><th scope=\"col\">"
          "reported</th><th scope=\"col\">kept apart</th></tr></thead><tbody>" +
          bin_rows(review.bins, first) + "</tbody></table></div></details></figure>\n";
  return text;
}

// ---- how large clusters are ----

std::string sizes_figure(const Review& review) {
  std::string text = "<figure class=\"sizes\"><h3>Sizes of clusters</h3>";
  std::uint64_t most = 0;
  for (const ReviewSizes& each : review.sizes) most = std::max(most, each.clusters);
  if (most == 0) return text + "<p>No page was removed, so there is no cluster.</p></figure>\n";
  std::string rows;
  for (const ReviewSizes& each : review.sizes) {
    if (each.clusters == 0) continue;
    const std::string name =
        each.to == 0           ? human_count(each.from) + " or more pages"
        : each.from == each.to ? human_count(each.from) + " pages"
                               : human_count(each.from) + " to " + human_count(each.to) + " pages";
    const double width =
        std::max(1.0, 100.0 * static_cast<double>(each.clusters) / static_cast<double>(most));
    rows += "<tr><th scope=\"row\">" + name + "</th><td class=\"n\">" + human_count(each.clusters) +
            "</td><td class=\"wide\"><svg class=\"row\" viewBox=\"0 0 100 10\" "
            "preserveAspectRatio=\"none\" aria-hidden=\"true\">" +
            rect("cluster", 0, 0, width, 10) + "</svg></td></tr>";
  }
  return text +
         "<table class=\"sized\"><thead><tr><th scope=\"col\">size</th><th scope=\"col\">"
         "clusters</th><td></td></tr></thead><tbody>" +
         rows + "</tbody></table></figure>\n";
}

// ---- the closest call ----

std::string shortened(std::string_view text) {
  if (text.size() <= kPassageBytes) return html_text(text);
  std::size_t end = kPassageBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80) --end;
  return html_text(text.substr(0, end)) + "\u2026";
}

std::string page_head_of(const ReviewedPage& page, const char* role) {
  const std::string& id = page.name.id;
  std::string text = std::string("<div class=\"head\"><small>") + role + "</small><bdi>" +
                     shortened(page.title.empty() ? id : page.title) + "</bdi>";
  if (!page.title.empty()) text += "<small><bdi>" + shortened(id) + "</bdi></small>";
  return text + "</div>";
}

std::string passages_of(const ReviewPair& pair) {
  const std::vector<ReviewPassage>& all = pair.passages;
  const auto differs = std::ranges::find(all, false, &ReviewPassage::shared);
  if (differs == all.end()) return "<div class=\"same\">Both texts are the same.</div>";
  auto at = differs == all.begin() ? differs : differs - 1;
  std::string text;
  for (std::size_t shown = 0; at != all.end() && shown < kPassagesShown; ++at, ++shown) {
    if (at->shared) {
      text += "<div class=\"same\">= " + counted(at->first_units, "unit") + ": <bdi dir=\"auto\">" +
              shortened(at->first) + "</bdi></div>";
      continue;
    }
    const auto side = [&text](const char* style, const std::string& said) {
      text += said.empty() ? std::string("<div class=\"none\">nothing here</div>")
                           : std::string("<div class=\"") + style + "\" dir=\"auto\">" +
                                 shortened(said) + "</div>";
    };
    side("a", at->first);
    side("b", at->second);
  }
  return text;
}

std::string closest_call(const Review& review) {
  std::string text = "<div class=\"closest\" id=\"closest\"><h3>The closest call</h3>";
  if (review.pairs.empty()) {
    return text + "<p>There is none: no page was removed, reported or nearly either.</p></div>\n";
  }
  static constexpr const char* kStates[] = {"removed", "reported", "kept apart"};
  const ReviewPair& pair = review.pairs.front();
  const int state = static_cast<int>(pair.state);
  static constexpr const char* kStyles[] = {"removed", "reported", "apart"};
  const double gap = std::abs(pair.likeness - review.threshold);
  text += std::string("<p class=\"why\"><span class=\"tag ") + kStyles[state] + "\">" +
          kStates[state] + (pair.kind.empty() ? "" : ", " + html_text(pair.kind)) + "</span> " +
          (review.by_agreement ? "agreement " : "resemblance ") + "<b>" +
          number(pair.likeness, "%.4g") + "</b>, " +
          (gap < 0.00005
               ? std::string("on the threshold ")
               : number(gap, "%.2g") + (pair.likeness < review.threshold ? " below" : " above") +
                     " the threshold ") +
          number(review.threshold, "%.4g") + "</p><div class=\"sides\">" +
          page_head_of(pair.page, pair.state == PairState::removed ? "removed page" : "this page") +
          page_head_of(pair.other, pair.state == PairState::removed ? "kept page" : "other page");
  if (pair.has_text) text += passages_of(pair);
  text += "</div>";
  if (!pair.has_text && pair.by == name_of(By::bytes)) {
    text += "<p class=\"note\">Both pages are too large to be read: their raw bytes are equal.</p>";
  } else if (!pair.has_text) {
    text += "<p class=\"note\">This report has no text of these pages.</p>";
  }
  return text +
         "<p class=\"dynamic\"><a href=\"#pairs&amp;pair=0\">Judge it, and the next "
         "ones</a></p></div>\n";
}

}  // namespace

std::string review_pictures(const Review& review) {
  return "<div class=\"first\">" + closest_call(review) + fate_figure(review.overview) +
         "<div class=\"two\">" + likeness_figure(review) + sizes_figure(review) + "</div></div>\n";
}

}  // namespace facsim
