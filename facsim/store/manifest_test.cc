// SPDX-License-Identifier: Apache-2.0
#include "facsim/store/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using testing::HasSubstr;

Manifest example() {
  Manifest manifest;
  manifest.generation = 3;
  manifest.kind = IndexKind::pages;
  manifest.recipe = RecipeId{0x9f2c000000000001};
  manifest.recipe_name = "balanced";
  manifest.recipe_text = "name = \"balanced\"\n# \xc3\xa4 \\ \x01\n";
  manifest.sketch_recipe = RecipeId{0x41aa};
  manifest.max_distance = 3;
  manifest.codec = "elias-fano";
  manifest.next_segment = 1'000'002;
  manifest.next_id = ~std::uint64_t{0};
  manifest.properties = {{"bands", "16 x 2"}, {"", ""}};
  manifest.segments = {
      {"000001.seg", std::uint64_t{1} << 33, {std::uint64_t{1} << 40, ~std::uint64_t{0}}, {}},
      {"1000001.seg", 10, {4096, 1}, TombstoneEntry{"1000001-3.del", 2, {208, 7}}}};
  return manifest;
}

std::string with_checksum(const std::string& text) {
  return text + "checksum " + hex(RecipeId{hash64(text)}) + "\n";
}

// The text of the example with one place changed and a correct checksum.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = to_text(example());
  text.resize(text.rfind("checksum"));
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error("the example has no " + from);
  return with_checksum(text.replace(at, from.size(), to));
}

std::optional<ErrorCode> refusal_of_manifest(const std::string& text) {
  try {
    (void)parse_manifest(text, "IDX/MANIFEST");
  } catch (const Error& failed) {
    EXPECT_THAT(failed.what(), HasSubstr("IDX/MANIFEST: "));
    return failed.code();
  }
  return std::nullopt;
}

std::optional<ErrorCode> refusal_to_write(const Manifest& manifest) {
  try {
    (void)to_text(manifest);
  } catch (const Error& failed) {
    return failed.code();
  }
  return std::nullopt;
}

TEST(Manifest, WhatIsWrittenIsRead) {
  const std::string text = to_text(example());
  EXPECT_EQ(parse_manifest(text, "x"), example());
  EXPECT_THAT(text, HasSubstr("\n  \"kind\": \"pages\",\n"));
  EXPECT_THAT(text, HasSubstr("\"digest\": \"ffffffffffffffff\""));
  Manifest empty;
  empty.generation = 1;
  EXPECT_EQ(parse_manifest(to_text(empty), "x"), empty);
}

TEST(Manifest, EveryFlippedBitAndEveryCutIsFound) {
  const std::string good = to_text(example());
  for (std::size_t at = 0; at < good.size(); ++at) {
    EXPECT_EQ(refusal_of_manifest(good.substr(0, at)), ErrorCode::damaged) << at;
    for (int bit = 0; bit < 8; ++bit) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      EXPECT_EQ(refusal_of_manifest(bad), ErrorCode::damaged) << at;
    }
  }
  EXPECT_EQ(refusal_of_manifest(good + "\n"), ErrorCode::damaged);
}

TEST(Manifest, ANewerVersionIsNoDamage) {
  EXPECT_EQ(refusal_of_manifest(changed("\"version\": 1", "\"version\": 2")),
            ErrorCode::unsupported);
}

TEST(Manifest, WhatCannotBeIsRefused) {
  ASSERT_EQ(refusal_of_manifest(changed("\"max_distance\"", "\"max_distance\"")), std::nullopt);
  EXPECT_EQ(refusal_of_manifest(changed("\"next_id\"", "\"new\": [1, {}], \"next_id\"")),
            std::nullopt);
  const std::pair<const char*, const char*> changes[] = {
      {"facsim index", "facsim"},
      {"\"generation\": 3", "\"generation\": 0"},
      {"\"generation\": 3", "\"generation\": -3"},
      {"\"generation\": 3", "\"generation\": 3.0"},
      {"\"generation\": 3", "\"generation\": 18446744073709551616"},
      {"\"generation\": 3", "\"generation\": \"3\""},
      {"\"generation\": 3", "\"degeneration\": 3"},
      {"\"pages\"", "\"books\""},
      {"9f2c000000000001", "9F2C000000000001"},
      {"9f2c000000000001", "9f2c00000000001"},
      {"9f2c000000000001", "xf2c000000000001"},
      {"\"max_distance\": 3", "\"max_distance\": 129"},
      {"\"next_segment\": 1000002", "\"next_segment\": 1000001"},
      {"\"16 x 2\"", "16"},
      {"\"000001.seg\"", "\"1.seg\""},
      {"\"000001.seg\"", "\"../../x\""},
      {"\"000001.seg\"", "\"000001.seg/\""},
      {"\"000001.seg\"", "\"1000001.seg\""},
      {"1000001-3.del", "000001-3.del"},
      {"1000001-3.del", "1000001-03.del"},
      {"1000001-3.del", "1000001.seg"},
      {"\"count\": 2", "\"count\": 11"},
      {"\"segments\": [", "\"segments\": [[],"},
      {"{\n", "{\"a\": [[[[[[[[[[[[0]]]]]]]]]]]],"},
      {"{\n", "["},
      {"{\n", ""},
      {"elias-fano", "elias-fano\xff"},
  };
  for (const auto& [from, to] : changes) {
    EXPECT_EQ(refusal_of_manifest(changed(from, to)), ErrorCode::damaged) << from << " -> " << to;
  }
  EXPECT_EQ(refusal_of_manifest(with_checksum("[]")), ErrorCode::damaged);
  EXPECT_EQ(refusal_of_manifest(with_checksum("")), ErrorCode::damaged);
  EXPECT_EQ(refusal_of_manifest(with_checksum(std::string(1'000'000, '['))), ErrorCode::damaged);
  EXPECT_EQ(refusal_of_manifest(with_checksum(std::string(kManifestBytesMax, ' ') + "{}")),
            ErrorCode::damaged);
}

TEST(Manifest, NoWriterMakesWhatNoReaderTakes) {
  Manifest manifest = example();
  manifest.codec = "\xff";
  EXPECT_EQ(refusal_to_write(manifest), ErrorCode::invalid_argument);
  manifest = example();
  manifest.segments[0].name = "../x";
  EXPECT_EQ(refusal_to_write(manifest), ErrorCode::invalid_argument);
  manifest = example();
  manifest.next_segment = 1;
  EXPECT_EQ(refusal_to_write(manifest), ErrorCode::invalid_argument);
  manifest = example();
  manifest.segments.push_back(manifest.segments[0]);
  EXPECT_EQ(refusal_to_write(manifest), ErrorCode::invalid_argument);
  manifest = example();
  manifest.recipe_text.assign(kManifestBytesMax, 'x');
  EXPECT_EQ(refusal_to_write(manifest), ErrorCode::invalid_argument);
}

RC_GTEST_PROP(ManifestNames, AreReadAsTheyAreMade, ()) {
  const auto number = *rc::gen::arbitrary<std::uint64_t>();
  const auto generation = *rc::gen::arbitrary<std::uint64_t>();
  const std::string segment = segment_name(number);
  const std::string tombstones = tombstones_name(segment, generation);
  RC_ASSERT(segment_number(segment) == number);
  RC_ASSERT(tombstones_number(tombstones) == number);
  RC_ASSERT(!segment_number(tombstones) && !tombstones_number(segment));
}

TEST(ManifestNames, OthersAreNotOurs) {
  EXPECT_EQ(segment_name(1), "000001.seg");
  EXPECT_EQ(tombstones_name("000001.seg", 12), "000001-12.del");
  for (const char* name : {"", ".", "-", "seg", ".seg", "1.seg", "0000001.seg", "+00001.seg",
                           "000001.seg~", "000001.segment", "00000a.seg", "-00001.seg",
                           "99999999999999999999999.seg", "MANIFEST", "000001"}) {
    EXPECT_FALSE(segment_number(name)) << name;
  }
  for (const char* name : {"000001.del", "000001-.del", "-1.del", "000001-01.del", "000001-1-1.del",
                           "1-1.del", "000001-1.seg"}) {
    EXPECT_FALSE(tombstones_number(name)) << name;
  }
}

TEST(ManifestFile, CommitsOneAfterTheOther) {
  const TempFolder folder{testing::TempDir()};
  try {
    (void)read_manifest(folder.path());
    FAIL();
  } catch (const Error& failed) {
    EXPECT_EQ(failed.code(), ErrorCode::not_found);
    EXPECT_THAT(failed.what(), HasSubstr("`index build`"));
  }
  const WriterLock lock(folder.path());
  const Manifest first = commit_manifest(lock, Manifest{});
  EXPECT_EQ(first.generation, 1U);
  EXPECT_EQ(read_manifest(folder.path()), first);
  const Manifest second = commit_manifest(lock, first);
  EXPECT_EQ(second.generation, 2U);
  // Made from an old manifest: it would undo the second commit.
  EXPECT_THROW((void)commit_manifest(lock, first), Error);
  EXPECT_THROW((void)commit_manifest(lock, Manifest{}), Error);
  EXPECT_EQ(read_manifest(folder.path()), second);
}

TEST(ManifestFile, AStrangeFileInItsPlaceIsDamage) {
  const TempFolder folder{testing::TempDir()};
  std::ofstream(folder.path() + "/MANIFEST") << std::string(kManifestBytesMax + 1, 'x');
  EXPECT_THROW((void)read_manifest(folder.path()), Error);
  // A writer that builds the index anew may replace it.
  const WriterLock lock(folder.path());
  EXPECT_EQ(commit_manifest(lock, Manifest{}).generation, 1U);
}

}  // namespace
}  // namespace facsim
