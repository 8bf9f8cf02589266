// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/tokens.h"

#include <gtest/gtest.h>

#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr const char* kReader = "reader-0123456789";
constexpr const char* kWriter = "writer-0123456789";

TEST(Tokens, WithoutAnyEverybodyMayWrite) {
  EXPECT_EQ(Tokens().access_of(""), Access::write);
  EXPECT_TRUE(Tokens::parse("\n# nothing\n  \n", "t").empty());
}

TEST(Tokens, EachGrantsWhatItSays) {
  const Tokens tokens = Tokens::parse(
      "read reader-0123456789 # who\r\n\twrite\twriter-0123456789\nwrite writer-9876543210", "t");
  const auto access = [&](const std::string& token) { return tokens.access_of("Bearer " + token); };
  EXPECT_EQ(access(kReader), Access::read);
  EXPECT_EQ(access(kWriter), Access::write);
  EXPECT_EQ(access("writer-9876543210"), Access::write);
  EXPECT_EQ(tokens.access_of(std::string("bearer ") + kReader), Access::read);
  EXPECT_EQ(tokens.access_of(std::string("BEARER  ") + kReader + " "), Access::read);
  for (const std::string wrong : {"", " ", "reader-012345678", "reader-01234567890",
                                  "Reader-0123456789", "reader-0123456789reader-0123456789"}) {
    EXPECT_EQ(access(wrong), Access::none) << wrong;
  }
  EXPECT_EQ(tokens.access_of(kReader), Access::none);
  EXPECT_EQ(tokens.access_of(std::string("Basic ") + kReader), Access::none);
  EXPECT_EQ(tokens.access_of(std::string("Bearer") + kReader), Access::none);
}

TEST(Tokens, ALineThatIsNoneIsNamed) {
  for (const std::string line :
       {"reader-0123456789", "admin reader-0123456789", "read", "read short",
        "write two words-0123456789", "write caf\xC3\xA9-0123456789"}) {
    try {
      (void)Tokens::parse("# first\n" + line, "tokens.txt");
      FAIL() << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), "tokens.txt:2") << line;
    }
  }
}

}  // namespace
}  // namespace facsim
