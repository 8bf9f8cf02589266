// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where the pages of a source stand, as far as it says so: for an index that gets them.
//
// Nothing for pages without a place; else 24 bytes a page, and the names of a file wherever pages
// of another one stood before.

#include <cstdint>
#include <string>

#include "facsim/base/spill_array.h"
#include "facsim/model/page.h"

namespace facsim {

class PagePlaces {
 public:
  // What is beyond the memory goes to scratch, which must outlive this.
  PagePlaces(Scratch& scratch, std::uint64_t memory_bytes)
      : rows_(scratch, memory_bytes / 2), names_(scratch, memory_bytes / 2) {}

  // Of this page; numbers ascend.
  void add(std::uint32_t page, const PagePlace& place);
  // Without a file where none was added.
  [[nodiscard]] PagePlace at(std::uint32_t page) const;

 private:
  struct Row {
    std::uint64_t offset = 0;
    std::uint64_t names = 0;  // where file and path begin
    std::uint32_t file_bytes = 0;
    std::uint32_t path_bytes = 0;
  };

  SpillArray<Row> rows_;
  SpillBytes names_;
  PagePlace last_;
  Row last_row_;
};

}  // namespace facsim
