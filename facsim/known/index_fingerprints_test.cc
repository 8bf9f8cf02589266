// SPDX-License-Identifier: Apache-2.0
#include "facsim/known/index_fingerprints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/files/folder_for_test.h"

namespace facsim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class IndexFingerprintsTest : public testing::Test {
 protected:
  std::uint64_t add(const std::vector<std::string>& texts, bool may_be_empty) {
    std::vector<FingerprintInput> inputs;
    for (const std::string& text : texts) {
      const std::string name = "f" + std::to_string(inputs.size());
      inputs.push_back({name, files_.put(name, text), FingerprintForm::hex});
    }
    IndexWriter writer(index_, IndexWriter::Start::either);
    MemoryScratch scratch;
    return add_fingerprints(
        writer, writer.manifest(), std::move(inputs), {}, may_be_empty,
        [this](const std::string& warning) { warnings_.push_back(warning); }, scratch);
  }

  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::string>> all() const {
    std::vector<std::pair<std::uint64_t, std::string>> entries;
    MemoryScratch scratch;
    for_each_entry(index_, std::uint64_t{1} << 22, scratch,
                   [&](std::uint64_t fingerprint, std::string_view id) {
                     entries.emplace_back(fingerprint, id);
                   });
    return entries;
  }

  for_test::Folder files_;
  std::string index_ = files_.file("near.idx");
  std::vector<std::string> warnings_;
};

TEST_F(IndexFingerprintsTest, NumbersGoOnWhereTheIndexStopped) {
  EXPECT_EQ(add({"000000000000000a\n000000000000000b x\n", "000000000000000c\n"}, true), 3U);
  EXPECT_EQ(add({"000000000000000d\n"}, true), 1U);
  EXPECT_THAT(all(), ElementsAre(Pair(10, "1"), Pair(11, "x"), Pair(12, "3"), Pair(13, "4")));
  EXPECT_THAT(warnings_, IsEmpty());
}

TEST_F(IndexFingerprintsTest, BadLinesAreWarnedOfOnce) {
  EXPECT_EQ(add({"a\n000000000000000a\n", "b\n"}, true), 1U);
  EXPECT_THAT(warnings_, ElementsAre("2 lines are no fingerprints and were left out, first f0:1"));
  EXPECT_THAT(all(), ElementsAre(Pair(10, "2")));
}

TEST_F(IndexFingerprintsTest, NothingIsAddedOnlyWhereItMayBe) {
  EXPECT_THROW((void)add({"a\n"}, false), Error);
  EXPECT_EQ(warnings_.size(), 1U) << "told before it is refused";
  EXPECT_FALSE(is_index_folder(index_));
  EXPECT_EQ(add({""}, true), 0U);
  EXPECT_THAT(all(), IsEmpty());
}

}  // namespace
}  // namespace facsim
