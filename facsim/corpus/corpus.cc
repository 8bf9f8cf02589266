// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>
#include <string>

#include "facsim/corpus/corpus.h"

namespace facsim {
namespace {

// Returns the labels of a page or a revisit.
template <class Row>
PageName labels_at(const Corpus& corpus, const Row& row) {
  PageName name;
  std::string text(row.id_bytes + std::size_t{row.url_bytes}, '\0');
  corpus.labels.read(row.labels_offset, std::as_writable_bytes(std::span(text)));
  name.id = text.substr(0, row.id_bytes);
  name.url = text.substr(row.id_bytes);
  name.offset = row.offset;
  return name;
}

}  // namespace

std::uint64_t Corpus::units_bytes_max(Units kept, std::uint64_t memory_bytes) {
  if (kept == Units::none) return 0;
  return kept == Units::all ? ~std::uint64_t{0} : 4 * memory_bytes;
}

PageName Corpus::name_of(const PageRow& row) const {
  PageName name = labels_at(*this, row);
  name.file = row.is_known ? known_files[row.file] : files[row.file].name;
  name.in_index = row.is_known;
  name.status = row.status;
  return name;
}

PageName Corpus::name_of(const RevisitRow& revisit) const {
  PageName name = labels_at(*this, revisit);
  name.file = files[revisit.file].name;
  return name;
}

PageName Corpus::original_name_of(const RevisitRow& revisit) const {
  const std::size_t own = revisit.id_bytes + std::size_t{revisit.url_bytes};
  std::string text(own + revisit.original_id_bytes + revisit.original_url_bytes, '\0');
  labels.read(revisit.labels_offset, std::as_writable_bytes(std::span(text)));
  PageName name;
  name.id = text.substr(own, revisit.original_id_bytes);
  name.url = text.substr(own + revisit.original_id_bytes);
  if (name.url.empty()) name.url = text.substr(revisit.id_bytes, revisit.url_bytes);
  if (name.id.empty()) name.id = name.url;
  return name;
}

bool Corpus::have_one_url(const PageRow& row, const PageRow& other) const {
  if (row.url_bytes == 0 || row.url_bytes != other.url_bytes) return false;
  return name_of(row).url == name_of(other).url;
}

void Corpus::note_worth(const PageRow& row, std::uint32_t page) {
  const auto note = [page](std::vector<bool>& pages) {
    pages.resize(std::size_t{page} + 1);
    pages[page] = true;
  };
  if (row.keep.is_damaged) note(damaged_bodies);
  if (row.is_error()) note(error_answers);
}

std::vector<std::uint64_t> Corpus::anchors_of(const PageRow& row) const {
  std::vector<std::uint64_t> set(row.anchors);
  anchors.read(row.anchors_offset, std::as_writable_bytes(std::span(set)));
  return set;
}

void Corpus::append_anchors(std::span<const std::uint64_t> set, PageRow& row) {
  row.anchors = static_cast<std::uint32_t>(set.size());
  if (!set.empty()) row.anchors_offset = anchors.append(std::as_bytes(set));
}

}  // namespace facsim
