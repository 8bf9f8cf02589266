// SPDX-License-Identifier: Apache-2.0
// A byte of matches.facsim flips, the file is cut, or it was forged: what recluster makes of it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/dedup/matches/matches_file.h"
#include "facsim/dedup/matches/matches_rows_internal.h"
#include "facsim/dedup/matches/recluster.h"
#include "facsim/dedup/matches/run_fields.h"
#include "facsim/dedup_folder.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"
#include "facsim/store/segment.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;
using for_test::bytes_of;

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// Pages in families, one text a line, some with markup.
std::string pages() {
  std::mt19937 random(3);
  std::string lines;
  for (int page = 0; page < 24; ++page) {
    std::string text;
    for (int word = 0; word < 60; ++word) {
      const bool own = word < 3 * (page % 4);
      const auto number = own ? static_cast<int>(random() % 100'000) : page / 6 * 1000 + word;
      text += "w" + std::to_string(number) + " ";
    }
    const bool markup = page % 3 == 0;
    lines += R"({"id":")" + std::to_string(page) + R"(","url":"http://example.org/)" +
             std::to_string(page) + (markup ? R"(","html":"<p class='a'>)" : R"(","text":")") +
             text + "\"}\n";
  }
  return lines;
}

class MatchesFault : public testing::Test {
 protected:
  void SetUp() override {
    write_bytes(temp_.path() + "/pages.jsonl", pages());
    DedupOptions options;
    options.limits.tmp = temp_.path();
    const Summary summary = dedup_to_folder({temp_.path() + "/pages.jsonl"}, folder_, options, {});
    ASSERT_GT(summary.removed_total(), 3U);
    ASSERT_GT(summary.listed->pairs, 5U);
    whole_ = bytes_of(path_);
  }
  void recluster_again() {
    ReclusterOptions options;
    options.limits.tmp = temp_.path();
    options.min_resemblance = 0.6;
    (void)recluster(folder_, options);
  }

  TempFolder temp_{testing::TempDir()};
  std::string folder_ = temp_.path() + "/out";
  std::string path_ = folder_ + "/" + kMatchesName;
  std::string whole_;
};

TEST_F(MatchesFault, AFlippedBitIsRefused) {
  for (std::size_t at = 0; at < whole_.size(); ++at) {
    std::string bytes = whole_;
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << at % 8);
    write_bytes(path_, bytes);
    try {
      const MatchesFile file(path_, {});
      ADD_FAILURE() << "byte " << at << " was taken";
    } catch (const Error& error) {
      EXPECT_TRUE(error.code() == ErrorCode::damaged || error.code() == ErrorCode::unsupported)
          << error.what();
      EXPECT_TRUE(error.where().starts_with(path_)) << error.what();
    }
  }
}

TEST_F(MatchesFault, AFileThatWasCutIsRefused) {
  for (std::size_t size = 0; size < whole_.size(); size += 7) {
    write_bytes(path_, whole_.substr(0, size));
    EXPECT_THROW(MatchesFile(path_, {}), Error) << size;
  }
}

TEST_F(MatchesFault, AFileOfAnotherVersionIsRefused) {
  const std::string copy = temp_.path() + "/copy.facsim";
  write_bytes(copy, whole_);
  const Segment segment = Segment::open(copy);
  for (const std::uint64_t version : {kMatchesVersion - 1, kMatchesVersion + 1}) {
    SegmentWriter writer(path_, segment.kind(), segment.recipe());
    for (const SectionInfo& section : segment.sections()) {
      const auto bytes = segment.section(section.name);
      std::vector<std::byte> written(bytes.begin(), bytes.end());
      if (section.name == "matches.head") written[0] = static_cast<std::byte>(version);
      writer.add(section.name, written);
    }
    writer.commit();
    try {
      const MatchesFile file(path_, {});
      ADD_FAILURE() << version << " was read";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_NE(std::string(error.what()).find("run dedup again"), std::string::npos);
    }
  }
}

// Checksums protect against faults, not against forgers: with valid checksums over any bytes the
// result is an Error or some rows, never a read beyond the file. (The sanitizers check that.)
TEST_F(MatchesFault, ForgedSectionsStayWithinTheirBounds) {
  const std::string copy = temp_.path() + "/copy.facsim";
  write_bytes(copy, whole_);
  const Segment segment = Segment::open(copy);
  std::mt19937_64 random(5);
  int refused = 0;
  int taken = 0;
  for (int round = 0; round < 400; ++round) {
    SegmentWriter writer(path_, segment.kind(), segment.recipe());
    const std::size_t forged = random() % segment.sections().size();
    for (std::size_t i = 0; i < segment.sections().size(); ++i) {
      const SectionInfo& section = segment.sections()[i];
      const auto bytes = segment.section(section.name);
      std::vector<std::byte> written(bytes.begin(), bytes.end());
      if (i == forged && !written.empty()) {
        written[random() % written.size()] = static_cast<std::byte>(random());
        if (random() % 4 == 0) written.resize(random() % written.size());
      }
      writer.add(section.name, written);
    }
    writer.commit();
    try {
      recluster_again();
      ++taken;
    } catch (const Error& error) {
      EXPECT_NE(error.code(), ErrorCode::io) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(taken, 20);
}

// The name of a copy becomes a path to write to.
TEST_F(MatchesFault, AForgedNameLeadsNowhere) {
  const std::string copy = temp_.path() + "/copy.facsim";
  write_bytes(copy, whole_);
  const Segment segment = Segment::open(copy);
  const std::string path = temp_.path() + "/pages.jsonl";
  for (const std::string name : {"../forged.jsonl", "/forged.jsonl", "a/../../f.jsonl", ""}) {
    SegmentWriter writer(path_, segment.kind(), segment.recipe());
    for (const SectionInfo& section : segment.sections()) {
      const auto bytes = segment.section(section.name);
      if (section.name != "matches.files") {
        writer.add(section.name, bytes);
        continue;
      }
      const InputFile file = [&] {
        FieldReader in(bytes, "files");
        return read_file(in);
      }();
      InputFile forged = file;
      forged.out_name = name;
      FieldWriter out;
      write_file(forged, path, out);
      writer.add(section.name, out.bytes());
    }
    writer.commit();
    ReclusterOptions options;
    options.limits.tmp = temp_.path();
    options.apply = true;
    try {
      (void)recluster(folder_, options);
      ADD_FAILURE() << name << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::damaged) << error.what();
    }
    EXPECT_FALSE(fs::exists(temp_.path() + "/forged.jsonl"));
  }
}

}  // namespace
}  // namespace facsim
