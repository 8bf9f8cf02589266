// SPDX-License-Identifier: Apache-2.0
#include "facsim/extract/url.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace facsim {
namespace {

struct UrlCase {
  const char* reference;
  const char* expected;
};

// RFC 3986, 5.4.1 and 5.4.2.
TEST(Url, TheExamplesOfTheStandard) {
  const UrlCase cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const UrlCase& c : cases) {
    EXPECT_EQ(resolve_url("http://a/b/c/d;p?q", c.reference), c.expected) << c.reference;
  }
}

TEST(Url, BasesOfAllSorts) {
  EXPECT_EQ(resolve_url("https://example.org", "a"), "https://example.org/a");
  EXPECT_EQ(resolve_url("https://example.org?q", "a"), "https://example.org/a");
  EXPECT_EQ(resolve_url("", "https://example.org/x"), "https://example.org/x");
  EXPECT_EQ(resolve_url("", "/x"), "/x");
  EXPECT_EQ(resolve_url("", "../x"), "x");
  EXPECT_EQ(resolve_url("docs/page.html", "other.html"), "docs/other.html");
  EXPECT_EQ(resolve_url("file:///docs/a", "b"), "file:///docs/b");
}

TEST(Url, WhiteSpaceIsDropped) {
  EXPECT_EQ(resolve_url("http://a/b", " \n/c\t/d\r\n "), "http://a/c/d");
}

RC_GTEST_PROP(Url, AnythingResolves, (const std::string& base, const std::string& reference)) {
  const std::string once = resolve_url(base, reference);
  RC_ASSERT(once.size() <= base.size() + reference.size() + 1);
}

// An absolute URL without dots in its path is itself, whatever the base.
RC_GTEST_PROP(Url, AbsoluteStays, (const std::string& base)) {
  RC_ASSERT(resolve_url(base, "https://example.org/a/b?c#d") == "https://example.org/a/b?c#d");
}

}  // namespace
}  // namespace facsim
