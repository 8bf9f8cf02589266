// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/cut_text.h"

#include <cassert>

#include "facsim/features/units.h"
#include "facsim/page/judged_text.h"
#include "facsim/verify/agreement.h"

namespace facsim {
namespace {

// Merges passages that follow one another without a gap in both pages.
std::vector<Passage> joined(const std::vector<Passage>& passages) {
  std::vector<Passage> result;
  for (const Passage& passage : passages) {
    if (!result.empty() &&
        result.back().first_begin + result.back().length == passage.first_begin &&
        result.back().second_begin + result.back().length == passage.second_begin) {
      result.back().length += passage.length;
    } else {
      result.push_back(passage);
    }
  }
  return result;
}

}  // namespace

CutText::CutText(std::string_view whole) : text(whole), ranges(unit_ranges(whole)) {
  hashes.reserve(ranges.size());
  hash_units(whole, kWordSeed, hashes);
  assert(hashes.size() == ranges.size() && "both ways find the same units");
}

std::string CutText::between(std::uint32_t begin, std::uint32_t end) const {
  if (begin >= end) return {};
  const std::size_t from = ranges[begin].begin;
  return text.substr(from, ranges[end - 1].end - from);
}

std::size_t CutText::bytes() const noexcept {
  return text.capacity() + hashes.capacity() * sizeof(std::uint64_t) +
         ranges.capacity() * sizeof(UnitRange);
}

std::vector<TextPassage> text_passages(const std::vector<Passage>& shared, const CutText& first,
                                       const CutText& second) {
  std::vector<TextPassage> passages;
  std::uint32_t first_at = 0;
  std::uint32_t second_at = 0;
  const auto add = [&](bool is_shared, std::uint32_t first_end, std::uint32_t second_end) {
    if (first_at == first_end && second_at == second_end) return;
    passages.push_back({.shared = is_shared,
                        .first_begin = first_at,
                        .second_begin = second_at,
                        .first_units = first_end - first_at,
                        .second_units = second_end - second_at,
                        .first = first.between(first_at, first_end),
                        .second = second.between(second_at, second_end)});
    first_at = first_end;
    second_at = second_end;
  };
  for (const Passage& passage : joined(shared)) {
    add(false, passage.first_begin, passage.second_begin);
    add(true, passage.first_begin + passage.length, passage.second_begin + passage.length);
  }
  add(false, static_cast<std::uint32_t>(first.hashes.size()),
      static_cast<std::uint32_t>(second.hashes.size()));
  return passages;
}

std::vector<TextPassage> text_passages(const CutText& first, const CutText& second) {
  return text_passages(agreement(first.hashes, second.hashes).passages, first, second);
}

}  // namespace facsim
