// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/near_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NearUrl, WhatPeopleLeaveOutMakesNoDifference) {
  const std::string key = near_url_key("https://example.org/a/B?q=1");
  for (const char* near :
       {"http://example.org/a/B?q=1", "HTTPS://www.Example.ORG/a/B?q=1", "example.org/a/B?q=1",
        "https://example.org:443/a/B?q=1", "http://example.org:80/a/B?q=1",
        "https://example.org/a/B/?q=1", "https://example.org/a/B?q=1#part"}) {
    EXPECT_EQ(near_url_key(near), key) << near;
  }
  EXPECT_EQ(near_url_key("http://example.org"), near_url_key("https://example.org/#top"));
}

TEST(NearUrl, WhatNamesAnotherPageDoes) {
  const std::string key = near_url_key("https://example.org/a?q=1");
  for (const char* other : {"https://example.org/A?q=1", "https://example.org/a?q=2",
                            "https://example.com/a?q=1", "https://example.org:8080/a?q=1",
                            "https://example.org:80/a?q=1", "https://example.org/a"}) {
    EXPECT_NE(near_url_key(other), key) << other;
  }
}

TEST(NearUrl, NoUrlIsNearToNothing) {
  for (const char* word : {"", "ferry", "17", "urn:uuid:17"}) EXPECT_EQ(near_url_key(word), "");
  NearUrls near("ferry", 3);
  near.add("");
  near.add("ferry");
  EXPECT_THAT(near.found(), IsEmpty());
  for (const char* word : {"/", "//", "http://", "https:///", "#", ".", "?/", ":80/"}) {
    (void)near_url_key(word);  // any key is accepted; the call must only return
  }
}

TEST(NearUrl, TheFirstFewAreKeptOnce) {
  NearUrls near("http://example.org/a/", 2);
  near.add("http://example.org/a/");  // the word itself is not a hint
  near.add("http://example.org/b");
  for (int i = 0; i < 2; ++i) near.add("https://example.org/a");
  near.add("http://www.example.org/a");
  near.add("http://example.org/a#x");
  EXPECT_THAT(near.found(), ElementsAre("https://example.org/a", "http://www.example.org/a"));
  EXPECT_EQ(did_you_mean(near.found()),
            "; did you mean 'https://example.org/a' or 'http://www.example.org/a'?");
  EXPECT_EQ(did_you_mean({}), "");
}

}  // namespace
}  // namespace facsim
