// SPDX-License-Identifier: Apache-2.0
#pragma once
// The pages of a store that are not yet in a segment, and the segments of the older ones.
//
// There are two memtables (memtables): new pages go into the active one; the flushing one is being
// written into a segment. If an erased row is not in the active memtable, it is noted as gone,
// since neither the flushing memtable nor a segment changes.
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
#include "facsim/seen/memtable.h"

namespace facsim {

// A memtable that will be written into a segment.
struct FlushingPages {
  const Memtable* memtable = nullptr;
  std::uint64_t rows_to = 0;
  std::uint64_t ticket = 0;             // of the last change
  std::vector<std::uint64_t> gone;      // erased since they were sealed or flushing; ascending
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

  // The new row gets the number next_row().
  void add(std::uint64_t ticket, StoredPage page, const MemtableKeys& keys);
  void take_out(std::uint64_t row);
  // Returns the number of the row that records what was taken out.
  std::uint64_t add_erasure();

  // Like Memtable::fetch(), for both memtables.
  void fetch(const AskedPage& page, std::size_t step) const noexcept;
  // Like the functions of Memtable, for both memtables.
  [[nodiscard]] const Memtable::Entry* entry(std::uint64_t row) const;
  bool find(const AskedPage& page, std::vector<const Memtable::Entry*>& found) const;
  // Appends each page once, by row.
  void find_names(const AskedPage& page, std::vector<const Memtable::Entry*>& found) const;
  [[nodiscard]] std::vector<const Memtable::Entry*> find_name(std::string_view name,
                                                              bool is_url) const;

  // Makes the active memtable the flushing one, and returns the same again until finish_flush().
  // Returns nothing if nothing needs to be written. `ticket` is that of the last change.
  [[nodiscard]] std::optional<FlushingPages> begin_flush(std::uint64_t ticket);
  // Call when the flushing pages are sealed. Returns what the caller should destroy without its
  // lock.
  [[nodiscard]] std::unique_ptr<Memtable> finish_flush(const FlushingPages& flushing,
                                                       SealedState& sealed);
  // Call when the same rows are sealed in other segments; `sealed` has the former ones afterwards.
  void swap_sealed(SealedState& sealed) noexcept { std::swap(sealed_, sealed); }

  // The size of the next segment: new pages, and erased pages of segments.
  [[nodiscard]] std::size_t active_changes() const noexcept {
    return active_->size() + gone_.size();
  }
  // Includes the pages that are being written.
  [[nodiscard]] std::size_t changes() const noexcept { return pages() + gone_.size(); }
  [[nodiscard]] std::size_t pages() const noexcept {
    return active_->size() + (flushing_ ? flushing_->size() : 0);
  }
  [[nodiscard]] std::size_t bytes() const noexcept {
    return active_->bytes() + (flushing_ ? flushing_->bytes() : 0);
  }

 private:
  template <class Each>
  void for_each_memtable(const Each& each) const {
    if (flushing_) each(*flushing_);
    each(*active_);
  }

  const Profile& profile_;
  const int max_distance_;
  SealedState sealed_;
  std::unique_ptr<Memtable> active_;
  std::unique_ptr<Memtable> flushing_;
  std::optional<FlushingPages> flush_;
  std::unordered_set<std::uint64_t> gone_;
  std::vector<std::uint64_t>
      erasures_;  // rows that record what is gone, since the last begin_flush()
  std::uint64_t next_row_ = 1;
};

// Calls each(page) in order, after prefetching what the memtables have of the page: it goes through
// the steps of fetching while the pages before it are handled.
template <class Each>
void for_each_fetched(const NewestPages& newest, std::span<AskedPage> pages, const Each& each) {
  for (std::size_t at = 0; at < pages.size() + Memtable::kFetchSteps; ++at) {
    for (std::size_t step = 0; step < Memtable::kFetchSteps; ++step) {
      if (at < step || at - step >= pages.size()) continue;
      const AskedPage& ahead = pages[at - step];
      if (ahead.page.facts.has_text) newest.fetch(ahead, step);
    }
    if (at >= Memtable::kFetchSteps) each(pages[at - Memtable::kFetchSteps]);
  }
}

}  // namespace facsim
