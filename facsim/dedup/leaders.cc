// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/leaders.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>

#include "facsim/cluster/leader_choice.h"
#include "facsim/cluster/single_linkage.h"
#include "facsim/dedup/pair_verifier.h"
#include "facsim/run/ordered_pipeline.h"

namespace facsim {
namespace {

constexpr std::size_t kBatchMembers = 4096;
// Verifications between two checks for cancellation.
constexpr std::uint32_t kCallsBetweenLooks = 1024;

// Pages of one component in keep order, with the groups they share.
struct Component {
  std::vector<std::uint32_t> pages;
  CandidateGraph graph;
};

struct Batch {
  std::vector<Component> components;
  std::vector<std::vector<Decision>> decisions;
  std::vector<ComponentPairs> pairs;  // if requested
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

// The rule and its options.
struct Rule {
  Clustering clustering = Clustering::leader;
  LeaderOptions options;
};

std::vector<Decision> apply_rule(const Component& component, const Judge& judge,
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
                 const Rule& rule, const Run& run) {
  batch.decisions.clear();
  batch.pairs.clear();
  std::uint32_t calls = 0;
  const auto look = [&] {
    if (++calls % kCallsBetweenLooks == 0) run.throw_if_cancelled();
  };
  for (const Component& component : batch.components) {
    const Judge judge = [&](std::uint32_t page, std::uint32_t kept) {
      look();
      return verifier.verify(component.pages[page], component.pages[kept]);
    };
    std::vector<Decision>& decisions =
        batch.decisions.emplace_back(apply_rule(component, judge, verifier, rule));
    for (std::size_t i = 0; i < decisions.size(); ++i) {
      Decision& decision = decisions[i];
      const std::uint32_t other = decision.other();
      if (other == kNoPage) continue;
      verifier.complete(decision.match, component.pages[i], component.pages[other]);
    }
    if (collector != nullptr) {
      batch.pairs.push_back(collect_pairs(component, verifier, *collector, look));
    }
    verifier.forget_pages();  // a page is in one component
  }
  batch.counts = verifier.take_counts();
}

void store_batch(const Corpus& corpus, const Batch& batch, Decisions& decisions) {
  decisions.counts += batch.counts;
  for (std::size_t c = 0; c < batch.components.size(); ++c) {
    const Component& component = batch.components[c];
    for (std::size_t i = 0; i < component.pages.size(); ++i) {
      Decision decision = batch.decisions[c][i];
      const std::uint32_t page = component.pages[i];
      const bool is_counted = page < corpus.truncated.size() && corpus.truncated[page];
      if (decision.truncated && !is_counted) ++decisions.truncated;
      if (decision.other() == kNoPage) continue;
      name_by_corpus(decision, component.pages);
      decisions.set(page, decision);
    }
  }
}

}  // namespace

void name_by_corpus(Decision& decision, const std::vector<std::uint32_t>& pages) {
  if (decision.removed()) decision.representative = pages[decision.representative];
  if (decision.related != kNoPage) decision.related = pages[decision.related];
}

LeaderOptions leader_options(const Profile& profile, const Policy& policy) {
  LeaderOptions rule;
  rule.joining = policy.remove;
  rule.min_containment_to_join = profile.thresholds.containment_to_remove();
  return rule;
}

Decisions apply_leaders(const Corpus& corpus, const RereadUnits& reread,
                        SpillSorter<Member>& members, const Profile& profile, const Policy& policy,
                        const Run& run, const PairCollector* collector, PairLists* lists) {
  PageBudget budget(run.memory_bytes(), run.threads());
  const int threads = budget.threads();
  Decisions decisions(corpus.all_pages(), run.scratch(), run.memory_bytes() / 16);
  std::vector<PairVerifier> verifiers;
  for (int i = 0; i < threads; ++i) {
    verifiers.emplace_back(corpus, reread, profile, policy.refuse_templates,
                           run.memory_bytes() / 8 / static_cast<unsigned>(threads), &budget);
  }
  if (collector != nullptr) {
    for (PairVerifier& verifier : verifiers) {
      verifier.remember_pairs(pairs_floor(profile.thresholds));
    }
  }
  const Rule rule{policy.clustering, leader_options(profile, policy)};
  ComponentReader reader(corpus, members);
  std::uint64_t pages = 0;
  OrderedPipeline<Batch> pipeline(threads);
  pipeline.run({
      .produce =
          [&](Batch& batch) {
            run.throw_if_cancelled();
            batch.components.clear();
            std::size_t size = 0;
            for (Component component; size < kBatchMembers && reader.next(component);) {
              size += component.graph.groups.size();
              pages += component.pages.size();
              batch.components.push_back(std::move(component));
            }
            run.progress({"verify", pages, 0, 0, 0});
            return !batch.components.empty();
          },
      .process =
          [&](Batch& batch, std::size_t worker) {
            judge_batch(batch, verifiers[worker], collector, rule, run);
          },
      .commit =
          [&](Batch& batch) {
            store_batch(corpus, batch, decisions);
            for (const ComponentPairs& pairs : batch.pairs) lists->add(pairs);
          },
  });
  return decisions;
}

}  // namespace facsim
