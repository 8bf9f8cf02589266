// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/kept_copies.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "facsim/mirrors/mirror_json.h"

namespace facsim {
namespace {

using Pages = std::vector<std::pair<std::string, std::uint64_t>>;

Pages pages_of(const KeptCopies& kept) {
  Pages pages;
  kept.visit([&pages](std::string_view url, std::uint64_t content) {
    pages.emplace_back(url, content);
    return true;
  });
  return pages;
}

// Returns the pages of two hosts with equal contents.
Pages mirrored(int count) {
  Pages pages;
  for (int i = 0; i < count; ++i) {
    for (const char* host : {"a.example", "b.example"}) {
      pages.emplace_back("http://" + std::string(host) + "/" + std::to_string(i),
                         static_cast<std::uint64_t>(i));
    }
  }
  return pages;
}

TEST(KeptCopies, GivesWhatItTook) {
  KeptCopies kept;
  EXPECT_EQ(pages_of(kept), Pages{});
  const Pages pages = {{"http://a.example/", 7}, {"", 0}, {"b", 7}};
  for (const auto& [url, content] : pages) EXPECT_TRUE(kept.add(url, content));
  EXPECT_EQ(pages_of(kept), pages);
  EXPECT_EQ(pages_of(kept), pages) << "a second time";
  EXPECT_FALSE(kept.is_full());
}

TEST(KeptCopies, TakesNothingBehindALimit) {
  KeptCopies few(2);
  EXPECT_TRUE(few.add("a", 1));
  EXPECT_TRUE(few.add("b", 1));
  EXPECT_FALSE(few.is_full());
  EXPECT_FALSE(few.add("", 1));
  KeptCopies small(10, 3);
  EXPECT_TRUE(small.add("abc", 1));
  EXPECT_FALSE(small.add("d", 1));
  EXPECT_FALSE(small.add("", 1)) << "it would stand in place of what was left out";
  EXPECT_EQ(pages_of(small), (Pages{{"abc", 1}}));
}

TEST(AskedMirrors, AreThoseOfAllReadings) {
  const Pages pages = mirrored(3000);
  KeptCopies kept;
  for (const auto& [url, content] : pages) kept.add(url, content);
  const MirrorReport found = find_mirrors([&pages](const VisitCopy& visit) {
    for (const auto& [url, content] : pages) {
      if (!visit(url, content)) return;
    }
  });
  ASSERT_EQ(found.mirrors.size(), 1U);
  int checks = 0;
  EXPECT_EQ(mirrors_json(asked_mirrors(kept, {}, [&checks] { ++checks; })), mirrors_json(found));
  EXPECT_GT(checks, 2);
}

TEST(AskedMirrors, AreStoppedAndSayWhatTheyLack) {
  KeptCopies kept(5000);
  for (const auto& [url, content] : mirrored(3000)) kept.add(url, content);
  const MirrorReport report = asked_mirrors(kept, {}, [] {});
  EXPECT_TRUE(report.truncated);
  EXPECT_EQ(report.pages, 5000U);
  EXPECT_THROW((void)asked_mirrors(kept, {}, [] { throw std::runtime_error("stop"); }),
               std::runtime_error);
}

}  // namespace
}  // namespace facsim
