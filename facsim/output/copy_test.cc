// SPDX-License-Identifier: Apache-2.0
#include "facsim/output/copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/files/byte_sink.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using for_test::bytes_of;
using for_test::put;
using testing::StartsWith;

constexpr Packing kAllPackings[] = {Packing::none, Packing::gzip, Packing::zstd,
                                    Packing::lz4,  Packing::xz,   Packing::bzip2};

struct Unpack {
  std::string bytes;
  bool damaged = false;
};

Unpack unpacked(const std::string& path) {
  const auto source = open_bytes(path);
  Unpack all;
  std::string buffer(1 << 16, '\0');
  while (const std::size_t got = source->read(buffer)) all.bytes.append(buffer, 0, got);
  all.damaged = source->damage().has_value();
  return all;
}

NextEdit from_list(std::vector<Edit> edits) {
  auto at = std::make_shared<std::size_t>(0);
  auto list = std::make_shared<std::vector<Edit>>(std::move(edits));
  return [at, list](Edit& edit) {
    if (*at == list->size()) return false;
    edit = (*list)[(*at)++];
    return true;
  };
}

// The reference: edits applied to a string.
std::string edited(const std::vector<Edit>& edits, const std::string& original) {
  std::string result;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin > original.size()) break;
    result.append(original, at, edit.begin - at);
    result += edit.replacement;
    at = std::min<std::size_t>(edit.end, original.size());
  }
  return result.append(original, at);
}

std::uint64_t kept_by(const std::vector<Edit>& edits, std::size_t bytes) {
  std::uint64_t kept = bytes;
  for (const Edit& edit : edits) {
    kept -= std::min<std::uint64_t>(edit.end, bytes) - std::min<std::uint64_t>(edit.begin, bytes);
  }
  return kept;
}

// Writes one packed file; `members` are the unpacked bytes of each. Returns the packed bytes of
// each.
std::vector<std::string> make_file(const std::string& path, Packing packing,
                                   const std::vector<std::string>& members) {
  std::vector<std::string> packed;
  std::string all;
  for (const std::string& member : members) {
    const std::string part = path + ".part";
    const auto sink = create_bytes(part, packing);
    sink->write(member);
    sink->close();
    packed.push_back(bytes_of(part));
    all += packed.back();
    std::filesystem::remove(part);
  }
  put(path, all);
  return packed;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string all;
  for (const std::string& part : parts) all += part;
  return all;
}

std::string repeated(std::string_view line, std::size_t bytes) {
  std::string text;
  for (std::uint64_t i = 0; text.size() < bytes; ++i)
    text.append(line).append(std::to_string(i * 7919));
  text.resize(bytes);
  return text;
}

class Copy : public testing::Test {
 protected:
  TempFolder folder_{std::filesystem::temp_directory_path().string()};
  std::string from_ = folder_.path() + "/from";
  std::string to_ = folder_.path() + "/new/to";
};

struct CopyCase {
  Packing packing = Packing::none;
  std::vector<std::string> members;
  std::vector<Edit> edits;
};

// Edits preferably at the ends of members, and members shorter and longer than the copy's buffers.
CopyCase some_case() {
  CopyCase made;
  made.packing = *rc::gen::elementOf(std::vector(std::begin(kAllPackings), std::end(kAllPackings)));
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  std::vector<std::uint64_t> places = {0};
  for (std::size_t i = 0; i < count; ++i) {
    const bool large = *rc::gen::inRange(0, 12) == 0;
    const auto bytes = *rc::gen::inRange<std::size_t>(0, large ? 1'000'000 : 300);
    made.members.push_back(repeated("member " + std::to_string(i) + " ", bytes));
    places.push_back(places.back() + bytes);
  }
  const std::uint64_t size = places.back();
  const int edits = *rc::gen::inRange(0, 10);
  std::vector<std::uint64_t> ends;
  for (int i = 0; i < 2 * edits; ++i) {
    const bool member_end = *rc::gen::arbitrary<bool>();
    ends.push_back(member_end ? *rc::gen::elementOf(places)
                              : *rc::gen::inRange<std::uint64_t>(0, size + 20));
  }
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    const auto text = *rc::gen::inRange(0, 3) == 0 ? *rc::gen::arbitrary<std::string>() : "";
    made.edits.push_back({ends[i], ends[i + 1], text});
  }
  return made;
}

RC_GTEST_FIXTURE_PROP(Copy, EqualsTheEditsOfTheUnpackedBytes, ()) {
  const CopyCase made = some_case();
  const std::string original = joined(made.members);
  make_file(from_, made.packing, made.members);
  std::filesystem::remove(to_);
  const std::uint64_t kept = copy_with_edits(from_, to_, from_list(made.edits), {});
  const Unpack copy = unpacked(to_);
  RC_ASSERT(copy.bytes == edited(made.edits, original));
  RC_ASSERT(!copy.damaged);
  RC_ASSERT(kept == kept_by(made.edits, original.size()));
}

// Members that no edit touches keep their bits.
RC_GTEST_FIXTURE_PROP(Copy, UntouchedMembersKeepTheirBits, ()) {
  const CopyCase made = some_case();
  if (made.packing == Packing::none) RC_DISCARD("a plain file has no members");
  const std::vector<std::string> packed = make_file(from_, made.packing, made.members);
  std::filesystem::remove(to_);
  (void)copy_with_edits(from_, to_, from_list(made.edits), {});
  const std::string copy = bytes_of(to_);
  std::size_t at = 0;
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    const std::uint64_t end = begin + made.members[i].size();
    bool touched = begin == end;
    for (const Edit& edit : made.edits) {
      touched = touched || (edit.begin < end && edit.end > begin);
    }
    if (!touched) {
      at = copy.find(packed[i], at);
      RC_ASSERT(at != std::string::npos);
      at += packed[i].size();
    }
    begin = end;
  }
}

TEST_F(Copy, MembersRemovedWholeAreGoneAndInsertionsAreMembers) {
  const auto packed = make_file(from_, Packing::gzip, {"one", "two", "three", "four"});
  const std::vector<Edit> edits = {{3, 6, ""}, {6, 6, "new"}, {11, 15, "4"}, {15, 15, "end"}};
  EXPECT_EQ(copy_with_edits(from_, to_, from_list(edits), {}), 8U);
  std::string expected = packed[0];
  for (const char* text : {"new"}) {
    make_file(from_ + "2", Packing::gzip, {text});
    expected += bytes_of(from_ + "2");
  }
  expected += packed[2];
  make_file(from_ + "2", Packing::gzip, {"4", "end"});
  EXPECT_TRUE(bytes_of(to_) == expected + bytes_of(from_ + "2"));
}

TEST_F(Copy, WithoutEditsTheFileIsTheSame) {
  for (const Packing packing : kAllPackings) {
    make_file(from_, packing, {repeated("text", 700'000), "", "end"});
    // Padding belongs to the file as well.
    const std::string original = bytes_of(from_) + std::string(50, '\0');
    put(from_, original);
    std::filesystem::remove(to_);
    const std::uint64_t kept = copy_with_edits(from_, to_, from_list({}), {});
    EXPECT_TRUE(bytes_of(to_) == original) << name_of(packing);
    EXPECT_EQ(kept, 700'003U + (packing == Packing::none ? 50U : 0U));
    std::filesystem::remove(to_);
    (void)copy_with_edits(from_, to_, nullptr, {});
    EXPECT_TRUE(bytes_of(to_) == original);
  }
}

TEST_F(Copy, EverythingRemovedLeavesAFileThatReadersTake) {
  for (const Packing packing : kAllPackings) {
    make_file(from_, packing, {"one", "two"});
    std::filesystem::remove(to_);
    EXPECT_EQ(copy_with_edits(from_, to_, from_list({{0, 6, ""}}), {}), 0U);
    EXPECT_EQ(unpacked(to_).bytes, "");
    EXPECT_EQ(packing_of(bytes_of(to_)), packing);
  }
}

TEST_F(Copy, AnEmptyFileIsCopied) {
  put(from_, "");
  EXPECT_EQ(copy_with_edits(from_, to_, from_list({{5, 9, "behind the end"}}), {}), 0U);
  EXPECT_EQ(bytes_of(to_), "");
  EXPECT_TRUE(std::filesystem::exists(to_));
}

TEST_F(Copy, ACutFileIsCopiedAsFarAsItCanBeRead) {
  for (const Packing packing : {Packing::gzip, Packing::zstd, Packing::lz4}) {
    const std::vector<std::string> members = {repeated("a", 90), repeated("b", 90),
                                              repeated("c", 90)};
    make_file(from_, packing, members);
    const std::string whole = bytes_of(from_);
    const std::vector<Edit> edits = {{95, 120, "x"}};
    for (std::size_t cut = 4; cut < whole.size(); ++cut) {
      put(from_, whole.substr(0, cut));
      const std::string readable = unpacked(from_).bytes;
      for (const auto& list : {std::vector<Edit>{}, edits}) {
        std::filesystem::remove(to_);
        (void)copy_with_edits(from_, to_, from_list(list), {});
        const Unpack copy = unpacked(to_);
        EXPECT_EQ(copy.bytes, edited(list, readable)) << name_of(packing) << " cut at " << cut;
        EXPECT_FALSE(copy.damaged);
      }
    }
  }
}

RC_GTEST_FIXTURE_PROP(Copy, ADamagedFileIsCopiedAsItIsRead, ()) {
  const Packing packing = *rc::gen::element(Packing::gzip, Packing::zstd, Packing::lz4);
  const int count = *rc::gen::inRange(1, 6);
  std::vector<std::string> members;
  for (int i = 0; i < count; ++i) {
    members.push_back(repeated("m" + std::to_string(i), *rc::gen::inRange<std::size_t>(0, 2000)));
  }
  make_file(from_, packing, members);
  std::string bytes = bytes_of(from_);
  const int flips = *rc::gen::inRange(1, 5);
  for (int i = 0; i < flips; ++i) {
    bytes[*rc::gen::inRange<std::size_t>(4, bytes.size())] = *rc::gen::arbitrary<char>();
  }
  put(from_, bytes);
  const Unpack readable = unpacked(from_);
  std::vector<Edit> edits;
  if (*rc::gen::arbitrary<bool>()) {
    const auto begin = *rc::gen::inRange<std::uint64_t>(0, readable.bytes.size() + 1);
    edits.push_back({begin, begin + *rc::gen::inRange<std::uint64_t>(0, 500), "edit"});
  }
  std::filesystem::remove(to_);
  (void)copy_with_edits(from_, to_, from_list(edits), {});
  const Unpack copy = unpacked(to_);
  RC_ASSERT(copy.bytes == edited(edits, readable.bytes));
  RC_ASSERT(!copy.damaged);
}

TEST_F(Copy, ADictionaryInFrontStays) {
  // A frame 0x184D2A5D with a raw dictionary; it does not affect frames that do not use it.
  make_file(from_, Packing::zstd, {"one", "two", "three"});
  const std::string prologue("\x5d\x2a\x4d\x18\x05\0\0\0words", 13);
  put(from_, prologue + bytes_of(from_));
  (void)copy_with_edits(from_, to_, from_list({{0, 3, ""}, {7, 8, ""}}), {});
  EXPECT_THAT(bytes_of(to_), StartsWith(prologue));
  EXPECT_EQ(unpacked(to_).bytes, "twotree");
}

TEST_F(Copy, ProgressIsToldAndCanStopTheCopy) {
  for (const Packing packing : kAllPackings) {
    std::string noise = repeated("noise", 6'000'000);
    std::uint64_t state = 1;
    for (char& c : noise) c = static_cast<char>((state = state * 6364136223846793005U + 1) >> 56);
    make_file(from_, packing, {noise});
    std::vector<std::uint64_t> told;
    std::filesystem::remove(to_);
    const CopyOptions tell{.progress = [&](std::uint64_t at) { told.push_back(at); }};
    (void)copy_with_edits(from_, to_, from_list({{5'900'000, 5'900'001, ""}}), tell);
    EXPECT_GE(told.size(), 4U) << name_of(packing);
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    const CopyOptions stop{
        .progress = [](std::uint64_t) { throw Error(ErrorCode::cancelled, "stopped"); }};
    std::filesystem::remove(to_);
    EXPECT_THROW((void)copy_with_edits(from_, to_, from_list({}), stop), Error);
  }
}

TEST_F(Copy, WhatCannotBeDoneIsAnError) {
  const auto code = [&](const std::string& from, const std::vector<Edit>& edits) {
    std::filesystem::remove(to_);
    try {
      (void)copy_with_edits(from, to_, from_list(edits), {});
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::cancelled;
  };
  make_file(from_, Packing::gzip, {"one", "two"});
  EXPECT_EQ(code(folder_.path() + "/missing", {}), ErrorCode::not_found);
  EXPECT_EQ(code("/dev/null", {}), ErrorCode::io);
  EXPECT_EQ(code(from_, {{2, 4, ""}, {3, 5, ""}}), ErrorCode::invalid_argument);
  EXPECT_EQ(code(from_, {{4, 2, ""}}), ErrorCode::invalid_argument);
  put(to_, "precious");
  EXPECT_THROW((void)copy_with_edits(from_, to_, from_list({}), {}), Error);
  EXPECT_EQ(bytes_of(to_), "precious");
}

// Members of real crawl files: every third one is removed, the others are copied bit for bit.
TEST_F(Copy, RealCrawlFilesKeepTheBitsOfWhatStays) {
  const char* data = ::getenv("FACSIM_DATA");
  const std::filesystem::path samples =
      std::filesystem::path(data == nullptr ? "" : data) / "warc_samples";
  if (data == nullptr || !std::filesystem::is_directory(samples)) {
    GTEST_SKIP() << "skipped: no data at FACSIM_DATA/warc_samples";
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(samples)) {
    const std::string from = entry.path().string();
    const std::string original = unpacked(from).bytes;
    const auto source = open_bytes(from);
    std::string buffer(1 << 16, '\0');
    std::vector<std::uint64_t> starts;
    std::uint64_t at = 0;
    while (true) {
      const std::size_t got = source->read(buffer);
      if (got == 0) break;
      for (const std::uint64_t end = at + got; at < end; ++at) {
        if (source->member_at(at)) starts.push_back(at);
      }
    }
    starts.push_back(original.size());
    std::vector<Edit> edits;
    for (std::size_t i = 0; i + 1 < starts.size(); i += 3) {
      edits.push_back({starts[i], starts[i + 1], ""});
    }
    std::filesystem::remove(to_);
    (void)copy_with_edits(from, to_, from_list(edits), {});
    EXPECT_TRUE(unpacked(to_).bytes == edited(edits, original)) << from;
    ++files;
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace facsim
