// SPDX-License-Identifier: Apache-2.0
#include "facsim/analyze.h"

#include "facsim/base/error.h"
#include "facsim/page/analysis.h"

namespace facsim {

struct Analyzer::State {
  Recipe recipe;
  PageAnalyzer analyzer;
};

Analyzer::Analyzer(const ReadyProfile& judge, Kernel kernel) : Analyzer(judge, {}, kernel) {}
Analyzer::Analyzer(const ReadyProfile& judge, const Figures& figures, Kernel kernel)
    : state_(new State{.recipe = judge.profile.recipe,
                       .analyzer = PageAnalyzer({.profile = judge.profile,
                                                 .tables = judge.tables,
                                                 .extract = {},
                                                 .kernel = kernel,
                                                 .with_visible = figures.visible_fingerprint,
                                                 .with_sketch = figures.sketch,
                                                 .with_witness = false,
                                                 .with_digest = figures.digest,
                                                 .with_fingerprint = figures.fingerprint,
                                                 .with_units = figures.units})}) {}
Analyzer::~Analyzer() = default;
Analyzer::Analyzer(Analyzer&& other) noexcept = default;
Analyzer& Analyzer::operator=(Analyzer&& other) noexcept = default;

const PageAnalysis& Analyzer::analyze(const Page& page) { return state_->analyzer.analyze(page); }

const PageAnalysis& Analyzer::analyze(std::string_view text) {
  const Recipe& recipe = state_->recipe;
  if (!recipe.reads_one_text() || recipe.units.kind == UnitKind::given) {
    throw Error(ErrorCode::invalid_argument,
                "recipe '" + recipe.name + "' reads parts of pages, which texts do not have");
  }
  return state_->analyzer.analyze_text(text);
}

void Analyzer::set_look(std::function<void()> look) { state_->analyzer.set_look(std::move(look)); }

const Document& Analyzer::document() const noexcept { return state_->analyzer.document(); }
std::string_view Analyzer::judged_text() const noexcept { return state_->analyzer.text(); }

std::span<const std::uint64_t> Analyzer::units() const noexcept { return state_->analyzer.units(); }

std::span<const std::uint64_t> Analyzer::shingles() const noexcept {
  return state_->analyzer.shingles();
}

std::optional<std::vector<std::uint8_t>> Analyzer::sketch_bytes() const {
  return state_->analyzer.sketch_bytes();
}

std::optional<std::vector<std::uint8_t>> Analyzer::layout_bytes() const {
  return state_->analyzer.layout_bytes();
}

}  // namespace facsim
