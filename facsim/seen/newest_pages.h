// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a store that are not yet in a segment, and the segments of the older ones.
//
// There are two fronts (memtables): new pages go into the active one; the frozen one is being
// written into a segment. If an erased row is not in the active front, it is noted as gone, since
// neither the frozen front nor a segment changes.
//
// In memory only. One thread at a time may change it; const calls are safe from any thread while no
// thread changes it.

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

// A front that will be written into a segment.
struct FrozenPages {
  const Front* front = nullptr;
  std::uint64_t rows_to = 0;
  std::uint64_t ticket = 0;             // of the last change
  std::vector<std::uint64_t> gone;      // erased since they were sealed or frozen; ascending
  std::vector<std::uint64_t> erasures;  // rows that record these
};

class NewestPages {
 public:
  // `profile` judges the pages and must outlive this. Fingerprints within max_distance are found.
  NewestPages(const Profile& profile, int max_distance, SealedState sealed);

  [[nodiscard]] const SealedState& sealed() const noexcept { return sealed_; }
  [[nodiscard]] std::uint64_t next_row() const noexcept { return next_row_; }
  [[nodiscard]] bool is_gone(std::uint64_t row) const { return gone_.contains(row); }

  // Adds rows that were written before the store was opened, ascending.
  void replay(std::uint64_t row, StoredPage page);
  void replay(std::uint64_t row, const Erasure& erasure);
  void end_replay(std::uint64_t last_row);

  // Returns the number of the new row.
  std::uint64_t add(std::uint64_t ticket, StoredPage page, const FrontKeys& keys);
  void take_out(std::uint64_t row);
  // Returns the number of the row that records what was taken out.
  std::uint64_t add_erasure();

  // Like Front::fetch(), for both fronts.
  void fetch(const AskedPage& page, std::size_t step) const noexcept;
  // Like the functions of Front, for both fronts.
  [[nodiscard]] const Front::Entry* entry(std::uint64_t row) const;
  bool find(const AskedPage& page, std::vector<const Front::Entry*>& found) const;
  // Appends each page once, by row.
  void find_names(const AskedPage& page, std::vector<const Front::Entry*>& found) const;
  [[nodiscard]] std::vector<const Front::Entry*> find_name(std::string_view name,
                                                           bool is_url) const;

  // Makes the active front the frozen one, and returns the same again until thaw(). Returns nothing
  // if nothing needs to be written. `ticket` is that of the last change.
  [[nodiscard]] std::optional<FrozenPages> freeze(std::uint64_t ticket);
  // Call when the frozen pages are sealed. Returns what the caller should destroy without its lock.
  [[nodiscard]] std::unique_ptr<Front> thaw(const FrozenPages& frozen, SealedState& sealed);
  // Call when the same rows are sealed in other segments; `sealed` has the former ones afterwards.
  void swap_sealed(SealedState& sealed) noexcept { std::swap(sealed_, sealed); }

  // The size of the next segment: new pages, and erased pages of segments.
  [[nodiscard]] std::size_t active_changes() const noexcept {
    return active_->size() + gone_.size();
  }
  // Includes the pages that are being written.
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
  std::vector<std::uint64_t> erasures_;  // rows that record what is gone, since the last freeze()
  std::uint64_t next_row_ = 1;
};

// Calls each(page) in order, after prefetching what the fronts have of the page: it goes through
// the steps of fetching while the pages before it are handled.
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
