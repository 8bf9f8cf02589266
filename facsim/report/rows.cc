// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/rows.h"

#include <array>

#include "facsim/report/json_line.h"
#include "facsim/report/row_members_internal.h"

namespace facsim {
namespace {

using namespace row_members;

void add_annotation(JsonLine& row, const std::optional<PageName>& cluster,
                    const std::optional<Match>& match) {
  const std::string label = cluster ? label_of(*cluster) : std::string();
  row.text_or_null("cluster", label);
  if (!cluster || !match) {
    for (const char* name :
         {"kind", "representative", "representative_url", "representative_file",
          "representative_offset", "in_index", "distance", "resemblance", "resemblance_error",
          "containment", "agreement", "template", "judged", "payload_identical"}) {
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

std::string duplicate_row(const PageName& page, const PageName& representative, const Match& match,
                          const std::string& revisit_of) {
  JsonLine row;
  add_duplicate(row, page, representative, match);
  add_revisit_of(row, revisit_of);
  return std::move(row).take();
}

std::string reported_row(const PageName& page, const PageName& other, const Match& match,
                         const OwnWords& words) {
  JsonLine row;
  add_duplicate(row, page, other, match);
  if (words.any()) {
    row.text("kept_apart", "names");
    row.texts_or_null("name_words", std::array{words.page, words.other});
  } else {
    row.null("kept_apart");
    row.null("name_words");
  }
  return std::move(row).take();
}

std::string cluster_row(const PageName& representative, const ClusterCounts& counts) {
  JsonLine row;
  add_cluster(row, representative, counts);
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
