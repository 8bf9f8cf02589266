// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/leaders.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "facsim/cluster/leader_rule.h"
#include "facsim/engine/analysis.h"
#include "facsim/engine/estimate_match.h"
#include "facsim/engine/ordered_pipeline.h"
#include "facsim/verify/kind.h"
#include "facsim/verify/overlap.h"

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
  std::uint64_t verified = 0;
  std::uint64_t estimated = 0;
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

// Verifies pairs; one a thread. Remembers the sets it read last, up to a budget.
class PairVerifier {
 public:
  PairVerifier(const Corpus& corpus, const LateShingles& late, const Profile& profile,
               std::uint64_t cache_bytes_max)
      : corpus_(corpus), late_(late), profile_(profile), cache_bytes_max_(cache_bytes_max) {}

  std::optional<Match> verify(std::uint32_t page, std::uint32_t kept) {
    const PageRow row = corpus_.rows.at(page);
    const PageRow other = corpus_.rows.at(kept);
    if (!are_candidates(row, other, profile_) && !share_anchors(corpus_, row, other, profile_)) {
      return std::nullopt;
    }
    if (other.is_known && other.shingles_offset == kNoOffset) return estimate(row, other);
    if (!sizes_may_match(row.shingles, other.shingles, profile_.thresholds)) return std::nullopt;
    ++verified_;
    const Set mine = shingles(page, row);
    const Set theirs = shingles(kept, other);
    const Overlap shared = overlap(*mine, *theirs);
    Likeness likeness;
    likeness.resemblance = shared.resemblance();
    likeness.containment = shared.containment();
    likeness.containment_reverse = shared.containment_reverse();
    likeness.layout = layout_likeness(row.layout_sketch(), other.layout_sketch());
    const std::optional<Kind> kind = kind_of(likeness, profile_.thresholds);
    if (!kind) return std::nullopt;
    Match match;
    match.kind = *kind;
    match.by = By::text;
    match.distance = static_cast<std::int8_t>(row.distance_to(other));
    match.resemblance = likeness.resemblance;
    match.containment = likeness.containment;
    match.containment_reverse = likeness.containment_reverse;
    return match;
  }

  // Nobody read the other's text again.
  std::optional<Match> estimate(const PageRow& row, const PageRow& other) {
    ++estimated_;
    return estimate_match(row, other, profile_.thresholds).match;
  }

  std::uint64_t take_estimated() { return std::exchange(estimated_, 0); }
  std::uint64_t take_verified() { return std::exchange(verified_, 0); }

 private:
  using Set = std::shared_ptr<const std::vector<std::uint64_t>>;

  Set shingles(std::uint32_t page, const PageRow& row) {
    const auto found = cache_.find(page);
    if (found != cache_.end()) return found->second;
    if (cache_bytes_ > cache_bytes_max_) {
      cache_.clear();
      cache_bytes_ = 0;
    }
    auto set = std::make_shared<std::vector<std::uint64_t>>();
    const std::uint64_t offset =
        row.shingles_offset != kNoOffset ? row.shingles_offset : late_.offset_of(page);
    corpus_.shingles.read(offset, row.shingles, *set);
    cache_bytes_ += set->size() * sizeof(std::uint64_t);
    return cache_.emplace(page, std::move(set)).first->second;
  }

  const Corpus& corpus_;
  const LateShingles& late_;
  const Profile& profile_;
  std::uint64_t cache_bytes_max_;
  std::uint64_t cache_bytes_ = 0;
  std::uint64_t verified_ = 0;
  std::uint64_t estimated_ = 0;
  std::unordered_map<std::uint32_t, Set> cache_;
};

void judge_batch(Batch& batch, PairVerifier& verifier, const LeaderOptions& rule,
                 const DedupHooks& hooks) {
  batch.outcomes.clear();
  std::uint32_t calls = 0;
  for (const Component& component : batch.components) {
    const Judge judge = [&](std::uint32_t page, std::uint32_t kept) {
      if (++calls % kCallsBetweenLooks == 0) throw_if_cancelled(hooks);
      return verifier.verify(component.pages[page], component.pages[kept]);
    };
    batch.outcomes.push_back(apply_leader_rule(component.graph, judge, rule));
  }
  batch.verified = verifier.take_verified();
  batch.estimated = verifier.take_estimated();
}

void store_batch(const Corpus& corpus, const Batch& batch, Decisions& decisions, Summary& summary) {
  summary.candidates += batch.verified;
  summary.estimated += batch.estimated;
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

Decisions apply_leaders(const Corpus& corpus, const LateShingles& late,
                        SpillSorter<Member>& members, const DedupOptions& options,
                        const DedupHooks& hooks, Scratch& scratch, Summary& summary) {
  const int threads = std::max(1, options.threads);
  Decisions decisions(corpus.all_pages(), scratch, options.memory_bytes / 16);
  std::vector<PairVerifier> verifiers;
  for (int i = 0; i < threads; ++i) {
    verifiers.emplace_back(corpus, late, options.profile,
                           options.memory_bytes / 8 / static_cast<unsigned>(threads));
  }
  LeaderOptions rule;
  rule.joining = options.remove;
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
      .process = [&](Batch& batch,
                     std::size_t worker) { judge_batch(batch, verifiers[worker], rule, hooks); },
      .commit = [&](Batch& batch) { store_batch(corpus, batch, decisions, summary); },
  });
  return decisions;
}

}  // namespace facsim
