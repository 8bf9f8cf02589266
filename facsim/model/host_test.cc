// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/host.h"

#include <gtest/gtest.h>

namespace facsim {
namespace {

TEST(HostOf, TakesHostsOutOfUrls) {
  EXPECT_EQ(host_of("https://User:pw@WWW.Example.org:8080/path?q#f"), "www.example.org");
  EXPECT_EQ(host_of("http://[::1]:80/"), "[::1]");
  EXPECT_EQ(host_of("http://example.org."), "example.org");
  EXPECT_EQ(host_of("ftp://example.org?x"), "example.org");
  EXPECT_EQ(host_of("not a url"), "");
  EXPECT_EQ(host_of(""), "");
  EXPECT_EQ(host_of("http://"), "");
}

}  // namespace
}  // namespace facsim
