// SPDX-License-Identifier: Apache-2.0
#pragma once
// A text cut into units once, to be laid beside as many others as one likes.
//
// compare() cuts both texts anew for each pair. Who compares a page with many others keeps it cut;
// text_passages() of two such is what compare() answers in `passages`, and nothing else of it.
//
// Pure; callable from any thread. A CutText that nobody changes may be shared by threads.

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
  std::vector<UnitRange> ranges;      // where each of them stands

  CutText() = default;
  // Copies the text. Cost: hash_units() and unit_ranges(); 24 bytes a unit remain.
  explicit CutText(std::string_view whole);

  // The text from unit `begin` to the last before `end`; empty where there is none.
  [[nodiscard]] std::string between(std::uint32_t begin, std::uint32_t end) const;
  // What it holds in memory.
  [[nodiscard]] std::size_t bytes() const noexcept;
};

// The shared passages, those without a gap between them as one, and between them what each text
// has alone. `shared`: as agreement() lists them of these two.
[[nodiscard]] std::vector<TextPassage> text_passages(const std::vector<Passage>& shared,
                                                     const CutText& first, const CutText& second);

// The same of what agreement() finds. Cost: one agreement(), and a copy of both texts.
[[nodiscard]] std::vector<TextPassage> text_passages(const CutText& first, const CutText& second);

}  // namespace facsim
