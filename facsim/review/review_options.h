// SPDX-License-Identifier: Apache-2.0
#pragma once
// What of a run a reviewer is shown, and how its pages are read again.

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

// Gives pages of a run whose pages came from memory: calls `take` with each of those numbers, in
// whatever order, and its page as the run had it. Numbers of pages that are gone may be left out.
using TakePage = std::function<void(std::uint64_t number, Page& page)>;
using PagesByNumber =
    std::function<void(const std::vector<std::uint64_t>& numbers, const TakePage& take)>;

struct ReviewOptions {
  std::size_t pairs_max = 10'000;
  bool with_text = true;
  std::uint64_t text_bytes_max = std::uint64_t{3} << 20;    // of passages, all together
  std::uint64_t page_bytes_max = std::uint64_t{256} << 20;  // of pages held for it
  std::size_t clusters_max = 100;
  std::size_t members_max = 50;  // of each of them
  std::size_t hosts_max = 200;
  std::size_t skips_max = 500;

  ReadOptions read = {};                // as the run read its inputs
  const ReadyProfile* judge = nullptr;  // as it judged; null: no texts
  Sentence why_no_text;                 // where `judge` is null
  PagesByNumber pages = {};             // of a run without files
  RunLimits limits = {};
};

}  // namespace facsim
