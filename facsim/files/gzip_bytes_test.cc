// SPDX-License-Identifier: Apache-2.0
// zlib unpacks, as the reference.
#include "facsim/files/gzip_bytes.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace facsim {
namespace {

std::string unpacked(std::string packed, std::size_t size) {
  std::string bytes(size + 1, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

TEST(GzipBytes, ZlibReadsThem) {
  for (const std::size_t size : {0U, 1U, 100U, 100'000U, 3'000'000U}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>(i * i / 7 % 251);
    EXPECT_EQ(unpacked(gzip_bytes(text), size), text);
  }
}

TEST(GzipBytes, SmallerThanWhatRepeats) {
  EXPECT_LT(gzip_bytes(std::string(100'000, 'a')).size(), 1000U);
}

}  // namespace
}  // namespace facsim
