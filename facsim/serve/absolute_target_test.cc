// SPDX-License-Identifier: Apache-2.0
// A target in absolute form means the path after its host (RFC 9112, section 3.2.2).
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "facsim/serve/request_reader.h"

namespace facsim {
namespace {

struct Read {
  int refused = 0;
  std::string target = {};
  std::string host = {};
};

Read read(const std::string& target, const std::string& fields = "Host: elsewhere.example\r\n") {
  RequestReader reader({});
  reader.feed("GET " + target + " HTTP/1.1\r\n" + fields + "\r\n");
  if (reader.refusal()) return {.refused = reader.refusal()->status};
  if (!reader.is_done()) return {.refused = -1};
  const HttpRequest request = reader.take();
  return {.target = request.target, .host = std::string(request.field("host"))};
}

TEST(AbsoluteTarget, ItsAuthorityTakesThePlaceOfHost) {
  for (const auto& [target, path, host] :
       {std::tuple{"http://127.0.0.1:7700/livez", "/livez", "127.0.0.1:7700"},
        std::tuple{"HTTP://LocalHost/a?b=http://c/d", "/a?b=http://c/d", "LocalHost"},
        std::tuple{"http://[::1]:7700/", "/", "[::1]:7700"},
        std::tuple{"http://[::1]", "/", "[::1]"},
        std::tuple{"http://example.org:/x", "/x", "example.org:"},
        std::tuple{"http://example.org?x=1", "/?x=1", "example.org"}}) {
    const Read got = read(target);
    EXPECT_EQ(got.refused, 0) << target;
    EXPECT_EQ(got.target, path) << target;
    EXPECT_EQ(got.host, host) << target;
  }
}

TEST(AbsoluteTarget, WhatTwoReadersMightReadInTwoWaysIsRefused) {
  for (const std::string target :
       {"https://127.0.0.1/livez", "ftp://127.0.0.1/", "http:///livez", "http://", "://x/y",
        "http://user@127.0.0.1/", "http://127.0.0.1:80@example.org/", "http://127.0.0.1:x/",
        "http://127.0.0.1:1:2/", "http://a%2Fb/livez", "http://a\\b/livez", "http://[::1/livez",
        "http://[]/", "http://[::1]x/livez", "http://a#b/livez", "http://a;b/livez"}) {
    EXPECT_EQ(read(target).refused, 400) << target;
  }
  EXPECT_EQ(read("http://127.0.0.1/", "").refused, 400) << "HTTP/1.1 needs a Host all the same";
  EXPECT_EQ(read("http://127.0.0.1/", "Host: a\r\nHost: b\r\n").refused, 400);
}

TEST(AbsoluteTarget, OtherFormsStay) {
  for (const std::string target : {"/http://x/y", "*", "/a?b", "example.org:443", "x"}) {
    const Read got = read(target);
    EXPECT_EQ(got.target, target);
    EXPECT_EQ(got.host, "elsewhere.example");
  }
}

}  // namespace
}  // namespace facsim
