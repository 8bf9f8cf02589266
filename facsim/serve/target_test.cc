// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/target.h"

#include <gtest/gtest.h>

#include "facsim/base/error.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/routes.h"

namespace facsim {
namespace {

TEST(Target, SegmentsStayAsTheyCame) {
  const std::string text = "/v1/collections/default/documents/a%2Fb?x=1+2&y&z=%26";
  const Target target = parse_target(text);
  EXPECT_EQ(target.segments.size(), 5U);
  EXPECT_EQ(target.segments.back(), "a%2Fb");
  EXPECT_EQ(percent_decoded(target.segments.back()), "a/b");
  EXPECT_EQ(*target.find("x"), "1 2");
  EXPECT_EQ(*target.find("z"), "&");
  EXPECT_TRUE(target.is_set("y"));
  EXPECT_FALSE(target.is_set("nothing"));
  EXPECT_THROW((void)target.is_set("z"), Error);
  EXPECT_THROW(target.require_known({"x", "y"}), Error);
  EXPECT_NO_THROW(target.require_known({"x", "y", "z"}));
}

TEST(Target, WhatNoClientShouldSend) {
  for (const std::string text : {"", "x", "*", "http://example.org/"}) {
    EXPECT_THROW((void)parse_target(text), Error) << text;
  }
  for (const std::string text : {"%", "%4", "%zz", "%00", "a%00b", "a%4"}) {
    EXPECT_THROW((void)percent_decoded(text), Error) << text;
  }
  EXPECT_EQ(percent_decoded("%C3%a9"), "\xC3\xA9");
  EXPECT_THROW(parse_target("/a?b=1&b=2").require_known({"b"}), Error);
}

TEST(Routes, EachLeadsToItself) {
  for (std::size_t number = 0; number < routes().size(); ++number) {
    std::string path(routes()[number].path);
    for (std::size_t at = path.find('{'); at != std::string::npos; at = path.find('{')) {
      path.replace(at, path.find('}') - at + 1, "x%3Ay");
    }
    const FoundRoute found = find_route(routes()[number].method, parse_target(path));
    EXPECT_EQ(found.number, number) << path;
    for (const std::string& name : found.names) EXPECT_EQ(name, "x:y");
  }
}

TEST(Routes, WhatIsNotThere) {
  for (const std::string path : {"//", "/v1", "/v1/collections/", "/v1/collections//check",
                                 "/livez/", "//livez", "/v1/collections/a/documents/"}) {
    try {
      (void)find_route("GET", parse_target(path));
      FAIL() << path;
    } catch (const Refused& refused) {
      EXPECT_EQ(refused.status(), 404) << path;
    }
  }
  try {
    (void)find_route("POST", parse_target("/v1/collections/a"));
    FAIL();
  } catch (const MethodRefused& refused) {
    EXPECT_EQ(refused.status(), 405);
    EXPECT_EQ(refused.allowed(), "GET, HEAD, PUT, DELETE, OPTIONS");
  }
}

}  // namespace
}  // namespace facsim
