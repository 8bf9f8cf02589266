// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/byte_sink.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink_internal.h"
#include "facsim/files/packed_for_test.h"

namespace facsim {
namespace {

using for_test::bytes_of;
using for_test::Folder;
using for_test::pack;
using for_test::read_all;
using for_test::ReadAll;
using for_test::some_text;

constexpr Packing kWrittenPackings[] = {Packing::none, Packing::gzip, Packing::zstd, Packing::lz4};

std::string random_bytes(std::size_t bytes) {
  std::mt19937_64 random(bytes);
  std::string out(bytes, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(ByteSink, WhatIsWrittenIsRead) {
  const Folder folder;
  const std::string bytes[] = {"x", some_text(1'000'000), std::string(5'000'000, 'a'),
                               random_bytes(1'000'000)};
  int number = 0;
  for (const Packing packing : kWrittenPackings) {
    for (const std::string& text : bytes) {
      const std::string path = folder.file("deep/er/" + std::to_string(number++));
      const auto sink = create_bytes(path, packing);
      for (std::size_t at = 0, step = 1; at < text.size(); at += step, step = step * 3 + 1) {
        sink->write(std::string_view(text).substr(at, step));
      }
      sink->close();
      const ReadAll all = read_all(path);
      EXPECT_TRUE(all.bytes == text) << name_of(packing) << " " << text.size();
      EXPECT_FALSE(all.damage);
      EXPECT_EQ(packing_of(bytes_of(path)), packing);
    }
  }
}

TEST(ByteSink, MembersEndWhereTheyAreToldTo) {
  const Folder folder;
  for (const Packing packing : {Packing::gzip, Packing::zstd, Packing::lz4}) {
    const std::string path = folder.file(name_of(packing));
    const auto sink = create_bytes(path, packing);
    const std::string ready = pack(packing, "ready");
    sink->end_member();
    sink->write("first");
    sink->write("");
    sink->write(" member");
    sink->end_member();
    sink->end_member();
    sink->write("second");
    sink->write_packed(ready);
    sink->write_packed("");
    sink->write("last");
    sink->close();
    const ReadAll all = read_all(path);
    EXPECT_EQ(all.bytes, "first membersecondreadylast");
    EXPECT_FALSE(all.damage);
    ASSERT_EQ(all.starts.size(), 4U) << name_of(packing);
    EXPECT_EQ(all.starts[1].first, 12U);
    EXPECT_EQ(all.starts[2].first, 18U);
    EXPECT_EQ(all.starts[3].first, 23U);
    EXPECT_EQ(bytes_of(path).substr(all.starts[2].second, ready.size()), ready);
  }
}

TEST(ByteSink, NothingWrittenIsAFileThatReadersTake) {
  const Folder folder;
  for (const Packing packing : kWrittenPackings) {
    const std::string path = folder.file(name_of(packing));
    create_bytes(path, packing)->close();
    EXPECT_EQ(packing_of(bytes_of(path)), packing);
    EXPECT_EQ(read_all(path).bytes, "");
    EXPECT_FALSE(read_all(path).damage);
  }
}

// Similar text far back is found, within a window that every reader accepts without a flag.
TEST(ByteSink, ZstdReachesFarBack) {
  const Folder folder;
  const std::string path = folder.file("out.zst");
  const std::string far = random_bytes(1'000'000);
  const std::string between = random_bytes(20'000'000);
  const auto sink = create_bytes(path, Packing::zstd);
  for (const std::string& text : {far, between, far}) sink->write(text);
  sink->close();
  const std::string packed = bytes_of(path);
  EXPECT_LT(packed.size(), 21'200'000U);
  // RFC 8878, 3.1.1.1.2: after the magic number and the descriptor (no single segment).
  ASSERT_EQ(static_cast<unsigned char>(packed[4]) & 0x20U, 0U);
  EXPECT_LE((static_cast<unsigned char>(packed[5]) >> 3) + 10, 27);
  EXPECT_TRUE(read_all(path).bytes == far + between + far);
}

RC_GTEST_PROP(ByteSink, GzipIsReadByZlib, (const std::vector<std::string>& members)) {
  const Folder folder;
  const std::string path = folder.file("out.gz");
  const auto sink = create_bytes(path, Packing::gzip);
  std::string all;
  for (const std::string& member : members) {
    sink->write(member);
    sink->end_member();
    all += member;
  }
  sink->close();
  gzFile file = gzopen(path.c_str(), "rb");
  std::string slow(all.size() + 10, '\0');
  const int got = gzread(file, slow.data(), static_cast<unsigned>(slow.size()));
  RC_ASSERT(gzclose(file) == Z_OK);
  RC_ASSERT(static_cast<std::size_t>(got) == all.size());
  slow.resize(all.size());
  RC_ASSERT(slow == all);
}

TEST(ByteSink, AFileThatExistsIsNotOverwritten) {
  const Folder folder;
  const std::string path = folder.put("there", "precious");
  try {
    (void)create_bytes(path, Packing::none);
    FAIL() << "an existing file was opened for writing";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::already_exists);
  }
  EXPECT_EQ(bytes_of(path), "precious");
  try {
    (void)create_bytes(path + "/below", Packing::none);
    FAIL() << "a file served as folder";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::io);
  }
}

// Every byte is written to the full disk at some time: while writing, or at the latest in close().
TEST(ByteSink, AFullDiskIsAnError) {
  for (const Packing packing : kWrittenPackings) {
    for (const std::size_t bytes : {std::size_t{10}, std::size_t{2'000'000}}) {
      const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
      if (full < 0) GTEST_SKIP() << "skipped: no /dev/full";
      const auto sink = make_sink({FileHandle(full), "/out/pages.warc"}, packing);
      try {
        sink->write(random_bytes(bytes));
        sink->close();
        FAIL() << "a full disk took everything: " << name_of(packing);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::no_space);
        EXPECT_EQ(error.where(), "/out/pages.warc");
      }
    }
  }
}

}  // namespace
}  // namespace facsim
