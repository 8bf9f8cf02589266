// SPDX-License-Identifier: Apache-2.0
// An index of pages held open: against all pairs, beside writers, and after damage.
#include "facsim/page_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <random>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/page_answerer.h"
#include "facsim/store/index_folder.h"
#include "facsim/store/step_hook.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
namespace fs = std::filesystem;

std::string words(std::mt19937_64& draw, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "word" + std::to_string(draw() % 5000) + ' ';
  return text;
}

// Some pages, then others with some words changed, or part of another; a few too short for a
// fingerprint; every third with markup.
std::vector<Page> family_pages(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 draw(seed);
  std::vector<std::string> texts;
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text;
    if (texts.size() < 4 || draw() % 3 == 0) {
      text = words(draw, draw() % 6 == 0 ? 8 : 120);
    } else {
      text = texts[draw() % texts.size()];
      for (std::uint64_t edits = draw() % 4; edits > 0 && text.size() > 60; --edits) {
        text.replace(draw() % (text.size() - 40), 1 + draw() % 30, " other" + std::to_string(i));
      }
      if (draw() % 5 == 0) text += words(draw, 100);
    }
    texts.push_back(text);
    Page page{.id = "p" + std::to_string(i),
              .url = "https://h" + std::to_string(i % 5) + ".example.org/" + std::to_string(i),
              .bytes = text};
    if (i % 3 == 0) {
      page.format = PageFormat::html;
      page.bytes = "<html><title>t" + std::to_string(i % 7) + "</title><body><p>" + text +
                   "</p></body></html>";
    }
    pages.push_back(std::move(page));
  }
  return pages;
}

PageIndexOptions usual() {
  return {.judge = {.profile = profile_named("balanced"), .tables = {}}, .limits = {.threads = 2}};
}

std::vector<std::string> ids_of(const std::vector<Seen>& seen) {
  std::vector<std::string> ids;
  for (const Seen& each : seen) ids.push_back(each.page.id);
  return ids;
}

// The slow twin: every page against every other, by facts.
class AllPairs {
 public:
  explicit AllPairs(Profile profile, int served) : profile_(std::move(profile)) {
    profile_.max_distance = served;
  }

  void add(const Page& page) {
    pages_.push_back(page);
    facts_.push_back(facts(page));
  }
  void erase(const std::string& id) {
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].id != id) continue;
      pages_.erase(pages_.begin() + static_cast<std::ptrdiff_t>(i));
      facts_.erase(facts_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  // "id distance kind resemblance by" of each, nearest first.
  [[nodiscard]] std::vector<std::string> near(const Page& asked) {
    const PageFacts question = facts(asked);
    std::vector<std::pair<unsigned, std::string>> found;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (question.digest != facts_[i].digest && !are_candidates(question, facts_[i], profile_)) {
        continue;
      }
      const int distance = question.distance_to(facts_[i]);
      const auto match = estimate_match(question, facts_[i], profile_.thresholds).match;
      if (!match && (distance < 0 || distance > profile_.max_distance)) continue;
      found.emplace_back(static_cast<unsigned>(distance), line(pages_[i].id, distance, match));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> lines;
    for (auto& [distance, text] : found) lines.push_back(std::move(text));
    return lines;
  }
  static std::string line(const std::string& id, int distance, const std::optional<Match>& match) {
    std::string text = id + ' ' + std::to_string(distance);
    if (!match) return text;
    return text + ' ' + std::string(name_of(match->kind)) + ' ' +
           std::to_string(match->resemblance) + ' ' + std::to_string(match->containment) + ' ' +
           std::to_string(match->containment_reverse) + ' ' + std::string(name_of(match->by));
  }

 private:
  PageFacts facts(const Page& page) {
    return question_of(page, analyzer_, profile_.recipe).value().facts;
  }

  Profile profile_;
  PageAnalyzer analyzer_{
      {.profile = profile_named("balanced"), .tables = {}, .extract = {}, .with_visible = false}};
  std::vector<Page> pages_;
  std::vector<PageFacts> facts_;
};

std::vector<std::string> lines_of(const std::vector<Seen>& seen) {
  std::vector<std::string> lines;
  for (const Seen& each : seen) {
    lines.push_back(AllPairs::line(each.page.id, each.distance, each.match));
  }
  return lines;
}

template <class Call>
std::optional<ErrorCode> code_of(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

class PageIndexTest : public testing::Test {
 protected:
  PageIndexTest() : temp_(testing::TempDir()), folder_(temp_.path() + "/idx") {}

  [[nodiscard]] PageIndex begin() const { return PageIndex::begin(folder_, usual()); }
  [[nodiscard]] PageIndex open(PageIndexOptions options = usual()) const {
    return PageIndex::open(folder_, std::move(options));
  }
  [[nodiscard]] std::string newest_segment() const {
    return folder_ + "/" + read_manifest(folder_).segments.back().name;
  }

  TempFolder temp_;
  std::string folder_;
};

std::span<const Page> some(const std::vector<Page>& pages, std::size_t first, std::size_t count) {
  return std::span(pages).subspan(first, std::min(count, pages.size() - first));
}

TEST_F(PageIndexTest, AnswersAreThoseOfAllPairsHoweverThePagesCame) {
  const std::vector<Page> pages = family_pages(160, 1);
  AllPairs twin(profile_named("balanced"), 3);
  PageIndex small = begin();
  PageIndex large = PageIndex::begin(temp_.path() + "/large", usual());
  std::size_t duplicates = 0;
  std::size_t near = 0;
  for (std::size_t first = 0, size = 1; first < pages.size(); first += size, size = size % 7 + 1) {
    const auto batch = some(pages, first, size);
    EXPECT_EQ(small.add(batch), batch.size());
    for (const Page& page : batch) twin.add(page);
  }
  EXPECT_EQ(large.add(pages), pages.size());
  EXPECT_EQ(small.entries(), pages.size());
  EXPECT_EQ(large.segments(), 1U);
  // Also pages that the index does not have.
  std::vector<Page> asked = family_pages(220, 1);
  const auto at_once = small.ask(asked);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::vector<std::string> expected = twin.near(asked[i]);
    EXPECT_EQ(lines_of(small.ask(asked[i])), expected) << i;
    EXPECT_EQ(lines_of(large.ask(asked[i])), expected) << i;
    EXPECT_EQ(lines_of(at_once[i]), expected) << i;
    for (const Seen& seen : at_once[i]) ++(seen.match ? duplicates : near);
  }
  // Or the test would show nothing.
  EXPECT_GT(duplicates, 400U);
  small.compact();
  EXPECT_EQ(small.segments(), 1U);
  for (const Page& page : asked) EXPECT_EQ(lines_of(small.ask(page)), twin.near(page));
}

TEST_F(PageIndexTest, SaysWhichPageAndHowAlike) {
  PageIndex index = begin();
  std::mt19937_64 draw(5);
  const Page page{.id = "a", .url = "https://example.org/a", .bytes = words(draw, 60)};
  Page nameless = page;
  nameless.id.clear();
  EXPECT_EQ(index.add(std::vector{page, nameless, nameless}), 3U);
  const std::vector<Seen> seen = index.ask(page);
  EXPECT_THAT(ids_of(seen), ElementsAre("a", "1", "2"));
  EXPECT_EQ(seen[0].page.url, page.url);
  EXPECT_TRUE(seen[0].page.in_index);
  EXPECT_EQ(seen[0].distance, 0);
  ASSERT_TRUE(seen[0].match);
  EXPECT_EQ(seen[0].match->by, By::digest);
  EXPECT_EQ(seen[0].match->resemblance, 1);
  EXPECT_THAT(ids_of(index.ask(page, 2)), ElementsAre("a", "1"));
}

TEST_F(PageIndexTest, APageWithoutATextIsNeitherAddedNorAnswered) {
  PageIndex index = begin();
  EXPECT_EQ(index.generation(), 1U);
  EXPECT_EQ(index.add(std::vector{Page{.id = "empty"}}), 0U);
  EXPECT_EQ(index.add({}), 0U);
  EXPECT_EQ(index.generation(), 1U);
  EXPECT_THAT(index.ask(Page{}), IsEmpty());
  EXPECT_THAT(index.ask(std::vector{Page{}, Page{}}), SizeIs(2));
  EXPECT_EQ(index.entries(), 0U);
  EXPECT_FALSE(index.refresh());
}

TEST_F(PageIndexTest, ErasesByIdAndByUrl) {
  const std::vector<Page> pages = family_pages(60, 2);
  AllPairs twin(profile_named("balanced"), 3);
  for (const Page& page : pages) twin.add(page);
  PageIndex index = begin();
  for (std::size_t first = 0; first < pages.size(); first += 20) index.add(some(pages, first, 20));
  const std::vector<std::string> names = {"p3", pages[40].url, "p41", "nobody"};
  const Erased erased = index.erase(names);
  EXPECT_EQ(erased.entries, 3U);
  EXPECT_THAT(erased.missing, ElementsAre("nobody"));
  for (const char* id : {"p3", "p40", "p41"}) twin.erase(id);
  EXPECT_EQ(index.entries(), pages.size() - 3);
  for (const Page& page : pages) EXPECT_EQ(lines_of(index.ask(page)), twin.near(page));
  // What was erased does not come back with a merge.
  const std::vector<Page> more = family_pages(90, 2);
  for (std::size_t i = 60; i < 90; ++i) {
    index.add(some(more, i, 1));
    twin.add(more[i]);
  }
  EXPECT_LE(index.segments(), 2U);
  for (const Page& page : more) EXPECT_EQ(lines_of(index.ask(page)), twin.near(page));
}

TEST_F(PageIndexTest, AReaderSeesWhatWasCommittedOnceItRefreshes) {
  std::mt19937_64 draw(6);
  const Page page{.id = "a", .bytes = words(draw, 60)};
  PageIndex writer = begin();
  writer.add({&page, 1});
  PageIndex reader = open();
  EXPECT_FALSE(reader.refresh());
  writer.add({&page, 1});
  EXPECT_THAT(reader.ask(page), SizeIs(1));
  EXPECT_TRUE(reader.refresh());
  EXPECT_THAT(reader.ask(page), SizeIs(2));
  EXPECT_FALSE(reader.refresh());
  EXPECT_EQ(reader.generation(), writer.generation());
  writer.erase(std::vector<std::string>{"a"});
  EXPECT_THAT(reader.ask(page), SizeIs(2));
  EXPECT_TRUE(reader.refresh());
  EXPECT_THAT(reader.ask(page), IsEmpty());
}

// Opening is what costs: only what is new is opened, and of deletions only their list.
TEST_F(PageIndexTest, WhatDidNotChangeIsNotOpenedAgain) {
  const std::vector<Page> pages = family_pages(900, 3);
  PageIndex writer = begin();
  writer.add(pages);
  PageIndex reader = open();
  const auto opened_by_refresh = [&reader] {
    std::vector<std::string> opened;
    const StepHookScope hook([&opened](std::string_view step) {
      if (step.starts_with("open ")) opened.emplace_back(step.substr(5));
    });
    (void)reader.refresh();
    return opened;
  };
  EXPECT_THAT(opened_by_refresh(), IsEmpty());
  writer.add(some(pages, 0, 2));
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000002.seg"));
  writer.erase(std::vector<std::string>{"p700"});
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000001-4.del"));
  writer.add(some(pages, 2, 1));
  EXPECT_THAT(opened_by_refresh(), ElementsAre("000003.seg"));
  EXPECT_THAT(opened_by_refresh(), IsEmpty());
}

// The promise about threads: every answer is of one state, and states do not go back.
TEST_F(PageIndexTest, ThreadsAskWhileTheIndexGrowsShrinksAndIsCompacted) {
  std::mt19937_64 draw(7);
  const Page page{.id = "a", .bytes = words(draw, 60)};
  constexpr std::size_t kAtOnce = 5;
  const std::vector<Page> batch(kAtOnce, page);
  PageIndex writer = begin();
  PageIndex reader = open();
  std::atomic<bool> is_over = false;
  std::atomic<std::size_t> answers = 0;
  std::vector<std::thread> threads;
  for (PageIndex* const index : {&writer, &reader}) {
    for (int i = 0; i < 2; ++i) {
      threads.emplace_back([&, index] {
        std::size_t before = 0;
        while (!is_over) {
          const std::size_t seen = index->ask(page).size();
          EXPECT_EQ(seen % kAtOnce, 0U);
          EXPECT_GE(seen, before);
          before = seen;
          ++answers;
        }
      });
    }
  }
  threads.emplace_back([&] {
    while (!is_over) {
      (void)reader.refresh();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::size_t added = 0;
  // Two writers of one index, in turns and at once.
  for (int round = 0; round < 12; ++round) {
    std::thread other([&] { EXPECT_EQ(reader.add(batch), kAtOnce); });
    EXPECT_EQ(writer.add(batch), kAtOnce);
    other.join();
    added += 2 * kAtOnce;
    if (round % 4 == 3) writer.compact();
  }
  while (answers < 50) std::this_thread::yield();
  is_over = true;
  for (std::thread& thread : threads) thread.join();
  (void)writer.refresh();
  EXPECT_THAT(writer.ask(page), SizeIs(added));
  EXPECT_EQ(open().entries(), added);
}

// Batches of one leave few segments, in the order in which they came.
TEST_F(PageIndexTest, ManySmallBatchesLeaveFewSegments) {
  std::mt19937_64 draw(8);
  Page page{.bytes = words(draw, 60)};
  PageIndex index = begin();
  std::vector<std::string> ids;
  for (int i = 0; i < 80; ++i) {
    ids.push_back(page.id = "n" + std::to_string(i));
    index.add({&page, 1});
    ASSERT_LE(index.segments(), 2U);
  }
  EXPECT_EQ(ids_of(index.ask(page)), ids);
  std::size_t files = 0;
  for (const auto& entry : fs::directory_iterator(folder_))
    files += entry.path().extension() == ".seg";
  EXPECT_EQ(files, index.segments());
}

// In a section: the header and the table behind all of them are read whenever a file is opened.
void flip_a_bit(const std::string& path) { for_test::flip_bit(path, fs::file_size(path) / 2); }

TEST_F(PageIndexTest, ARefreshThatMeetsDamageKeepsTheStateBefore) {
  const std::vector<Page> pages = family_pages(900, 4);
  PageIndex writer = begin();
  writer.add(pages);
  PageIndex reader = open();
  const auto before = lines_of(reader.ask(pages[5]));
  writer.add(some(pages, 5, 1));
  const std::string damaged = newest_segment();
  flip_a_bit(damaged);
  for (int tries = 0; tries < 2; ++tries) {
    try {
      (void)reader.refresh();
      FAIL() << "the damage was not seen";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged);
      EXPECT_THAT(error.what(), HasSubstr(damaged));
    }
    EXPECT_EQ(lines_of(reader.ask(pages[5])), before);
    EXPECT_EQ(reader.entries(), pages.size());
  }
  // Nor does a change build on it.
  EXPECT_EQ(code_of([&] { reader.add(some(pages, 0, 1)); }), ErrorCode::damaged);
  EXPECT_EQ(reader.entries(), pages.size());
  flip_a_bit(damaged);
  EXPECT_TRUE(reader.refresh());
  EXPECT_EQ(reader.entries(), pages.size() + 1);
}

// Mapped segments are not read before they are asked, but no damage gets a new checksum.
TEST_F(PageIndexTest, DamageIsNotMergedIntoANewSegment) {
  const std::vector<Page> pages = family_pages(40, 10);
  begin().add(pages);
  flip_a_bit(newest_segment());
  PageIndexOptions mapped = usual();
  mapped.load = false;
  PageIndex index = open(mapped);
  const std::uint64_t generation = read_manifest(folder_).generation;
  EXPECT_EQ(code_of([&] { index.add(some(pages, 0, 1)); }), ErrorCode::damaged);
  EXPECT_EQ(code_of([&] { index.compact(); }), ErrorCode::damaged);
  EXPECT_EQ(read_manifest(folder_).generation, generation);
}

TEST_F(PageIndexTest, AnIndexThatWasMadeAnewByAnotherRecipeIsNotTakenForTheOldOne) {
  const std::vector<Page> pages = family_pages(30, 11);
  PageIndex index = begin();
  index.add(pages);
  const auto before = lines_of(index.ask(pages[0]));
  fs::remove_all(folder_);
  PageIndexOptions other = usual();
  other.judge.profile.recipe.sketch.shingle_size += 1;
  PageIndex::begin(folder_, other).add(pages);
  for (int tries = 0; tries < 2; ++tries) {
    EXPECT_EQ(code_of([&] { (void)index.refresh(); }), ErrorCode::invalid_argument);
    EXPECT_EQ(code_of([&] { index.add(pages); }), ErrorCode::invalid_argument);
    EXPECT_EQ(lines_of(index.ask(pages[0])), before);
  }
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::invalid_argument);
  EXPECT_NO_THROW((void)open(other));
}

TEST_F(PageIndexTest, AWriterWaitsForAnotherAsLongAsItIsTold) {
  const std::vector<Page> pages = family_pages(3, 12);
  (void)begin();
  std::vector<std::string> told;
  PageIndexOptions options = usual();
  options.on_wait = [&told](const std::string& sentence) { told.push_back(sentence); };
  options.wait = std::chrono::milliseconds(0);
  PageIndex hasty = open(options);
  options.wait = std::chrono::seconds(60);
  PageIndex patient = open(options);
  std::optional<WriterLock> lock(std::in_place, folder_, WriterLockOptions{.command = "the other"});
  EXPECT_EQ(code_of([&] { hasty.add(pages); }), ErrorCode::busy);
  EXPECT_THAT(told, IsEmpty());
  std::thread other([&lock] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1300));
    lock.reset();
  });
  EXPECT_EQ(patient.add(pages), 3U);
  other.join();
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_THAT(told[0], HasSubstr("waiting up to 60 s for process "));
  EXPECT_THAT(told[0], HasSubstr("(the other)"));
}

TEST_F(PageIndexTest, BeginsOnceAndOpensWhatIsThere) {
  EXPECT_EQ(code_of([&] { (void)open(); }), ErrorCode::not_found);
  PageIndex index = begin();
  EXPECT_EQ(code_of([&] { (void)begin(); }), ErrorCode::already_exists);
  PageIndexOptions far = usual();
  far.max_distance = 4;
  EXPECT_EQ(code_of([&] { (void)open(far); }), ErrorCode::invalid_argument);
  PageIndex moved = std::move(index);
  EXPECT_EQ(moved.folder(), folder_);
  EXPECT_EQ(moved.recipe().name, "balanced");
  EXPECT_EQ(moved.segments(), 0U);
}

}  // namespace
}  // namespace facsim
