// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/name_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/limits.h"
#include "facsim/features/units.h"

namespace facsim {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

NameSources only_title(std::string_view title) {
  return {.title = title, .heading = "", .path = ""};
}

NameSources only_path(std::string_view path) { return {.title = "", .heading = "", .path = path}; }

std::vector<std::string> name_texts(const NameSources& sources) {
  std::vector<std::string> texts;
  for (const NameWord& word : name_words(sources, 0)) texts.push_back(word.text);
  return texts;
}

std::vector<std::string> identifiers(const NameSources& sources) {
  std::vector<std::string> texts;
  for (const NameWord& word : name_words(sources, 0)) {
    if (word.is_identifier) texts.push_back(word.text);
  }
  return texts;
}

std::vector<std::uint64_t> hashes_of_units(std::string_view text, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  hash_units(text, seed, hashes);
  return hashes;
}

TEST(NameWords, AreFoldedAndInOrderOfFirstAppearance) {
  EXPECT_THAT(name_texts({.title = "HashMap (Library)", .heading = "Stra\u00dfe", .path = "tree"}),
              ElementsAre("hashmap", "library", "strasse", "tree"));
  EXPECT_THAT(name_texts(only_title("tree Tree big TREE")), ElementsAre("tree", "big"));
}

TEST(NameWords, LeaveOutFunctionWordsLabelsAndCalendars) {
  EXPECT_THAT(name_texts(only_title("The Harbour of Lindau")), ElementsAre("harbour", "lindau"));
  EXPECT_THAT(name_texts(only_title("Der Hafen und die Stadt")), ElementsAre("hafen", "stadt"));
  EXPECT_THAT(name_texts(only_title("Updated: print version (mobile)")), IsEmpty());
  EXPECT_THAT(name_texts(only_title("imprimer en fran\u00e7ais")), IsEmpty());
  EXPECT_THAT(name_texts(only_title("Friday, May, M\u00c4RZ, ao\u00fbt")), IsEmpty());
}

TEST(NameWords, LeaveOutVersions) {
  for (const char* version : {"3", "v2", "3rc1", "rc1", "dev0", "V10", "2b", "3x", "1alpha",
                              "post4", "v1beta1", "2024", "1.2.3", "v1.2rc1"}) {
    EXPECT_THAT(name_texts(only_title(version)), IsEmpty()) << version;
  }
  for (const char* word : {"x2", "a1", "beta", "python3", "vector", "rc1x", "3d", "v2ray"}) {
    EXPECT_THAT(name_texts(only_title(word)), ElementsAre(word));
  }
}

TEST(NameWords, HaveFunctionWordsThatAreJoinedToOthers) {
  EXPECT_THAT(name_texts(only_title("wait_for and wait_any")), ElementsAre("wait", "for", "any"));
  EXPECT_THAT(name_texts(only_title("this.is.it")), ElementsAre("this", "is", "it"));
  EXPECT_THAT(name_texts(only_title("wait for it")), ElementsAre("wait"));
  EXPECT_THAT(name_texts(only_path("wait_for")), ElementsAre("wait", "for"));
  // Labels and versions are left out.
  EXPECT_THAT(name_texts(only_title("print_page")), IsEmpty());
}

TEST(NameWords, CountTheirSources) {
  const std::vector<NameWord> words = name_words(
      {.title = "Tree tree (library)", .heading = "Tree leaf", .path = "tree leaf root"}, 0);
  ASSERT_EQ(words.size(), 4U);
  const auto expect = [&](std::size_t i, const std::string& text, int sources, bool in_path) {
    EXPECT_EQ(words[i].text, text);
    EXPECT_EQ(words[i].sources, sources) << text;
    EXPECT_EQ(words[i].is_in_path, in_path) << text;
    EXPECT_FALSE(words[i].is_number) << text;
  };
  expect(0, "tree", 3, true);
  expect(1, "library", 1, false);
  expect(2, "leaf", 2, true);
  expect(3, "root", 1, true);
}

TEST(NameWords, OfIdeographsAreRunsOfTwoAndMore) {
  EXPECT_THAT(name_texts(only_title("数组对象")), ElementsAre("数组对象"));
  EXPECT_THAT(name_texts(only_title("数组 对象，字")), ElementsAre("数组", "对象"));
  EXPECT_THAT(name_texts(only_title("Array対象")), ElementsAre("array", "対象"));
  EXPECT_THAT(name_texts(only_title("かな")), ElementsAre("かな"));
  EXPECT_THAT(name_texts(only_title("字")), IsEmpty());
  EXPECT_EQ(name_words(only_title("数组对象"), 0).front().hashes, hashes_of_units("数组对象", 0));
}

TEST(NameWords, HaveNumbersOfPathsThatTitleOrHeadingHaveToo) {
  const auto texts = [](std::string_view title, std::string_view heading, std::string_view path) {
    return name_texts({.title = title, .heading = heading, .path = path});
  };
  EXPECT_THAT(texts("Release 3.35.4", "", "3_35_4"), ElementsAre("release", "3.35.4"));
  EXPECT_THAT(texts("", "Release 3.35.4", "3-35-4"), ElementsAre("release", "3.35.4"));
  EXPECT_THAT(texts("Release 3.35.4", "Release 3.35.4", ""), ElementsAre("release"));
  EXPECT_THAT(texts("Release", "", "3_35_4"), ElementsAre("release"));
  EXPECT_THAT(texts("Release 3.35", "", "3_35_4"), ElementsAre("release"));
  EXPECT_THAT(texts("Release 3, 35, 4", "", "3_35_4"), ElementsAre("release"));
  EXPECT_THAT(texts("Release 2024", "", "2024"), ElementsAre("release"));
  const NameWord number =
      name_words({.title = "3.35.4", .heading = "3.35.4", .path = "3_35_4"}, 0).front();
  EXPECT_TRUE(number.is_number);
  EXPECT_FALSE(number.is_identifier);
  EXPECT_EQ(number.sources, 3);
  EXPECT_EQ(number.hashes, hashes_of_units("3 35 4", 0));
}

TEST(NameWords, KnowIdentifiers) {
  EXPECT_THAT(identifiers(only_title("SAXNotSupportedException")),
              ElementsAre("saxnotsupportedexception"));
  EXPECT_THAT(identifiers(only_title("the getElementById method")), ElementsAre("getelementbyid"));
  EXPECT_THAT(identifiers(only_title("snake_case (tree)")), ElementsAre("snake", "case"));
  EXPECT_THAT(identifiers(only_title("a.b.c")), ElementsAre("a", "b", "c"));
  EXPECT_THAT(identifiers(only_title("std::vector")), ElementsAre("std", "vector"));
  EXPECT_THAT(identifiers(only_title("f()")), ElementsAre("f"));
  // One such spelling is enough.
  EXPECT_THAT(identifiers({.title = "os path walk", .heading = "os.path.walk", .path = "walk"}),
              ElementsAre("os", "path", "walk"));
}

TEST(NameWords, OfHeadlinesAreNoIdentifiers) {
  for (const char* headline :
       {"iPhone", "YouTube", "Node.js", "U.S.", "MPs", "G20", "COVID-19", "A380", "AfD", "Q3", "5G",
        "JavaScript", "DeSantis", "AB12-Mayor/resigns", "f(x)", "well-known", "NATO", "12:30"}) {
    EXPECT_THAT(identifiers(only_title(headline)), IsEmpty()) << headline;
  }
}

TEST(NameWords, OfSlugsAreNoIdentifiersWhateverStandsBeside) {
  for (const char* slug : {"mayor_quits", "mayor-quits-b2345678", "covid19-mayor-quits",
                           "caf%C3%A9-mayor", "a.b.c", "mayor::quits", "mayor()"}) {
    EXPECT_THAT(identifiers(only_path(slug)), IsEmpty()) << slug;
  }
  EXPECT_THAT(identifiers(only_path("SAXNotSupportedException.mayor")),
              ElementsAre("saxnotsupportedexception"));
}

TEST(NameWords, AreOfTheFirstUnitsOfEachSource) {
  std::string all;
  std::string first;
  for (std::size_t i = 0; i < 3 * kNameUnitsMax; ++i) {
    all += "w" + std::to_string(i) + "x ";
    if (i + 1 == kNameUnitsMax) first = all;
  }
  EXPECT_EQ(name_texts(only_title(all)).size(), kNameUnitsMax);
  EXPECT_EQ(name_words(only_title(all), 0), name_words(only_title(first), 0));
  EXPECT_EQ(name_texts({.title = all, .heading = "other", .path = "tree"}).size(),
            kNameUnitsMax + 2);
}

TEST(NameWords, OfNothingAreNone) {
  EXPECT_THAT(name_texts({.title = "", .heading = "", .path = ""}), IsEmpty());
  EXPECT_THAT(name_texts({.title = " \n", .heading = "--- | ---", .path = "\xff\xfe"}), IsEmpty());
}

TEST(NameHashes, AreThoseOfTheWord) {
  for (const std::uint64_t seed : {0U, 7U}) {
    const auto words = name_words({.title = "Stra\u00dfe 3.35.4 数组对象 snake_case SAXReader",
                                   .heading = "3.35.4",
                                   .path = "3_35_4"},
                                  seed);
    EXPECT_EQ(words.size(), 6U);
    for (const NameWord& word : words) {
      EXPECT_EQ(name_hashes(word.text, seed), word.hashes) << word.text;
      EXPECT_EQ(hashes_of_units(word.text, seed), word.hashes) << word.text;
    }
  }
  EXPECT_THAT(name_hashes("", 0), IsEmpty());
}

TEST(Headlines, AreHeadingTitleAndItsPartsOfSixWords) {
  const auto of = [](std::string_view text) { return hashes_of_units(text, 7); };
  EXPECT_THAT(headlines("Storm floods the old harbour again - The Courier",
                        "Storm floods the old harbour again", 7),
              ElementsAre(of("storm floods the old harbour again"),
                          of("storm floods the old harbour again the courier")));
  EXPECT_THAT(
      headlines("Storm floods the old harbour again", "STORM floods: the old harbour again", 7),
      ElementsAre(of("storm floods the old harbour again")));
  EXPECT_THAT(headlines("", "Storm floods the old harbour again", 7),
              ElementsAre(of("storm floods the old harbour again")));
  for (const char* separator : {" - ", " | ", " – ", " — ", " :: ", " · ", " » ", ": "}) {
    const std::string title =
        std::string("a b c d e e") + separator + "f g h i j k" + separator + "x y z";
    EXPECT_THAT(headlines(title, "", 7), ElementsAre(of("a b c d e e f g h i j k x y z"),
                                                     of("a b c d e e"), of("f g h i j k")))
        << separator;
  }
  EXPECT_THAT(headlines("one two-three four five six", "", 7),
              ElementsAre(of("one two three four five six")));
  EXPECT_THAT(headlines("one two three four five", "x y z", 7), IsEmpty());
  EXPECT_THAT(headlines("", "", 7), IsEmpty());
}

TEST(Headlines, CountTwoCharactersOfChineseOrJapaneseAsAWord) {
  EXPECT_THAT(headlines("市议会批准新的大桥工程", "", 7), IsEmpty());
  EXPECT_THAT(headlines("市议会今天批准新大桥工程", "", 7), SizeIs(1));
  EXPECT_THAT(headlines("ユーザー管理", "", 7), IsEmpty());
}

// A client may send a URL of many megabytes.
TEST(LastPathPart, OfLongUrlsIsCutBeforeAnythingIsDoneWithIt) {
  std::string url = "https://example.org/class";
  for (int i = 0; i < 1'000'000; ++i) url += "_1_1";
  EXPECT_LE(last_path_part(url + "Some.html").size(), 3 * limits::kTitleBytesMax);
  std::string extensions = "https://example.org/a";
  for (int i = 0; i < 1'000'000; ++i) extensions += ".md";
  EXPECT_LE(last_path_part(extensions).size(), 3 * limits::kTitleBytesMax);
  EXPECT_LE(last_path_part("https://example.org/?q=" + url).size(), 4 * limits::kTitleBytesMax);
  EXPECT_EQ(last_path_part("/a/page.md.txt.html"), "page");
}

TEST(LastPathPart, OfUrlsHasTheValuesOfTheQuery) {
  EXPECT_EQ(last_path_part("https://example.org/a/b.html?x=c"), "b c");
  EXPECT_EQ(last_path_part("https://example.org/a/b/?page=2&sort=price"), "b 2 price");
  EXPECT_EQ(last_path_part("https://example.org/a?x=1;y=b/c&z"), "a 1 b/c");
  EXPECT_EQ(last_path_part("a/classns_1_1Some.html"), "ns Some");
  EXPECT_EQ(last_path_part("a/structSome-members.html"), "Some-members");
  EXPECT_EQ(last_path_part("a/classification.html"), "classification");
  EXPECT_EQ(last_path_part("https://example.org/a/b.html#top"), "b");
  EXPECT_EQ(last_path_part("https://example.org/a#b?x=c"), "a");
  EXPECT_EQ(last_path_part("https://example.org/a/b//"), "b");
  EXPECT_EQ(last_path_part("https://example.org/a/index.html"), "");
  for (const char* host : {"https://example.org", "https://example.org/", "https://", ""}) {
    EXPECT_EQ(last_path_part(host), "") << host;
  }
}

TEST(LastPathPart, HasPercentSignsDecoded) {
  EXPECT_EQ(last_path_part("https://example.org/%E4%B8%AD%e6%96%87"), "中文");
  EXPECT_EQ(last_path_part("https://example.org/b%20c+d?q=x%26y%3dz"), "b c d x&y=z");
  EXPECT_EQ(last_path_part("https://example.org/a%2Fb"), "a/b");
  for (const char* broken : {"100%", "a%4", "a%zz", "a%4g", "%%"}) {
    EXPECT_EQ(last_path_part(std::string("https://example.org/") + broken), broken);
  }
  EXPECT_EQ(last_path_part("https://example.org/%%41"), "%A");
}

TEST(LastPathPart, HasNoExtensions) {
  EXPECT_EQ(last_path_part("docs/b.rst.txt"), "b");
  EXPECT_EQ(last_path_part("docs/B.HTML"), "B");
  EXPECT_EQ(last_path_part("docs/b.xhtml"), "b");
  EXPECT_EQ(last_path_part("docs/os.path.html"), "os.path");
  EXPECT_EQ(last_path_part("docs/b.tar.gz"), "b.tar.gz");
  EXPECT_EQ(last_path_part("docs/.html"), ".html");
}

TEST(LastPathPart, OfFilesIsTheirName) {
  EXPECT_EQ(last_path_part("docs/a/b.html"), "b");
  EXPECT_EQ(last_path_part("b"), "b");
  EXPECT_EQ(last_path_part("docs/a/"), "a");
  EXPECT_EQ(last_path_part("docs/index.php"), "");
  // Not a URL, so it has neither query nor fragment.
  EXPECT_EQ(last_path_part("docs/c#.html"), "c#");
  EXPECT_EQ(last_path_part("docs/b?x=c"), "b?x=c");
}

}  // namespace
}  // namespace facsim
