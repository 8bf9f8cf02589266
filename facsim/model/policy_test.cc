// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include "facsim/base/error.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string refusal(std::string_view text) {
  try {
    (void)keep_keys_of(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return {};
}

TEST(KeepKeys, AreWrittenWithCommas) {
  EXPECT_EQ(keep_keys_of("first"), std::vector<KeepKey>{Keep::first});
  const std::vector<KeepKey> keys = {{Keep::field, "quality"}, Keep::shortest_url, Keep::last};
  EXPECT_EQ(keep_keys_of("field:quality,shortest-url,last"), keys);
  EXPECT_EQ(text_of(keys), "field:quality,shortest-url,last");
  EXPECT_THAT(fields_of(keep_keys_of("field:a,longest,field:b:c,field:a")),
              ElementsAre("a", "b:c"));
}

TEST(KeepKeys, WhatIsNoKeyIsQuoted) {
  EXPECT_THAT(refusal("best"), HasSubstr("'best' is not one of: first, last"));
  EXPECT_THAT(refusal("first,newset"), HasSubstr("did you mean 'newest'?"));
  for (const char* text : {"", ",", "first,", ",first", "first,,last"}) {
    EXPECT_THAT(refusal(text), HasSubstr("'' is not one of")) << text;
  }
  EXPECT_THAT(refusal("field"), HasSubstr("field:NAME"));
  EXPECT_THAT(refusal("longest,field:"), HasSubstr("the name of the field is missing"));
  EXPECT_THAT(refusal("field:a,field:b,field:c,field:d,field:e"), HasSubstr("more than 4 fields"));
}

// Names with commas and backslashes must survive.
RC_GTEST_PROP(KeepKeys, AnyNameComesBack, ()) {
  const auto letters = rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::element('a', ',', '\\', ':', ' ')));
  std::vector<KeepKey> keys;
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    keys.emplace_back(Keep::field, *letters);
    if (*rc::gen::arbitrary<bool>()) keys.emplace_back(Keep::oldest);
  }
  RC_ASSERT(keep_keys_of(text_of(keys)) == keys);
}

}  // namespace
}  // namespace facsim
