// SPDX-License-Identifier: Apache-2.0
// xz and bzip2 files: one stream or many, complete, truncated, damaged, and packed by facsim.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/files/byte_sink.h"
#include "facsim/files/packed_for_test.h"
#include "facsim/files/unpacker.h"

namespace facsim {
namespace {

using for_test::bytes_of;
using for_test::Folder;
using for_test::pack;
using for_test::read_all;
using for_test::ReadAll;
using for_test::some_text;

constexpr Packing kBoth[] = {Packing::xz, Packing::bzip2};

TEST(XzBzip2, ToldByTheFirstBytes) {
  for (const Packing packing : kBoth) {
    EXPECT_EQ(packing_of(pack(packing, "text")), packing);
    EXPECT_EQ(packing_of(pack(packing, "")), packing);
  }
  // Words that begin in the same way.
  for (const char* const text : {"BZh", "BZh9", "BZhang wrote this", "BZh9 is a bus", "\3757zX"}) {
    EXPECT_EQ(packing_of(text), Packing::none) << text;
  }
}

TEST(XzBzip2, ManyStreamsReadAsOneAndTellWhereTheyBegin) {
  const Folder folder;
  for (const Packing packing : kBoth) {
    std::string packed;
    std::string text;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> starts;
    for (const std::size_t bytes : {100U, 1U, 0U, 250'000U, 40U}) {
      if (bytes > 0) starts.emplace_back(text.size(), packed.size());
      packed += pack(packing, some_text(bytes, bytes));
      text += some_text(bytes, bytes);
    }
    packed.append(8, '\0');  // padding, as xz(1) allows
    for (const std::size_t step : {std::size_t{1}, std::size_t{777}, std::size_t{1} << 20}) {
      const ReadAll read = read_all(folder.put("many", packed), step);
      EXPECT_TRUE(read.bytes == text) << name_of(packing);
      EXPECT_FALSE(read.damage) << name_of(packing);
      EXPECT_EQ(read.starts, starts) << name_of(packing);
    }
  }
}

TEST(XzBzip2, EveryCutIsTold) {
  const Folder folder;
  for (const Packing packing : kBoth) {
    const std::string text = some_text(3000);
    const std::string packed = pack(packing, text);
    for (std::size_t cut = 12; cut < packed.size(); ++cut) {
      const ReadAll read = read_all(folder.put("cut", packed.substr(0, cut)));
      ASSERT_TRUE(read.damage) << name_of(packing) << " cut at " << cut;
      EXPECT_EQ(read.damage->what,
                packing == Packing::xz ? "xz stream is cut short" : "bzip2 stream is cut short");
      EXPECT_TRUE(text.starts_with(read.bytes));
    }
  }
}

TEST(XzBzip2, ADamagedStreamCostsOneStream) {
  const Folder folder;
  for (const Packing packing : kBoth) {
    std::string damaged = pack(packing, some_text(5000, 2));
    damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 0x55);
    const std::string first = pack(packing, some_text(5000, 1));
    const ReadAll read =
        read_all(folder.put("damaged", first + damaged + pack(packing, some_text(5000, 3))));
    ASSERT_TRUE(read.damage) << name_of(packing);
    EXPECT_EQ(read.damage->packed_offset, first.size());
    EXPECT_TRUE(read.bytes.starts_with(some_text(5000, 1)));
    EXPECT_TRUE(read.bytes.ends_with(some_text(5000, 3)));
  }
}

// A dictionary larger than any machine's memory is damage; memory of its size is never touched.
TEST(XzBzip2, AnXzStreamThatWantsTooMuchMemoryIsDamaged) {
  lzma_options_lzma options = {};
  ASSERT_FALSE(lzma_lzma_preset(&options, 0));
  options.dict_size = LZMA_DICT_SIZE_MIN;
  const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, nullptr}};
  std::string packed(1000, '\0');
  std::size_t size = 0;
  const std::uint8_t text[] = {'t', 'e', 'x', 't'};
  ASSERT_EQ(lzma_stream_buffer_encode(const_cast<lzma_filter*>(filters), LZMA_CHECK_CRC32, nullptr,
                                      text, sizeof text,
                                      reinterpret_cast<std::uint8_t*>(packed.data()), &size, 1000),
            LZMA_OK);
  packed.resize(size);
  // The byte after filter 0x21 and its size 1 is the dictionary: 40 means 4 GiB.
  const std::size_t at = packed.find("\x21\x01") + 2;
  packed[at] = 40;
  const std::size_t header = 12;
  const std::size_t checksum = header + (static_cast<unsigned char>(packed[header]) + 1U) * 4 - 4;
  const std::uint32_t crc = lzma_crc32(
      reinterpret_cast<const std::uint8_t*>(packed.data()) + header, checksum - header, 0);
  for (unsigned i = 0; i < 4; ++i) packed[checksum + i] = static_cast<char>(crc >> (8 * i));
  const Folder folder;
  const ReadAll read = read_all(folder.put("greedy.xz", packed));
  ASSERT_TRUE(read.damage);
  EXPECT_NE(read.damage->what.find("2 GiB"), std::string::npos) << read.damage->what;
}

TEST(XzBzip2, WhatWePackIsReadAgain) {
  const Folder folder;
  for (const Packing packing : kBoth) {
    const std::string path = folder.file(name_of(packing));
    const std::string other = pack(packing, "packed elsewhere");
    const auto sink = create_bytes(path, packing);
    sink->write(some_text(100'000, 1));
    sink->write("and more");
    sink->end_member();
    sink->write_packed(other);
    sink->write(some_text(2'000'000, 2));
    sink->close();
    const ReadAll read = read_all(path);
    EXPECT_FALSE(read.damage) << name_of(packing);
    EXPECT_EQ(read.starts.size(), 3U);
    EXPECT_TRUE(read.bytes ==
                some_text(100'000, 1) + "and more" + "packed elsewhere" + some_text(2'000'000, 2));

    const std::string empty = folder.file(std::string(name_of(packing)) + "-empty");
    create_bytes(empty, packing)->close();
    EXPECT_EQ(packing_of(bytes_of(empty)), packing);
    EXPECT_EQ(read_all(empty).bytes, "");
    EXPECT_FALSE(read_all(empty).damage);
  }
}

RC_GTEST_PROP(XzBzip2, FlippedBytesNeverCrashOrHang, ()) {
  const Folder folder;
  const auto packing =
      *rc::gen::elementOf(std::vector<Packing>(std::begin(kBoth), std::end(kBoth)));
  std::string packed;
  for (int left = *rc::gen::inRange(1, 4); left > 0; --left) {
    packed += pack(packing, some_text(*rc::gen::inRange<std::size_t>(0, 3000)));
  }
  for (int left = *rc::gen::inRange(1, 6); left > 0; --left) {
    packed[*rc::gen::inRange<std::size_t>(0, packed.size())] = *rc::gen::arbitrary<char>();
  }
  (void)read_all(folder.put("flipped", packed));
}

}  // namespace
}  // namespace facsim
