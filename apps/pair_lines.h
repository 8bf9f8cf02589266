// SPDX-License-Identifier: Apache-2.0
#pragma once
// The lines of a join, `first TAB second TAB distance`, at most --pairs-max of them; and warnings
// about fingerprints that many entries share.

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "apps/output.h"
#include "apps/settings.h"

namespace facsim {

// Warns about a fingerprint that this many entries share: they make half a million pairs.
inline constexpr std::uint64_t kCrowdEntries = 1000;

// Entries that share a fingerprint.
struct CrowdText {
  std::string name;  // the name of the first of them
  std::uint64_t entries = 0;
  std::uint64_t pairs = 0;
};

// Thrown when a join has more pairs than the user allows.
struct TooManyPairs : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class PairLines {
 public:
  // `settings` must outlive this.
  explicit PairLines(const Settings& settings) : settings_(settings) {}

  // Warns about the first few crowded fingerprints, unless --limit bounds their pairs. The error of
  // --pairs-max names the largest. May be called again with more.
  void tell_crowds(std::span<const CrowdText> largest_first, std::uint64_t crowded);

  // Throws what Output throws, TooManyPairs for the first line beyond --pairs-max, and
  // Error{cancelled}.
  void add(std::string_view first, std::string_view second, int distance);

  // Writes out the rest, and warns if --limit cut the pairs of `truncated` entries; `one` and
  // `several` are the nouns for them.
  void finish(std::uint64_t truncated, std::string_view one, std::string_view several);

 private:
  [[noreturn]] void throw_too_many();

  const Settings& settings_;
  Output output_;
  std::string line_;
  std::uint64_t count_ = 0;
  std::uint64_t warned_ = 0;
  CrowdText largest_;
};

}  // namespace facsim
