// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "facsim/input/memory_source_for_test.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/records_for_test.h"

namespace facsim {
namespace {

std::vector<RawRecord> lines_of(const std::string& bytes, std::size_t line_bytes_max = 1000,
                                MemorySourceOptions options = {}) {
  const auto reader =
      line_records(std::make_unique<MemorySource>(bytes, std::move(options)), line_bytes_max);
  return for_test::all_records(*reader, bytes.size());
}

std::vector<std::string> bytes_of(const std::vector<RawRecord>& records) {
  std::vector<std::string> bytes;
  for (const RawRecord& record : records) bytes.push_back(record.bytes);
  return bytes;
}

TEST(LineReader, AnEmptyFileHasNoRecord) { EXPECT_TRUE(lines_of("").empty()); }

TEST(LineReader, ExtentsHaveTheLineBreaksAndBytesHaveNot) {
  const auto records = lines_of("{\"a\":1}\n{}\r\n\n \t\r\n{\"b\":2}");
  EXPECT_THAT(bytes_of(records), testing::ElementsAre("{\"a\":1}", "{}", "", "", "{\"b\":2}"));
  EXPECT_EQ(records[1].extent.begin, 8U);
  EXPECT_EQ(records[1].extent.end, 12U);
  EXPECT_EQ(records[1].offset, 8U);
  EXPECT_EQ(records[1].role, RecordRole::page);
  EXPECT_EQ(records[2].role, RecordRole::other);
  EXPECT_EQ(records[3].role, RecordRole::other);
}

TEST(LineReader, AByteOrderMarkAloneIsNoPage) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF\n{}")[0].role, RecordRole::other);
  EXPECT_EQ(lines_of("\xEF\xBB\xBF{}\n")[0].role, RecordRole::page);
}

TEST(LineReader, ALineAtTheLimitIsReadAndOneBeyondIsPassedBy) {
  for (const std::string end : {"\n", "\r\n", ""}) {
    for (const std::size_t bytes : {10U, 11U, 12U, 13U, 5000U}) {
      for (const std::size_t step : {1U, 7U, 100000U}) {
        const std::string file = std::string(bytes, 'x') + end + "{}\n";
        const auto records = lines_of(file, 10, {.step_bytes = step});
        const bool fits = bytes == 10 && !end.empty();
        EXPECT_EQ(records[0].skip, fits ? Skip::none : Skip::too_large) << bytes << end << step;
        EXPECT_EQ(records[0].bytes.empty(), !fits);
        EXPECT_EQ(records.size(), end.empty() ? 1U : 2U);
      }
    }
  }
}

TEST(LineReader, ALineOfTwoHundredMegabytesIsNotHeld) {
  class Endless final : public ByteSource {
   public:
    std::size_t read(std::span<char> into) override {
      const std::size_t count = std::min<std::size_t>(into.size(), 200'000'000 - position_);
      std::fill_n(into.begin(), count, 'x');
      position_ += count;
      EXPECT_LE(into.size(), std::size_t{4} << 20) << "the window stays small";
      return count;
    }
    std::optional<Damage> damage() const override { return {}; }
    std::uint64_t packed_position() const override { return position_; }
    std::optional<std::uint64_t> member_at(std::uint64_t) override { return {}; }
    std::optional<MemberStart> first_member(std::uint64_t, std::uint64_t) const override {
      return {};
    }

   private:
    std::size_t position_ = 0;
  };
  const auto reader = line_records(std::make_unique<Endless>(), std::size_t{1} << 20);
  RawRecord record;
  ASSERT_TRUE(reader->next(record));
  EXPECT_EQ(record.skip, Skip::too_large);
  EXPECT_EQ(record.extent.end, 200'000'000U);
  EXPECT_LT(record.bytes.capacity(), 1000U);
  EXPECT_FALSE(reader->next(record));
}

TEST(LineReader, WhereTheFileWasCutTheLastLineIsClipped) {
  const Damage cut{"cut short", 9};
  const auto records = lines_of("{\"a\":1}\n{\"a\":", 1000, {.step_bytes = 5, .damage = cut});
  EXPECT_EQ(records[0].role, RecordRole::page);
  EXPECT_EQ(records[1].role, RecordRole::damaged);
  EXPECT_EQ(records[1].skip, Skip::clipped_record);
  EXPECT_TRUE(records[1].bytes.empty());
  // Earlier damage in the file does not affect a last line that is complete.
  const auto whole = lines_of("{\"a\":1}\n{\"a\":2}", 1000, {.step_bytes = 5, .damage = cut});
  EXPECT_EQ(whole[1].role, RecordRole::page);
}

RC_GTEST_PROP(LineReader, GivesTheSameRecordsInStepsOfAnySize, (const std::vector<bool>& bits)) {
  std::string file;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    file.append(bits[i] ? "\n" : i % 3 == 0 ? "{" : i % 3 == 1 ? " " : "\r");
  }
  const std::size_t step = *rc::gen::inRange<std::size_t>(1, 9);
  const std::size_t limit = *rc::gen::inRange<std::size_t>(1, 9);
  const auto slow = lines_of(file, limit, {.step_bytes = 1});
  const auto fast = lines_of(file, limit, {.step_bytes = step});
  RC_ASSERT(bytes_of(slow) == bytes_of(fast));
  // The reference: cut at every line feed.
  std::size_t expected = file.empty() || file.back() == '\n' ? 0 : 1;
  expected += static_cast<std::size_t>(std::count(file.begin(), file.end(), '\n'));
  RC_ASSERT(slow.size() == expected);
}

TEST(WholeFile, IsOneRecord) {
  for (const std::size_t bytes : {0U, 1U, 99U, 100U, 101U, 3000000U}) {
    const auto reader =
        whole_file_record(std::make_unique<MemorySource>(std::string(bytes, 'x')), 100);
    RawRecord record;
    ASSERT_TRUE(reader->next(record));
    EXPECT_EQ(record.role, RecordRole::page);
    EXPECT_EQ(record.extent.end, bytes);
    EXPECT_EQ(record.skip, bytes == 0 ? Skip::no_text : bytes > 100 ? Skip::too_large : Skip::none);
    EXPECT_EQ(record.bytes.size(), bytes <= 100 ? bytes : 0);
    EXPECT_FALSE(reader->next(record));
  }
}

TEST(WholeFile, ThatIsCutIsClipped) {
  for (const bool outside_members : {false, true}) {
    const Damage cut{"cut short", 9, outside_members};
    const auto reader =
        whole_file_record(std::make_unique<MemorySource>(
                              "a text", MemorySourceOptions{.step_bytes = 2, .damage = cut}),
                          100);
    RawRecord record;
    ASSERT_TRUE(reader->next(record));
    EXPECT_EQ(record.role, RecordRole::page) << "so its bytes are copied";
    EXPECT_EQ(record.extent.end, 6U);
    EXPECT_EQ(record.skip, outside_members ? Skip::none : Skip::clipped_record);
    EXPECT_EQ(record.bytes, outside_members ? "a text" : "");
  }
}

}  // namespace
}  // namespace facsim
