// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "facsim/mirrors/choose.h"
#include "facsim/mirrors/url_normalizer.h"

namespace facsim {
namespace {

bool holds(const CountedRule& rule, const MirrorOptions& options) {
  const RuleCounts& counts = rule.counts;
  if (counts.precision.part < options.support_min || counts.contents < kContentsMin) return false;
  if (counts.precision.value() < options.precision_min) return false;
  if (!rule.candidate.rule.site.empty()) return true;
  return counts.sites >= kSitesMin && counts.worst_site >= options.precision_min;
}

// Several parameters at once are looked at when none is left that counts for nothing by itself.
bool is_joint(const UrlRule& rule) { return rule.names.size() > 1; }

auto rank_of(const CountedRule& rule) {
  const UrlRule& meant = rule.candidate.rule;
  return std::tuple(is_joint(meant), !meant.site.empty(),
                    -static_cast<std::int64_t>(rule.counts.precision.part), meant.kind, meant.site,
                    meant.from, meant.to, meant.names);
}

// Whether most of its examples are one URL already.
bool is_explained(const RuleCandidate& candidate, const UrlNormalizer& known) {
  std::size_t same = 0;
  for (const auto& [a, b] : candidate.examples) {
    if (known.normalized(a) == known.normalized(b)) ++same;
  }
  return same * 2 > candidate.examples.size();
}

}  // namespace

std::vector<LearnedRule> choose_rules(std::vector<CountedRule> counted,
                                      const std::vector<UrlRule>& known,
                                      const MirrorOptions& options) {
  std::erase_if(counted, [&](const CountedRule& rule) { return !holds(rule, options); });
  std::sort(counted.begin(), counted.end(),
            [](const CountedRule& a, const CountedRule& b) { return rank_of(a) < rank_of(b); });
  std::vector<LearnedRule> chosen;
  std::vector<UrlRule> all = known;
  UrlNormalizer normalizer(all);
  for (CountedRule& rule : counted) {
    if (is_joint(rule.candidate.rule) && !chosen.empty()) break;
    if (is_explained(rule.candidate, normalizer)) continue;
    all.push_back(rule.candidate.rule);
    normalizer = UrlNormalizer(all);
    rule.candidate.examples.resize(std::min(rule.candidate.examples.size(), kExamplesTold));
    chosen.push_back({.rule = std::move(rule.candidate.rule),
                      .urls = rule.counts.urls,
                      .precision = rule.counts.precision,
                      .sites = rule.counts.sites,
                      .sample = rule.counts.sample,
                      .examples = std::move(rule.candidate.examples)});
  }
  return chosen;
}

}  // namespace facsim
