// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which revisits of a run have their original in an index, because an earlier run had read it?
//
// A revisit goes by the surest way in which it names a capture of the inputs or of the index; in
// the same way the index comes first, since it was read earlier. So a crawl of many days gives, day
// by day, the originals that one run over all days finds. Segments of pages that came from no
// WARC file do not know what captures were called: there a revisit that names a record is looked up
// by that, any other by the URL of its original, among the pages that were kept.
//
// Cost: four look-ups a segment for each revisit and one walk over the names of the index; none
// where no input has a revisit. Memory, which no budget bounds: at most 100 bytes for each revisit
// whose original is in the index, 32 of them to the end.

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
  // `index` is of pages and must outlive this. Of `revisits`, which kept its keys and was resolved
  // for so many pages, those whose original is in the index are told so. Throws Error{damaged}.
  KnownOriginals(const OpenIndex& index, Revisits& revisits, std::uint32_t pages, const Run& run);

  struct Original {
    std::uint64_t revisit = 0;
    bool is_removed = false;
    bool has_place = false;  // else it is no page
    IndexPlace place = {};   // of the page that was kept: for a removed one another
  };
  // By revisit, ascending.
  [[nodiscard]] const std::vector<Original>& all() const noexcept { return found_; }
  // Of one that has a place.
  [[nodiscard]] PageName kept_page(const Original& original) const;

 private:
  const OpenIndex& index_;
  std::vector<Original> found_;
};

}  // namespace facsim
