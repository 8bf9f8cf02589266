// SPDX-License-Identifier: Apache-2.0
#include "facsim/dedup/matches/listed_leaders.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/cluster/candidate_list.h"
#include "facsim/cluster/leader_choice.h"
#include "facsim/cluster/leader_rule.h"
#include "facsim/dedup/result_names.h"
#include "facsim/dedup/row_pair.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/pair_judge.h"
#include "facsim/verify/kind.h"
#include "facsim/verify/overlap.h"

namespace facsim {
namespace {

constexpr int kWhatIfCount = 11;
constexpr double what_if_threshold(int i) { return (50 + 5 * i) / 100.0; }

// A component in keep order. Pages are numbered in it.
struct Ordered {
  struct Edge {
    std::uint32_t other = 0;  // the earlier page
    std::uint32_t pair = 0;   // of ComponentPairs::pairs
  };
  std::vector<std::uint32_t> pages;  // the page that stands for each text
  std::vector<std::uint32_t> first;  // of each page's edges, and their number at the end
  std::vector<Edge> edges;           // to earlier pages, ascending

  [[nodiscard]] std::span<const Edge> edges_of(std::uint32_t page) const {
    return std::span(edges).subspan(first[page], first[page + 1] - first[page]);
  }
};

[[noreturn]] void damaged(const std::string& what) {
  throw Error(ErrorCode::damaged, what + "; run facsim dedup again", kMatchesName);
}

// Gives the page that stands for a listed page's text. A text stands in one component, and once
// there: else a page could be judged against itself, or go for a page that goes too.
class TextsOfList {
 public:
  explicit TextsOfList(const TextOrder& order) : order_(order), seen_(order.exact_best.size()) {}
  [[nodiscard]] std::uint32_t best_of(std::uint32_t page) {
    const std::uint32_t best = order_.exact_best[page];
    if (best == kNoPage) damaged("a pair of a page without a text");
    if (seen_[best]) damaged("one text stands in the list of pairs twice");
    seen_[best] = true;
    return best;
  }
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t page) const { return order_.ranks[page]; }

 private:
  const TextOrder& order_;
  std::vector<bool> seen_;
};

Ordered in_keep_order(const ComponentPairs& component, TextsOfList& texts) {
  const auto count = static_cast<std::uint32_t>(component.pages.size());
  std::vector<std::uint32_t> bests(count);
  for (std::uint32_t i = 0; i < count; ++i) bests[i] = texts.best_of(component.pages[i]);
  std::vector<std::uint32_t> visit(count);
  std::iota(visit.begin(), visit.end(), 0U);
  std::sort(visit.begin(), visit.end(), [&](std::uint32_t a, std::uint32_t b) {
    return texts.rank_of(bests[a]) < texts.rank_of(bests[b]);
  });
  std::vector<std::uint32_t> place(count);
  Ordered made;
  for (std::uint32_t i = 0; i < count; ++i) {
    place[visit[i]] = i;
    made.pages.push_back(bests[visit[i]]);
  }
  made.first.resize(count + std::size_t{1});
  for (const ListedPair& pair : component.pairs) {
    ++made.first[std::max(place[pair.first], place[pair.second]) + std::size_t{1}];
  }
  std::partial_sum(made.first.begin(), made.first.end(), made.first.begin());
  made.edges.resize(component.pairs.size());
  std::vector<std::uint32_t> next(made.first.begin(), made.first.end() - 1);
  for (std::uint32_t p = 0; p < component.pairs.size(); ++p) {
    const auto [low, high] =
        std::minmax(place[component.pairs[p].first], place[component.pairs[p].second]);
    made.edges[next[high]++] = {low, p};
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    std::sort(made.edges.begin() + made.first[i], made.edges.begin() + made.first[i + 1],
              [](const Ordered::Edge& a, const Ordered::Edge& b) { return a.other < b.other; });
  }
  return made;
}

// The pair of a page and an earlier one.
std::uint32_t pair_of(const Ordered& component, std::uint32_t page, std::uint32_t other) {
  const auto edges = component.edges_of(page);
  const auto edge =
      std::lower_bound(edges.begin(), edges.end(), other,
                       [](const Ordered::Edge& a, std::uint32_t b) { return a.other < b; });
  assert(edge != edges.end() && edge->other == other && "only listed pairs are groups");
  return edge->pair;
}

// Each pair as a group of its two pages.
CandidateGraph graph_of(const Ordered& component) {
  const std::size_t count = component.pages.size();
  std::vector<std::vector<std::uint32_t>> groups(count);
  for (std::uint32_t page = 0; page < count; ++page) {
    for (std::uint32_t e = component.first[page]; e < component.first[page + 1]; ++e) {
      groups[page].push_back(e);
      groups[component.edges[e].other].push_back(e);
    }
  }
  CandidateGraph graph;
  graph.group_count = static_cast<std::uint32_t>(component.edges.size());
  graph.groups.reserve(2 * component.edges.size());
  for (const auto& of_page : groups) {
    graph.first.push_back(static_cast<std::uint32_t>(graph.groups.size()));
    graph.groups.insert(graph.groups.end(), of_page.begin(), of_page.end());
  }
  graph.first.push_back(static_cast<std::uint32_t>(graph.groups.size()));
  return graph;
}

// How many pages go with a page that goes, itself included, beyond those that go anyway because
// they have its text.
class TextCounts {
 public:
  TextCounts(const Corpus& corpus, const TextOrder& order, const Thresholds& thresholds,
             Kinds remove) {
    const bool all_go = remove.has(Kind::exact) && remove.has(Kind::content);
    if (!all_go) staying_.resize(corpus.pages());
    for (std::uint32_t page = 0; page < corpus.pages(); ++page) {
      const std::uint32_t best = order.exact_best[page];
      if (best == kNoPage || best == page) continue;
      if (all_go || remove.has(kind_of_copy(corpus, page, best, thresholds))) {
        ++going_;
      } else {
        ++staying_[best];
      }
    }
  }
  [[nodiscard]] std::uint64_t going() const noexcept { return going_; }
  [[nodiscard]] std::uint64_t going_with(std::uint32_t best) const noexcept {
    return 1 + (staying_.empty() ? 0 : staying_[best]);
  }

 private:
  static Kind kind_of_copy(const Corpus& corpus, std::uint32_t page, std::uint32_t best,
                           const Thresholds& thresholds) {
    const std::optional<Match> match =
        judge_pair(corpus.rows.at(page), corpus.rows.at(best), same_text_evidence(), thresholds);
    return match ? match->kind : Kind::exact;
  }

  std::uint64_t going_ = 0;
  std::vector<std::uint32_t> staying_;  // of each best page; empty where all go
};

Overlap overlap_of(const RowPair& pair, const ListedPair& listed) {
  if (listed.shared > std::min(pair.row.shingles, pair.other_row.shingles)) {
    damaged("a pair shares more shingles than its pages have");
  }
  return {pair.row.shingles, pair.other_row.shingles, listed.shared};
}

bool sketches_allow(const RowPair& pair, const ListedPair& listed, Thresholds thresholds) {
  if (are_two_pages(pair.row, pair.other_row, 1, thresholds)) {
    thresholds.min_resemblance = thresholds.min_resemblance_with_agreement = 2;  // parts alone
  }
  return estimate_may_match(estimated_resemblance(listed.equal_bins), pair.row.shingles,
                            pair.other_row.shingles, thresholds);
}

// Nothing where nobody asked.
std::optional<bool> is_template(const Corpus& corpus, const RowPair& pair,
                                const ListedPair& listed) {
  if (!listed.fill_one_template.value_or(false)) return listed.fill_one_template;
  return !corpus.have_one_url(pair.row, pair.other_row);
}

// What PairVerifier says of the pair.
std::optional<Match> match_of(const Corpus& corpus, const RowPair& pair, const ListedPair& listed,
                              const Thresholds& thresholds, bool refuses_templates) {
  if (!sketches_allow(pair, listed, thresholds)) return std::nullopt;
  const Evidence evidence = listed.same_text
                                ? same_text_evidence()
                                : text_evidence(overlap_of(pair, listed), listed.agreement);
  std::optional<Match> match = judge_pair(pair.row, pair.other_row, evidence, thresholds);
  if (match && refuses_templates && match->kind == Kind::content) {
    if (is_template(corpus, pair, listed).value_or(false)) return std::nullopt;
    match->agreement = listed.agreement;
  }
  return match;
}

// Bit i: the pair makes its page join the other at threshold i.
std::uint32_t joining_bits(const Corpus& corpus, const RowPair& pair, const ListedPair& listed,
                           const Profile& profile, const Policy& policy) {
  const LeaderOptions rule = leader_options(profile, policy);
  std::uint32_t bits = 0;
  for (int i = 0; i < kWhatIfCount; ++i) {
    Thresholds thresholds = profile.thresholds;
    (thresholds.min_agreement > 0 ? thresholds.min_agreement : thresholds.min_resemblance) =
        what_if_threshold(i);
    const std::optional<Match> match =
        match_of(corpus, pair, listed, thresholds, policy.refuse_templates);
    if (match && joins(*match, rule)) bits |= 1U << i;
  }
  return bits;
}

// The component's pages that are removed at each threshold are added to `removed`.
void count_component(const Corpus& corpus, const Ordered& component, const ComponentPairs& listed,
                     const TextCounts& texts, const Profile& profile, const Policy& policy,
                     std::array<std::uint64_t, kWhatIfCount>& removed) {
  std::vector<std::uint32_t> gone(component.pages.size());  // bit i: at threshold i
  for (std::uint32_t page = 0; page < component.pages.size(); ++page) {
    const std::uint32_t number = component.pages[page];
    const PageRow row = corpus.rows.at(number);
    for (const Ordered::Edge& edge : component.edges_of(page)) {
      const std::uint32_t open = ~gone[edge.other] & ~gone[page];
      if (open == 0) continue;
      const std::uint32_t other = component.pages[edge.other];
      const RowPair pair = {number, other, row, corpus.rows.at(other)};
      gone[page] |= open & joining_bits(corpus, pair, listed.pairs[edge.pair], profile, policy);
    }
    if (gone[page] == 0) continue;
    const std::uint64_t pages = texts.going_with(number);
    for (std::size_t i = 0; i < removed.size(); ++i) {
      if ((gone[page] >> i & 1) != 0) removed[i] += pages;
    }
  }
}

}  // namespace

std::vector<std::uint32_t> best_of_texts(const std::vector<std::uint32_t>& same_text,
                                         const std::vector<std::uint32_t>& ranks) {
  std::vector<std::uint32_t> best(same_text.size(), kNoPage);
  for (std::uint32_t page = 0; page < same_text.size(); ++page) {
    const std::uint32_t text = same_text[page];
    if (text == kNoPage) continue;
    if (best[text] == kNoPage || ranks[page] < ranks[best[text]]) best[text] = page;
  }
  std::vector<std::uint32_t> result(same_text.size(), kNoPage);
  for (std::uint32_t page = 0; page < same_text.size(); ++page) {
    if (same_text[page] != kNoPage) result[page] = best[same_text[page]];
  }
  return result;
}

Decisions apply_leaders_to_pairs(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                                 const Profile& profile, const Policy& policy, const Run& run) {
  Decisions decisions(corpus.pages(), run.scratch(), run.memory_bytes() / 16);
  LeaderOptions rule = leader_options(profile, policy);
  // The lists are as long as they are allowed to be already.
  rule.candidates_per_page_max = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t pages = 0;
  TextsOfList texts(order);
  for (ComponentPairs listed; pairs.next(listed);) {
    run.throw_if_cancelled();
    run.progress({"cluster", pages, 0, 0, 0});
    pages += listed.pages.size();
    const Ordered component = in_keep_order(listed, texts);
    const Judge judge = [&](std::uint32_t page, std::uint32_t kept) {
      return match_of(corpus, row_pair(corpus, component.pages[page], component.pages[kept]),
                      listed.pairs[pair_of(component, page, kept)], profile.thresholds,
                      policy.refuse_templates);
    };
    const std::vector<Decision> by_component = apply_leader_rule(graph_of(component), judge, rule);
    for (std::uint32_t page = 0; page < by_component.size(); ++page) {
      Decision decision = by_component[page];
      const std::uint32_t other = decision.other();
      if (other == kNoPage) continue;
      const ListedPair& pair = listed.pairs[pair_of(component, page, other)];
      decision.match.agreement = pair.agreement;
      decision.match.is_template = false;
      if (decision.match.kind == Kind::content) {
        decision.match.is_template = is_template(
            corpus, row_pair(corpus, component.pages[page], component.pages[other]), pair);
      }
      name_by_corpus(decision, component.pages);
      decisions.set(component.pages[page], decision);
    }
  }
  return decisions;
}

std::vector<WhatIf> count_what_if(const Corpus& corpus, const TextOrder& order, PairReader pairs,
                                  double floor, const Profile& profile, const Policy& policy,
                                  const Run& run) {
  const TextCounts counts_of_texts(corpus, order, profile.thresholds, policy.remove);
  std::array<std::uint64_t, kWhatIfCount> removed{};
  removed.fill(counts_of_texts.going());
  TextsOfList texts(order);
  for (ComponentPairs listed; pairs.next(listed);) {
    run.throw_if_cancelled();
    count_component(corpus, in_keep_order(listed, texts), listed, counts_of_texts, profile, policy,
                    removed);
  }
  std::vector<WhatIf> counts;
  for (int i = 0; i < kWhatIfCount; ++i) {
    if (what_if_threshold(i) < floor) continue;
    counts.push_back({what_if_threshold(i), removed[static_cast<std::size_t>(i)]});
  }
  return counts;
}

}  // namespace facsim
