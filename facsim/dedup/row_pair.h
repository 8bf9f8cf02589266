// SPDX-License-Identifier: Apache-2.0
#pragma once
// Two pages of a corpus with their rows, read once for all steps of the comparison.

#include <cstdint>

#include "facsim/corpus/corpus.h"

namespace facsim {

struct RowPair {
  std::uint32_t page = 0;
  std::uint32_t other = 0;  // the kept page, if `page` is judged against it
  PageRow row;              // of `page`
  PageRow other_row;        // of `other`

  [[nodiscard]] bool have_one_text() const noexcept { return row.digest == other_row.digest; }
  // True if the other page is in an index and its text could not be read again.
  [[nodiscard]] bool lacks_text() const noexcept {
    return other_row.is_known && other_row.units_offset == kNoOffset;
  }
};

[[nodiscard]] inline RowPair row_pair(const Corpus& corpus, std::uint32_t page,
                                      std::uint32_t other) {
  return {page, other, corpus.rows.at(page), corpus.rows.at(other)};
}

}  // namespace facsim
