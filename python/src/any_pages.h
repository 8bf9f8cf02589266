// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages given to a call: rows of Python objects, or the pages of files.

#include <nanobind/nanobind.h>

#include <atomic>
#include <memory>

#include "held_reader.h"
#include "rows.h"
#include "watched.h"

namespace facsim::python {

// Every function but with_source() needs the interpreter's lock.
class AnyPages {
 public:
  AnyPages(nanobind::handle data, const RowFields& fields, bool strict = false) {
    if (nanobind::isinstance<HeldReader>(data)) {
      reader_ = nanobind::cast<HeldReader*>(data);
    } else {
      rows_ = pages_of(data, fields, strict);
    }
  }
  // The flag that stops the reading of files; null for rows.
  [[nodiscard]] std::atomic<bool>* stop() const {
    return reader_ != nullptr ? &reader_->cancelled() : nullptr;
  }
  // Calls work(source) in the thread that does the watched work.
  template <class Work>
  void with_source(Watched& watched, const Work& work) {
    if (reader_ != nullptr) return work(*reader_);
    CallerRows rows(*rows_, watched);
    work(rows);
  }
  // Reads the next page in the calling thread, which holds the lock and checks for signals.
  bool next(Page& page) {
    if (reader_ == nullptr) return rows_->next(page);
    return unlocked([&] { return reader_->next(page); });
  }

 private:
  HeldReader* reader_ = nullptr;
  std::unique_ptr<PageSource> rows_;
};

}  // namespace facsim::python
