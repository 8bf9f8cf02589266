// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages that a call is given: rows of Python objects, or the pages of files.

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>

#include "held_reader.h"
#include "rows.h"
#include "watched.h"

namespace facsim::python {

// With the interpreter's lock, but for with_source().
class AnyPages {
 public:
  AnyPages(nanobind::handle data, const RowFields& fields, bool strict = false) {
    if (nanobind::isinstance<HeldReader>(data)) {
      reader_ = nanobind::cast<HeldReader*>(data);
    } else {
      rows_ = pages_of(data, fields, strict);
    }
  }
  // What stops the reading, where no row is asked for; else null.
  [[nodiscard]] std::atomic<bool>* stop() const {
    return reader_ != nullptr ? &reader_->cancelled() : nullptr;
  }
  // Calls work(source), in the thread of the watched work.
  template <class Work>
  void with_source(Watched& watched, const Work& work) {
    if (reader_ != nullptr) return work(*reader_);
    CallerRows rows(*rows_, watched);
    work(rows);
  }
  // The next one, in the calling thread, which has the lock and looks for signals.
  bool next(Page& page) {
    if (reader_ == nullptr) return rows_->next(page);
    return unlocked([&] { return reader_->next(page); });
  }

 private:
  HeldReader* reader_ = nullptr;
  std::unique_ptr<PageSource> rows_;
};

}  // namespace facsim::python
