// SPDX-License-Identifier: Apache-2.0
// Which pages are held, which are dropped, and how pairs without texts are reported.
#include "facsim/review/held_pages_internal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facsim/review/missing_texts_internal.h"

namespace facsim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

PageName page_at(std::uint64_t offset, bool in_index = false) {
  return {.id = "p" + std::to_string(offset),
          .url = {},
          .file = "day.jsonl",
          .offset = offset,
          .in_index = in_index};
}

HeldFile file_of(bool in_index) { return {in_index, "day.jsonl"}; }

Page with_bytes(std::size_t count, const std::string& id = {}) {
  Page page;
  page.id = id;
  page.bytes.assign(count, 'x');
  return page;
}

TEST(HeldPages, APageOfTheIndexIsAnotherOneThanThatOfTheInputsAtItsPlace) {
  HeldPages held(1 << 20, false);
  held.want(page_at(7));
  held.want(page_at(7, true));
  EXPECT_THAT(held.files(), SizeIs(2));
  Page old = with_bytes(10, "old");
  held.offer(file_of(true), 7, old);
  EXPECT_TRUE(held.has_all_of(file_of(true)));
  EXPECT_FALSE(held.has_all_of(file_of(false)));
  EXPECT_EQ(held.of(page_at(7, true))->id, "old");
  EXPECT_EQ(held.of(page_at(7)), nullptr);
  EXPECT_EQ(held.absence(page_at(7)), Absence::not_found);
  EXPECT_EQ(held.wanted_at(file_of(true), 7), nullptr);
  EXPECT_EQ(held.wanted_at(file_of(false), 7)->id, "p7");
  EXPECT_EQ(held.wanted_at(file_of(false), 8), nullptr);
}

TEST(HeldPages, ThoseWantedLastAreDroppedWhereThereIsNoRoom) {
  constexpr std::size_t kEach = 10'000;
  HeldPages held(3 * kEach + kEach / 2, false);
  for (std::uint64_t offset = 0; offset < 6; ++offset) held.want(page_at(offset));
  for (std::uint64_t offset = 6; offset-- > 0;) {  // in reverse order
    Page page = with_bytes(kEach);
    held.offer(file_of(false), offset, page);
  }
  for (std::uint64_t offset = 0; offset < 6; ++offset) {
    EXPECT_EQ(held.absence(page_at(offset)), offset < 3 ? Absence::none : Absence::no_room);
    EXPECT_EQ(held.of(page_at(offset)) != nullptr, offset < 3) << offset;
  }
  EXPECT_LE(held.bytes(), 3 * kEach + kEach / 2);
  EXPECT_TRUE(held.has_all_of(file_of(false))) << "the file is not read for them again";
}

TEST(HeldPages, PagesOfARunFromMemoryAreKnownByNumber) {
  HeldPages held(1 << 20, true);
  held.want({.id = "a", .url = {}, .file = {}, .offset = 4});
  held.want({.id = "b", .url = {}, .file = {}, .offset = 4, .in_index = true});
  held.want(page_at(9));
  EXPECT_THAT(held.numbers(), testing::ElementsAre(4));
  EXPECT_EQ(held.absence(page_at(9)), Absence::not_wanted);
}

ReviewPair pair_of(const PageName& page, const PageName& other) {
  ReviewPair pair;
  pair.page.name = page;
  pair.other.name = other;
  return pair;
}

// One pair of each kind: with text, with a missing page, in the index alone, with a page beyond the
// memory limit, beyond the limit of text, and one whose text is not read.
class MissingTextsTest : public testing::Test {
 protected:
  static constexpr std::size_t kEach = 10'000;

  MissingTextsTest() {
    review_.pairs = {pair_of(page_at(0), page_at(1)),       pair_of(page_at(0), page_at(90)),
                     pair_of(page_at(1), page_at(2, true)), pair_of(page_at(0), page_at(5)),
                     pair_of(page_at(1), page_at(0)),       pair_of(page_at(6), page_at(7))};
    for (std::size_t i = 0; i < kSought; ++i) {
      held_.want(review_.pairs[i].page.name);
      held_.want(review_.pairs[i].other.name);
    }
    for (const std::uint64_t offset : {0U, 1U, 5U}) {
      Page page = with_bytes(kEach);
      held_.offer(file_of(false), offset, page);
    }
    review_.pairs[0].has_text = true;
    review_.pairs_with_text = 1;
  }

  static constexpr std::size_t kSought = 5;
  HeldPages held_{2 * kEach + kEach / 2, false};
  Review review_;
};

TEST_F(MissingTextsTest, EachPairCountsOnce) {
  const MissingTexts missing = missing_texts(review_, held_, kSought);
  EXPECT_EQ(missing.not_found, 1U);
  EXPECT_EQ(missing.in_index, 1U);
  EXPECT_EQ(missing.no_room, 1U);
  EXPECT_EQ(missing.too_much, 1U);
  EXPECT_EQ(missing.unsought, 1U);
}

TEST_F(MissingTextsTest, TheNoteNamesEachAndTheRemedyOfOne) {
  const std::string note =
      missing_texts_note(review_, missing_texts(review_, held_, kSought)).plain();
  EXPECT_THAT(note, HasSubstr("Texts come with 1 of 6 listed pairs"));
  EXPECT_THAT(note, HasSubstr("1 of a page that is gone or has changed; 1 of a page of the index"));
  EXPECT_THAT(note, HasSubstr("1 beyond the memory for pages; 1 beyond the size of all texts (see "
                              "text_size); 1 beyond the pairs that texts are looked for."));
  EXPECT_THAT(note, HasSubstr("show has the texts of the 3 whose pages are there."));
}

TEST_F(MissingTextsTest, ARemedyThatWouldNotHelpIsNotNamed) {
  for (const MissingTexts& missing : {MissingTexts{.in_index = 2}, MissingTexts{.not_found = 2},
                                      MissingTexts{.no_room = 2}, MissingTexts{.unsought = 2}}) {
    const std::string note = missing_texts_note(review_, missing).plain();
    EXPECT_THAT(note, HasSubstr("Without: 2 "));
    EXPECT_THAT(note, Not(HasSubstr("text_size")));
  }
  EXPECT_THAT(missing_texts_note(review_, {.in_index = 2}), Not(HasSubstr("show")));
  const auto no_size = [](Named named, std::string_view value) {
    return named == Named::text_size ? std::string() : plain_words(named, value);
  };
  EXPECT_THAT(missing_texts_note(review_, {.too_much = 1}).in(no_size),
              HasSubstr("1 beyond the size of all texts. show has the others."));
  EXPECT_THAT(missing_texts_note(review_, {.in_index = 2, .too_much = 1}),
              HasSubstr("show has the texts of the one whose pages are there."));
}

TEST_F(MissingTextsTest, NothingIsSaidWhereNothingIsMissing) {
  EXPECT_THAT(missing_texts_note(review_, {}).plain(), IsEmpty());
}

}  // namespace
}  // namespace facsim
