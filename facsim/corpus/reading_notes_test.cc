// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/reading_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReadingNotesTest : public testing::Test {
 protected:
  ReadingNotesTest() {
    for (const char* const name : {"a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl", "e.jsonl"}) {
      InputFile file;
      file.name = name;
      file.kind = FileKind::json_lines;
      files_.push_back(file);
    }
  }
  void add(std::uint32_t file, Skip skip, const std::string& fields = {}) {
    RawRecord record;
    record.role = RecordRole::page;
    record.offset = offset_ += 10;
    notes_.add(file, record,
               {.skip = skip,
                .is_page = skip == Skip::none,
                .field_names = fields,
                .why_skipped = {},
                .page_label = {},
                .unusable = {}});
  }

  std::vector<InputFile> files_;
  ReadOptions options_;
  ReadingNotes notes_{files_, options_};
  std::uint64_t offset_ = 0;
};

TEST_F(ReadingNotesTest, NoRecordIsNoPage) {
  notes_.finish();
  EXPECT_EQ(notes_.faults().plain(), "");
  EXPECT_THAT(notes_.warnings(), ElementsAre(HasSubstr("no page was read: 5 files")));
}

TEST_F(ReadingNotesTest, FaultsAreCountedWithTheirFirstPlace) {
  for (const Skip skip : {Skip::none, Skip::not_a_page, Skip::bad_json, Skip::no_text,
                          Skip::too_large, Skip::bad_json}) {
    add(0, skip);
  }
  notes_.finish();
  EXPECT_EQ(notes_.faults().plain(),
            "too_large 1 (at a.jsonl:50, see page_max), bad_json 2 (first at a.jsonl:30: a line "
            "must hold one JSON object)");
  EXPECT_THAT(notes_.warnings(), IsEmpty());
  EXPECT_EQ(notes_.pages(), 1U);
}

TEST_F(ReadingNotesTest, AMemberOfAFolderIsNamedByItsPath) {
  for (const std::size_t file : {0U, 1U}) {
    files_[file].in_folder = true;
    files_[file].path = "site/" + files_[file].name;
  }
  add(0, Skip::too_large);
  add(1, Skip::no_text_field, "body");
  notes_.finish();
  EXPECT_THAT(notes_.faults(), HasSubstr("too_large 1 (at site/a.jsonl:10,"));
  EXPECT_THAT(notes_.warnings(), ElementsAre(HasSubstr("site/b.jsonl: no record has a text")));
}

TEST_F(ReadingNotesTest, WrongLengthsAreCountedWithTheirFirstPlace) {
  for (const StatedLength length : {StatedLength::right, StatedLength::too_small,
                                    StatedLength::too_large, StatedLength::too_small}) {
    RawRecord record;
    record.stated_length = length;
    record.offset = offset_ += 10;
    notes_.add(1, record,
               {.skip = Skip::none,
                .is_page = true,
                .field_names = {},
                .why_skipped = {},
                .page_label = {},
                .unusable = {}});
  }
  notes_.finish();
  EXPECT_EQ(notes_.faults().plain(), "");
  EXPECT_THAT(notes_.warnings(),
              ElementsAre(HasSubstr("too small: 2 records (first at b.jsonl:20);"),
                          HasSubstr("too large: 1 record (at b.jsonl:30);")));
}

TEST_F(ReadingNotesTest, OnlyAFileWithoutAnyTextFieldIsWarnedOf) {
  add(0, Skip::no_text_field, "id, body");
  add(0, Skip::bad_json);
  add(1, Skip::no_text_field, "id");
  add(1, Skip::no_text);
  add(2, Skip::no_text_field);
  add(2, Skip::none);
  notes_.finish();
  EXPECT_THAT(notes_.warnings(),
              ElementsAre(AllOf(HasSubstr("a.jsonl: "), HasSubstr("are: id, body;"))));
}

TEST_F(ReadingNotesTest, ManySuchFilesAreCounted) {
  for (std::uint32_t file = 0; file < 5; ++file) add(file, Skip::no_text_field);
  notes_.finish();
  EXPECT_THAT(notes_.warnings(),
              ElementsAre(HasSubstr("a.jsonl: "), HasSubstr("b.jsonl: "), HasSubstr("c.jsonl: "),
                          testing::StrEq("the same in 2 more files")));
  EXPECT_EQ(notes_.refusal().value_or("").plain(),
            "no page was read: 5 files with 5 records, none of them a page with a text; left out: "
            "no_text_field 5 (first at a.jsonl:10)");
}

TEST_F(ReadingNotesTest, WhatIsMerelyEmptyIsNoRefusal) {
  EXPECT_FALSE(notes_.refusal());
  add(0, Skip::no_text);
  notes_.finish();
  EXPECT_FALSE(notes_.refusal());
  EXPECT_THAT(notes_.warnings(), ElementsAre(HasSubstr("no page was read")));
}

TEST_F(ReadingNotesTest, OnePageIsNoRefusal) {
  add(0, Skip::bad_json);
  add(1, Skip::none);
  notes_.finish(3);
  EXPECT_FALSE(notes_.refusal());
}

TEST_F(ReadingNotesTest, ADamagedFileOrAnyOtherReasonIsOne) {
  notes_.finish(1);
  EXPECT_THAT(notes_.refusal().value_or("").plain(), HasSubstr("with 0 records"));
  EXPECT_THAT(notes_.refusal().value_or("").plain(), HasSubstr("; damaged: 1 file"));
  notes_.finish();
  add(0, Skip::no_text);
  add(0, Skip::not_a_page);
  EXPECT_FALSE(notes_.refusal()) << "a record that is read and holds no page";
  files_[1].kind = FileKind::html;
  add(1, Skip::not_a_page);
  EXPECT_THAT(notes_.refusal().value_or("").plain(),
              HasSubstr("no_text 1 (at a.jsonl:10), not_a_page 2"));
  EXPECT_EQ(notes_.faults().plain(), "") << "nobody's fault";
}

TEST_F(ReadingNotesTest, TablesHaveColumns) {
  files_[0].kind = FileKind::csv;
  add(0, Skip::no_text_field, "a, b");
  add(0, Skip::bad_row);
  notes_.finish();
  EXPECT_THAT(notes_.warnings(), ElementsAre(AllOf(HasSubstr("in a column 'text'"),
                                                   HasSubstr("names them, are: a, b"))));
  EXPECT_THAT(notes_.faults(), HasSubstr("bad_row 1 (at a.jsonl:20: its quotes or columns"));
}

}  // namespace
}  // namespace facsim
