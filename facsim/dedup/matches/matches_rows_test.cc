// SPDX-License-Identifier: Apache-2.0
// Rows of matches.facsim are read back unchanged, and impossible values are rejected.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/dedup/matches/matches_rows_internal.h"

namespace facsim {
namespace {

StoredRevisit stored(std::uint32_t file, std::uint64_t offset, std::uint32_t original) {
  StoredRevisit revisit;
  revisit.row.file = file;
  revisit.row.offset = offset;
  revisit.id = "urn:example:" + std::to_string(offset);
  revisit.url = original == kNoPage ? "" : "http://example.org/";
  revisit.original = original;
  return revisit;
}

TEST(RevisitCoder, GivesBackWhatWasWritten) {
  const std::vector<StoredRevisit> rows = {stored(0, 900, 0), stored(0, 20, 99),
                                           stored(2, 7, kNoPage), stored(2, ~0ULL, kNotAPage)};
  FieldWriter out;
  RevisitCoder writer;
  for (const StoredRevisit& row : rows) writer.write(row, out);
  FieldReader in(out.bytes(), "here");
  RevisitCoder reader;
  for (const StoredRevisit& row : rows) {
    const StoredRevisit read = reader.read(3, 100, in);
    EXPECT_EQ(read.row.file, row.row.file);
    EXPECT_EQ(read.row.offset, row.row.offset);
    EXPECT_EQ(read.id + " " + read.url, row.id + " " + row.url);
    EXPECT_EQ(read.row.id_bytes, row.id.size());
    EXPECT_EQ(read.row.url_bytes, row.url.size());
    EXPECT_EQ(read.original, row.original);
  }
  EXPECT_TRUE(in.at_end());
}

TEST(RevisitCoder, RefusesPagesAndFilesThatAreNotThere) {
  const auto read = [](const StoredRevisit& row, std::uint32_t files, std::uint32_t pages) {
    FieldWriter out;
    RevisitCoder().write(row, out);
    FieldReader in(out.bytes(), "here");
    (void)RevisitCoder().read(files, pages, in);
  };
  EXPECT_NO_THROW(read(stored(0, 1, 4), 1, 5));
  EXPECT_THROW(read(stored(0, 1, 5), 1, 5), Error);
  EXPECT_THROW(read(stored(1, 1, 0), 1, 5), Error);
  EXPECT_NO_THROW(read(stored(0, 1, kNotAPage), 1, 0));
  EXPECT_THROW(read(stored(0, 1, 0), 1, 0), Error);
}

ListedPage with_coverage(bool has_title, bool has_sketch) {
  ListedPage page;
  page.row.has_text = page.row.has_layout = true;
  page.same_text = 0;
  page.row.witness.site = 77;
  page.row.witness.title = has_title ? 5 : 0;
  page.row.coverage.visible = 99;
  page.row.coverage.left_out = 65535;
  page.row.coverage.mostly = LeftOut::undecoded;
  page.row.coverage.is_garbled = has_title;
  page.row.coverage.has_text = has_sketch;
  if (has_sketch) page.row.coverage.text.bins[3] = 8;
  return page;
}

TEST(PageCoder, GivesBackWhatWasLeftOut) {
  std::vector<ListedPage> pages(1);
  for (const bool has_title : {false, true}) {
    for (const bool has_sketch : {false, true})
      pages.push_back(with_coverage(has_title, has_sketch));
  }
  FieldWriter out;
  PageCoder writer;
  for (std::uint32_t i = 0; i < pages.size(); ++i) writer.write(i, pages[i], out);
  FieldReader in(out.bytes(), "here");
  PageCoder reader;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const ListedPage read = reader.read(i, 1, static_cast<std::uint32_t>(pages.size()), in);
    EXPECT_EQ(read.row.coverage, pages[i].row.coverage);
    EXPECT_EQ(read.row.witness.site, pages[i].row.witness.site);
  }
  EXPECT_TRUE(in.at_end());
}

}  // namespace
}  // namespace facsim
