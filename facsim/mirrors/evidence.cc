// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "facsim/base/hash64.h"

namespace facsim {
namespace {

constexpr std::size_t kLeastKept = 1024;
constexpr std::size_t kDepthMax = 32;  // segments of a path that are looked up as prefixes

bool is_in(std::uint64_t hash, int halvings) noexcept {
  return halvings == 0 || mix64(hash) >> (64 - halvings) == 0;
}

}  // namespace

RuleEvidence::RuleEvidence(std::vector<UrlRule> rules, std::size_t records_max)
    : rules_(std::move(rules)),
      kept_(rules_.size()),
      kept_max_(std::max(kLeastKept, records_max / std::max<std::size_t>(rules_.size(), 1))) {
  for (std::size_t i = 0; i < rules_.size(); ++i) of_site_[rules_[i].site].push_back(i);
}

void RuleEvidence::keep(Kept& kept, const Record& record) const {
  ++kept.urls;
  if (!is_in(record.key, kept.halvings)) return;
  kept.records.push_back(record);
  while (kept.records.size() > kept_max_ && kept.halvings < 60) {
    ++kept.halvings;
    std::erase_if(kept.records, [&](const Record& r) { return !is_in(r.key, kept.halvings); });
  }
}

void RuleEvidence::add(const WebUrl& url, std::uint64_t hash, std::uint64_t content) {
  const std::uint64_t site = hash64(url.site);
  for (const std::string& of : {std::string(), url.site}) {
    const auto found = of_site_.find(of);
    if (found == of_site_.end()) continue;
    for (const std::size_t rule : found->second) {
      WebUrl changed = url;
      if (apply_rule(rules_[rule], changed)) {
        keep(kept_[rule], {hash64(changed.text()), hash, content, site});
      }
    }
  }
}

RuleCounts RuleEvidence::counts(std::size_t rule, const UrlTable& table, std::uint64_t pairs_min) {
  Kept& kept = kept_[rule];
  std::vector<Record>& records = kept.records;
  const auto place = [](const Record& r) { return std::tie(r.key, r.url); };
  std::sort(records.begin(), records.end(), [&](const Record& a, const Record& b) {
    return std::tie(a.key, a.url, a.content) < std::tie(b.key, b.url, b.content);
  });
  RuleCounts counts;
  counts.urls = kept.urls;
  counts.sample = std::ldexp(1.0, -kept.halvings);
  std::map<std::uint64_t, CountedShare> of_sites;
  std::set<std::uint64_t> contents;
  const Record* before = nullptr;
  std::uint64_t content_before = 0;
  for (const Record& record : records) {
    if (before != nullptr && place(*before) == place(record)) continue;  // one URL, more pages
    const auto content = table.content_of(record.url).value_or(record.content);
    bool has_pair = before != nullptr && before->key == record.key;
    if (!has_pair) {
      const auto there = table.content_of(record.key);  // the URL that the rule leaves as it is
      has_pair = there.has_value();
      content_before = there.value_or(0);
    }
    if (has_pair) {
      CountedShare& share = of_sites[record.site];
      ++share.whole;
      if (content == content_before) {
        ++share.part;
        contents.insert(content);
      }
    }
    before = &record;
    content_before = content;
  }
  counts.contents = contents.size();
  for (const auto& [site, share] : of_sites) {
    counts.precision.part += share.part;
    counts.precision.whole += share.whole;
    if (share.part > 0) ++counts.sites;
    if (share.whole >= pairs_min) counts.worst_site = std::min(counts.worst_site, share.value());
  }
  return counts;
}

PrefixEvidence::PrefixEvidence(const std::vector<std::string>& prefixes, std::size_t contents_max)
    : kept_max_(std::max(kLeastKept, contents_max / std::max<std::size_t>(prefixes.size(), 1))) {
  for (const std::string& prefix : prefixes) kept_.try_emplace(hash64(prefix));
}

void PrefixEvidence::add(const WebUrl& url, std::uint64_t content) {
  std::string prefix = url.site;
  std::size_t at = 0;
  for (std::size_t depth = 0; depth < kDepthMax && at != std::string::npos; ++depth) {
    const std::size_t slash = url.path.find('/', at);
    if (slash == std::string::npos) return;
    prefix.append(url.path, at, slash + 1 - at);
    at = slash + 1;
    const auto found = kept_.find(hash64(prefix));
    if (found == kept_.end()) continue;
    Kept& kept = found->second;
    ++kept.pages;
    if (!is_in(content, kept.halvings)) continue;
    kept.contents.push_back(content);
    while (kept.contents.size() > kept_max_ && kept.halvings < 60) {
      ++kept.halvings;
      std::erase_if(kept.contents, [&](std::uint64_t c) { return !is_in(c, kept.halvings); });
    }
  }
}

void PrefixEvidence::finish() {
  for (auto& [hash, kept] : kept_) std::sort(kept.contents.begin(), kept.contents.end());
}

std::uint64_t PrefixEvidence::pages(std::string_view prefix) const {
  return kept_.at(hash64(prefix)).pages;
}

PrefixCounts PrefixEvidence::counts(std::string_view a, std::string_view b) const {
  const Kept* const sides[] = {&kept_.at(hash64(a)), &kept_.at(hash64(b))};
  const int halvings = std::max(sides[0]->halvings, sides[1]->halvings);
  PrefixCounts counts;
  std::size_t at[2] = {0, 0};
  // The pages of the next content of a side.
  const auto run = [&](int side) {
    const std::vector<std::uint64_t>& all = sides[side]->contents;
    std::size_t end = at[side];
    while (end < all.size() && all[end] == all[at[side]]) ++end;
    return end - at[side];
  };
  while (at[0] < sides[0]->contents.size() || at[1] < sides[1]->contents.size()) {
    const bool has[2] = {at[0] < sides[0]->contents.size(), at[1] < sides[1]->contents.size()};
    const std::uint64_t first = has[0] ? sides[0]->contents[at[0]] : ~std::uint64_t{0};
    const std::uint64_t second = has[1] ? sides[1]->contents[at[1]] : ~std::uint64_t{0};
    const std::uint64_t content = std::min(first, second);
    const bool in[2] = {has[0] && first == content, has[1] && second == content};
    const bool is_counted = is_in(content, halvings);
    if (is_counted && in[0] && in[1]) ++counts.contents;
    for (int side = 0; side < 2; ++side) {
      if (!in[side]) continue;
      const std::size_t pages = run(side);
      at[side] += pages;
      if (!is_counted) continue;
      counts.pages[side].whole += pages;
      ++counts.content[side].whole;
      if (!in[1 - side]) continue;
      counts.pages[side].part += pages;
      ++counts.content[side].part;
    }
  }
  return counts;
}

}  // namespace facsim
