// SPDX-License-Identifier: Apache-2.0
#include "facsim/base/nearest.h"

#include <algorithm>
#include <numeric>

namespace facsim {
namespace {

// Longer words are not mistyped names; comparing them would only cost time.
constexpr std::size_t kWordMax = 64;

constexpr std::size_t kLettersPerMistake = 3;

// The largest distance at which a mistake is plausible; beyond it another word was meant.
std::size_t max_distance_of(std::string_view word) {
  return std::max<std::size_t>(1, word.size() / kLettersPerMistake);
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table: the one being filled and the two above it.
  std::vector<std::size_t> above(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  std::vector<std::size_t> two_above = above;
  std::vector<std::size_t> row = above;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({replaced, above[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
    two_above.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

NearestWords::NearestWords(std::string word, std::size_t count_max)
    : word_(std::move(word)), count_max_(count_max) {
  if (!word_.empty() && word_.size() <= kWordMax) max_distance_ = max_distance_of(word_);
}

// Returns the distance to the candidate; std::nullopt if it is `limit` or more, or if no letter of
// a word would remain.
std::optional<std::size_t> NearestWords::distance_to(std::string_view candidate,
                                                     std::size_t limit) const {
  const std::size_t longer = std::max(word_.size(), candidate.size());
  const std::size_t more = longer - std::min(word_.size(), candidate.size());
  const bool lies_in_folder = more > 0 && candidate.size() == longer &&
                              candidate.ends_with(word_) && candidate[more - 1] == '/';
  if (!lies_in_folder && more >= limit) return std::nullopt;
  const std::size_t distance = lies_in_folder ? 1 : edit_distance(word_, candidate);
  if (distance >= limit || distance >= longer) return std::nullopt;
  return distance;
}

void NearestWords::add(std::string_view candidate) {
  if (max_distance_ == 0) return;
  const std::size_t limit = best_.size() < count_max_ ? max_distance_ + 1 : best_.back().first;
  const std::optional<std::size_t> distance = distance_to(candidate, limit);
  if (!distance) return;
  const auto is_it = [&](const auto& known) { return known.second == candidate; };
  if (std::any_of(best_.begin(), best_.end(), is_it)) return;
  const auto place =
      std::upper_bound(best_.begin(), best_.end(), *distance,
                       [](std::size_t d, const auto& known) { return d < known.first; });
  best_.emplace(place, *distance, candidate);
  if (best_.size() > count_max_) best_.pop_back();
}

std::vector<std::string> NearestWords::take() && {
  std::vector<std::string> words;
  for (auto& [distance, word] : best_) words.push_back(std::move(word));
  return words;
}

std::string_view nearest(std::string_view mistyped, const std::vector<std::string_view>& known) {
  const std::string_view word = without_dashes(mistyped);
  if (word.empty() || word.size() > kWordMax) return {};
  std::string_view best;
  std::size_t best_distance = max_distance_of(word) + 1;
  for (const std::string_view name : known) {
    const std::string_view candidate = without_dashes(name);
    const std::size_t distance = edit_distance(word, candidate);
    // A word is not near if no letter of it would remain.
    if (distance >= best_distance || distance >= std::max(word.size(), candidate.size())) continue;
    best = name;
    best_distance = distance;
  }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string_view>& known) {
  const std::string_view best = nearest(word, known);
  if (best.empty()) return {};
  return std::string("; did you mean '").append(best).append("'?");
}

}  // namespace facsim
