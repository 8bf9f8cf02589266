// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the revisits of a run whose original is in an index, because an earlier run had read it.
//
// A revisit is resolved by the surest way in which it names a capture of the inputs or of the
// index; among equal ways the index takes precedence, since it was read earlier. So a crawl of many
// days gives, day by day, the originals that one run over all days finds. Segments of pages that
// came from no WARC file do not have the names of captures. In these a revisit that names a record
// is looked up by the record, any other by the URL of its original, among the kept pages.
//
// Cost: four look-ups a segment for each revisit and one pass over the names of the index; none if
// no input has a revisit. Memory, which no budget bounds: at most 100 bytes for each revisit whose
// original is in the index, 32 of them to the end.

#include <cstdint>
#include <vector>

#include "facsim/corpus/revisits.h"
#include "facsim/known/open_index.h"
#include "facsim/known/page_search.h"
#include "facsim/model/page_name.h"
#include "facsim/run/run.h"

namespace facsim {

class KnownOriginals {
 public:
  // Marks the revisits whose original is in the index, which is of pages and must outlive this.
  // `revisits` must have kept its keys and been resolved for `pages` pages. Throws Error{damaged}.
  KnownOriginals(const OpenIndex& index, Revisits& revisits, std::uint32_t pages, const Run& run);

  struct Original {
    std::uint64_t revisit = 0;
    bool is_removed = false;
    bool has_place = false;  // false: it is not a page
    IndexPlace place = {};   // of the page that was kept; if the original was removed, another page
  };
  // By revisit, ascending.
  [[nodiscard]] const std::vector<Original>& all() const noexcept { return found_; }
  // `original` must have a place.
  [[nodiscard]] PageName kept_page(const Original& original) const;

 private:
  const OpenIndex& index_;
  std::vector<Original> found_;
};

}  // namespace facsim
