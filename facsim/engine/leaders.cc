// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/leaders.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include "facsim/cluster/single_linkage.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/engine/pair_collector.h"
#include "facsim/engine/pair_verifier.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchMembers = 4096;
// Verifications between two looks at whether the user said stop.
constexpr std::uint32_t kCallsBetweenLooks = 1024;

// Pages of one component in keep order, with the groups they share.
struct Component {
  std::vector<std::uint32_t> pages;
  CandidateGraph graph;
};

struct Batch {
  std::vector<Component> components;
  std::vector<std::vector<Outcome>> outcomes;
  std::vector<ComponentPairs> pairs;  // where they are asked for
  VerificationCounts counts;
};

// Cuts the sorted memberships into components.
class ComponentReader {
 public:
  ComponentReader(const Corpus& corpus, SpillSorter<Member>& members)
      : corpus_(corpus), members_(members) {
    more_ = members_.next(ahead_);
  }

  bool next(Component& component) {
    if (!more_) return false;
    component = {};
    numbers_.clear();
    const std::uint32_t id = ahead_.component;
    while (more_ && ahead_.component == id) {
      if (component.pages.empty() || component.pages.back() != ahead_.page) {
        component.pages.push_back(ahead_.page);
        component.graph.first.push_back(static_cast<std::uint32_t>(component.graph.groups.size()));
        if (ahead_.page >= corpus_.pages()) ++component.graph.kept_before;
      }
      const auto number = static_cast<std::uint32_t>(numbers_.size());
      component.graph.groups.push_back(numbers_.try_emplace(ahead_.group, number).first->second);
      more_ = members_.next(ahead_);
    }
    component.graph.first.push_back(static_cast<std::uint32_t>(component.graph.groups.size()));
    component.graph.group_count = static_cast<std::uint32_t>(numbers_.size());
    return true;
  }

 private:
  const Corpus& corpus_;
  SpillSorter<Member>& members_;
  Member ahead_;
  bool more_ = false;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

ComponentPairs collect_pairs(const Component& component, PairVerifier& verifier,
                             const PairCollector& collector, const std::function<void()>& look) {
  return collector.collect(component.pages, component.graph, verifier.take_pairs(),
                           [&](std::uint32_t page, std::uint32_t other) {
                             look();
                             return verifier.list_pair(page, other);
                           });
}

// Which rule, and with which options.
struct Rule {
  Clustering clustering = Clustering::leader;
  LeaderOptions options;
};

std::vector<Outcome> apply_rule(const Component& component, const Judge& judge,
                                PairVerifier& verifier, const Rule& rule) {
  if (rule.clustering == Clustering::leader) {
    return apply_leader_rule(component.graph, judge, rule.options);
  }
  const Measure measure = [&](std::uint32_t page, std::uint32_t other) {
    Match match = verifier.measure(component.pages[page], component.pages[other]);
    if (!joins(match, rule.options)) match.by = By::link;
    return match;
  };
  return apply_single_linkage(component.graph, judge, measure, rule.options);
}

void judge_batch(Batch& batch, PairVerifier& verifier, const PairCollector* collector,
                 const Rule& rule, const DedupHooks& hooks) {
  batch.outcomes.clear();
  batch.pairs.clear();
  std::uint32_t calls = 0;
  const auto look = [&] {
    if (++calls % kCallsBetweenLooks == 0) throw_if_cancelled(hooks);
  };
  for (const Component& component : batch.components) {
    const Judge judge = [&](std::uint32_t page, std::uint32_t kept) {
      look();
      return verifier.verify(component.pages[page], component.pages[kept]);
    };
    std::vector<Outcome>& outcomes =
        batch.outcomes.emplace_back(apply_rule(component, judge, verifier, rule));
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      Outcome& outcome = outcomes[i];
      const std::optional<std::uint32_t> other =
          outcome.representative ? outcome.representative : outcome.related;
      if (other) verifier.complete(outcome.match, component.pages[i], component.pages[*other]);
    }
    if (collector != nullptr) {
      batch.pairs.push_back(collect_pairs(component, verifier, *collector, look));
    }
    verifier.forget_pages();  // a page is in one component
  }
  batch.counts = verifier.take_counts();
}

void store_batch(const Corpus& corpus, const Batch& batch, Decisions& decisions, Summary& summary) {
  summary.verification += batch.counts;
  for (std::size_t c = 0; c < batch.components.size(); ++c) {
    const Component& component = batch.components[c];
    for (std::size_t i = 0; i < component.pages.size(); ++i) {
      const Outcome& outcome = batch.outcomes[c][i];
      const std::uint32_t page = component.pages[i];
      const bool is_counted = page < corpus.truncated.size() && corpus.truncated[page];
      if (outcome.truncated && !is_counted) ++summary.truncated;
      if (!outcome.representative && !outcome.related) continue;
      Decision decision;
      decision.match = outcome.match;
      if (outcome.representative)
        decision.representative = component.pages[*outcome.representative];
      if (outcome.related) decision.related = component.pages[*outcome.related];
      decisions.set(page, decision);
    }
  }
}

}  // namespace

LeaderOptions leader_options(const DedupOptions& options) {
  LeaderOptions rule;
  rule.joining = options.remove;
  rule.joining_containment_min = options.profile.thresholds.removal_containment_min;
  return rule;
}

Decisions apply_leaders(const Corpus& corpus, const LateUnits& late, SpillSorter<Member>& members,
                        const DedupOptions& options, const DedupHooks& hooks, Scratch& scratch,
                        Summary& summary, PairLists* lists) {
  PageBudget budget(options.memory_bytes, options.threads);
  const int threads = budget.threads();
  Decisions decisions(corpus.all_pages(), scratch, options.memory_bytes / 16);
  std::vector<PairVerifier> verifiers;
  for (int i = 0; i < threads; ++i) {
    verifiers.emplace_back(corpus, late, options.profile, options.refuse_templates,
                           options.memory_bytes / 8 / static_cast<unsigned>(threads), &budget);
  }
  std::optional<PairCollector> collector;
  if (lists != nullptr) {
    collector.emplace(options.matches);
    for (PairVerifier& verifier : verifiers) {
      verifier.remember_pairs(pairs_floor(options.profile.thresholds));
    }
  }
  const Rule rule{options.clustering, leader_options(options)};
  ComponentReader reader(corpus, members);
  std::uint64_t pages = 0;
  OrderedPipeline<Batch> pipeline(threads);
  pipeline.run({
      .produce =
          [&](Batch& batch) {
            throw_if_cancelled(hooks);
            batch.components.clear();
            std::size_t size = 0;
            for (Component component; size < kBatchMembers && reader.next(component);) {
              size += component.graph.groups.size();
              pages += component.pages.size();
              batch.components.push_back(std::move(component));
            }
            if (hooks.progress) hooks.progress({"verify", pages, 0, 0, 0});
            return !batch.components.empty();
          },
      .process =
          [&](Batch& batch, std::size_t worker) {
            judge_batch(batch, verifiers[worker], collector ? &*collector : nullptr, rule, hooks);
          },
      .commit =
          [&](Batch& batch) {
            store_batch(corpus, batch, decisions, summary);
            for (const ComponentPairs& pairs : batch.pairs) lists->add(pairs);
          },
  });
  return decisions;
}

}  // namespace facsim
