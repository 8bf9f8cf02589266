// SPDX-License-Identifier: Apache-2.0
#pragma once
// Pages of a review, cut into units once however many pairs they are in.

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

// What a review says of one page.
struct CutPage {
  CutText text;  // the judged one
  std::string title;
  std::string language;
};

// For cut_page(): what a pair's passages need of a page, and none of its figures. One a thread.
[[nodiscard]] PageAnalyzer cutting_analyzer(const ReadyProfile& judge);
[[nodiscard]] CutPage cut_page(const Page& page, PageAnalyzer& analyzer);

// Remembers pages by their addresses: a page must stay where it is, and unchanged. Those asked for
// longest ago are forgotten, so that the others hold `bytes_max` at most; what callers hold comes
// to that. Callable from any thread; threads that ask for one page at once cut it once.
class CutPages {
 public:
  explicit CutPages(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  [[nodiscard]] std::shared_ptr<const CutPage> of(const Page& page, PageAnalyzer& analyzer);
  // So many times a page was cut.
  [[nodiscard]] std::size_t cuts() const;

 private:
  struct Slot {
    std::mutex turn;
    std::optional<CutPage> page;  // of who has the turn
    std::uint64_t bytes = 0;      // counted in bytes_; of who has mutex_
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
  std::list<Entry> entries_;  // those asked for last in front
  std::unordered_map<const Page*, std::list<Entry>::iterator> by_page_;
};

}  // namespace facsim
