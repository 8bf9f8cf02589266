// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/byte_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/files/packed_for_test.h"

namespace facsim {
namespace {

using for_test::deflated;
using for_test::Folder;
using for_test::gzip_member;
using for_test::lz4_frame;
using for_test::pack;
using for_test::read_all;
using for_test::ReadAll;
using for_test::skippable_frame;
using for_test::some_text;
using for_test::Wrapper;
using for_test::zstd_frame;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using testing::StartsWith;

constexpr Packing kPackings[] = {Packing::gzip, Packing::zstd, Packing::lz4};

TEST(ByteSource, TellsThePackingByTheFirstBytes) {
  EXPECT_EQ(packing_of(gzip_member("x")), Packing::gzip);
  EXPECT_EQ(packing_of(zstd_frame("x")), Packing::zstd);
  EXPECT_EQ(packing_of(lz4_frame("x")), Packing::lz4);
  EXPECT_EQ(packing_of("\x1f\x8b"), Packing::gzip);
  EXPECT_EQ(packing_of("\x1f\x8b\x07"), Packing::none);
  EXPECT_EQ(packing_of("\x1f"), Packing::none);
  EXPECT_EQ(packing_of("{\"text\": 1}"), Packing::none);
  EXPECT_EQ(packing_of(""), Packing::none);
  EXPECT_EQ(name_of(Packing::zstd), "zstd");
}

TEST(ByteSource, EmptyFileIsEmptyAndWhole) {
  const Folder folder;
  const ReadAll all = read_all(folder.put("empty", ""));
  EXPECT_EQ(all.bytes, "");
  EXPECT_FALSE(all.damage);
}

TEST(ByteSource, PlainFileHasItsBytesAndNoMembers) {
  const Folder folder;
  const std::string text = some_text(1'500'000);
  const ReadAll all = read_all(folder.put("plain", text), 7777);
  EXPECT_EQ(all.bytes, text);
  EXPECT_FALSE(all.damage);
  EXPECT_TRUE(all.starts.empty());
}

TEST(ByteSource, ManyMembersReadAsOneAndTellWhereTheyBegin) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    const std::string first = pack(packing, some_text(100'000, 1));
    const std::string empty = pack(packing, "");
    const std::string second = pack(packing, some_text(3, 2));
    const std::string path = folder.put("many", first + empty + second);
    for (const std::size_t step : {std::size_t{1}, std::size_t{999}, std::size_t{1} << 20}) {
      const ReadAll all = read_all(path, step);
      EXPECT_EQ(all.bytes, some_text(100'000, 1) + some_text(3, 2)) << name_of(packing);
      EXPECT_FALSE(all.damage);
      EXPECT_THAT(all.starts, ElementsAre(Pair(0, 0), Pair(100'000, first.size() + empty.size())));
    }
  }
}

TEST(ByteSource, AskingForAStartAgainOrPastItIsFine) {
  const Folder folder;
  const std::string one = gzip_member("one");
  const auto source = open_bytes(folder.put("two", one + gzip_member("two")));
  std::string buffer(100, '\0');
  ASSERT_EQ(source->read(buffer), 6U);
  EXPECT_EQ(source->member_at(0), 0U);
  EXPECT_EQ(source->member_at(0), 0U);
  EXPECT_EQ(source->member_at(1), std::nullopt);
  EXPECT_EQ(source->member_at(3), one.size());
  EXPECT_EQ(source->member_at(0), std::nullopt);
  EXPECT_EQ(source->read(buffer), 0U);
  EXPECT_EQ(source->packed_position(), one.size() * 2);
}

TEST(ByteSource, ReadsEveryOptionalFieldOfAGzipHeader) {
  const Folder folder;
  std::string extra = "sl\4abcd";
  std::string name = "a name.warc";
  std::string comment(70'000, 'c');
  gz_header header = {};
  header.extra = reinterpret_cast<Bytef*>(extra.data());
  header.extra_len = static_cast<uInt>(extra.size());
  header.name = reinterpret_cast<Bytef*>(name.data());
  header.comment = reinterpret_cast<Bytef*>(comment.data());
  header.hcrc = 1;
  std::string packed = gzip_member("before ");
  gz_header copy = header;
  // deflateBound does not count a long comment, so this header has none.
  copy.comment = nullptr;
  packed += deflated("with fields", Wrapper::gzip, 6, &copy) + gzip_member(" after");
  const ReadAll all = read_all(folder.put("fields", packed), 5);
  EXPECT_EQ(all.bytes, "before with fields after");
  EXPECT_FALSE(all.damage);
}

TEST(ByteSource, ZerosBehindTheLastMemberArePadding) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    const std::string packed = pack(packing, "text") + std::string(600'000, '\0');
    const ReadAll all = read_all(folder.put("padded", packed));
    EXPECT_EQ(all.bytes, "text");
    EXPECT_FALSE(all.damage) << name_of(packing);
  }
}

TEST(ByteSource, OtherBytesBehindTheLastMemberAreDamage) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    const std::string packed = pack(packing, "text");
    const ReadAll all = read_all(folder.put("garbage", packed + "garbage"));
    EXPECT_EQ(all.bytes, "text");
    ASSERT_TRUE(all.damage) << name_of(packing);
    EXPECT_THAT(all.damage->what, StartsWith("bytes that are no "));
    EXPECT_EQ(all.damage->packed_offset, packed.size());
    EXPECT_TRUE(all.damage->outside_members);
  }
}

TEST(ByteSource, BytesBetweenMembersMayHaveBeenOne) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    std::string lost = pack(packing, some_text(300));
    lost[0] ^= 1;
    const std::string packed = pack(packing, "first ") + lost + pack(packing, "last");
    const ReadAll all = read_all(folder.put("hole", packed));
    EXPECT_EQ(all.bytes, "first last") << name_of(packing);
    ASSERT_TRUE(all.damage) << name_of(packing);
    EXPECT_FALSE(all.damage->outside_members) << name_of(packing);
  }
}

// All remaining bytes of a truncated file are returned, and the cut is reported, at every byte
// except where a member ends.
TEST(ByteSource, ACutIsToldAtEveryByte) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    const std::string text = some_text(700);
    const std::string first = pack(packing, text);
    const std::string packed = first + pack(packing, text);
    std::size_t least = 0;
    for (std::size_t cut = 4; cut <= packed.size(); ++cut) {
      const ReadAll all = read_all(folder.put("cut", packed.substr(0, cut)));
      EXPECT_THAT(text + text, StartsWith(all.bytes));
      EXPECT_GE(all.bytes.size(), least);
      least = all.bytes.size();
      const bool whole = cut == first.size() || cut == packed.size();
      EXPECT_EQ(all.damage.has_value(), !whole) << name_of(packing) << " cut at " << cut;
      if (!whole) {
        EXPECT_THAT(all.damage->what, HasSubstr("cut short"));
        EXPECT_FALSE(all.damage->outside_members);
        EXPECT_EQ(all.damage->packed_offset, cut < first.size() ? 0 : first.size());
      }
    }
    EXPECT_EQ(least, 2 * text.size());
  }
}

// Bytes that zlib can still unpack of a truncated member must be returned, except for the last
// symbols: isa-l decodes up to three at once and needs more bits than the last one has.
TEST(ByteSource, ACutGzipGivesAsMuchAsZlib) {
  const Folder folder;
  const std::string packed = gzip_member(some_text(300'000));
  for (std::size_t cut = 1000; cut < packed.size(); cut += 4321) {
    z_stream stream = {};
    ASSERT_EQ(inflateInit2(&stream, 31), Z_OK);
    std::string out(400'000, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(cut);
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    inflate(&stream, Z_SYNC_FLUSH);
    const ReadAll all = read_all(folder.put("cut", packed.substr(0, cut)));
    EXPECT_GE(all.bytes.size() + 3, stream.total_out) << cut;
    inflateEnd(&stream);
  }
}

TEST(ByteSource, ADamagedMemberCostsOneMember) {
  const Folder folder;
  for (const Packing packing : kPackings) {
    std::string before;
    std::string broken = pack(packing, some_text(20'000, 50));
    std::string after;
    for (std::uint64_t i = 0; i < 20; ++i) before += pack(packing, some_text(3000, i));
    for (std::uint64_t i = 20; i < 40; ++i) after += pack(packing, some_text(3000, i));
    for (std::size_t at = broken.size() / 2; at < broken.size() / 2 + 20; ++at) {
      std::string bad = broken;
      bad.replace(at, 30, std::string(30, '\xff'));
      const ReadAll all = read_all(folder.put("broken", before + bad + after));
      std::string text;
      for (std::uint64_t i = 0; i < 20; ++i) text += some_text(3000, i);
      EXPECT_THAT(all.bytes, StartsWith(text)) << name_of(packing);
      text.clear();
      for (std::uint64_t i = 20; i < 40; ++i) text += some_text(3000, i);
      EXPECT_THAT(all.bytes, testing::EndsWith(text)) << name_of(packing) << " at " << at;
      ASSERT_TRUE(all.damage);
      EXPECT_THAT(all.damage->what, HasSubstr("is damaged"));
      EXPECT_EQ(all.damage->packed_offset, before.size());
      // 20 members before, 20 after, and the broken one if any of its bytes were returned.
      EXPECT_GE(all.starts.size(), 40U);
      EXPECT_LE(all.starts.size(), 41U);
      const auto [unpacked, packed] = all.starts.at(all.starts.size() - 20);
      EXPECT_EQ(packed, before.size() + bad.size());
      EXPECT_EQ(unpacked, all.bytes.size() - text.size());
    }
  }
}

TEST(ByteSource, ChecksumAndLengthOfAGzipMemberAreChecked) {
  const Folder folder;
  const std::string packed = gzip_member("some text");
  for (std::size_t back = 1; back <= 8; ++back) {
    std::string bad = packed;
    bad[bad.size() - back] ^= 1;
    const ReadAll all = read_all(folder.put("check", bad + gzip_member(", more text")));
    EXPECT_EQ(all.bytes, "some text, more text") << back;
    ASSERT_TRUE(all.damage) << back;
    EXPECT_THAT(all.damage->what, HasSubstr("checksum"));
  }
}

RC_GTEST_PROP(ByteSource, FlippedBytesNeverCrashOrHang, ()) {
  const Folder folder;
  const Packing packing =
      *rc::gen::elementOf(std::vector(std::begin(kPackings), std::end(kPackings)));
  std::string packed;
  const int members = *rc::gen::inRange(1, 5);
  std::size_t unpacked = 0;
  for (int i = 0; i < members; ++i) {
    const auto bytes = *rc::gen::inRange<std::size_t>(0, 3000);
    packed += pack(packing, some_text(bytes, bytes));
    unpacked += bytes;
  }
  const int flips = *rc::gen::inRange(1, 6);
  for (int i = 0; i < flips; ++i) {
    // The magic is not changed, or it would be a plain file.
    const auto at = *rc::gen::inRange<std::size_t>(4, packed.size());
    packed[at] = *rc::gen::arbitrary<char>();
  }
  const ReadAll all = read_all(folder.put("flipped", packed));
  // The output stays in proportion: deflate unpacks one byte to at most 1032, lz4 to 255.
  RC_ASSERT(all.bytes.size() <= unpacked + packed.size() * 1100 * 5 + (1U << 18));
}

// Members inside members, each broken: going back after each must not take quadratic time.
TEST(ByteSource, NestedBrokenStartsTakeLinearTime) {
  const Folder folder;
  std::string packed;
  const std::string header("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  // A stored block of 26 bytes begins after each header and contains the next header.
  const std::string stored("\0\x1a\0\xe5\xff", 5);
  while (packed.size() < 3'000'000) packed += header + stored + "elevenbytes";
  const auto begin = std::chrono::steady_clock::now();
  const ReadAll all = read_all(folder.put("nested", packed));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(all.damage);
  EXPECT_LT(took.count(), 60.0);
}

TEST(ByteSource, ZstdWithLongWindowAndSkippableFrames) {
  const Folder folder;
  const std::string text = some_text(3'000'000);
  for (const int window_log : {10, 27, 30}) {
    const std::string packed = skippable_frame(some_text(500)) + zstd_frame(text, 1, window_log) +
                               skippable_frame("") + zstd_frame("end");
    const ReadAll all = read_all(folder.put("long", packed));
    EXPECT_EQ(all.bytes, text + "end") << window_log;
    EXPECT_FALSE(all.damage);
    EXPECT_THAT(all.starts, testing::SizeIs(2));
    EXPECT_EQ(all.starts.at(0).second, 508U);
  }
}

TEST(ByteSource, SkippableFrameInFrontOfLz4IsLz4) {
  const Folder folder;
  const std::string packed =
      skippable_frame(some_text(70'000), 3) + skippable_frame("x") + lz4_frame("text");
  const ReadAll all = read_all(folder.put("skip", packed));
  EXPECT_EQ(all.bytes, "text");
  EXPECT_FALSE(all.damage);
}

TEST(ByteSource, WarcZstDictionaryRawOrPacked) {
  const Folder folder;
  const std::string dictionary = some_text(20'000, 9);
  const std::string text = dictionary.substr(5'000, 9'000);
  const std::string frames = zstd_frame(text, 3, 0, dictionary) + zstd_frame("b", 3, 0, dictionary);
  EXPECT_LT(frames.size(), 500U) << "the dictionary was not used";
  for (const std::string& held : {dictionary, zstd_frame(dictionary)}) {
    const ReadAll all = read_all(folder.put("dict", skippable_frame(held, 13) + frames));
    EXPECT_EQ(all.bytes, text + "b");
    EXPECT_FALSE(all.damage);
    EXPECT_EQ(all.starts.at(0).second, held.size() + 8);
  }
  EXPECT_TRUE(read_all(folder.put("none", frames)).damage);
  const std::string broken = zstd_frame(dictionary).substr(0, 300);
  EXPECT_TRUE(read_all(folder.put("bad", skippable_frame(broken, 13) + frames)).damage);
}

TEST(ByteSource, SkippableFrameThatClaimsMoreThanThereIs) {
  const Folder folder;
  std::string frame = skippable_frame("abc", 13);
  frame[7] = '\x7f';
  const ReadAll all = read_all(folder.put("claims", frame));
  EXPECT_EQ(all.bytes, "");
  ASSERT_TRUE(all.damage);
  EXPECT_THAT(all.damage->what, HasSubstr("skippable"));
}

TEST(ByteSource, PipesAreReadInOrder) {
  const Folder folder;
  const std::string path = folder.file("fifo");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string bad = gzip_member(some_text(5000, 2)).replace(100, 30, std::string(30, '\xff'));
  const std::string packed = gzip_member(some_text(300'000, 1)) + bad + gzip_member("end");
  std::thread writer([&] { std::ofstream(path, std::ios::binary) << packed; });
  const ReadAll all = read_all(path);
  writer.join();
  EXPECT_THAT(all.bytes, StartsWith(some_text(300'000, 1)));
  EXPECT_THAT(all.bytes, testing::EndsWith("end"));
  EXPECT_TRUE(all.damage);
}

TEST(ByteSource, WhatTheSystemRefusesIsAnError) {
  const Folder folder;
  try {
    (void)open_bytes(folder.file("missing"));
    FAIL() << "a missing file was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_found);
    EXPECT_EQ(error.where(), folder.file("missing"));
  }
  try {
    (void)open_bytes(folder.path());
    FAIL() << "a folder was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::io);
  }
}

// For real crawl files, this reads the same bytes as zlib.
TEST(ByteSource, ReadsRealCrawlFilesLikeZlib) {
  const char* data = std::getenv("FACSIM_DATA");
  const std::filesystem::path samples =
      std::filesystem::path(data == nullptr ? "" : data) / "warc_samples";
  if (data == nullptr || !std::filesystem::is_directory(samples)) {
    GTEST_SKIP() << "skipped: no data at FACSIM_DATA/warc_samples";
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
    if (entry.path().extension() != ".gz") continue;
    const ReadAll all = read_all(entry.path().string());
    if (all.damage) continue;
    std::string slow;
    gzFile file = gzopen(entry.path().c_str(), "rb");
    std::string buffer(1 << 16, '\0');
    for (int n = 0; (n = gzread(file, buffer.data(), 1 << 16)) > 0;) {
      slow.append(buffer, 0, static_cast<std::size_t>(n));
    }
    gzclose(file);
    EXPECT_TRUE(all.bytes == slow) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace facsim
