// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/sentences.h"

#include <algorithm>
#include <array>

namespace facsim {
namespace {

constexpr std::string_view kWhite = " \t\n\r\f\v";
constexpr std::array<std::string_view, 4> kEnds = {".", "!", "?", "\u2026"};
// After these a sentence ends, whatever follows.
constexpr std::array<std::string_view, 5> kFirmEnds = {"\u3002", "\uff01", "\uff1f", "\uff61",
                                                       "\u0964"};
constexpr std::array<std::string_view, 12> kClosers = {"\"",     "'",      ")",      "]",
                                                       "\u201d", "\u2019", "\u00bb", "\u300d",
                                                       "\u300f", "\uff09", "\u3011", "\u203a"};

template <std::size_t kCount>
std::size_t one_of(const std::array<std::string_view, kCount>& words, std::string_view text) {
  for (const std::string_view word : words) {
    if (text.starts_with(word)) return word.size();
  }
  return 0;
}

std::string_view trimmed_sentence(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhite);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhite) - begin + 1);
}

bool is_white_at(std::string_view rest) {
  return rest.empty() || kWhite.find(rest.front()) != std::string_view::npos ||
         rest.starts_with("\u3000") || rest.starts_with("\u00a0");
}

struct End {
  std::size_t bytes = 0;  // of marks and closers; 0: there are none here
  bool ends = false;      // and they end a sentence
};

End end_at(std::string_view rest) {
  End end;
  for (;;) {
    const std::size_t firm = one_of(kFirmEnds, rest.substr(end.bytes));
    const std::size_t mark = firm != 0 ? firm : one_of(kEnds, rest.substr(end.bytes));
    if (mark == 0) break;
    end.ends = end.ends || firm != 0;
    end.bytes += mark;
  }
  if (end.bytes == 0) return end;
  while (const std::size_t closer = one_of(kClosers, rest.substr(end.bytes))) end.bytes += closer;
  end.ends = end.ends || is_white_at(rest.substr(end.bytes));
  return end;
}

template <class See>
void for_each_paragraph(std::string_view text, See see) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    see(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void append_line(std::string_view line, std::string& text) {
  if (!text.empty()) text += '\n';
  text += line;
}

}  // namespace

std::vector<std::string_view> sentences_of(std::string_view paragraph) {
  std::vector<std::string_view> sentences;
  std::size_t begin = 0;
  const auto add = [&](std::size_t end) {
    const std::string_view sentence = trimmed_sentence(paragraph.substr(begin, end - begin));
    if (!sentence.empty()) sentences.push_back(sentence);
    begin = end;
  };
  for (std::size_t at = 0; at < paragraph.size();) {
    const End end = end_at(paragraph.substr(at));
    at += std::max<std::size_t>(end.bytes, 1);
    if (end.ends) add(at);
  }
  add(paragraph.size());
  return sentences;
}

std::string longest_sentences(std::string_view text, std::size_t count) {
  std::vector<std::string_view> sentences;
  for_each_paragraph(text, [&](std::string_view paragraph) {
    for (const std::string_view sentence : sentences_of(paragraph)) sentences.push_back(sentence);
  });
  count = std::min(count, sentences.size());
  std::vector<std::string_view> longest = sentences;
  std::ranges::stable_sort(
      longest, [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  longest.resize(count);
  // Restores the order of the text; all are views into it.
  std::ranges::sort(longest, {}, [](std::string_view sentence) { return sentence.data(); });
  std::string lines;
  for (const std::string_view sentence : longest) append_line(sentence, lines);
  return lines;
}

std::string paragraph_edges(std::string_view text) {
  std::string lines;
  for_each_paragraph(text, [&](std::string_view paragraph) {
    const std::vector<std::string_view> sentences = sentences_of(paragraph);
    if (sentences.empty()) return;
    append_line(sentences.front(), lines);
    if (sentences.size() > 1) append_line(sentences.back(), lines);
  });
  return lines;
}

}  // namespace facsim
