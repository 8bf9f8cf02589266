// SPDX-License-Identifier: Apache-2.0
#pragma once
// The newest pages of a store, in memory: those that are not yet in a segment (a memtable).
//
// It finds what a segment of the same pages would find (page_search.h), with hash tables that grow
// page by page: for digests, bands and anchors under the same keys (key_chains.h), for fingerprints
// under blocks of their bits (fingerprint_chains.h). It also finds pages by id and URL, including
// copies, which cannot be found here in any other way.
//
// Cost: some 800 bytes a page plus its id and URL; a look-up takes less than 2 us unless keys are
// crowded. One thread at a time may change a memtable; const calls are safe from any thread while
// no thread changes it.

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "facsim/fingerprint/sketcher.h"
#include "facsim/known/page_search.h"
#include "facsim/model/profile.h"
#include "facsim/seen/fingerprint_chains.h"
#include "facsim/seen/key_chains.h"
#include "facsim/seen/stored_page.h"

namespace facsim {

// The keys under which every memtable finds a page, computed once.
struct MemtableKeys {
  std::uint64_t id = 0;
  std::uint64_t url = 0;
  std::uint64_t digest = 0;
  std::array<std::uint64_t, kBands> bands = {};
};
[[nodiscard]] MemtableKeys memtable_keys(const StoredPage& page) noexcept;

class Memtable {
 public:
  struct Entry {
    std::uint64_t row = 0;
    std::uint64_t ticket = 0;  // of the change that wrote it
    StoredPage page;
    bool is_erased = false;
  };

  // `profile` judges the pages. Fingerprints within max_distance are found; -1: none.
  Memtable(const Profile& profile, int max_distance);

  // Rows must ascend. `keys` are those of the page.
  void add(std::uint64_t row, std::uint64_t ticket, StoredPage page, const MemtableKeys& keys);
  // Removes the page from look-ups. Returns true if it was here.
  bool erase(std::uint64_t row);

  // Prefetches what find(), find_names() and add() touch for a page, in steps 0, 1, ... up to
  // kFetchSteps. Each step reads what the step before it fetched, so do other work between them.
  static constexpr std::size_t kFetchSteps = 3;
  void fetch(const StoredPage& page, const MemtableKeys& keys, std::size_t step) const noexcept;
  // Finds representatives that may be similar to the page, by row; at most kKnownPagesMax, those
  // that share the most keys. Returns true if some were left out.
  bool find(const StoredPage& page, const MemtableKeys& keys,
            std::vector<const Entry*>& found) const;
  // Appends the pages with its id, then those with its URL, each by row.
  void find_names(const StoredPage& page, const MemtableKeys& keys,
                  std::vector<const Entry*>& found) const;
  void find_id(std::string_view id, std::vector<const Entry*>& found) const;
  void find_url(std::string_view url, std::vector<const Entry*>& found) const;
  // Returns null if the row is not here or was erased.
  [[nodiscard]] const Entry* entry(std::uint64_t row) const;

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] std::uint64_t last_row() const noexcept {
    return entries_.empty() ? 0 : entries_.back().row;
  }
  [[nodiscard]] const std::deque<Entry>& entries() const noexcept { return entries_; }
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  void add_keys(std::uint32_t number, const StoredPage& page, const MemtableKeys& keys);
  // The bands that the profile uses.
  [[nodiscard]] std::span<const std::uint64_t> bands_of(const PageFacts& facts,
                                                        const MemtableKeys& keys) const noexcept;
  // Appends numbers of entries, each as often as a key leads to it.
  void meet_by_anchors(std::span<const std::uint64_t> anchors,
                       std::vector<std::uint32_t>& met) const;
  void find_id(std::string_view id, std::uint64_t hash, std::vector<const Entry*>& found) const;
  void find_url(std::string_view url, std::uint64_t hash, std::vector<const Entry*>& found) const;
  void find_named(std::uint64_t hash, std::vector<const Entry*>& found) const;

  bool use_bands_;
  std::uint32_t anchors_shared_min_;
  std::uint32_t anchor_pages_max_;
  std::deque<Entry> entries_;  // addresses are stable
  std::size_t name_bytes_ = 0;
  KeyChains names_;
  KeyChains digests_;
  KeyChains bands_;
  FingerprintChains blocks_;
  KeyChains anchors_;
};

}  // namespace facsim
