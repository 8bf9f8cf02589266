// SPDX-License-Identifier: Apache-2.0
// Selects the pairs that are examined one by one.
#include <algorithm>
#include <mutex>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/human_text.h"
#include "facsim/dedup/candidates.h"
#include "facsim/eval/resolve.h"
#include "facsim/eval/run_internal.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

struct Text {
  Hash128 digest;
  std::uint64_t witness = 0;
  std::uint32_t cluster = 0;
  std::uint32_t page = 0;
  friend auto operator<=>(const Text&, const Text&) = default;
};

EvalItem item_of(const EvalRun& run, std::uint32_t page) {
  const PageRow row = run.corpus->row(page);
  return {.page = page,
          .count = 1,
          .cluster = run.cluster_of.empty() ? 0 : run.cluster_of[page],
          .is_short = run.corpus->is_short(row),
          .shingles = row.shingles};
}

void make_items(EvalRun& run) {
  std::vector<Text> texts;
  for (std::uint32_t page = 0; page < run.corpus->pages(); ++page) {
    const PageRow row = run.corpus->row(page);
    const std::uint32_t cluster = run.cluster_of.empty() ? 0 : run.cluster_of[page];
    const auto [digest, witness] = exact_group_key(row);
    if (row.has_text && cluster != kNoPage) texts.push_back({digest, witness, cluster, page});
  }
  std::sort(texts.begin(), texts.end());
  std::vector<std::vector<std::uint32_t>> groups;
  for (std::size_t begin = 0, end = 0; begin < texts.size(); begin = end) {
    groups.emplace_back();
    for (; end < texts.size() && texts[end].digest == texts[begin].digest &&
           texts[end].witness == texts[begin].witness && texts[end].cluster == texts[begin].cluster;
         ++end) {
      groups.back().push_back(texts[end].page);
    }
  }
  std::sort(groups.begin(), groups.end());
  run.item_of.assign(run.corpus->pages(), kNoPage);
  for (const std::vector<std::uint32_t>& group : groups) {
    for (const std::uint32_t page : group) {
      run.item_of[page] = static_cast<std::uint32_t>(run.items.size());
    }
    run.items.push_back(item_of(run, group.front()));
    run.items.back().count = static_cast<std::uint32_t>(group.size());
  }
  if (run.items.size() > kEvalTextsMax) {
    throw Error(ErrorCode::invalid_argument,
                human_count(run.items.size()) + " different texts are more than the " +
                    human_count(kEvalTextsMax) +
                    " whose pairs are counted one by one; give fewer documents, or " +
                    Named::pairs);
  }
}

void join_items(EvalRun& run) {
  std::vector<std::uint32_t> sizes;
  for (const EvalItem& item : run.items) sizes.push_back(item.shingles);
  const SetJoinOptions join{
      .min_resemblance = run.options.resemblance_floor,
      .memory_bytes_max = run.context.memory_bytes(),
      .progress = [&](std::uint64_t done) { run.progress("pairs", done, run.items.size()); }};
  run.joined = join_sets(
      sizes,
      [&](std::uint32_t number, std::vector<std::uint64_t>& set) {
        run.corpus->shingles(run.items[number].page, set);
      },
      join, run.executor);
}

std::uint32_t shared_by(const EvalRun& run, std::uint32_t first, std::uint32_t second) {
  std::vector<std::uint64_t> one;
  std::vector<std::uint64_t> other;
  run.corpus->shingles(run.items[first].page, one);
  run.corpus->shingles(run.items[second].page, other);
  return static_cast<std::uint32_t>(overlap(one, other).shared);
}

// Counts the shared elements of the pairs from `begin` on, in parallel.
void count_shared(EvalRun& run, std::size_t begin) {
  constexpr std::size_t kAtATime = 256;
  std::mutex mutex;
  std::uint64_t done = 0;
  const std::size_t count = run.listed.size() - begin;
  run.executor.run((count + kAtATime - 1) / kAtATime, [&](std::size_t piece) {
    const std::size_t from = begin + piece * kAtATime;
    const std::size_t to = std::min(run.listed.size(), from + kAtATime);
    for (std::size_t i = from; i < to; ++i) {
      run.listed[i].shared = shared_by(run, run.listed[i].first, run.listed[i].second);
    }
    const std::lock_guard lock(mutex);
    done += to - from;
    run.progress("pairs", done, count);
  });
}

// Adds pairs within a cluster whose resemblance is below the floor.
void add_cluster_pairs(EvalRun& run) {
  std::vector<std::uint32_t> order(run.items.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(run.items[a].cluster, a) < std::pair(run.items[b].cluster, b);
  });
  const std::size_t joined = run.listed.size();
  const std::uint64_t pairs_max = run.context.memory_bytes() / (4 * sizeof(EvalPair));
  const auto is_joined = [&](std::uint32_t first, std::uint32_t second) {
    const auto at =
        std::lower_bound(run.joined.begin(), run.joined.end(), JoinedPair{first, second, 0});
    return at != run.joined.end() && at->first == first && at->second == second;
  };
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && run.items[order[end]].cluster == run.items[order[begin]].cluster) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = i + 1; j < end; ++j) {
        if (!is_joined(order[i], order[j])) run.listed.push_back({order[i], order[j], 0, true});
      }
      if (run.listed.size() > pairs_max) {
        throw Error(ErrorCode::invalid_argument, "more than " + human_count(pairs_max) +
                                                     " pairs lie within the clusters; raise " +
                                                     Named::memory + " or give fewer documents");
      }
    }
  }
  count_shared(run, joined);
}

}  // namespace

void list_all_pairs(EvalRun& run) {
  const bool by_clusters = run.options.truth == Truth::clusters;
  const Thresholds& thresholds = run.options.judge.profile.thresholds;
  if (by_clusters) {
    run.cluster_of =
        resolve_clusters(parse_clusters(read_label_file(run.options.labels), run.options.labels),
                         *run.corpus, run.options.labels, run.result.warnings);
  }
  make_items(run);
  join_items(run);
  const auto is_true = [&](const JoinedPair& pair) {
    const EvalItem& first = run.items[pair.first];
    const EvalItem& second = run.items[pair.second];
    if (by_clusters) return first.cluster == second.cluster;
    return Overlap{first.shingles, second.shingles, pair.shared}.resemblance() >=
               thresholds.min_resemblance &&
           !are_two_pages(run.corpus->row(first.page), run.corpus->row(second.page), 1, thresholds);
  };
  for (const JoinedPair& pair : run.joined) {
    run.listed.push_back({pair.first, pair.second, pair.shared, is_true(pair)});
  }
  if (by_clusters) add_cluster_pairs(run);
  for (std::uint32_t i = 0; i < run.items.size(); ++i) {
    if (run.items[i].count > 1) run.listed.push_back({i, i, run.items[i].shingles, true});
  }
  if (by_clusters) return;
  // The measures are not evaluated on pages too short to judge.
  std::erase_if(run.listed, [&](const EvalPair& pair) {
    return run.items[pair.first].is_short || run.items[pair.second].is_short;
  });
}

void list_labelled_pairs(EvalRun& run) {
  const std::vector<LabelledPair> labels =
      parse_pairs(read_label_file(run.options.labels), run.options.labels, run.options.label_min);
  const std::vector<ResolvedPair> pairs =
      resolve_pairs(labels, *run.corpus, run.options.labels, run.result.warnings);
  run.item_of.assign(run.corpus->pages(), kNoPage);
  for (const ResolvedPair& pair : pairs) run.item_of[pair.first] = run.item_of[pair.second] = 0;
  for (std::uint32_t page = 0; page < run.corpus->pages(); ++page) {
    if (run.item_of[page] == kNoPage) continue;
    run.item_of[page] = static_cast<std::uint32_t>(run.items.size());
    run.items.push_back(item_of(run, page));
  }
  for (const ResolvedPair& pair : pairs) {
    run.listed.push_back({run.item_of[pair.first], run.item_of[pair.second], 0, pair.is_duplicate});
  }
  count_shared(run, 0);
}

}  // namespace facsim
