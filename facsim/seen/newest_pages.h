// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a store that no segment has yet, beside the segments of the older ones.
//
// Two fronts: new pages come into the active one; the frozen one is being written into a segment. A
// row that is erased while it is not in the active front is noted as gone, since neither the frozen
// front nor a segment changes.
//
// In memory only. One thread at a time may change it; const calls from any thread while nobody
// does.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "facsim/model/profile.h"
#include "facsim/seen/asked_page.h"
#include "facsim/seen/front.h"

namespace facsim {

// A front that is to be written into a segment.
struct FrozenPages {
  const Front* front = nullptr;
  std::uint64_t rows_to = 0;
  std::uint64_t ticket = 0;             // of its last change
  std::vector<std::uint64_t> gone;      // sealed before and erased since, ascending
  std::vector<std::uint64_t> erasures;  // rows that say so
};

class NewestPages {
 public:
  // Pages that are judged by this profile; those within max_distance are found.
  NewestPages(const Profile& profile, int max_distance, SealedState sealed);

  [[nodiscard]] const SealedState& sealed() const noexcept { return sealed_; }
  [[nodiscard]] std::uint64_t next_row() const noexcept { return next_row_; }
  [[nodiscard]] bool is_gone(std::uint64_t row) const { return gone_.contains(row); }

  // Rows from before the store was opened, ascending.
  void replay(std::uint64_t row, StoredPage page);
  void replay(std::uint64_t row, const Erasure& erasure);
  void end_replay(std::uint64_t last_row);

  // The row's number.
  std::uint64_t add(std::uint64_t ticket, StoredPage page, const FrontKeys& keys);
  void take_out(std::uint64_t row);
  // The number of a row that says what was taken out.
  std::uint64_t add_erasure();

  // As Front::fetch(), of both fronts.
  void fetch(const AskedPage& page, std::size_t step) const noexcept;
  // As the functions of Front, of both fronts.
  [[nodiscard]] const Front::Entry* entry(std::uint64_t row) const;
  bool find(const AskedPage& page, std::vector<const Front::Entry*>& found) const;
  // Each once, by row.
  void find_names(const AskedPage& page, std::vector<const Front::Entry*>& found) const;
  [[nodiscard]] std::vector<const Front::Entry*> find_name(std::string_view name,
                                                           bool is_url) const;

  // The active front becomes the frozen one; the same again until thaw(). Nothing if there is
  // nothing to write. `ticket`: of the last change.
  [[nodiscard]] std::optional<FrozenPages> freeze(std::uint64_t ticket);
  // What was frozen is sealed. Returns what the caller should destroy without its lock.
  [[nodiscard]] std::unique_ptr<Front> thaw(const FrozenPages& frozen, SealedState& sealed);
  // The same rows are sealed in other segments; `sealed` has the former ones afterwards.
  void swap_sealed(SealedState& sealed) noexcept { std::swap(sealed_, sealed); }

  // New pages, and erased ones of segments: what the next segment is written for.
  [[nodiscard]] std::size_t active_changes() const noexcept {
    return active_->size() + gone_.size();
  }
  // With those that are being written.
  [[nodiscard]] std::size_t changes() const noexcept { return pages() + gone_.size(); }
  [[nodiscard]] std::size_t pages() const noexcept {
    return active_->size() + (frozen_ ? frozen_->size() : 0);
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return active_->bytes() + (frozen_ ? frozen_->bytes() : 0);
  }

 private:
  template <class Each>
  void for_each_front(const Each& each) const {
    if (frozen_) each(*frozen_);
    each(*active_);
  }

  const Profile& profile_;
  const int max_distance_;
  SealedState sealed_;
  std::unique_ptr<Front> active_;
  std::unique_ptr<Front> frozen_;
  std::optional<FrozenPages> freezing_;
  std::unordered_set<std::uint64_t> gone_;
  std::vector<std::uint64_t> erasures_;  // rows that say what is gone, since the last freeze()
  std::uint64_t next_row_ = 1;
};

// Calls each(page) in order, with what the fronts have of it in the cache by then: a page goes
// through the steps of fetching while those before it are handled.
template <class Each>
void for_each_fetched(const NewestPages& newest, std::span<AskedPage> pages, const Each& each) {
  for (std::size_t at = 0; at < pages.size() + Front::kFetchSteps; ++at) {
    for (std::size_t step = 0; step < Front::kFetchSteps; ++step) {
      if (at < step || at - step >= pages.size()) continue;
      const AskedPage& ahead = pages[at - step];
      if (ahead.page.facts.has_text) newest.fetch(ahead, step);
    }
    if (at >= Front::kFetchSteps) each(pages[at - Front::kFetchSteps]);
  }
}

}  // namespace facsim
