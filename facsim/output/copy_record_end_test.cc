// SPDX-License-Identifier: Apache-2.0
// A removal never joins its neighbours.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "facsim/files/byte_sink.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/temp_folder.h"
#include "facsim/output/copy.h"

namespace facsim {
namespace {

constexpr std::string_view kWarcEnd = "\r\n\r\n";

class CopyRecordEnd : public testing::Test {
 protected:
  // Returns the unpacked copy of a file with these members after these edits.
  std::string copy_of(const std::vector<std::string>& members, std::vector<Edit> edits,
                      std::string_view record_end, Packing packing = Packing::none) {
    const std::string from = folder_.path() + "/" + std::to_string(++files_);
    const auto sink = create_bytes(from, packing);
    for (const std::string& member : members) {
      sink->write(member);
      sink->end_member();
    }
    sink->close();
    std::size_t at = 0;
    const NextEdit next = [&](Edit& edit) {
      if (at == edits.size()) return false;
      edit = edits[at++];
      return true;
    };
    kept_ = copy_with_edits(from, from + ".copy", next, {.progress = {}, .record_end = record_end});
    const auto source = open_bytes(from + ".copy");
    std::string bytes(1 << 20, '\0');
    bytes.resize(source->read(bytes));
    return bytes;
  }

  std::uint64_t kept_ = 0;

 private:
  TempFolder folder_{std::filesystem::temp_directory_path().string()};
  int files_ = 0;
};

TEST_F(CopyRecordEnd, WhatIsMissingIsWritten) {
  struct Case {
    std::string before, wanted;
  };
  for (const Case& each : std::vector<Case>{{"A", "A\r\n\r\n"},
                                            {"A\r", "A\r\n\r\n"},
                                            {"A\r\n", "A\r\n\r\n"},
                                            {"A\r\n\r", "A\r\n\r\n"},
                                            {"A\r\n\r\n", "A\r\n\r\n"},
                                            {"A\n\n", "A\n\n"},
                                            {"A\r\n\n", "A\r\n\n"},
                                            {"A\n", "A\n\r\n\r\n"},
                                            {"A\n\r\n", "A\n\r\n"}}) {
    const std::uint64_t at = each.before.size();
    for (const Packing packing : {Packing::none, Packing::gzip, Packing::zstd, Packing::lz4}) {
      EXPECT_EQ(copy_of({each.before + "gone" + "B"}, {{at, at + 4, {}}}, kWarcEnd, packing),
                each.wanted + "B");
      EXPECT_EQ(kept_, at + 1);
    }
    // Several adjacent removals count as one; at the end of the file a record is ended, too.
    EXPECT_EQ(
        copy_of({each.before + "gone" + "B"}, {{at, at + 2, {}}, {at + 2, at + 4, {}}}, kWarcEnd),
        each.wanted + "B");
    EXPECT_EQ(copy_of({each.before + "gone"}, {{at, at + 4, {}}}, kWarcEnd), each.wanted);
  }
}

TEST_F(CopyRecordEnd, ArcHasOneBreakAndLinesHaveNone) {
  EXPECT_EQ(copy_of({"AgoneB"}, {{1, 5, {}}}, "\n"), "A\nB");
  EXPECT_EQ(copy_of({"A\ngoneB"}, {{2, 6, {}}}, "\n"), "A\nB");
  EXPECT_EQ(copy_of({"A\rgoneB"}, {{2, 6, {}}}, "\n"), "A\r\nB");
  EXPECT_EQ(copy_of({"AgoneB"}, {{1, 5, {}}}, ""), "AB");
}

TEST_F(CopyRecordEnd, NothingIsWrittenWhereNothingIsParted) {
  // Before a file's first record, at an insertion, and at the beginning of a member.
  EXPECT_EQ(copy_of({"goneB"}, {{0, 4, {}}}, kWarcEnd), "B");
  EXPECT_EQ(copy_of({"AB"}, {{1, 1, "new"}}, kWarcEnd), "AnewB");
  EXPECT_EQ(copy_of({"A", "goneB"}, {{1, 5, {}}}, kWarcEnd, Packing::gzip), "AB");
  EXPECT_EQ(copy_of({"A", "gone", "B"}, {{1, 5, {}}}, kWarcEnd, Packing::gzip), "AB");
  EXPECT_EQ(copy_of({"Ago", "neB"}, {{1, 5, {}}}, kWarcEnd, Packing::gzip), "A\r\n\r\nB");
}

}  // namespace
}  // namespace facsim
