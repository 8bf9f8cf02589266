// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where pages come from when they do not come from files: one after the other, out of a queue, a
// database, an iterator.

#include "facsim/model/page.h"

namespace facsim {

class PageSource {
 public:
  virtual ~PageSource() = default;
  // Fills `page`, whose buffers may be reused, and returns true; false at the end. Called from one
  // thread, and not again after the end. What it throws ends the run. An index that gets the page
  // keeps its `place`, where the source sets one.
  [[nodiscard]] virtual bool next(Page& page) = 0;
};

}  // namespace facsim
