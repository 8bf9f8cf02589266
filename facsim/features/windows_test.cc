// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/windows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "facsim/base/utf.h"
#include "facsim/features/code_points_internal.h"
#include "facsim/features/documents_for_test.h"
#include "facsim/features/mixed_text_for_test.h"
#include "facsim/features/runs_internal.h"

namespace facsim {
namespace {

constexpr std::array<Folding, 3> kFoldings = {Folding::none, Folding::nfkc, Folding::python};

// Returns an empty string if both implementations agree, whatever the buffer contained before.
std::string disagreement(std::string_view text) {
  std::u16string units = u"what was left behind";
  for (const Folding folding : kFoldings) {
    const std::u32string expected = folded_characters(text, folding);
    const std::size_t characters = fold_to_utf16(text, folding, units);
    std::u32string characters_of_units = U"also left behind";
    utf16_to_characters(units, characters_of_units);
    if (characters_of_units != expected) return "the way back from " + std::string(text);
    if (units != to_utf16(expected) || characters != expected.size()) {
      return "folding " + std::to_string(static_cast<int>(folding)) + " of " + std::string(text) +
             " gives " + to_utf8(units);
    }
  }
  return "";
}

TEST(Windows, FoldToUtf16IsTheSlowWayOnEveryCharacter) {
  for (char32_t c = 0; c <= kCodePointLast; c += kOneOf) {
    if (c >= 0xd800 && c < 0xe000) continue;
    if (c >= 0x40000 && c < 0xe0000) c = 0xe0000;  // no code points are assigned between
    if (c >= 0xe1000) c = kCodePointLast;
    const std::string one = utf8_of(c);
    // After and before ASCII, ideographs, a character that folds to another one, and marks.
    for (const std::string& text :
         {one, "A" + one, one + "\u0301", "\u4e2d" + one + "\u3099", "\uff21" + one + "b"}) {
      ASSERT_EQ(disagreement(text), "") << std::hex << static_cast<unsigned>(c);
    }
  }
}

RC_GTEST_PROP(Windows, FoldToUtf16IsTheSlowWayOnMixedText, ()) {
  RC_ASSERT(disagreement(draw_mixed_text()) == "");
}

// More marks than are normalised together.
RC_GTEST_PROP(Windows, FoldToUtf16IsTheSlowWayOnTowers, ()) {
  std::string text = draw_piece();
  for (int part = 1 + draw_below(3); part > 0; --part) {
    const std::string one = draw_hard_piece();
    const std::string mark = utf8_of(static_cast<char32_t>(0x300 + draw_below(112)));
    for (int n = draw_below(150); n > 0; --n) text += draw_below(3) == 0 ? one : mark;
  }
  RC_ASSERT(disagreement(text) == "");
}

// Runs of every length, separated by characters that end them.
RC_GTEST_PROP(Windows, FoldToUtf16IsTheSlowWayOnRuns, ()) {
  std::string text;
  for (int n = draw_below(12); n > 0; --n) {
    for (int run = draw_below(40); run > 0; --run) text += "azAZ09_ @[`{~\n"[draw_below(14)];
    for (int run = draw_below(12); run > 0; --run) {
      text += utf8_of(static_cast<char32_t>(0x4dfe + draw_below(0x5204)));
    }
    if (draw_below(2) == 0) text += draw_hard_piece();
  }
  RC_ASSERT(disagreement(text) == "");
}

TEST(Windows, FoldToUtf16IsTheSlowWayOnRealDocuments) {
  std::size_t documents = 0;
  for (const char* set : {"ota_terms", "tidb_zh", "debian_install_guide", "debian_zh_html"}) {
    for (const std::string& text : real_documents(set, 2'000'000)) {
      ASSERT_EQ(disagreement(text), "");
      ++documents;
    }
  }
  if (documents == 0) GTEST_SKIP() << "skipped: no data at " << data_name();
}

// The text is followed by bytes that would lengthen the run, so reading them would be noticed.
TEST(Windows, RunsEndWithTheText) {
  for (std::size_t size = 0; size <= 70; ++size) {
    const std::string letters(size, 'Q');
    const std::string ideographs = [size] {
      std::string text;
      while (text.size() < size) text += "\u4e00\u9fff\u7fff\u8000";
      return text;
    }();
    std::vector<char16_t> units(size + 1, u'!');
    ASSERT_EQ(widen_ascii(letters.data(), size, true, units.data()), size);
    ASSERT_EQ(units[size], u'!');
    ASSERT_EQ(widen_wide<Wide::ideographs>(ideographs.data(), size, units.data()), size / 3);
    ASSERT_EQ(widen_wide<Wide::folded>(ideographs.data(), size, units.data()), size / 3);
    ASSERT_EQ(units[size], u'!');
  }
}

template <Wide kWide>
bool wide_ways_agree(std::string_view bytes) {
  std::u16string fast(bytes.size(), u'!');
  std::u16string plain(bytes.size(), u'!');
  const std::size_t count = widen_wide<kWide>(bytes.data(), bytes.size(), fast.data());
  return count == widen_wide_plain<kWide>(bytes.data(), bytes.size(), plain.data()) &&
         fast.substr(0, count) == plain.substr(0, count);
}

RC_GTEST_PROP(Windows, RunsAreThoseOfThePlainWays, ()) {
  std::string bytes;
  const int kind = draw_below(4);
  for (int n = draw_below(60); n > 0; --n) {
    if (draw_below(30) == 0) {
      bytes += static_cast<char>(draw_below(256));
    } else if (kind == 0) {
      bytes += static_cast<char>(draw_below(128));
    } else {
      const std::array<int, 4> first = {0x4e00, 0xfefe, 0x2fff, 0x4e00};
      const std::array<int, 4> past = {0xa000, 0xff62, 0x302b, 0xa000};
      const auto range = static_cast<std::size_t>(kind == 1 ? draw_below(4) : 0);
      bytes +=
          utf8_of(static_cast<char32_t>(first[range] + draw_below(past[range] - first[range])));
    }
  }
  std::u16string fast(bytes.size(), u'!');
  std::u16string plain(bytes.size(), u'!');
  for (const bool lower : {false, true}) {
    const std::size_t count = widen_ascii(bytes.data(), bytes.size(), lower, fast.data());
    RC_ASSERT(count == widen_ascii_plain(bytes.data(), bytes.size(), lower, plain.data()));
    RC_ASSERT(fast.substr(0, count) == plain.substr(0, count));
  }
  RC_ASSERT(wide_ways_agree<Wide::ideographs>(bytes));
  RC_ASSERT(wide_ways_agree<Wide::folded>(bytes));
  std::string copy(bytes.size(), '!');
  const std::size_t wide = copy_wide(bytes.data(), bytes.size(), copy.data());
  RC_ASSERT(wide == widen_wide_plain<Wide::folded>(bytes.data(), bytes.size(), plain.data()));
  RC_ASSERT(copy.substr(0, 3 * wide) == bytes.substr(0, 3 * wide));
}

}  // namespace
}  // namespace facsim
