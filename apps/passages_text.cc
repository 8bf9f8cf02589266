// SPDX-License-Identifier: Apache-2.0
#include "apps/passages_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>

#include "apps/output.h"

namespace facsim {
namespace {

// The beginning and the end of a passage are enough to find it.
constexpr std::size_t kShownBytes = 300;
// In the sequence of passages, a shared one only leads from one difference to the next.
constexpr std::size_t kFoldedBytes = 150;
constexpr std::size_t kDifferingBytes = 1500;
// A cut moves by at most this much to avoid splitting a word.
constexpr std::size_t kWordBytes = 20;
// Columns of less than about fifty characters are harder to read than texts one below the other.
constexpr std::size_t kSideBySideColumns = 110;
constexpr std::string_view kIndent = "  ";

// Moves `at` back to the start of its character.
std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U) --at;
  return at;
}

std::string units_text(std::uint64_t units) {
  return std::to_string(units) + (units == 1 ? " unit" : " units");
}

// Puts a letter before the first line of `text`, and blanks before the others.
std::string behind(std::string_view letter, std::string_view text, Paint paint,
                   const Terminal& terminal) {
  std::string out;
  const std::size_t columns = terminal.columns - kIndent.size() - letter.size() - 1;
  for (const std::string& line : wrapped_lines(text, columns)) {
    const std::string head = out.empty() ? std::string(letter) : std::string(letter.size(), ' ');
    out.append(kIndent).append(painted(head + ' ' + line, paint, terminal)).append("\n");
  }
  return out;
}

// The first page's text is on the left, the second's on the right.
std::string side_by_side(const std::string& first, const std::string& second,
                         const Terminal& terminal) {
  const std::size_t columns = (terminal.columns - kIndent.size()) / 2 - 4;
  const std::vector<std::string> left = wrapped_lines(first, columns);
  const std::vector<std::string> right = wrapped_lines(second, columns);
  std::string out;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const std::string a = i < left.size() ? (i == 0 ? "A " : "  ") + left[i] : std::string();
    const std::size_t padding = columns + 4 - columns_of(a);
    out.append(kIndent).append(painted(a, Paint::removed, terminal));
    if (i < right.size()) {
      out.append(padding, ' ');
      out.append(painted((i == 0 ? "B " : "  ") + right[i], Paint::kept, terminal));
    }
    out += '\n';
  }
  return out;
}

std::string differing_text(const TextPassage& passage, std::size_t bytes_max,
                           const Terminal& terminal) {
  const std::string first = shown(passage.first, bytes_max);
  const std::string second = shown(passage.second, bytes_max);
  if (terminal.columns >= kSideBySideColumns && !first.empty() && !second.empty()) {
    return side_by_side(first, second, terminal);
  }
  return behind("A", first, Paint::removed, terminal) + behind("B", second, Paint::kept, terminal);
}

}  // namespace

std::string figure(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4f", value);
  return buffer.data();
}

std::string fingerprint_text(const PageAnalysis& analysis, const Profile& profile) {
  if (!analysis.fingerprint) return "-";
  return hex(*analysis.fingerprint, profile.recipe.fingerprint.bits);
}

std::vector<const TextPassage*> longest(const std::vector<TextPassage>& passages, bool shared,
                                        std::size_t count_max) {
  std::vector<const TextPassage*> chosen;
  for (const TextPassage& passage : passages) {
    if (passage.shared == shared) chosen.push_back(&passage);
  }
  const auto units = [](const TextPassage* passage) {
    return std::max(passage->first_units, passage->second_units);
  };
  // All point into one array, so among equally long ones the earlier has the smaller address.
  std::sort(chosen.begin(), chosen.end(), [&](const auto* a, const auto* b) {
    return units(a) != units(b) ? units(a) > units(b) : a < b;
  });
  if (chosen.size() > count_max) chosen.resize(count_max);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

std::string shown(std::string_view text, std::size_t bytes_max) {
  std::string line;
  for (const char c : without_controls(text, ' ')) {
    if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
  }
  if (line.size() <= bytes_max) return line;
  const std::string_view all = line;
  const std::string_view head = all.substr(0, character_start(all, bytes_max / 3 * 2));
  const std::string_view tail = all.substr(character_start(all, all.size() - bytes_max / 3));
  // Cut at a blank if one is near.
  const std::size_t head_end = head.rfind(' ');
  const std::size_t tail_begin = tail.find(' ');
  const bool has_near_head =
      head_end != std::string_view::npos && head.size() - head_end <= kWordBytes;
  const bool has_near_tail = tail_begin <= kWordBytes;
  return std::string(has_near_head ? head.substr(0, head_end) : head) + " ... " +
         std::string(has_near_tail ? tail.substr(tail_begin + 1) : tail);
}

std::string passages_by_sort(const Comparison& c, std::size_t count_max) {
  std::string text;
  for (const bool shared : {true, false}) {
    const auto passages = longest(c.passages, shared, count_max);
    const auto all = static_cast<std::size_t>(
        std::count_if(c.passages.begin(), c.passages.end(),
                      [&](const TextPassage& passage) { return passage.shared == shared; }));
    text += shared ? "\nshared passages: " : "\ndiffering passages: ";
    text += std::to_string(all);
    if (passages.size() < all) text += ", the longest " + std::to_string(passages.size());
    text += '\n';
    for (const TextPassage* passage : passages) {
      if (shared) {
        text += "  = " + shown(passage->first, kShownBytes) + "\n";
        continue;
      }
      if (passage->first_units > 0) text += "  A " + shown(passage->first, kShownBytes) + "\n";
      if (passage->second_units > 0) text += "  B " + shown(passage->second, kShownBytes) + "\n";
      text += '\n';
    }
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::string passages_in_order(const Comparison& c, std::size_t count_max,
                              const Terminal& terminal) {
  const bool is_all = count_max == std::numeric_limits<std::size_t>::max();
  const std::size_t bytes_max = is_all ? count_max : kDifferingBytes;
  std::vector<const TextPassage*> chosen = longest(c.passages, true, count_max);
  const auto differing = longest(c.passages, false, count_max);
  chosen.insert(chosen.end(), differing.begin(), differing.end());
  std::sort(chosen.begin(), chosen.end());
  std::string text;
  auto next = chosen.begin();
  std::size_t left_out = 0;
  const auto say_left_out = [&] {
    if (left_out == 0) return;
    text.append(kIndent).append(painted("... " + std::to_string(left_out) +
                                            (left_out == 1 ? " passage" : " passages") +
                                            " left out; --passages all shows all",
                                        Paint::faint, terminal));
    text += '\n';
    left_out = 0;
  };
  for (const TextPassage& passage : c.passages) {
    if (next == chosen.end() || *next != &passage) {
      ++left_out;
      continue;
    }
    ++next;
    say_left_out();
    if (passage.shared) {
      text += behind(
          "=", shown(passage.first, kFoldedBytes) + "  (" + units_text(passage.first_units) + ")",
          Paint::faint, terminal);
    } else {
      text += differing_text(passage, bytes_max, terminal);
    }
  }
  say_left_out();
  return text;
}

}  // namespace facsim
