// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/rows.h"

#include "facsim/report/json_line.h"

namespace facsim {
namespace {

void add_page(JsonLine& row, const PageName& page) {
  row.text("id", label_of(page));
  row.text_or_null("url", page.url);
  row.text("file", page.file);
  row.number("offset", page.offset);
}

void add_distance(JsonLine& row, const Match& match) {
  if (match.distance < 0) return row.null("distance");
  row.number("distance", static_cast<std::uint64_t>(match.distance));
}

void add_likeness(JsonLine& row, const Match& match) {
  row.ratio("resemblance", match.resemblance);
  if (match.by == By::sketch) {
    row.ratio("resemblance_error", match.error);
  } else {
    row.null("resemblance_error");
  }
  row.ratios("containment", std::array{match.containment, match.containment_reverse});
  if (match.agreement) {
    row.ratio("agreement", *match.agreement);
  } else {
    row.null("agreement");
  }
  if (match.is_template) {
    row.json("template", *match.is_template ? "true" : "false");
  } else {
    row.null("template");
  }
}

void add_representative(JsonLine& row, const PageName& representative) {
  row.text("representative", label_of(representative));
  row.text_or_null("representative_url", representative.url);
  row.text("representative_file", representative.file);
  row.number("representative_offset", representative.offset);
  row.json("in_index", representative.in_index ? "true" : "false");
}

void add_annotation(JsonLine& row, const std::optional<PageName>& cluster,
                    const std::optional<Match>& match) {
  const std::string label = cluster ? label_of(*cluster) : std::string();
  row.text_or_null("cluster", label);
  if (!cluster || !match) {
    for (const char* name : {"kind", "representative", "representative_url", "representative_file",
                             "representative_offset", "in_index", "distance", "resemblance",
                             "resemblance_error", "containment", "agreement", "template"}) {
      row.null(name);
    }
    return;
  }
  row.text("kind", name_of(match->kind));
  add_representative(row, *cluster);
  add_distance(row, *match);
  add_likeness(row, *match);
}

}  // namespace

std::string duplicate_row(const PageName& page, const PageName& representative,
                          const Match& match) {
  const std::string label = label_of(representative);
  JsonLine row;
  add_page(row, page);
  add_representative(row, representative);
  row.text("kind", name_of(match.kind));
  add_distance(row, match);
  add_likeness(row, match);
  row.text("cluster", label);
  row.text("by", name_of(match.by));
  return std::move(row).take();
}

std::string cluster_row(const PageName& representative, const ClusterCounts& counts) {
  JsonLine kinds;
  for (std::size_t i = 0; i < counts.kinds.size(); ++i) {
    if (counts.kinds[i] != 0) kinds.number(name_of(static_cast<Kind>(i)), counts.kinds[i]);
  }
  JsonLine row;
  row.text("cluster", label_of(representative));
  row.text_or_null("url", representative.url);
  row.text("file", representative.file);
  row.number("offset", representative.offset);
  row.json("in_index", representative.in_index ? "true" : "false");
  row.number("size", counts.size);
  row.json("kinds", std::move(kinds).take());
  row.number("bytes_saved", counts.bytes_saved);
  return std::move(row).take();
}

std::string revisit_row(const PageName& revisit, const PageName& original,
                        const PageName& representative) {
  JsonLine row;
  add_page(row, revisit);
  row.text("original", label_of(original));
  row.text_or_null("original_url", original.url);
  row.text("original_file", original.file);
  row.number("original_offset", original.offset);
  add_representative(row, representative);
  return std::move(row).take();
}

std::string skipped_row(const std::string& file, std::uint64_t offset, std::uint64_t bytes,
                        Skip reason) {
  JsonLine row;
  row.text("file", file);
  row.number("offset", offset);
  if (bytes > 0) row.number("length", bytes);
  row.text("reason", name_of(reason));
  return std::move(row).take();
}

std::string annotation(const std::optional<PageName>& cluster, const std::optional<Match>& match) {
  JsonLine value;
  add_annotation(value, cluster, match);
  return std::move(value).take();
}

std::string annotation_row(const PageName& page, const std::optional<PageName>& cluster,
                           const std::optional<Match>& match) {
  JsonLine row;
  add_page(row, page);
  add_annotation(row, cluster, match);
  return std::move(row).take();
}

}  // namespace facsim
