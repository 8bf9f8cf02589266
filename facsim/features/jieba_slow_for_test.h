// SPDX-License-Identifier: Apache-2.0
#pragma once
// The slow twin of the segmenter: jieba's rules one after the other, over maps and code points.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "facsim/features/jieba_for_test.h"

namespace facsim {

using Words32 = std::vector<std::u32string>;

inline std::string slow_states(const JiebaSource& source, const std::u32string& han) {
  const std::string letters = "BEMS";
  const std::map<char, std::string> before = {{'B', "ES"}, {'M', "MB"}, {'S', "SE"}, {'E', "BM"}};
  const auto emission = [&](char32_t c, std::size_t y) {
    const auto found = source.emissions.find(c);
    return found == source.emissions.end() ? kNoEmission : found->second[y];
  };
  std::map<char, std::pair<double, std::string>> best;  // state -> (score, the states up to it)
  for (std::size_t y = 0; y < 4; ++y) {
    best[letters[y]] = {source.start[y] + emission(han[0], y), std::string(1, letters[y])};
  }
  for (std::size_t t = 1; t < han.size(); ++t) {
    std::map<char, std::pair<double, std::string>> next;
    for (std::size_t y = 0; y < 4; ++y) {
      std::pair<double, char> chosen(-1e300, 'A');
      for (const char from : before.at(letters[y])) {
        const double trans = source.transitions[letters.find(from)][y];
        chosen = std::max(chosen, {best[from].first + trans + emission(han[t], y), from});
      }
      next[letters[y]] = {chosen.first, best[chosen.second].second + letters[y]};
    }
    best = next;
  }
  return std::pair(best['E'].first, 'E') > std::pair(best['S'].first, 'S') ? best['E'].second
                                                                           : best['S'].second;
}

inline void slow_unknown(const JiebaSource& source, std::u32string buffer, Words32& words) {
  const auto take = [&buffer](std::size_t size) {
    std::u32string front = buffer.substr(0, size);
    buffer.erase(0, size);
    return front;
  };
  const auto run = [&buffer](std::size_t at, auto belongs) {
    while (at < buffer.size() && belongs(buffer[at])) ++at;
    return at;
  };
  while (!buffer.empty()) {
    if (is_jieba_han(buffer[0])) {
      const std::u32string han = take(run(0, is_jieba_han));
      const std::string states = slow_states(source, han);
      std::u32string word;
      for (std::size_t i = 0; i < han.size(); ++i) {
        word += han[i];
        if (states[i] == 'E' || states[i] == 'S') words.push_back(std::exchange(word, {}));
      }
    } else if (is_ascii_letter_or_digit(buffer[0])) {
      std::size_t end = run(0, is_ascii_letter_or_digit);
      if (end + 1 < buffer.size() && buffer[end] == U'.' && is_ascii_digit(buffer[end + 1])) {
        end = run(end + 1, is_ascii_digit);
      }
      if (end < buffer.size() && buffer[end] == U'%') ++end;
      words.push_back(take(end));
    } else {
      words.push_back(take(
          run(0, [](char32_t c) { return !is_jieba_han(c) && !is_ascii_letter_or_digit(c); })));
    }
  }
}

inline void slow_block(const JiebaSource& source, const std::u32string& block, bool with_hmm,
                       Words32& words) {
  std::vector<std::pair<double, std::size_t>> route(block.size() + 1);
  for (std::size_t k = block.size(); k-- > 0;) {
    bool any = false;
    for (std::size_t x = k; x < block.size(); ++x) {
      const auto found = source.scores.find(block.substr(k, x + 1 - k));
      if (found == source.scores.end()) continue;
      const std::pair candidate(found->second + route[x + 1].first, x);
      route[k] = any ? std::max(route[k], candidate) : candidate;
      any = true;
    }
    if (!any) route[k] = {source.score_of_single + route[k + 1].first, k};
  }
  std::u32string buffer;
  const auto flush = [&] {
    if (!with_hmm && !buffer.empty()) {
      words.push_back(buffer);
    } else if (buffer.size() > 1 && !source.scores.contains(buffer)) {
      slow_unknown(source, buffer, words);
    } else {
      for (const char32_t c : buffer) words.push_back({c});
    }
    buffer.clear();
  };
  for (std::size_t k = 0; k < block.size(); k = route[k].second + 1) {
    const std::u32string word = block.substr(k, route[k].second + 1 - k);
    if (word.size() == 1 && (with_hmm || is_ascii_letter_or_digit(word[0]))) {
      buffer += word;
    } else {
      flush();
      words.push_back(word);
    }
  }
  flush();
}

inline Words32 slow_words(const JiebaSource& source, const std::u32string& text, bool with_hmm) {
  Words32 words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_jieba_block(text[end])) ++end;
    if (end > at) {
      slow_block(source, text.substr(at, end - at), with_hmm, words);
    } else {
      end = at + (text.substr(at, 2) == U"\r\n" ? 2 : 1);
      words.push_back(text.substr(at, end - at));
    }
    at = end;
  }
  return words;
}

}  // namespace facsim
