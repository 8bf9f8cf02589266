// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of files, as Python holds them: one after the other for whoever asks, of any thread.

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

  // With the interpreter's lock; standard input is copied here.
  HeldReader(const std::vector<std::string>& inputs, PageReaderOptions options);

  // For an index, which extracts by itself: without the lock. Nothing comes behind what was thrown.
  bool next(Page& page) override;
  // The next page with what it says; nothing at the end. With the lock. Reads ahead, no longer than
  // some hundredths of a second, so that a signal is looked for that often.
  std::optional<Found> next_found();

  // Set: reading stops with Error{cancelled}, for good.
  [[nodiscard]] std::atomic<bool>& cancelled() noexcept { return cancelled_; }

  // Of what was read so far. Without the lock.
  [[nodiscard]] ReadCounts counts() const;
  [[nodiscard]] ProgressState progress() const;
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  bool read(Page& page);
  void read_ahead();

  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;  // of all below
  std::optional<PageReader> reader_;
  Extractor extractor_;
  std::deque<Found> ahead_;
  std::exception_ptr failed_;  // what comes behind them
  bool is_over_ = false;
};

}  // namespace facsim::python
