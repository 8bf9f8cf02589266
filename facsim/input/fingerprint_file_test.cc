// SPDX-License-Identifier: Apache-2.0
#include "facsim/input/fingerprint_file.h"

#include <gtest/gtest.h>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/files/packed_for_test.h"

namespace facsim {
namespace {

struct FileContents {
  std::vector<std::uint64_t> values;
  std::vector<std::string> ids;
  std::vector<std::uint64_t> lines;
  std::uint64_t bad = 0;
  std::uint64_t first_bad = 0;
};

FileContents read_file(const std::string& path, FingerprintForm form) {
  FileContents all;
  FingerprintFile file(path, form);
  for (FingerprintBlock block; file.next(block);) {
    for_each_record(block, [&](const FingerprintRecord& record) {
      all.values.push_back(record.fingerprint);
      all.ids.emplace_back(record.id);
      all.lines.push_back(record.line);
    });
    if (all.bad == 0) all.first_bad = block.first_bad_line;
    all.bad += block.bad_lines;
  }
  return all;
}

using Strings = std::vector<std::string>;
using Numbers = std::vector<std::uint64_t>;

TEST(FingerprintFile, LinesAsTheyCome) {
  const for_test::Folder folder;
  const std::string path = folder.put("a.hex",
                                      "\xef\xbb\xbf"
                                      "0000000000000001\n"
                                      "FFFFFFFFFFFFFFFF\tpage 7 \r\n"
                                      "\n"
                                      "00000000000000zz\n"
                                      "0123456789abcdef  x\n"
                                      "0123456789abcdef0\n"
                                      "12345\n"
                                      "  \t\n"
                                      "00000000000000ff");
  const FileContents all = read_file(path, FingerprintForm::hex);
  EXPECT_EQ(all.values, (Numbers{1, ~std::uint64_t{0}, 0x0123456789abcdefU, 255}));
  EXPECT_EQ(all.ids, (Strings{"", "page 7", "x", ""}));
  EXPECT_EQ(all.lines, (Numbers{1, 2, 5, 9}));
  EXPECT_EQ(all.bad, 3U);
  EXPECT_EQ(all.first_bad, 4U);
}

TEST(FingerprintFile, ManyBlocksAndPackings) {
  const for_test::Folder folder;
  std::string text;
  std::string column;
  Numbers values;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    const std::uint64_t value = mix64(i);
    values.push_back(value);
    char line[40];
    (void)std::snprintf(line, sizeof line, "%016llx\n", static_cast<unsigned long long>(value));
    text += line;
    column.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  for (const Packing packing : {Packing::none, Packing::gzip, Packing::zstd}) {
    const std::string hex = folder.put("many.hex", for_test::pack(packing, text));
    const std::string u64 = folder.put("many.u64", for_test::pack(packing, column));
    EXPECT_EQ(read_file(hex, FingerprintForm::hex).values, values);
    const FileContents all = read_file(u64, FingerprintForm::u64);
    EXPECT_EQ(all.values, values);
    EXPECT_EQ(all.lines.back(), values.size());
  }
}

TEST(FingerprintFile, NothingAndDamage) {
  const for_test::Folder folder;
  EXPECT_TRUE(read_file(folder.put("empty.hex", ""), FingerprintForm::hex).values.empty());
  EXPECT_TRUE(read_file(folder.put("empty.u64", ""), FingerprintForm::u64).values.empty());
  EXPECT_THROW((void)read_file(folder.put("cut.u64", "12345678901"), FingerprintForm::u64), Error);
  EXPECT_THROW(
      (void)read_file(folder.put("long.hex", std::string(3 << 20, 'a')), FingerprintForm::hex),
      Error);
  EXPECT_THROW((void)read_file(folder.file("none.hex"), FingerprintForm::hex), Error);
  std::string packed = for_test::gzip_member("0000000000000001\n");
  packed.resize(packed.size() - 5);
  EXPECT_THROW((void)read_file(folder.put("cut.hex.gz", packed), FingerprintForm::hex), Error);
}

TEST(FingerprintFile, Forms) {
  EXPECT_EQ(fingerprint_form_of("a/b.hex"), FingerprintForm::hex);
  EXPECT_EQ(fingerprint_form_of("b.u64.zst"), FingerprintForm::u64);
  EXPECT_EQ(fingerprint_form_of("b.jsonl"), std::nullopt);
  EXPECT_EQ(fingerprint_form_named("u64"), FingerprintForm::u64);
  EXPECT_EQ(fingerprint_form_named("text"), std::nullopt);
}

}  // namespace
}  // namespace facsim
