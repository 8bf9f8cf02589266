// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace facsim {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

// A stream whose text can be read back, and a clock that the test moves.
class ProgressTest : public testing::Test {
 public:
  ~ProgressTest() override { std::fclose(stream_); }

 protected:
  std::string written() {
    std::fflush(stream_);
    EXPECT_EQ(std::fseek(stream_, 0, SEEK_SET), 0);
    std::string text;
    for (int c = std::fgetc(stream_); c != EOF; c = std::fgetc(stream_)) {
      text += static_cast<char>(c);
    }
    return text;
  }
  Progress::Clock clock() {
    return [this] { return now_; };
  }

  std::FILE* stream_ = std::tmpfile();
  std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
};

ProgressState reading(std::uint64_t pages) {
  return {.stage = "read",
          .pages = pages,
          .bytes = pages * 1000,
          .bytes_total = 4'000'000,
          .pages_total = 0};
}

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
  EXPECT_EQ(Progress::line(reading(1000), 2),
            "read  1,000 pages  976.6 KiB of 3.8 MiB (25 %)  500 pages/s  0.5 MB/s  0:06 left");
}

TEST(ProgressLine, KnowsPagesWhereBytesAreUnknown) {
  const ProgressState state{
      .stage = "verify", .pages = 10, .bytes = 0, .bytes_total = 0, .pages_total = 72'010};
  EXPECT_EQ(Progress::line(state, 1), "verify  10 of 72,010 pages (0 %)  10 pages/s  2:00:00 left");
}

TEST(ProgressLine, MakesNoGuessWithoutATotalOrTime) {
  const ProgressState state{
      .stage = "read", .pages = 5, .bytes = 9, .bytes_total = 0, .pages_total = 0};
  EXPECT_EQ(Progress::line(state, 0), "read  5 pages  9 B");
  EXPECT_THAT(Progress::line(state, 1), Not(HasSubstr("left")));
}

TEST(ProgressLine, MoreThanTheTotalIsAllOfIt) {
  ProgressState state = reading(5000);
  EXPECT_THAT(Progress::line(state, 1), HasSubstr("(100 %)"));
  EXPECT_THAT(Progress::line(state, 1), HasSubstr("0:00 left"));
}

TEST(ProgressJson, HasEveryMember) {
  EXPECT_EQ(Progress::json(reading(1000), 2),
            R"({"stage":"read","pages":1000,"bytes":1000000,"bytes_total":4000000,)"
            R"("pages_total":null,"seconds":2.0,"seconds_left":6.0})");
}

TEST_F(ProgressTest, NoLineInTheFirstTwoSecondsAndFiveASecondAfterwards) {
  Progress progress(ProgressStyle::line, stream_, clock());
  for (int ms = 0; ms < 2000; ms += 50) {
    progress.update(reading(1));
    now_ += milliseconds(50);
  }
  EXPECT_EQ(written(), "");
  for (int ms = 0; ms < 1000; ms += 50) {
    progress.update(reading(2));
    now_ += milliseconds(50);
  }
  const std::string text = written();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 5);
  EXPECT_THAT(text, HasSubstr("read  2 pages"));
  EXPECT_THAT(text, Not(HasSubstr("\n")));
}

TEST_F(ProgressTest, CutsTheLineBelowTheWidthAndWipesIt) {
  Progress progress(ProgressStyle::line, stream_, clock());
  now_ += milliseconds(2000);
  ProgressState state = reading(1);
  state.stage.assign(200, 'x');
  progress.update(state);
  progress.finish();
  EXPECT_EQ(written(), "\r\x1b[K" + std::string(79, 'x') + "\r\x1b[K");
}

TEST_F(ProgressTest, AProgramSeesTheEndOfEveryStage) {
  Progress progress(ProgressStyle::json, stream_, clock());
  for (std::uint64_t pages = 1; pages <= 3; ++pages) progress.update(reading(pages));
  ProgressState writing = reading(7);
  writing.stage = "write";
  progress.update(writing);
  progress.finish();
  const std::string text = written();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_THAT(text, HasSubstr(R"("stage":"read","pages":1,)"));
  EXPECT_THAT(text, HasSubstr(R"("stage":"read","pages":3,)"));
  EXPECT_THAT(text, HasSubstr(R"("stage":"write","pages":7,)"));
}

TEST_F(ProgressTest, NoneMeansNothing) {
  {
    Progress progress(ProgressStyle::none, stream_, clock());
    now_ += milliseconds(60'000);
    progress.update(reading(1));
    progress.finish();
  }
  EXPECT_EQ(written(), "");
}

}  // namespace
}  // namespace facsim
