// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "facsim/features/code_points_internal.h"
#include "facsim/features/jieba.h"
#include "facsim/features/jieba_internal.h"

namespace facsim {
namespace {

constexpr std::array<std::string_view, 31> kStopWords = {
    "the",  "of",   "is", "and",  "to",   "in",  "that", "we",   "for",   "an",  "are",
    "by",   "be",   "as", "on",   "with", "can", "if",   "from", "which", "you", "it",
    "this", "then", "at", "have", "all",  "not", "one",  "has",  "or"};

bool is_stop_word(std::string_view word) {
  std::array<char, 5> small{};
  if (word.size() > small.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    small[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  const std::string_view lowered(small.data(), word.size());
  return std::find(kStopWords.begin(), kStopWords.end(), lowered) != kStopWords.end();
}

// True for one character, or the two of a line end.
bool is_too_short(std::string_view word) {
  return word == "\r\n" || code_point_at(word, 0).bytes == word.size();
}

}  // namespace

JiebaKeywords::JiebaKeywords(std::shared_ptr<const JiebaTables> tables)
    : tables_(std::move(tables)), segmenter_(tables_, true) {}

// Leaves each word's count in its weight; returns the number of all words that count.
double JiebaKeywords::count_words(std::string_view utf8) {
  segmenter_.cut(utf8, words_);
  counted_.clear();
  places_.clear();
  double total = 0;
  for (const JiebaWord range : words_) {
    const std::string_view word = utf8.substr(range.begin, range.end - range.begin);
    if (is_too_short(word) || is_stop_word(word)) continue;
    const auto [found, is_new] = places_.try_emplace(word, counted_.size());
    if (is_new) counted_.push_back({word, 0});
    counted_[found->second].weight += 1;
    total += 1;
  }
  return total;
}

std::vector<Keyword> JiebaKeywords::extract(std::string_view utf8, std::size_t top_k) {
  const double total = count_words(utf8);
  // The division comes first: the other order rounds differently.
  for (Counted& one : counted_) one.weight *= tables_->idf_of(one.word) / total;
  const std::size_t size = top_k == 0 ? counted_.size() : std::min(top_k, counted_.size());
  // Each word is a view of its first appearance, so its address gives the order of first
  // appearance.
  std::partial_sort(counted_.begin(), counted_.begin() + static_cast<std::ptrdiff_t>(size),
                    counted_.end(), [](const Counted& a, const Counted& b) {
                      if (a.weight != b.weight) return a.weight > b.weight;
                      return a.word.data() < b.word.data();
                    });
  counted_.resize(size);
  std::vector<Keyword> keywords;
  keywords.reserve(counted_.size());
  for (const Counted& one : counted_) keywords.push_back({std::string(one.word), one.weight});
  return keywords;
}

}  // namespace facsim
