// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts of an index's pages, read again where they stood.
//
// An index keeps no text. Where the sketches leave a doubt, and the file is still there, the page
// is analysed anew; its digest says whether it is the same still. Every file is read once, from the
// front to the last page that is wanted of it.

#include <cstdint>
#include <span>

#include "facsim/corpus/scan.h"
#include "facsim/known/page_search.h"

namespace facsim {

struct IndexedText {
  IndexPlace place;
  // Once it was read: where it stands in Corpus::units, and how much stands behind its units.
  std::uint64_t units_offset = kNoOffset;
  std::uint32_t numbers = 0;
  std::uint8_t title_words = 0;
  bool is_wanted = false;
};
static_assert(sizeof(IndexedText) == 32, "there may be one for every page of the index");

// `texts` ascend by place, so that the pages of a file stand together in its order. Sets the offset
// of those that are wanted and still the same. Returns how many. Throws Error{cancelled, damaged};
// files that cannot be read are no error.
std::uint64_t read_indexed_texts(const OpenIndex& index, std::span<IndexedText> texts,
                                 Corpus& corpus, const ReadOptions& read, const ReadyProfile& judge,
                                 const Run& run);

}  // namespace facsim
