// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/idf_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/folder_for_test.h"
#include "facsim/files/temp_folder.h"

namespace facsim {
namespace {

using for_test::bytes_of;
using testing::HasSubstr;

std::vector<TextFeature> word_features(const std::string& text) {
  FeatureMaker maker(Recipe{}, {});
  maker.begin();
  maker.add(text);
  return maker.finish();
}

class IdfBuilder : public testing::Test {
 protected:
  TempFolder folder_{std::filesystem::temp_directory_path().string()};
  std::string path_ = folder_.path() + "/table.idf";
};

TEST_F(IdfBuilder, CountsDocumentsNotOccurrences) {
  std::vector<IdfCounter> counters;
  counters.emplace_back(folder_.path(), "0", 1 << 20);
  counters[0].add(word_features("a a a b"));
  counters[0].add(word_features("a c"));
  counters[0].add(word_features(""));
  const IdfReport report = write_idf(counters, path_, 1, false);
  EXPECT_EQ(report.documents, 2U);
  EXPECT_EQ(report.features, 6U);  // a b c, a a, a b, a c
  const IdfTable table = IdfTable::parse(bytes_of(path_));
  EXPECT_EQ(table.documents(), 2U);
  EXPECT_NEAR(table.of("a"), std::log(2.0), 1e-6);
  EXPECT_NEAR(table.of("b"), std::log(3.0), 1e-6);
  EXPECT_TRUE(table.has("a c"));
}

// The order of documents, the number of threads and the amount of memory have no effect.
TEST_F(IdfBuilder, TheTableDependsOnTheDocumentsAlone) {
  std::vector<std::string> documents;
  for (int i = 0; i < 300; ++i) {
    documents.push_back("common word" + std::to_string(i % 50) + " rare" + std::to_string(i));
  }
  std::vector<IdfCounter> one;
  one.emplace_back(folder_.path(), "one", 1 << 20);
  for (const std::string& document : documents) one[0].add(word_features(document));
  const IdfReport report = write_idf(one, path_, 2, false);
  EXPECT_GT(report.rare, 299U);

  std::vector<IdfCounter> three;
  for (int i = 0; i < 3; ++i) three.emplace_back(folder_.path(), std::to_string(i), 1000);
  for (std::size_t i = documents.size(); i-- > 0;) three[i % 3].add(word_features(documents[i]));
  const std::string other = folder_.path() + "/other.idf";
  (void)write_idf(three, other, 2, false);
  EXPECT_EQ(bytes_of(other), bytes_of(path_));
}

// More runs than may be open at once.
TEST_F(IdfBuilder, ManyRunsAreMergedInRounds) {
  std::vector<IdfCounter> many;
  for (int i = 0; i < 200; ++i) {
    many.emplace_back(folder_.path(), std::to_string(i), 1 << 20);
    many.back().add(word_features("common word" + std::to_string(i)));
  }
  const IdfReport report = write_idf(many, path_, 1, false);
  EXPECT_EQ(report.documents, 200U);
  EXPECT_EQ(report.features, 401U);
  EXPECT_NEAR(IdfTable::parse(bytes_of(path_)).of("common"), std::log(2.0), 1e-6);
}

TEST_F(IdfBuilder, RefusesWhatItCannotDoAndLeavesNothing) {
  std::vector<IdfCounter> none;
  none.emplace_back(folder_.path(), "0", 1 << 20);
  const auto refusal = [&](std::uint64_t least) {
    try {
      (void)write_idf(none, path_, least, false);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing was thrown");
  };
  EXPECT_THAT(refusal(1), HasSubstr("no document"));
  none[0].add(word_features("a"));
  EXPECT_THAT(refusal(2), HasSubstr("min_documents"));
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_FALSE(std::filesystem::exists(path_ + ".facsim-" + std::to_string(::getpid())));
  for_test::put(path_, "mine");
  EXPECT_THAT(refusal(1), HasSubstr("say force"));
  EXPECT_EQ(bytes_of(path_), "mine");
}

}  // namespace
}  // namespace facsim
