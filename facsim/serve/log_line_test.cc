// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/log_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace facsim {
namespace {

using testing::MatchesRegex;

TEST(LogLine, SaysWhenHowBadAndWhat) {
  EXPECT_THAT(log_line("error", "store", "the \"disk\" is full"),
              MatchesRegex(R"(\{"time":"20[-0-9]+T[:.0-9]+Z","level":"error","event":"store",)"
                           R"("detail":"the \\"disk\\" is full"\})"));
}

TEST(LogLine, MayHaveOtherMembers) {
  JsonLine line = begin_log_line("info", "request");
  line.number("status", 200);
  EXPECT_THAT(std::move(line).take(),
              MatchesRegex(R"(\{"time":"[^"]+","level":"info","event":"request","status":200\})"));
}

}  // namespace
}  // namespace facsim
