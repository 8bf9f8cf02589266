// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of files as Python holds them: returned one after the other to callers in any thread.

#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "facsim/extract/extractor.h"
#include "facsim/model/page_name.h"
#include "facsim/page_source.h"
#include "facsim/read_pages.h"
#include "watched.h"

namespace facsim::python {

class HeldReader final : public PageSource {
 public:
  struct Found {
    Page page;
    PageName name;
    Document document;
  };

  // Needs the interpreter's lock. Copies standard input.
  HeldReader(const std::vector<std::string>& inputs, PageReaderOptions options);

  // For an index, which extracts by itself; called without the lock. Returns false after an
  // exception.
  bool next(Page& page) override;
  // The next page with its document; nothing at the end. Needs the lock. Reads ahead for at most
  // some hundredths of a second, so that signals are checked that often.
  std::optional<Found> next_found();

  // If set, reading stops for good with Error{cancelled}.
  [[nodiscard]] std::atomic<bool>& cancelled() noexcept { return cancelled_; }

  // Figures of what was read so far. Call these without the lock.
  [[nodiscard]] ReadCounts counts() const;
  [[nodiscard]] ProgressState progress() const;
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  bool read(Page& page);
  void read_ahead();

  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;  // guards all members below
  std::optional<PageReader> reader_;
  Extractor extractor_;
  std::deque<Found> ahead_;
  std::exception_ptr failed_;  // thrown after the pages in ahead_
  bool is_over_ = false;
};

}  // namespace facsim::python
