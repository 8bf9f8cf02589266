// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/page_places.h"

#include <span>

namespace facsim {

void PagePlaces::add(std::uint32_t page, const PagePlace& place) {
  if (place.file.empty()) return;
  while (rows_.size() < page) rows_.push_back({});
  if (place.file != last_.file || place.path != last_.path) {
    last_ = place;
    last_row_.names = names_.append(std::as_bytes(std::span(place.file)));
    names_.append(std::as_bytes(std::span(place.path)));
    last_row_.file_bytes = static_cast<std::uint32_t>(place.file.size());
    last_row_.path_bytes = static_cast<std::uint32_t>(place.path.size());
  }
  last_row_.offset = place.offset;
  rows_.push_back(last_row_);
}

PagePlace PagePlaces::at(std::uint32_t page) const {
  if (page >= rows_.size()) return {};
  const Row row = rows_.at(page);
  std::string names(std::size_t{row.file_bytes} + row.path_bytes, '\0');
  names_.read(row.names, std::as_writable_bytes(std::span(names)));
  return {.file = names.substr(0, row.file_bytes),
          .offset = row.offset,
          .path = names.substr(row.file_bytes)};
}

}  // namespace facsim
