// SPDX-License-Identifier: Apache-2.0
// Content encodings besides gzip: br, zstd, several of them, and names that facsim cannot undo.
#include <brotli/encode.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include "facsim/input/http_message_internal.h"

namespace facsim {
namespace {

std::string brotli(std::string_view bytes) {
  std::string packed(BrotliEncoderMaxCompressedSize(bytes.size()) + 64, '\0');
  std::size_t size = packed.size();
  EXPECT_EQ(BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, bytes.size(),
                                  reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                                  reinterpret_cast<std::uint8_t*>(packed.data())),
            BROTLI_TRUE);
  packed.resize(size);
  return packed;
}

std::string zstd(std::string_view bytes) {
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), 3));
  return packed;
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string chunked(const std::string& body) {
  char size[20];
  std::snprintf(size, sizeof size, "%zx\r\n", body.size());
  return size + body + "\r\n0\r\n\r\n";
}

std::string page() {
  std::string text = "<p>";
  for (int i = 0; i < 3000; ++i) text += std::to_string(i * 7919) + " ";
  return text;
}

HttpBody with(const std::string& fields, const std::string& body, std::size_t bytes_max = 100'000) {
  const std::string message = "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n" + body;
  const HttpHead head = parse_http_head(message);
  return read_http_body(head, std::string_view(message).substr(head.header_bytes), bytes_max);
}

HttpBody encoded(const std::string& encoding, const std::string& body,
                 std::size_t bytes_max = 100'000) {
  return with("Content-Encoding: " + encoding, body, bytes_max);
}

TEST(HttpEncodings, BrotliAndZstd) {
  EXPECT_EQ(encoded("br", brotli(page())).bytes, page());
  EXPECT_EQ(encoded(" BR ", brotli(page())).bytes, page());
  EXPECT_EQ(encoded("zstd", zstd(page())).bytes, page());
  EXPECT_EQ(encoded("br", brotli("a")).bytes, "a");
  EXPECT_EQ(encoded("br", brotli("")).bytes, "");
  EXPECT_EQ(encoded("br", "").bytes, "");
}

TEST(HttpEncodings, TheLastOneNamedIsUndoneFirst) {
  EXPECT_EQ(encoded("gzip, br", brotli(gzip(page()))).bytes, page());
  EXPECT_EQ(encoded("br, gzip", gzip(brotli(page()))).bytes, page());
  EXPECT_EQ(encoded("zstd,identity,br", brotli(zstd(page()))).bytes, page());
  EXPECT_EQ(encoded("br, br", brotli(brotli(page()))).bytes, page());
  EXPECT_EQ(encoded("br,br,br,br,br", brotli(page())).skip, Skip::bad_body);
}

TEST(HttpEncodings, InChunksAndWithTransferCodings) {
  const std::string chunks = "Transfer-Encoding: chunked\r\nContent-Encoding: ";
  EXPECT_EQ(with(chunks + "br", chunked(brotli(page()))).bytes, page());
  EXPECT_EQ(with(chunks + "gzip, zstd", chunked(zstd(gzip(page())))).bytes, page());
  EXPECT_EQ(with("Transfer-Encoding: gzip, chunked", chunked(gzip(page()))).bytes, page());
  EXPECT_EQ(with("Transfer-Encoding: gzip, chunked\r\nContent-Encoding: br",
                 chunked(gzip(brotli(page()))))
                .bytes,
            page());
  // Stated twice but applied once.
  EXPECT_EQ(with("Transfer-Encoding: gzip\r\nContent-Encoding: gzip", gzip(page())).bytes, page());
}

TEST(HttpEncodings, StoredDecodedIsTakenAsItLies) {
  const std::string plain = "Plain text, stored decoded: caf\xC3\xA9. " + page().substr(3);
  const std::string latin = "<html><p>caf\xE9</p>";
  for (const char* const encoding :
       {"br", "zstd", "compress", "dcb", "gzip, br", "none", "utf-8"}) {
    EXPECT_EQ(encoded(encoding, page()).bytes, page()) << encoding;
    EXPECT_EQ(encoded(encoding, plain).bytes, plain) << encoding;
    EXPECT_EQ(encoded(encoding, latin).bytes, latin) << encoding;
    EXPECT_EQ(encoded(encoding, " \n" + latin).bytes, " \n" + latin) << encoding;
  }
}

TEST(HttpEncodings, ACutBodyGivesItsBeginning) {
  for (const auto& [encoding, packed] :
       {std::pair{"br", brotli(page())}, std::pair{"gzip, br", brotli(gzip(page()))}}) {
    const HttpBody cut = encoded(encoding, packed.substr(0, packed.size() / 2));
    EXPECT_EQ(cut.skip, Skip::none) << encoding;
    EXPECT_GT(cut.bytes.size(), page().size() / 4) << encoding;
    EXPECT_TRUE(page().starts_with(cut.bytes)) << encoding;
  }
  EXPECT_EQ(encoded("br", brotli(page()).substr(0, 3)).skip, Skip::bad_body);
}

TEST(HttpEncodings, ABombIsTooLarge) {
  std::string zeros;
  zeros.resize(30'000'000);
  for (const auto& [encoding, packed] :
       {std::pair{"br", brotli(zeros)}, std::pair{"zstd", zstd(zeros)},
        std::pair{"br, gzip", gzip(brotli(zeros))}, std::pair{"gzip, br", brotli(gzip(zeros))}}) {
    EXPECT_LT(packed.size(), 50'000U);
    const HttpBody body = encoded(encoding, packed);
    EXPECT_EQ(body.skip, Skip::too_large) << encoding;
    EXPECT_LT(body.bytes.capacity(), 1'000'000U) << encoding;
  }
  EXPECT_EQ(encoded("br", brotli(page()), page().size()).skip, Skip::none);
  EXPECT_EQ(encoded("br", brotli(page()), page().size() - 1).skip, Skip::too_large);
}

TEST(HttpEncodings, WhatNobodyCanUndoHasItsOwnName) {
  const std::string packed = gzip(page());  // as binary as any
  for (const char* const encoding : {"compress", "x-compress", "dcb", "sdch", "exi", "xz", "lz4"}) {
    EXPECT_EQ(encoded(encoding, packed).skip, Skip::unknown_encoding) << encoding;
  }
  EXPECT_EQ(encoded("my-own", packed).skip, Skip::unknown_encoding);
  EXPECT_EQ(encoded("my-own, gzip", gzip(packed)).skip, Skip::unknown_encoding);
  EXPECT_EQ(encoded("br", packed).skip, Skip::bad_body);
  EXPECT_EQ(encoded("zstd", packed).skip, Skip::bad_body);
  EXPECT_EQ(encoded("identity", packed).bytes, packed);
  EXPECT_EQ(encoded("", packed).bytes, packed);
  EXPECT_EQ(name_of(Skip::unknown_encoding), "unknown_encoding");
}

RC_GTEST_PROP(HttpEncodings, AnyBytesAreAValue, (const std::string& bytes)) {
  const auto encoding = *rc::gen::element<std::string>("br", "zstd", "br, gzip", "gzip, br", "exi");
  RC_ASSERT(encoded(encoding, bytes, 1000).bytes.size() <= 1000U);
  (void)encoded(encoding, brotli(bytes).substr(0, bytes.size()), 1000);
}

}  // namespace
}  // namespace facsim
