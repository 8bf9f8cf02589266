// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text that is cut into units once, to be compared with any number of others.
//
// compare() cuts both texts again for each pair. Callers that compare a page with many others hold
// it as a CutText; text_passages() of two of them gives the `passages` of compare(), and nothing
// else of it.
//
// Pure; callable from any thread. An unchanging CutText may be shared by threads.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/features/unit_ranges.h"
#include "facsim/model/text_passage.h"
#include "facsim/verify/passage.h"

namespace facsim {

struct CutText {
  std::string text;
  std::vector<std::uint64_t> hashes;  // of the units, in order
  std::vector<UnitRange> ranges;      // the place of each unit in the text

  CutText() = default;
  // Copies the text. Cost: hash_units() and unit_ranges(); 24 bytes a unit remain.
  explicit CutText(std::string_view whole);

  // Returns the text from unit `begin` to the last before `end`; empty if there are no such units.
  [[nodiscard]] std::string between(std::uint32_t begin, std::uint32_t end) const;
  // Returns the memory that it takes, in bytes.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

// Returns the shared passages, adjacent ones merged, and between them the parts that only one text
// has. `shared`: as listed by agreement() for these two.
[[nodiscard]] std::vector<TextPassage> text_passages(const std::vector<Passage>& shared,
                                                     const CutText& first, const CutText& second);

// The same for what agreement() finds. Cost: one agreement(), and a copy of both texts.
[[nodiscard]] std::vector<TextPassage> text_passages(const CutText& first, const CutText& second);

}  // namespace facsim
