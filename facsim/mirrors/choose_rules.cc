// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "facsim/mirrors/choose.h"
#include "facsim/mirrors/url_normalizer.h"

namespace facsim {
namespace {

constexpr double kMoreSeen = 0.1;

bool holds_for_rule(const CountedRule& rule, const MirrorOptions& options) {
  const RuleCounts& counts = rule.counts;
  if (counts.precision.part < options.support_min || counts.contents < kContentsMin) return false;
  if (counts.precision.value() < options.precision_min || is_wrong_somewhere(counts)) return false;
  if (!rule.candidate.rule.site.empty()) return true;
  return counts.sites >= kSitesMin && counts.worst_site >= options.precision_min;
}

// Rules that drop several parameters are considered only if no single parameter can be dropped.
bool is_joint(const UrlRule& rule) { return rule.names.size() > 1; }

// Rules that drop one value of a parameter are considered only if no parameter can be dropped as a
// whole.
bool is_of_value(const UrlRule& rule) { return rule.kind == UrlRuleKind::drop_values; }

auto rank_of_rule(const CountedRule& rule) {
  const UrlRule& meant = rule.candidate.rule;
  return std::tuple(is_joint(meant), is_of_value(meant), !meant.site.empty(),
                    -static_cast<std::int64_t>(rule.counts.precision.part), meant.kind, meant.site,
                    meant.from, meant.to, meant.names);
}

// True if most of its examples are merged by known rules already.
bool is_explained_rule(const RuleCandidate& candidate, const UrlNormalizer& known) {
  std::size_t same = 0;
  for (const auto& [a, b] : candidate.examples) {
    if (known.normalized(a) == known.normalized(b)) ++same;
  }
  return same * 2 > candidate.examples.size();
}

// Of a rule and its reverse one is kept: the one with more results that are pages, because a
// crawler may fetch these. If the shares are about equal, the one that pairs proposed is kept.
void drop_other_ways(std::vector<CountedRule>& counted) {
  const auto key_of = [](const UrlRule& rule, bool is_turned) {
    return std::tuple(rule.kind, rule.site, is_turned ? rule.to : rule.from,
                      is_turned ? rule.from : rule.to, rule.names);
  };
  std::map<decltype(key_of(UrlRule(), false)), std::size_t> places;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    places.emplace(key_of(counted[i].candidate.rule, false), i);
  }
  std::vector<bool> is_dropped(counted.size());
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (!counted[i].candidate.is_other_way) continue;
    const auto proposed = places.find(key_of(counted[i].candidate.rule, true));
    if (proposed == places.end()) continue;
    const double share = counted[i].counts.seen_targets.value();
    const double other = counted[proposed->second].counts.seen_targets.value();
    is_dropped[share > other + kMoreSeen ? proposed->second : i] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (is_dropped[i]) continue;
    if (kept != i) counted[kept] = std::move(counted[i]);
    ++kept;
  }
  counted.resize(kept);
}

}  // namespace

std::vector<LearnedRule> choose_rules(std::vector<CountedRule> counted,
                                      const std::vector<UrlRule>& known,
                                      const MirrorOptions& options) {
  std::erase_if(counted, [&](const CountedRule& rule) { return !holds_for_rule(rule, options); });
  drop_other_ways(counted);
  std::sort(counted.begin(), counted.end(), [](const CountedRule& a, const CountedRule& b) {
    return rank_of_rule(a) < rank_of_rule(b);
  });
  std::vector<LearnedRule> chosen;
  bool has_whole = false;  // of parameters, or of anything else
  std::vector<UrlRule> all = known;
  UrlNormalizer normalizer(all);
  for (CountedRule& rule : counted) {
    const bool is_value = is_of_value(rule.candidate.rule);
    if (is_joint(rule.candidate.rule) ? !chosen.empty() : is_value && has_whole) break;
    if (is_explained_rule(rule.candidate, normalizer)) continue;
    has_whole = has_whole || !is_value;
    all.push_back(rule.candidate.rule);
    normalizer = UrlNormalizer(all);
    rule.candidate.examples.resize(std::min(rule.candidate.examples.size(), kExamplesTold));
    chosen.push_back({.rule = std::move(rule.candidate.rule),
                      .urls = rule.counts.urls,
                      .precision = rule.counts.precision,
                      .seen_targets = rule.counts.seen_targets,
                      .sites = rule.counts.sites,
                      .sample = rule.counts.sample,
                      .examples = std::move(rule.candidate.examples)});
  }
  return chosen;
}

}  // namespace facsim
