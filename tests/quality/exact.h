// SPDX-License-Identifier: Apache-2.0
#pragma once
// Exact resemblance, for judging: texts in, shingle sets out, every overlap counted in full.
//
// Written apart from the library on purpose and shares no code with it: a mistake in the library's
// units, shingles, candidates or overlaps shows as a difference here. Everything is kept in memory;
// about 16 bytes a distinct shingle of a page.
//
// Unit: after NFKC_Casefold (compatibility forms, case and invisible characters gone; Unicode
// Standard, section 3.13), a maximal run of letters, marks and decimal digits; each letter of a
// script written without spaces (ideographs, kana, hangul, Thai, Lao, Khmer, Burmese, Tibetan)
// alone with the marks behind it. Fewer units than a shingle holds make one shingle (Broder,
// SEQUENCES 1997).

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace judge {

inline constexpr std::size_t kShingleSize = 5;

// The units of a text, folded, in order.
[[nodiscard]] std::vector<std::string> split(std::string_view utf8);

struct Text {
  std::uint32_t units = 0;
  std::vector<std::uint32_t> shingles;  // distinct, ascending, numbered by ShingleNumbers
};

// Gives each distinct shingle of a run a number.
class ShingleNumbers {
 public:
  [[nodiscard]] Text read(std::string_view utf8);
  [[nodiscard]] std::size_t count() const noexcept { return numbers_.size(); }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

// Jaccard of the shingle sets; 0 where both are empty.
[[nodiscard]] double resemblance(const Text& a, const Text& b);

// The page that resembles another most.
struct Best {
  std::int64_t page = -1;  // -1: none shares a shingle
  double resemblance = 0;
};

// An inverted index over kept pages, asked for the one that resembles a page most.
// Cost of a question: the sum of the lengths of its shingles' lists. One thread.
class KeptPages {
 public:
  KeptPages(const std::vector<Text>& texts, std::size_t shingle_count);
  // Ties go to the page that was kept first.
  [[nodiscard]] Best best(std::uint32_t page);
  void keep(std::uint32_t page);

 private:
  const std::vector<Text>& texts_;
  std::vector<std::vector<std::uint32_t>> lists_;  // by shingle: pages that have it
  std::vector<std::uint32_t> shared_;              // by page: counts of the question at hand
  std::vector<std::uint32_t> touched_;
};

}  // namespace judge
