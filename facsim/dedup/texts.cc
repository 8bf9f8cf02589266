// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "facsim/base/error.h"
#include "facsim/dedup.h"
#include "facsim/dedup_texts.h"

namespace facsim {
namespace {

class TextSource final : public PageSource {
 public:
  explicit TextSource(std::span<const std::string_view> texts) : texts_(texts) {}
  [[nodiscard]] bool next(Page& page) override {
    if (next_ == texts_.size()) return false;
    page.bytes.assign(texts_[next_++]);
    page.is_unicode = true;
    return true;
  }

 private:
  std::span<const std::string_view> texts_;
  std::size_t next_ = 0;
};

class DecisionSink final : public DedupSink {
 public:
  explicit DecisionSink(std::vector<Decision>& decisions) : decisions_(decisions) {}
  void removed(const SinkPage& page, const SinkPage& representative, const Match& match) override {
    decisions_[page.number].representative = representative.number;
    decisions_[page.number].match = match;
  }
  void reported(const SinkPage& page, const SinkPage& other, const Match& match) override {
    decisions_[page.number].related = other.number;
    decisions_[page.number].match = match;
  }

 private:
  std::vector<Decision>& decisions_;
};

}  // namespace

std::vector<Decision> dedup_texts(std::span<const std::string_view> texts,
                                  const ReadyProfile& judge, int threads) {
  const Recipe& recipe = judge.profile.recipe;
  if (!recipe.reads_one_text() || recipe.units.kind == UnitKind::given) {
    throw Error(ErrorCode::invalid_argument,
                "recipe '" + recipe.name + "' reads parts of pages, which texts do not have");
  }
  TextSource source(texts);
  std::vector<Decision> decisions(texts.size());
  DecisionSink sink(decisions);
  DedupOptions options;
  options.judge = judge;
  options.read.page_bytes_max = ~std::size_t{0};
  options.limits.threads = threads;
  (void)dedup(source, sink, options);
  return decisions;
}

std::vector<Decision> dedup_texts(std::span<const std::string> texts, const ReadyProfile& judge,
                                  int threads) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return dedup_texts(views, judge, threads);
}

}  // namespace facsim
