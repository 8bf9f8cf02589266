// SPDX-License-Identifier: Apache-2.0
// The examples of FIPS 180 and RFC 4648, and the digest of an empty payload in other archives.
#include "facsim/input/sha.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace facsim {
namespace {

std::string hexadecimal(const Sha256& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

TEST(Sha, Sha256OfKnownTexts) {
  EXPECT_EQ(hexadecimal(sha256("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hexadecimal(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha, Sha1AsArchivesWriteIt) {
  EXPECT_EQ(sha1_label(""), "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ");
  EXPECT_EQ(sha1_label("abc"), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
  EXPECT_EQ(sha1_label(std::string(1000, 'a')), sha1_label(std::string(1000, 'a')));
  EXPECT_NE(sha1_label(std::string(1000, 'a')), sha1_label(std::string(1001, 'a')));
}

}  // namespace
}  // namespace facsim
