// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/page/judged_text.h"

namespace facsim {
namespace {

struct SaidPage {
  std::string title;
  std::string heading;
  std::string path;
  std::string text;  // includes the heading if it is in the text
};

// The whole page is judged.
Names names_in(const SaidPage& page) {
  const std::vector<NameWord> words =
      name_words({.title = page.title, .heading = page.heading, .path = page.path}, kWordSeed);
  const std::vector<std::uint64_t> units = name_hashes(page.text, kWordSeed);
  const std::vector<std::uint64_t> heading = name_hashes(page.heading, kWordSeed);
  const std::vector<std::uint64_t> said = name_hashes(page.title + " " + page.heading, kWordSeed);
  const auto lines = headlines(page.title, page.heading, kWordSeed);
  return names_of(
      words,
      {.units = units, .heading = heading, .headlines = lines, .said = said, .text = page.text});
}

std::string chosen_words(const SaidPage& page) { return std::string(text_of(names_in(page))); }

// A manual describes each name in the same words.
Names manual_of(const std::string& name) {
  return names_in(
      {name, name, name, name + "\nThe " + name + " has parts. See " + name + " below."});
}

Names release_notes(const std::string& number, const std::string& path, const std::string& text) {
  const std::string heading = "Release " + number;
  return names_in({heading, heading, path, heading + text});
}

TEST(NamesOf, AreUsedTwiceApartFromTheHeading) {
  EXPECT_EQ(chosen_words({"Gadget", "Gadget", "", "Gadget"}), "");
  EXPECT_EQ(chosen_words({"Gadget", "Gadget", "", "Gadget: one gadget"}), "");
  EXPECT_EQ(chosen_words({"Gadget", "Gadget", "", "Gadget: one gadget, a GADGET"}), "gadget ");
}

TEST(NamesOf, OfOneSourceAreUsedThreeTimesOrOnce) {
  EXPECT_EQ(chosen_words({"Gadget", "", "", "gadget gadget"}), "");
  EXPECT_EQ(chosen_words({"Gadget", "", "", "gadget gadget gadget"}), "gadget ");
  // If only the path has words, one use is enough.
  EXPECT_EQ(chosen_words({"", "", "gadget", "a gadget"}), "gadget ");
  EXPECT_EQ(chosen_words({"Manual", "", "gadget", "a gadget"}), "");
  EXPECT_EQ(chosen_words({"", "", "gadget", "a part"}), "");
}

TEST(NamesOf, MayBeIdentifiersOfTheHeadingAlone) {
  EXPECT_EQ(chosen_words({"", "wait_for (gadget)", "", "wait_for (gadget)\nIt has parts."}),
            "=wait =for ");
  EXPECT_EQ(chosen_words({"wait_for", "", "", "It has parts."}), "");
}

TEST(NamesOf, AreUsedApartFromHeadlinesWhereverTheTextSaysThem) {
  const auto chosen = [](const std::string& headline, const std::string& more) {
    return chosen_words({headline + " | Courier", headline, "",
                         headline + ".\n" + headline + "! How to cite: " + headline + more});
  };
  EXPECT_EQ(chosen("Gadget sale begins in ten days", ""), "");
  EXPECT_EQ(chosen("Gadget sale begins in ten days", ". A gadget"), "");
  EXPECT_EQ(chosen("Gadget sale begins in ten days", ". A gadget, a gadget"), "gadget ");
  // A line of three words is too short to count as a headline.
  EXPECT_EQ(chosen("Gadget sale begins", ""), "gadget begins sale ");
}

TEST(NamesOf, MayBeNumbersUsedOnce) {
  EXPECT_EQ(text_of(release_notes("3.35.4", "3_35_4", "")), "");
  EXPECT_EQ(text_of(release_notes("3.35.4", "3_35_4", ", or 3.35.4")), "3.35.4 ");
  EXPECT_EQ(text_of(release_notes("3.35.4", "", ", or 3.35.4")), "");
}

TEST(NamesOf, AreIdentifiersFirstThenOfMoreSourcesThenLong) {
  const std::string use = " hashmap elephant it do";
  const std::string text = "HashMap" + use + use + use;
  EXPECT_EQ(chosen_words({"elephant do_it HashMap", "HashMap", "", text}),
            "=do =it hashmap elephant ");
}

TEST(NamesOf, FillTheirBytes) {
  const auto chosen = [](const std::string& words) {
    return chosen_words({words, "", "", "x " + words + ". " + words + "! " + words});
  };
  const std::string longest = std::string(30, 'c') + " " + std::string(30, 'd');
  EXPECT_EQ(chosen("tree " + longest), longest + " ");
  EXPECT_EQ(chosen("tree " + longest).size(), Names::kWordsBytes);
  EXPECT_EQ(chosen("tree " + longest + "d"), std::string(31, 'd') + " tree ");
  EXPECT_EQ(chosen("tree " + std::string(62, 'c')), "tree ");
}

TEST(OwnNameWord, IsOneThatTheOtherPageDoesNotUse) {
  const Names gadget = manual_of("Gadget");
  EXPECT_EQ(text_of(gadget), "gadget ");
  EXPECT_EQ(own_name_word(gadget, manual_of("Widget")), "gadget");
  EXPECT_EQ(own_name_word(manual_of("Widget"), gadget), "widget");
  EXPECT_EQ(own_name_word(gadget, gadget), "");
  // One use in text, title or heading is enough.
  const auto other = [](const std::string& title, const std::string& heading) {
    return names_in({title, heading, "", "It has parts."});
  };
  EXPECT_EQ(own_name_word(gadget, other("", "")), "gadget");
  EXPECT_EQ(own_name_word(gadget, other("Gadget", "")), "");
  EXPECT_EQ(own_name_word(gadget, other("", "Gadget")), "");
  EXPECT_EQ(own_name_word(gadget, manual_of("Widget gadget")), "");
  // One of several ideographs is enough.
  EXPECT_EQ(own_name_word(manual_of("数组"), manual_of("数对")), "数组");
  EXPECT_EQ(own_name_word(manual_of("数组"), manual_of("组数")), "");
}

TEST(OwnNameWord, OfAllThatIsVisibleTellsNothingOfJudgedText) {
  Names visible = manual_of("Gadget");
  visible.of_visible = true;
  Names other = manual_of("Widget");
  EXPECT_EQ(own_name_word(visible, other), "");
  EXPECT_EQ(own_name_word(other, visible), "widget");
  other.of_visible = true;
  EXPECT_EQ(own_name_word(visible, other), "gadget");
  // A page without a filter has no such word.
  EXPECT_EQ(own_name_word(visible, Names{}), "");
  EXPECT_EQ(own_name_word(Names{}, visible), "");
}

TEST(OwnNameWord, IsANumberIfAllOtherNamesAreEqual) {
  const std::string use = ", or SQLite: sqlite, sqlite of ";
  const auto notes = [&](const std::string& number, const std::string& path) {
    return release_notes(number + " SQLite", path + "-sqlite", use + number);
  };
  const Names four = notes("3.35.4", "3_35_4");
  EXPECT_EQ(text_of(four), "3.35.4 sqlite ");
  EXPECT_EQ(own_name_word(four, notes("3.35.3", "3_35_3")), "3.35.4");
  EXPECT_EQ(own_name_word(notes("3.35.3", "3_35_3"), four), "3.35.3");
  EXPECT_EQ(own_name_word(four, notes("3.36", "3_36")), "") << "of other parts";
  EXPECT_EQ(own_name_word(four, release_notes("3.35.3", "3_35_3", ", sqlite 3.35.3")), "");
  EXPECT_EQ(own_name_word(four, notes("3.35.3, not 3.35.4,", "3_35_3")), "");
}

TEST(OwnNameWord, IsNotThatOfAnotherReleaseNorAbsentFromALongPage) {
  EXPECT_EQ(own_name_word(manual_of("RHEL8"), manual_of("RHEL9")), "");
  EXPECT_EQ(own_name_word(manual_of("RHEL8"), manual_of("Fedora9")), "rhel8");
  std::string words;
  for (int i = 0; i < 20'000; ++i) words += "w" + std::to_string(i) + "x ";
  const Names full = names_in({"", "", "", words});
  EXPECT_EQ(std::ranges::count(full.filter, ~std::uint64_t{0}), 16);
  EXPECT_EQ(own_name_word(manual_of("Gadget"), full), "");
}

struct MadeNames {
  Names names;
  std::set<std::string, std::less<>> units;
};

// The names and units of a page made of at most 80 different words.
MadeNames made_names(std::uint64_t seed) {
  std::uint64_t state = seed;
  const auto draw = [&] {
    state = mix64(state + 0x9e3779b97f4a7c15U);
    const auto i = static_cast<char>(state % 80);
    return std::string{'g', static_cast<char>('a' + i % 20), static_cast<char>('k' + i / 20)};
  };
  SaidPage page = {draw(), draw(), draw(), ""};
  MadeNames made;
  made.units = {page.title, page.heading};
  for (std::uint64_t i = 10 + seed % 120; i > 0; --i) {
    page.text += *made.units.insert(draw()).first + " ";
  }
  made.names = names_in(page);
  return made;
}

// The twin is the set of all units of the other page: words reported as absent are absent, and most
// absent words are reported.
TEST(OwnNameWord, IsAbsentFromAllUnitsOfTheOtherPage) {
  int called = 0;
  int absent = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const MadeNames page = made_names(seed);
    const MadeNames other = made_names(seed + 1'000'000);
    const std::string_view word = own_name_word(page.names, other.names);
    const auto is_absent = [&](std::string_view name) { return !other.units.contains(name); };
    std::istringstream words{std::string(text_of(page.names))};
    using Words = std::istream_iterator<std::string>;
    if (std::any_of(Words(words), Words(), is_absent)) ++absent;
    if (word.empty()) continue;
    ++called;
    EXPECT_TRUE(is_absent(word)) << word << " " << seed;
  }
  EXPECT_GT(called, 100);
  EXPECT_GT(called, absent * 3 / 4);
}

TEST(NamesText, ComesBack) {
  for (const std::string& text :
       {std::string(), std::string("gadget 3.35.4 数组 "), std::string(61, 'x') + " "}) {
    Names names;
    ASSERT_TRUE(set_text(names, text)) << text;
    EXPECT_EQ(text_of(names), text);
  }
  Names names;
  ASSERT_TRUE(set_text(names, "a longer text "));
  ASSERT_TRUE(set_text(names, "short "));
  EXPECT_EQ(text_of(names), "short ");
}

TEST(NamesText, IsRefusedIfNoPageHasIt) {
  for (const std::string& text :
       {std::string(62, 'x') + " ", std::string("gadget"), std::string("a\0b ", 4),
        std::string("\xff "), std::string("\xe6\x95 ")}) {
    Names names;
    EXPECT_FALSE(set_text(names, text)) << text;
  }
}

TEST(NamesKey, DiffersWhereTheNamesDo) {
  EXPECT_EQ(names_key(Names{}), 0U);
  std::vector<Names> all = {manual_of("Gadget"), manual_of("Widget")};
  for (std::size_t i = 0; i < 19; ++i) {
    Names names = all[0];
    if (i < 16) names.filter[i] ^= std::uint64_t{1} << (4 * i);
    if (i == 16) names.of_visible = true;
    if (i == 17) names.words[0] = 'b';
    if (i == 18) names.words[61] = 'x';
    all.push_back(names);
  }
  std::set<std::uint64_t> keys = {0};
  for (const Names& names : all) keys.insert(names_key(names));
  EXPECT_EQ(keys.size(), all.size() + 1);
}

}  // namespace
}  // namespace facsim
