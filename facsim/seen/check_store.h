// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that a store is as it was written, and that its rows, clusters, names and index agree.
//
// The check is of one moment: the store must not change meanwhile. It changes nothing, so it can
// examine a damaged store. Memory: 32 bytes a page and 16 a cluster. Time: some 10 us a page.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/sentence.h"

namespace facsim {

struct StoreCheckOptions {
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // Called for each fault: where it is and what is wrong.
  std::function<void(const Sentence& fault)> tell = {};
  // Called often, with the current stage and its pages so far; may throw.
  std::function<void(const char* stage, std::uint64_t pages)> check = {};
};

struct StoreCheck {
  std::uint64_t faults = 0;
  std::uint64_t pages = 0;
  std::uint64_t representatives = 0;
  std::uint64_t clusters = 0;  // of two or more pages
  std::uint64_t entries = 0;   // of the index
  std::uint64_t segments = 0;
  std::uint64_t sealed_to = 0;  // the index has the rows up to this number
  bool has_index = false;       // false is no fault: opening the store makes the index
};

// Throws Error{not_found} if the store does not exist, {busy} if another program has it open,
// {unsupported, io}, and what options.check throws.
[[nodiscard]] StoreCheck check_store(const std::string& store,
                                     const StoreCheckOptions& options = {});

}  // namespace facsim
