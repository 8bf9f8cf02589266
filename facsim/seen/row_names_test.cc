// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/row_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/files/temp_folder.h"
#include "facsim/known/check_index.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/sealed_pages_for_test.h"

namespace facsim {
namespace {

using Rows = std::set<std::uint64_t>;

class RowNamesTest : public testing::Test {
 protected:
  RowNamesTest() : temp_(testing::TempDir()) {}

  [[nodiscard]] SealedPages::Options options() const {
    return sealed_options_for_test(temp_.path());
  }
  [[nodiscard]] StoredPage page(const std::string& id, const std::string& url, bool is_copy) {
    StoredPage page;
    page.facts.has_text = page.facts.has_fingerprint = true;
    page.facts.digest = {draw_(), draw_()};
    page.facts.fingerprint = draw_();
    page.id = id;
    page.url = url;
    page.representative = is_copy ? 1 : 0;
    return page;
  }
  // Seals the pages as rows after the existing ones.
  void seal(SealedPages& sealed, const std::vector<StoredPage>& pages, std::uint64_t expected = 0) {
    const std::uint64_t first = sealed.rows_to() + 1;
    sealed.seal(first + pages.size() - 1, expected, [&](const SealedPages::Take& take) {
      for (std::size_t i = 0; i < pages.size(); ++i) {
        take(first + i, pages[i]);
        by_id_[pages[i].id].insert(first + i);
        by_url_[pages[i].url].insert(first + i);
      }
    });
  }
  [[nodiscard]] static Rows found(const OpenIndex& index, std::uint64_t hash) {
    Rows rows;
    find_row_names(index, {&hash, 1}, [&](std::size_t, std::uint64_t row) { rows.insert(row); });
    return rows;
  }
  // Expects every existing row, and no row of another name.
  void expect_as_listed(const OpenIndex& index) const {
    std::vector<std::uint64_t> hashes;
    std::vector<const Rows*> truths;
    for (const auto& [id, rows] : by_id_) {
      if (id.empty()) continue;
      hashes.push_back(id_name_hash(id));
      truths.push_back(&rows);
    }
    for (const auto& [url, rows] : by_url_) {
      if (url.empty()) continue;
      hashes.push_back(url_name_hash(url));
      truths.push_back(&rows);
    }
    std::vector<Rows> rows(hashes.size());
    find_row_names(index, hashes,
                   [&](std::size_t hash, std::uint64_t row) { rows[hash].insert(row); });
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      EXPECT_TRUE(std::ranges::includes(*truths[i], rows[i])) << i;
      EXPECT_EQ(rows[i], found(index, hashes[i])) << i;
      Rows there = *truths[i];
      std::erase_if(there, [&](std::uint64_t row) { return erased_.contains(row); });
      EXPECT_TRUE(std::ranges::includes(rows[i], there)) << i;
    }
    EXPECT_TRUE(found(index, id_name_hash("nobody")).empty());
  }
  [[nodiscard]] std::uint64_t faults() const {
    return check_index(options().folder,
                       [](const Sentence& fault) { ADD_FAILURE() << fault.plain(); }, {})
        .faults;
  }

  TempFolder temp_;
  std::mt19937_64 draw_{7};
  std::map<std::string, Rows> by_id_;
  std::map<std::string, Rows> by_url_;
  Rows erased_;
};

TEST_F(RowNamesTest, LeadToTheRowsOfAListWhateverIsErasedAndMerged) {
  SealedPages sealed(options());
  for (int round = 0; round < 12; ++round) {
    std::vector<StoredPage> pages;
    const std::size_t count = 1 + draw_() % 700;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string id = draw_() % 4 == 0 ? "" : "p" + std::to_string(draw_() % 3000);
      const std::string url = draw_() % 4 == 0 ? "" : "http://a.example/" + id;
      pages.push_back(page(id, url, draw_() % 3 == 0));
    }
    seal(sealed, pages, draw_() % 2 == 0 ? count : 0);
    Rows erased;
    for (int i = 0; i < 40; ++i) erased.insert(1 + draw_() % sealed.rows_to());
    const std::vector<std::uint64_t> rows(erased.begin(), erased.end());
    sealed.erase(rows);
    erased_.insert(rows.begin(), rows.end());
    if (auto merge = sealed.begin_merge()) {
      sealed.write_merge(*merge, {});
      sealed.finish_merge(*merge);
    }
    expect_as_listed(*sealed.current());
  }
  EXPECT_EQ(faults(), 0U);
  sealed.current()->require_sound();
}

TEST_F(RowNamesTest, CopiesAloneAreASegmentWithoutEntries) {
  {
    SealedPages sealed(options());
    seal(sealed, {page("a", "", true), page("b", "http://b.example/", true)}, 2);
    EXPECT_EQ(sealed.current()->entries(), 0U);
    ASSERT_EQ(sealed.current()->parts().size(), 1U);
    EXPECT_EQ(sealed.current()->parts()[0]->row_names->size(), 3U);
    seal(sealed, {page("a", "", false)});
  }
  SealedPages again(options());
  EXPECT_TRUE(again.is_whole());
  expect_as_listed(*again.current());
  auto merge = again.begin_merge();
  ASSERT_TRUE(merge);
  again.write_merge(*merge, {});
  again.finish_merge(*merge);
  EXPECT_EQ(again.current()->parts().size(), 1U);
  EXPECT_EQ(found(*again.current(), id_name_hash("a")), (Rows{1, 3}));
  EXPECT_EQ(faults(), 0U);
}

TEST_F(RowNamesTest, ThoseOfErasedEntriesAreGoneBehindAMerge) {
  SealedPages sealed(options());
  seal(sealed, {page("a", "http://a.example/", false), page("b", "", false)});
  seal(sealed, {page("a", "", false), page("c", "", true)});
  sealed.erase(std::vector<std::uint64_t>{1});
  auto merge = sealed.begin_merge();
  ASSERT_TRUE(merge);
  sealed.write_merge(*merge, {});
  sealed.finish_merge(*merge);
  const OpenIndex& index = *sealed.current();
  ASSERT_EQ(index.parts().size(), 1U);
  EXPECT_EQ(found(index, id_name_hash("a")), (Rows{3}));
  EXPECT_EQ(found(index, url_name_hash("http://a.example/")), (Rows{}));
  EXPECT_EQ(found(index, id_name_hash("b")), (Rows{2}));
  EXPECT_EQ(found(index, id_name_hash("c")), (Rows{4}));
}

TEST_F(RowNamesTest, PagesWithoutNamesHaveNone) {
  SealedPages sealed(options());
  seal(sealed, {page("", "", false)});
  EXPECT_FALSE(sealed.current()->parts()[0]->row_names);
  EXPECT_TRUE(found(*sealed.current(), id_name_hash("")).empty());
}

// Otherwise a table of copies' names would be written again with each segment.
TEST_F(RowNamesTest, NamesOfCopiesCountWhereSegmentsAreMerged) {
  SealedPages sealed(options());
  const auto copies = [this](std::uint64_t count) {
    std::vector<StoredPage> pages;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string id = std::to_string(draw_());
      pages.push_back(page(id, "http://a.example/" + id, true));
    }
    return pages;
  };
  seal(sealed, copies(3000));
  seal(sealed, copies(900));
  EXPECT_FALSE(sealed.begin_merge());
  seal(sealed, copies(301), 301);  // which includes the small segment
  EXPECT_EQ(sealed.current()->parts().size(), 2U);
  expect_as_listed(*sealed.current());
}

}  // namespace
}  // namespace facsim
