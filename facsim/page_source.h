// SPDX-License-Identifier: Apache-2.0
#pragma once
// A source of pages other than files, read one by one: a queue, a database, an iterator.

#include "facsim/model/page.h"

namespace facsim {

class PageSource {
 public:
  virtual ~PageSource() = default;
  // Fills `page`, whose buffers may be reused, and returns true; returns false at the end. Called
  // from one thread, and not again after the end. An exception from it ends the run. An index that
  // stores the page also stores its `place`, if the source sets it.
  [[nodiscard]] virtual bool next(Page& page) = 0;
};

}  // namespace facsim
