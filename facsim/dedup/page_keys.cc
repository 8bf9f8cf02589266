// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/page_keys.h"

#include "facsim/base/hash64.h"
#include "facsim/corpus/scan.h"
#include "facsim/dedup/candidate_keys.h"
#include "facsim/page/analysis.h"
#include "facsim/page/recipe_tables.h"
#include "facsim/run/run_scratch.h"

namespace facsim {
namespace {

// A collision would only make two groups be decided together, so 64 bits are enough.
std::int64_t node_of(const PageRow& row) {
  const auto [digest, witness] = exact_group_key(row);
  const std::uint64_t text = combine(digest.low, digest.high);
  return static_cast<std::int64_t>(combine(combine(text, witness), row.scope_key));
}

}  // namespace

void find_page_keys(PageSource& pages, const KeyOptions& options, const RunHooks& hooks,
                    const std::function<void(const PageKeys&)>& visit) {
  const Profile& profile = options.judge.profile;
  check_profile(profile);
  require_indexable(profile.recipe);
  RunScratch scratch(options.limits.tmp);
  Run run(options.limits, hooks, scratch.get());
  const ReadOptions read = reading_of(options.read, {.scope = options.scope}, profile.recipe);
  Corpus corpus(run.scratch(), run.memory_bytes(), Corpus::Units::none);
  (void)scan(corpus, pages, read, options.judge, run, options.scope);
  for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
    const PageRow row = corpus.rows.at(page);
    PageKeys keys;
    keys.bytes = row.extent.end - row.extent.begin;
    if (!row.has_text) {
      keys.skip = keys.bytes > read.page_bytes_max ? Skip::too_large : Skip::no_text;
      visit(keys);
      continue;
    }
    keys.node = node_of(row);
    keys.scope_key = row.scope_key;
    keys.has_fingerprint = row.has_fingerprint;
    if (row.has_fingerprint) {
      keys.fingerprint = row.fingerprint;
      keys.bands = band_keys_of(row, profile);
      for (const std::uint64_t anchor : corpus.anchors_of(row)) {
        keys.anchors.push_back(anchor_key(row.scope_key, anchor));
      }
    }
    visit(keys);
  }
}

}  // namespace facsim
