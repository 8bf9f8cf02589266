// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/jieba.h"

#include <cassert>
#include <limits>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/jieba_internal.h"

namespace facsim {
namespace {

constexpr std::array<bool, 128> block_table() {
  std::array<bool, 128> table{};
  for (std::size_t c = 0; c < table.size(); ++c) {
    table[c] = is_jieba_block(static_cast<char32_t>(c));
  }
  return table;
}

// Returns the block character at `at`, or 0. jieba's ideographs take three bytes each.
char16_t block_character_at(std::string_view utf8, std::size_t at) noexcept {
  static constexpr std::array<bool, 128> kIsBlock = block_table();
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[at + i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return kIsBlock[first] ? static_cast<char16_t>(first) : u'\0';
  if (first < 0xe4 || first > 0xe9 || utf8.size() - at < 3) return 0;
  if ((byte(1) & 0xc0U) != 0x80 || (byte(2) & 0xc0U) != 0x80) return 0;
  const unsigned c = (first & 0x0fU) << 12 | (byte(1) & 0x3fU) << 6 | (byte(2) & 0x3fU);
  return is_jieba_han(c) ? static_cast<char16_t>(c) : u'\0';
}

constexpr std::size_t bytes_of(char16_t block_character) noexcept {
  return block_character < 0x80 ? 1 : 3;
}

std::size_t bytes_of_outsider(std::string_view utf8, std::size_t at) noexcept {
  if (utf8.substr(at, 2) == "\r\n") return 2;
  return code_point_at(utf8, at).bytes;
}

// Returns the end of the run of characters from `at` on for which `belongs` is true.
template <class Belongs>
std::size_t run_end(const std::vector<char16_t>& block, std::size_t at, std::size_t end,
                    Belongs belongs) {
  while (at < end && belongs(block[at])) ++at;
  return at;
}

}  // namespace

JiebaSegmenter::JiebaSegmenter(std::shared_ptr<const JiebaTables> tables, bool with_hmm)
    : tables_(std::move(tables)), data_(&tables_->data()), with_hmm_(with_hmm) {}

void JiebaSegmenter::cut(std::string_view utf8, std::vector<JiebaWord>& words) {
  if (utf8.size() > kJiebaTextBytesMax) {
    throw Error(ErrorCode::invalid_argument, "a text over 4 GiB; cut it into pages first");
  }
  words.clear();
  words_ = &words;
  cut_byte_ = 0;
  while (cut_byte_ < utf8.size()) {
    read_block(utf8, cut_byte_);
    if (block_.empty()) {
      const std::size_t begin = cut_byte_;
      cut_byte_ += bytes_of_outsider(utf8, begin);
      words.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(cut_byte_)});
      continue;
    }
    find_route();
    if (with_hmm_) {
      cut_block_with_hmm();
    } else {
      cut_block_plain();
    }
  }
}

void JiebaSegmenter::read_block(std::string_view utf8, std::size_t begin) {
  block_.clear();
  cut_ = 0;
  while (begin < utf8.size()) {
    const char16_t c = block_character_at(utf8, begin);
    if (c == 0) break;
    block_.push_back(c);
    begin += bytes_of(c);
  }
}

// Goes from right to left: the best word from each character, with the score of everything after
// it. Only the scores that a word can reach are stored, so a block of any length needs one byte a
// character.
void JiebaSegmenter::find_route() {
  constexpr std::size_t kRing = 256;
  static_assert(kRing > kJiebaWordCharsMax);
  std::array<double, kRing> scores;  // of the rest of the block from character i, at i % kRing
  const std::size_t size = block_.size();
  steps_.resize(size);
  scores[size % kRing] = 0;
  for (std::size_t k = size; k-- > 0;) {
    double best = -std::numeric_limits<double>::infinity();
    std::size_t last = k;
    std::uint32_t node = JiebaData::kRoot;
    for (std::size_t x = k; x < size; ++x) {
      node = data_->child_of(node, block_[x]);
      if (node == JiebaData::kNone) break;
      const std::uint16_t score_class = data_->nodes[node].score_class;
      if (score_class == 0) continue;
      const double score = data_->scores[score_class] + scores[(x + 1) % kRing];
      if (score < best) continue;  // a tie goes to the longer word
      best = score;
      last = x;
    }
    // If no word begins here, the character stands alone.
    if (best == -std::numeric_limits<double>::infinity()) {
      best = data_->scores[0] + scores[(k + 1) % kRing];
    }
    scores[k % kRing] = best;
    steps_[k] = static_cast<std::uint8_t>(last - k);
  }
}

// Makes one word of the block's characters up to `end` that are not in a word yet.
void JiebaSegmenter::add_word(std::size_t end) {
  const auto begin_byte = static_cast<std::uint32_t>(cut_byte_);
  for (; cut_ < end; ++cut_) cut_byte_ += bytes_of(block_[cut_]);
  words_->push_back({begin_byte, static_cast<std::uint32_t>(cut_byte_)});
}

// Joins letters and digits that stand alone on the route.
void JiebaSegmenter::cut_block_plain() {
  for (std::size_t k = 0; k < block_.size();) {
    if (steps_[k] == 0 && is_ascii_letter_or_digit(block_[k])) {
      ++k;
      continue;
    }
    if (cut_ < k) add_word(k);
    k += steps_[k] + std::size_t{1};
    add_word(k);
  }
  if (cut_ < block_.size()) add_word(block_.size());
}

// Passes runs of characters that stand alone on the route to the model.
void JiebaSegmenter::cut_block_with_hmm() {
  for (std::size_t k = 0; k < block_.size();) {
    if (steps_[k] == 0) {
      ++k;
      continue;
    }
    cut_single_characters(cut_, k);
    k += steps_[k] + std::size_t{1};
    add_word(k);
  }
  cut_single_characters(cut_, block_.size());
}

// If the whole run is in the dictionary, its characters remain single: the route rejected the word.
void JiebaSegmenter::cut_single_characters(std::size_t begin, std::size_t end) {
  if (end - begin > 1) {
    std::uint32_t node = JiebaData::kRoot;
    for (std::size_t i = begin; i < end; ++i) {
      node = data_->child_of(node, block_[i]);
      if (node == JiebaData::kNone) break;
    }
    if (node == JiebaData::kNone || data_->nodes[node].score_class == 0) {
      cut_unknown(begin, end);
      return;
    }
  }
  for (std::size_t i = begin; i < end; ++i) add_word(i + 1);
}

void JiebaSegmenter::cut_unknown(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    const bool is_han = is_jieba_han(block_[at]);
    const std::size_t next =
        run_end(block_, at, end, [is_han](char16_t c) { return is_jieba_han(c) == is_han; });
    if (is_han) {
      cut_ideographs(at, next);
    } else {
      cut_latin(at, next);
    }
    at = next;
  }
}

void JiebaSegmenter::cut_ideographs(std::size_t begin, std::size_t end) {
  find_jieba_states(*data_, std::span(block_).subspan(begin, end - begin), states_);
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint8_t state = states_[i - begin];
    if (state == kEnd || state == kSingle) add_word(i + 1);
  }
  assert(cut_ == end && "the last state ends a word");
}

// Cuts out numbers with their fraction and percent sign, and letters with digits; the text between
// them stays whole.
void JiebaSegmenter::cut_latin(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    std::size_t next = run_end(block_, at, end, is_ascii_letter_or_digit);
    if (next == at) {
      next = run_end(block_, at, end, [](char16_t c) { return !is_ascii_letter_or_digit(c); });
    } else {
      if (next + 1 < end && block_[next] == u'.' && is_ascii_digit(block_[next + 1])) {
        next = run_end(block_, next + 1, end, is_ascii_digit);
      }
      if (next < end && block_[next] == u'%') ++next;
    }
    add_word(next);
    at = next;
  }
}

}  // namespace facsim
