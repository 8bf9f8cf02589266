// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/segment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <random>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/segment_format_internal.h"

namespace facsim {
namespace {

using testing::HasSubstr;

using Sections = std::vector<std::pair<std::string, std::string>>;

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string noise(std::size_t bytes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string out(bytes, '\0');
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
    const std::uint64_t value = random();
    std::memcpy(out.data() + at, &value, std::min(sizeof value, bytes - at));
  }
  return out;
}

class SegmentTest : public testing::Test {
 protected:
  SegmentTest() { std::filesystem::create_directory(work_); }
  [[nodiscard]] std::string path(const std::string& name = "000001.seg") const {
    return work_ + "/" + name;
  }
  [[nodiscard]] FileStamp write(const Sections& sections) const {
    SegmentWriter writer(path(), "fingerprints", RecipeId{0x9f2c});
    for (const auto& [name, bytes] : sections) writer.add(name, bytes_of(bytes));
    return writer.commit();
  }
  [[nodiscard]] std::string file() const { return for_test::bytes_of(path()); }
  void put(const std::string& bytes) const { for_test::put(path(), bytes); }
  void flip(std::size_t at, int bit) const { for_test::flip_bit(path(), at, bit); }
  [[nodiscard]] std::size_t files_in_folder() const {
    const std::filesystem::directory_iterator entries(work_);
    return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
  }
  // The error code of opening the file, or nothing.
  [[nodiscard]] std::optional<ErrorCode> refusal(Residence residence = Residence::mapped) const {
    try {
      [[maybe_unused]] const Segment segment = Segment::open(path(), residence);
    } catch (const Error& failed) {
      EXPECT_THAT(failed.what(), HasSubstr(path()));
      return failed.code();
    }
    return std::nullopt;
  }

  TempFolder folder_{testing::TempDir()};
  std::string work_ = folder_.path() + "/work";
};

// Makes the checksum of a changed header correct, as a forger would.
void seal_header(std::string& file) {
  const std::uint64_t digest = hash64(std::string_view(file).substr(0, kSegmentHeaderBytes - 8));
  std::memcpy(file.data() + kSegmentHeaderBytes - 8, &digest, sizeof digest);
}

void seal_table(std::string& file) {
  std::uint64_t begin = 0;
  std::uint32_t sections = 0;
  std::memcpy(&begin, file.data() + 24, sizeof begin);
  std::memcpy(&sections, file.data() + 12, sizeof sections);
  const std::uint64_t checksum =
      hash64(std::string_view(file).substr(begin, kSectionEntryBytes * sections));
  std::memcpy(file.data() + 32, &checksum, sizeof checksum);
  seal_header(file);
}

TEST_F(SegmentTest, WhatIsWrittenIsRead) {
  const std::size_t block = kSegmentBlockBytes;
  const Sections sections = {{"empty", ""},
                             {"table0/directory", "x"},
                             {"a", noise(63, 1)},
                             {"b", noise(block - 1, 2)},
                             {"c", noise(block, 3)},
                             {"d", noise(1, 4)},
                             {"e", noise(block + 1, 5)},
                             {"f", noise(3 * block, 6)},
                             {"last", ""}};
  const FileStamp stamp = write(sections);
  for (const Residence residence : {Residence::mapped, Residence::loaded}) {
    const Segment segment = Segment::open(path(), residence);
    EXPECT_EQ(segment.stamp(), stamp);
    EXPECT_EQ(stamp.bytes, std::filesystem::file_size(path()));
    EXPECT_EQ(segment.kind(), "fingerprints");
    EXPECT_EQ(segment.recipe(), RecipeId{0x9f2c});
    ASSERT_EQ(segment.sections().size(), sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const auto& [name, bytes] = sections[i];
      EXPECT_EQ(segment.sections()[i].name, name);
      const auto section = segment.section(name);
      EXPECT_TRUE(text_of(section) == bytes) << name;
      const auto begin = reinterpret_cast<std::uintptr_t>(section.data());
      EXPECT_EQ(begin % (bytes.size() >= block ? 4096 : 64), 0U) << name;
    }
    EXPECT_FALSE(segment.find("none"));
    EXPECT_THROW((void)segment.section("none"), Error);
    EXPECT_TRUE(segment.verify().empty());
  }
}

TEST_F(SegmentTest, NoSectionsAtAllIsASegment) {
  const FileStamp stamp = write({});
  EXPECT_EQ(stamp.bytes, kSegmentHeaderBytes);
  for (const Residence residence : {Residence::mapped, Residence::loaded}) {
    EXPECT_TRUE(Segment::open(path(), residence).verify().empty());
  }
}

RC_GTEST_FIXTURE_PROP(SegmentTest, AnySectionsInAnyPieces, ()) {
  const auto size = rc::gen::weightedOneOf<std::size_t>(
      {{4, rc::gen::inRange<std::size_t>(0, 200)},
       {1, rc::gen::inRange(kSegmentBlockBytes - 3, kSegmentBlockBytes + 3)},
       {1, rc::gen::inRange<std::size_t>(0, 3 * kSegmentBlockBytes)}});
  const auto sizes = *rc::gen::resize(
      8, rc::gen::container<std::vector<std::size_t>>(rc::gen::resize(rc::kNominalSize, size)));
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  std::mt19937_64 random(seed);
  Sections sections;
  {
    SegmentWriter writer(path(), "pages");
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      sections.emplace_back("s" + std::to_string(i), noise(sizes[i], seed + i));
      writer.begin(sections[i].first);
      std::string_view rest = sections[i].second;
      while (!rest.empty()) {
        const std::size_t longest = random() % 2 == 0 ? 100'000 : 3'000'000;
        const std::string_view piece = rest.substr(0, random() % longest);
        writer.write(bytes_of(piece));
        rest.remove_prefix(piece.size());
      }
    }
    (void)writer.commit();
  }
  for (const Residence residence : {Residence::mapped, Residence::loaded}) {
    const Segment segment = Segment::open(path(), residence);
    for (const auto& [name, bytes] : sections) RC_ASSERT(text_of(segment.section(name)) == bytes);
    std::uint64_t last = 0;
    std::uint64_t all = 0;
    const auto damages = segment.verify([&](std::uint64_t done, std::uint64_t total) {
      RC_ASSERT(done >= last && done <= total);
      last = done;
      all = total;
    });
    RC_ASSERT(damages.empty());
    RC_ASSERT(last == all);
  }
}

TEST_F(SegmentTest, TheSameSectionsAreTheSameBytes) {
  const Sections sections = {{"a", noise(100, 1)}, {"b", noise(kSegmentBlockBytes, 2)}};
  const FileStamp stamp = write(sections);
  const std::string first = file();
  EXPECT_EQ(write(sections), stamp);
  EXPECT_TRUE(file() == first);
  // Pinned, so that the format of version 1 cannot change unnoticed.
  (void)write({{"ordinals", "12345678"}});
  EXPECT_EQ(hash64(file()), 9382983007171375085U);
}

TEST_F(SegmentTest, ValuesAreSeenAsTheyLie) {
  const std::vector<std::uint64_t> values = {1, ~std::uint64_t{0}, 3};
  {
    SegmentWriter writer(path(), "fingerprints");
    writer.add("values", std::as_bytes(std::span(values)));
    (void)writer.commit();
  }
  const Segment segment = Segment::open(path());
  EXPECT_THAT(segment.section_of<std::uint64_t>("values"), testing::ElementsAreArray(values));
  struct Odd {
    std::array<char, 5> bytes;
  };
  EXPECT_THROW((void)segment.section_of<Odd>("values"), Error);
}

TEST_F(SegmentTest, EveryFlippedBitIsFound) {
  (void)write({{"one", noise(100, 1)}, {"none", ""}, {"two", noise(70, 2)}});
  const std::size_t bytes = file().size();
  ASSERT_LT(bytes, 1000U);
  for (std::size_t at = 0; at < bytes; ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      flip(at, bit);
      if (const auto refused = refusal()) {
        EXPECT_EQ(refused, ErrorCode::damaged) << at;
      } else {
        EXPECT_FALSE(Segment::open(path()).verify().empty()) << at;
      }
      EXPECT_EQ(refusal(Residence::loaded), ErrorCode::damaged) << at;
      flip(at, bit);
    }
  }
  EXPECT_TRUE(Segment::open(path(), Residence::loaded).verify().empty());
}

TEST_F(SegmentTest, EveryCutAndEveryGrowthIsRefused) {
  (void)write({{"one", noise(100, 1)}, {"two", noise(70, 2)}});
  const std::string good = file();
  put(good + '\0');
  EXPECT_EQ(refusal(), ErrorCode::damaged);
  for (std::size_t length = good.size(); length-- > 0;) {
    std::filesystem::resize_file(path(), length);
    EXPECT_EQ(refusal(), ErrorCode::damaged) << length;
  }
}

TEST_F(SegmentTest, VerifyNamesEveryDamagedBlock) {
  (void)write({{"small", "abc"}, {"large", noise(4 * kSegmentBlockBytes + 5, 1)}});
  std::string bad = file();
  const Segment before = Segment::open(path());
  const std::uint64_t begin = before.sections()[1].offset;
  ASSERT_EQ(begin, 4096U);
  for (const std::uint64_t at :
       {before.sections()[0].offset, begin - 1, begin + kSegmentBlockBytes,
        begin + 2 * kSegmentBlockBytes - 1, begin + 4 * kSegmentBlockBytes + 4}) {
    bad[at] = static_cast<char>(bad[at] ^ 1);
  }
  put(bad);
  const auto damages = Segment::open(path()).verify();
  ASSERT_EQ(damages.size(), 4U);
  EXPECT_EQ(damages[0].section, "small");
  EXPECT_EQ(damages[1].section, "padding");
  EXPECT_EQ(damages[2].section, "large");
  EXPECT_EQ(damages[2].offset, begin + kSegmentBlockBytes);
  EXPECT_EQ(damages[2].bytes, kSegmentBlockBytes);
  EXPECT_EQ(damages[3].offset, begin + 4 * kSegmentBlockBytes);
  EXPECT_EQ(damages[3].bytes, 5U);
  EXPECT_EQ(refusal(Residence::loaded), ErrorCode::damaged);
}

TEST_F(SegmentTest, AFileCutWhileItIsOpenIsDamageToVerify) {
  (void)write({{"large", noise(3 * kSegmentBlockBytes, 1)}});
  const Segment segment = Segment::open(path());
  std::filesystem::resize_file(path(), 2 * kSegmentBlockBytes);
  EXPECT_EQ(segment.verify().size(), 3U);  // two blocks, and the list of checksums
}

TEST_F(SegmentTest, ANewerVersionIsNoDamage) {
  (void)write({{"one", "x"}});
  std::string newer = file();
  newer[8] = 2;
  seal_header(newer);
  put(newer);
  EXPECT_EQ(refusal(), ErrorCode::unsupported);
}

TEST_F(SegmentTest, NumbersThatCannotBeAreRefused) {
  (void)write({{"one", noise(100, 1)}, {"two", noise(70, 2)}});
  const std::string good = file();
  const std::uint64_t huge[] = {
      ~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{1} << 32, 0, 1, 7};
  // Header: sections, length, table, blocks, kind, reserved.
  for (const std::size_t at : {12U, 16U, 24U, 40U, 64U, 96U, 112U}) {
    for (const std::uint64_t value : huge) {
      std::string bad = good;
      std::memcpy(bad.data() + at, &value, at == 12 ? 4 : 8);
      if (bad == good) continue;
      seal_header(bad);
      put(bad);
      EXPECT_EQ(refusal(), ErrorCode::damaged) << at << " " << value;
    }
  }
  // Section table: name, offset, size, first block, reserved of the second section.
  std::uint64_t table = 0;
  std::memcpy(&table, good.data() + 24, sizeof table);
  for (const std::size_t at : {0U, 24U, 32U, 40U, 48U, 56U}) {
    for (const std::uint64_t value : huge) {
      std::string bad = good;
      std::memcpy(bad.data() + table + kSectionEntryBytes + at, &value, sizeof value);
      if (bad == good) continue;
      seal_table(bad);
      put(bad);
      EXPECT_EQ(refusal(), ErrorCode::damaged) << at << " " << value;
    }
  }
  std::string twice = good;
  twice.replace(table + kSectionEntryBytes, 3, "one");
  seal_table(twice);
  put(twice);
  EXPECT_EQ(refusal(), ErrorCode::damaged);
}

TEST_F(SegmentTest, OtherFilesAreNoSegments) {
  EXPECT_EQ(refusal(), ErrorCode::not_found);
  put("");
  EXPECT_EQ(refusal(), ErrorCode::damaged);
  put(std::string(10'000, 'x'));
  EXPECT_EQ(refusal(), ErrorCode::damaged);
  std::filesystem::remove(path());
  std::filesystem::create_directory(path());
  EXPECT_EQ(refusal(), ErrorCode::io);
}

TEST_F(SegmentTest, NamesAreChecked) {
  EXPECT_THROW(SegmentWriter(path(), ""), Error);
  EXPECT_THROW(SegmentWriter(path(), "with blank"), Error);
  SegmentWriter writer(path(), std::string(31, 'k'));
  writer.begin(std::string(31, 'n'));
  for (const std::string& bad : {std::string(), std::string(32, 'n'), std::string("a\nb"),
                                 std::string("\xc3\xa4"), std::string(31, 'n')}) {
    EXPECT_THROW(writer.begin(bad), Error) << bad;
  }
  EXPECT_EQ(files_in_folder(), 1U);  // the temporary of `writer` alone
}

TEST_F(SegmentTest, WithoutCommitNothingIsLeft) {
  {
    SegmentWriter writer(path(), "fingerprints");
    writer.add("a", bytes_of(noise(3 * kSegmentBlockBytes, 1)));
    EXPECT_FALSE(std::filesystem::exists(path()));
  }
  EXPECT_EQ(files_in_folder(), 0U);
  EXPECT_THROW(SegmentWriter(path("none/x.seg"), "fingerprints"), Error);
}

TEST_F(SegmentTest, AnOpenSegmentOutlivesItsName) {
  (void)write({{"a", "old"}});
  const Segment old = Segment::open(path());
  (void)write({{"a", "new"}});
  const Segment replaced = Segment::open(path());
  std::filesystem::remove(path());
  EXPECT_EQ(text_of(old.section("a")), "old");
  EXPECT_EQ(text_of(replaced.section("a")), "new");
  EXPECT_TRUE(old.verify().empty());
}

// A limit on the file size stands in for a disk that fills up in the middle of a write.
TEST_F(SegmentTest, AFileThatMayNotGrowIsNoSpaceAndLeavesNothing) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{5'000'000, 5'000'000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    try {
      (void)write({{"a", noise(8 * kSegmentBlockBytes, 1)}});
    } catch (const Error& failed) {
      ::_exit(failed.code() == ErrorCode::no_space ? 0 : 3);
    }
    ::_exit(4);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(files_in_folder(), 0U);
}

// More than 2^32 bytes in one section, without a file: offsets are 64 bits wide.
TEST(SegmentFormat, PlacesBeyondFourGigabytes) {
  const std::uint64_t huge = (std::uint64_t{1} << 35) + 5;
  SegmentHeader header;
  header.kind = "fingerprints";
  header.sections = 2;
  std::vector<SectionInfo> sections = {
      {"large", section_offset(kSegmentHeaderBytes, huge), huge, 0},
      {"after", 0, 9, block_count(huge)}};
  sections[1].offset = section_offset(sections[0].offset + huge, 9);
  header.table_offset = table_offset(sections[1].offset + 9);
  header.blocks = block_count(huge) + 1;
  header.file_bytes = header.table_offset + 2 * kSectionEntryBytes + 8 * header.blocks;
  const std::string table = encode_table(sections);
  header.table_checksum = hash64(table);
  const SegmentHeader read = decode_header(encode_header(header), header.file_bytes, "x.seg");
  const auto again = decode_table(table, read, "x.seg");
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].bytes, huge);
  EXPECT_EQ(again[1].offset, 4096 + huge + 64 - 5);
}

}  // namespace
}  // namespace facsim
