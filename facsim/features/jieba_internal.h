// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of jieba in memory, shared by the reader, the segmenter and the keywords. Private to
// this room.
//
// The dictionary is a trie in breadth-first order: the children of a node are adjacent, their
// characters ascend, and the children of node n end where those of node n + 1 begin.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace facsim {

// jieba's ideographs: those of Unicode 8.0.
inline constexpr char32_t kJiebaHanFirst = 0x4e00;
inline constexpr char32_t kJiebaHanLast = 0x9fd5;
inline constexpr std::size_t kJiebaHanCount = kJiebaHanLast - kJiebaHanFirst + 1;

// A table with a longer word is damaged: the route counts characters in a byte.
inline constexpr std::size_t kJiebaWordCharsMax = 255;

// States in the order of their letters, which decides ties.
enum JiebaState : std::uint8_t { kBegin, kEnd, kMiddle, kSingle };
using JiebaStates = std::array<double, 4>;

[[nodiscard]] constexpr bool is_jieba_han(char32_t c) noexcept {
  return c >= kJiebaHanFirst && c <= kJiebaHanLast;
}

[[nodiscard]] constexpr bool is_ascii_digit(char32_t c) noexcept { return c >= '0' && c <= '9'; }

[[nodiscard]] constexpr bool is_ascii_letter_or_digit(char32_t c) noexcept {
  return is_ascii_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Runs of these characters are looked up in the dictionary; every other character stands alone.
[[nodiscard]] constexpr bool is_jieba_block(char32_t c) noexcept {
  constexpr std::string_view kSigns = "+#&._%-";
  return is_jieba_han(c) || is_ascii_letter_or_digit(c) ||
         (c < 0x80 && kSigns.find(static_cast<char>(c)) != std::string_view::npos);
}

struct JiebaNode {
  std::uint32_t first_child = 0;
  std::uint16_t score_class = 0;  // 0: no word ends here
  std::uint16_t idf_class = 0;    // 0: no idf is known
};

struct JiebaData {
  std::uint64_t digest = 0;
  std::size_t word_count = 0;
  // For each class ln(frequency) - ln(total). Class 0 is for a character that begins no word: its
  // score is that of frequency 1.
  std::vector<double> scores;
  std::vector<double> idfs;  // class 0: the median
  JiebaStates start{};
  std::array<JiebaStates, 4> transitions{};  // [from][to]
  std::vector<JiebaStates> emissions;        // of character kJiebaHanFirst + i
  std::vector<JiebaNode> nodes;              // and a last one, to end the children before it
  std::vector<char16_t> labels;              // the character that leads to a node
  std::vector<std::uint32_t> root_children;  // by character

  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kNone = 0;  // the root is not a child of any node

  [[nodiscard]] std::uint32_t child_of(std::uint32_t node, char16_t c) const noexcept {
    if (node == kRoot) return root_children[c];
    const char16_t* begin = labels.data() + nodes[node].first_child;
    const char16_t* end = labels.data() + nodes[node + 1].first_child;
    const char16_t* found = std::lower_bound(begin, end, c);
    if (found == end || *found != c) return kNone;
    return static_cast<std::uint32_t>(found - labels.data());
  }
};

// Fills `states` with the most probable state of each character of `han`, which is not empty:
// Viterbi, with the larger letter on a tie. The states begin words (B) and end them (E, S); no word
// stays open, because the last state is E or S.
void find_jieba_states(const JiebaData& data, std::span<const char16_t> han,
                       std::vector<std::uint8_t>& states);

}  // namespace facsim
