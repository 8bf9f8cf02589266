// SPDX-License-Identifier: Apache-2.0
#pragma once
// Options of a review: how much of a run it shows, and how its pages are read again.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "facsim/base/sentence.h"
#include "facsim/model/page.h"
#include "facsim/model/read_options.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"

namespace facsim {

// Provides pages of a run whose pages came from memory: calls `take` for each of those numbers, in
// any order, with its page as the run had it. Numbers of pages that are gone may be left out.
using TakePage = std::function<void(std::uint64_t number, Page& page)>;
using PagesByNumber =
    std::function<void(const std::vector<std::uint64_t>& numbers, const TakePage& take)>;

struct ReviewOptions {
  std::size_t pairs_max = 10'000;
  bool with_text = true;
  std::uint64_t text_bytes_max = std::uint64_t{3} << 20;    // of all passages together
  std::uint64_t page_bytes_max = std::uint64_t{256} << 20;  // of the pages held for them
  std::size_t clusters_max = 100;
  std::size_t members_max = 50;  // of each cluster
  std::size_t hosts_max = 200;
  std::size_t skips_max = 500;

  ReadOptions read = {};                // the run's options for its inputs
  const ReadyProfile* judge = nullptr;  // the run's profile; null: no texts
  Sentence why_no_text;                 // if `judge` is null
  PagesByNumber pages = {};             // for a run without files
  RunLimits limits = {};
};

}  // namespace facsim
