// SPDX-License-Identifier: Apache-2.0
#pragma once
// The places of the pages of a source, if it reports them: for an index that the pages are added
// to.
//
// Memory: nothing for pages without a place; else 24 bytes per page, and the names of a file
// whenever the file differs from that of the previous page.

#include <cstdint>
#include <string>

#include "facsim/base/spill_array.h"
#include "facsim/model/page.h"

namespace facsim {

class PagePlaces {
 public:
  // Data beyond the memory is written to scratch, which must outlive this.
  PagePlaces(Scratch& scratch, std::uint64_t memory_bytes)
      : rows_(scratch, memory_bytes / 2), names_(scratch, memory_bytes / 2) {}

  // Adds the place of this page; numbers must ascend.
  void add(std::uint32_t page, const PagePlace& place);
  // Returns the place of the page; its file is empty if none was added.
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
