// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is a store as it was written, and do its rows, clusters, names and index say the same?
//
// Of one moment: nobody may change the store meanwhile. Nothing is changed, so that a damaged store
// can be looked at. Memory: 32 bytes a page and 16 a cluster. Some 10 us a page.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/sentence.h"

namespace facsim {

struct StoreCheckOptions {
  std::uint64_t memory_bytes = std::uint64_t{64} << 20;
  // Hears of each fault: where it is and what is wrong.
  std::function<void(const Sentence& fault)> tell = {};
  // Called often, with what is looked at and how many pages of it so far; may throw.
  std::function<void(const char* stage, std::uint64_t pages)> check = {};
};

struct StoreCheck {
  std::uint64_t faults = 0;
  std::uint64_t pages = 0;
  std::uint64_t representatives = 0;
  std::uint64_t clusters = 0;  // of two pages and more
  std::uint64_t entries = 0;   // of the index
  std::uint64_t segments = 0;
  std::uint64_t sealed_to = 0;  // rows up to this number are in it
  bool has_index = false;       // without one it is made when the store is opened: no fault
};

// Throws Error{not_found} where there is no store, {busy} where another program has it,
// {unsupported, io}, and what options.check throws.
[[nodiscard]] StoreCheck check_store(const std::string& store,
                                     const StoreCheckOptions& options = {});

}  // namespace facsim
