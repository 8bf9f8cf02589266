// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds the sealed pages that a page matches.
//
// It reads only segments, never the rows of the store. Use one object per thread.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "facsim/known/page_search.h"
#include "facsim/model/profile.h"
#include "facsim/ready_profile.h"
#include "facsim/seen/asked_page.h"

namespace facsim {

class SealedSearch {
 public:
  // `judge` must outlive this. Fingerprints within max_distance make candidates.
  SealedSearch(const ReadyProfile& judge, int max_distance);

  // Sets AskedPage::found; may be called again for another state.
  void look_up(std::span<AskedPage> pages, const SealedState& state);
  // Frees the memory that the largest page took.
  void trim();
  // Releases the state that was searched last, which keeps its segments in memory.
  void rest();

 private:
  void judge(AskedPage& page, const IndexPlace& place, const OpenIndex& index);

  const ReadyProfile& judge_;
  Profile search_profile_;
  SealedState state_;  // the state that search_ reads
  std::optional<PageSearch> search_;
  std::vector<PageQuestion> questions_;
  std::vector<std::uint64_t> numbers_;  // of the pages that are looked up
};

}  // namespace facsim
