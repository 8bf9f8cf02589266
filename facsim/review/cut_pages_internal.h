// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cuts pages of a review into units, once for all the pairs they are in.

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "facsim/model/page.h"
#include "facsim/page/analysis.h"
#include "facsim/page/cut_text.h"
#include "facsim/ready_profile.h"

namespace facsim {

// What a review shows of one page.
struct CutPage {
  CutText text;  // the judged one
  std::string title;
  std::string language;
};

// An analyzer for cut_page(): computes what a pair's passages need of a page, and no other figures.
// One a thread.
[[nodiscard]] PageAnalyzer cutting_analyzer(const ReadyProfile& judge);
[[nodiscard]] CutPage cut_page(const Page& page, PageAnalyzer& analyzer);

// Caches pages by address: a page must stay where it is, and unchanged. The least recently used are
// evicted, so that the others hold at most `bytes_max`, in addition to pages that callers hold.
// Callable from any thread; threads that need one page at once cut it only once.
class CutPages {
 public:
  explicit CutPages(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  [[nodiscard]] std::shared_ptr<const CutPage> of(const Page& page, PageAnalyzer& analyzer);
  // The number of times a page was cut.
  [[nodiscard]] std::size_t cuts() const;

 private:
  struct Slot {
    std::mutex turn;
    std::optional<CutPage> page;  // guarded by turn
    std::uint64_t bytes = 0;      // counted in bytes_; guarded by mutex_
  };
  struct Entry {
    const Page* key = nullptr;
    std::shared_ptr<Slot> slot;
  };

  [[nodiscard]] std::shared_ptr<Slot> slot_of(const Page& page);
  void count(const Page& page, const std::shared_ptr<Slot>& slot, std::uint64_t bytes);

  std::uint64_t bytes_max_;
  mutable std::mutex mutex_;
  std::uint64_t bytes_ = 0;
  std::size_t cuts_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<const Page*, std::list<Entry>::iterator> by_page_;
};

}  // namespace facsim
