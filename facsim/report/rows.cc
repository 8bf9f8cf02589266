// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/rows.h"

#include "facsim/report/json_line.h"
#include "facsim/report/row_members_internal.h"

namespace facsim {
namespace {

using namespace row_members;

}  // namespace

std::string duplicate_row(const PageName& page, const PageName& representative, const Match& match,
                          const std::string& revisit_of) {
  JsonLine row;
  add_duplicate(row, page, representative, match);
  add_revisit_of(row, revisit_of);
  return std::move(row).take();
}

std::string reported_row(const PageName& page, const PageName& other, const Match& match,
                         const OwnWords& words, std::string_view kept_by) {
  JsonLine row;
  add_reported(row, page, other, match, words, kept_by);
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
  if (original.file.empty()) {
    row.null("original_file");
    row.null("original_offset");
  } else {
    row.text("original_file", original.file);
    row.number("original_offset", original.offset);
  }
  add_representative(row, representative);
  return std::move(row).take();
}

std::string skipped_row(const std::string& file, std::uint64_t offset, std::uint64_t bytes,
                        Skip reason) {
  JsonLine row;
  row.text("file", file);
  row.number("offset", offset);
  row.number("length", bytes);
  row.text("reason", name_of(reason));
  return std::move(row).take();
}

std::string annotation(const Annotation& said) {
  JsonLine value;
  add_annotation(value, said);
  return std::move(value).take();
}

std::string annotation_row(const PageName& page, const Annotation& said) {
  JsonLine row;
  add_page(row, page);
  add_annotation(row, said);
  return std::move(row).take();
}

}  // namespace facsim
