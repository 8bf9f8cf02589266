// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/texts.h"

#include <algorithm>
#include <memory>

#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/base/memory_scratch.h"
#include "facsim/corpus/keep_order.h"
#include "facsim/corpus/missing_units.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidates.h"
#include "facsim/dedup/decided_corpus.h"
#include "facsim/dedup/leaders.h"
#include "facsim/page/analysis.h"
#include "facsim/run/ordered_pipeline.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchTexts = 64;
// Nothing spills: scratch would be memory too.
constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 40;

struct Batch {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<PageRow> rows;
  std::vector<std::vector<std::uint64_t>> units;
};

void analyze_batch(std::span<const std::string_view> texts, PageAnalyzer& analyzer, Batch& batch) {
  batch.rows.clear();
  batch.units.clear();
  for (std::size_t i = batch.begin; i < batch.end; ++i) {
    const Analysis& analysis = analyzer.analyze_text(texts[i]);
    PageRow row;
    static_cast<PageFacts&>(row) = facts_of(analysis, analyzer.shingles().size());
    batch.rows.push_back(row);
    StoredText stored = analyzer.stored_text();
    batch.rows.back().numbers = stored.numbers;
    batch.units.push_back(std::move(stored.hashes));
  }
}

void analyze_all(std::span<const std::string_view> texts, const Profile& profile, const Run& run,
                 Corpus& corpus) {
  std::vector<std::unique_ptr<PageAnalyzer>> analyzers;
  for (int i = 0; i < run.threads(); ++i) {
    analyzers.push_back(std::make_unique<PageAnalyzer>(AnalyzerOptions{.profile = profile,
                                                                       .tables = {},
                                                                       .extract = {},
                                                                       .kernel = run.kernel(),
                                                                       .with_visible = false}));
  }
  std::size_t next = 0;
  OrderedPipeline<Batch> pipeline(run.threads());
  pipeline.run({
      .produce =
          [&](Batch& batch) {
            batch.begin = next;
            next = batch.end = std::min(texts.size(), next + kBatchTexts);
            return batch.begin < batch.end;
          },
      .process = [&](Batch& batch,
                     std::size_t worker) { analyze_batch(texts, *analyzers[worker], batch); },
      .commit =
          [&](Batch& batch) {
            for (std::size_t i = 0; i < batch.rows.size(); ++i) {
              if (batch.rows[i].has_fingerprint) {
                batch.rows[i].units_offset = corpus.units.append(batch.units[i]);
              }
              corpus.rows.push_back(batch.rows[i]);
            }
          },
  });
}

}  // namespace

std::vector<TextVerdict> dedup_texts(std::span<const std::string_view> texts,
                                     const Profile& profile, int threads) {
  require_indexable(profile.recipe);
  if (!profile.recipe.reads_one_text()) {
    throw Error(ErrorCode::invalid_argument, "recipe '" + profile.recipe.name +
                                                 "' reads parts of pages, which texts do not have");
  }
  if (texts.size() > limits::kPagesMax) {
    throw Error(ErrorCode::invalid_argument,
                "more than 4,294,967,294 texts in one call; split them");
  }
  MemoryScratch scratch;
  const RunHooks hooks;
  const Run run({.threads = threads, .memory_bytes = kMemoryBytes, .tmp = {}}, hooks, scratch);
  const Policy policy;
  Corpus corpus(scratch, kMemoryBytes);
  analyze_all(texts, profile, run, corpus);

  const auto ranks = keep_ranks(corpus, policy.keep, run);
  Candidates candidates = find_candidates(corpus, ranks, profile, run);
  const RereadUnits none(scratch, 0);
  const Decisions decisions =
      apply_leaders(corpus, none, *candidates.members, profile, policy, run);
  const DecidedCorpus pages(corpus, candidates.exact_best, decisions, profile, policy);

  std::vector<TextVerdict> result(texts.size());
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    result[page].representative = page;
    const PageRow row = corpus.rows.at(page);
    if (!row.has_text) continue;
    const Decision decision = pages.at(page, row);
    if (decision.removed()) result[page] = {decision.representative, decision.match};
  }
  return result;
}

}  // namespace facsim
