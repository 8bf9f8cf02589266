// SPDX-License-Identifier: Apache-2.0
#include "apps/man.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace facsim {
namespace {

TEST(Roff, WhatItWouldChangeIsEscaped) {
  EXPECT_EQ(roff_escaped("a plain word."), "a plain word.");
  EXPECT_EQ(roff_escaped("--keep"), "\\-\\-keep");
  EXPECT_EQ(roff_escaped("a\\nb"), "a\\(rsnb");
  EXPECT_EQ(roff_escaped("'.blocks[]' \"x\" `y` ~/z ^"),
            "\\(aq.blocks[]\\(aq \\(dqx\\(dq \\(gay\\(ga \\(ti/z \\(ha");
  EXPECT_EQ(roff_escaped(""), "");
}

// A command whose texts have lines that begin like roff requests.
TEST(Roff, NoLineOfATextIsARequest) {
  const std::string long_words =
      std::string(75, 'x') + " .html 'quoted \\fB -- " + std::string(75, 'y') + " .TH";
  const Command command{.name = "strange",
                        .bits = kAsking,
                        .usage = "\"A\" ...",
                        .summary = ".so /etc/passwd",
                        .about = long_words,
                        .examples = ".de X\n'br\n  facsim x\n",
                        .brief = "",
                        .run = nullptr};
  const std::string page = man_page(command);
  EXPECT_TRUE(std::all_of(page.begin(), page.end(),
                          [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  for (const std::string text : {"\n.html", "\n'", "\n.so", "\n.de", "\\fB --"}) {
    EXPECT_EQ(page.find(text), std::string::npos) << text;
  }
  EXPECT_NE(page.find("\n\\&.html \\(aqquoted \\(rsfB \\-\\-"), std::string::npos) << page;
  EXPECT_NE(page.find("\n\\&.de X\n\\(aqbr\n  facsim x\n"), std::string::npos) << page;
  EXPECT_NE(page.find("facsim\\-strange \\- .so"), std::string::npos) << page;
}

TEST(ManPage, HasEveryCommand) {
  const std::string page = man_page();
  for (const Command* command : commands_and_verbs()) {
    EXPECT_NE(page.find("\n.SS " + full_name(*command) + "\n"), std::string::npos) << command->name;
  }
}

}  // namespace
}  // namespace facsim
