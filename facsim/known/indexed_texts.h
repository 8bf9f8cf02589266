// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads texts of an index's pages again, from the files that they came from.
//
// An index has no texts. If the sketches leave a doubt and the file still exists, the page is
// analyzed again; its digest shows if it is still the same. Every file is read once, from its
// beginning to the last wanted page.

#include <cstdint>
#include <span>

#include "facsim/corpus/scan.h"
#include "facsim/known/page_search.h"

namespace facsim {

struct IndexedText {
  IndexPlace place;
  // Set when it was read: the offset in Corpus::units, and what follows its units.
  std::uint64_t units_offset = kNoOffset;
  std::uint32_t numbers = 0;
  std::uint8_t title_words = 0;
  bool is_wanted = false;
};
static_assert(sizeof(IndexedText) == 32, "there may be one for every page of the index");

// `texts` must ascend by place, so that the pages of a file are together, in its order. Sets the
// offset of those that are wanted and unchanged; returns how many. Throws Error{cancelled,
// damaged}; a file that cannot be read is not an error.
std::uint64_t read_indexed_texts(const OpenIndex& index, std::span<IndexedText> texts,
                                 Corpus& corpus, const ReadOptions& read, const ReadyProfile& judge,
                                 const Run& run);

}  // namespace facsim
