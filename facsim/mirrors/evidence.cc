// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/evidence.h"

#include <algorithm>
#include <array>
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
// This many pairs of one value that are not copies are not just pages that changed by chance.
constexpr std::uint64_t kGatheredMin = 3;

bool is_in(std::uint64_t hash, int halvings) noexcept {
  return halvings == 0 || mix64(hash) >> (64 - halvings) == 0;
}

std::uint32_t short_hash(std::string_view text) {
  const auto hash = static_cast<std::uint32_t>(hash64(text) >> 32);
  return hash == 0 ? 1 : hash;
}

// Returns a hash of what a rule about parameters removes.
std::uint32_t value_of(const UrlRule& rule, const WebUrl& url) {
  std::string values;
  const auto take = [&](std::string_view name, std::string_view text) {
    if (std::find(rule.names.begin(), rule.names.end(), name) == rule.names.end()) return;
    values.append(text).append("&");
  };
  if (rule.kind == UrlRuleKind::drop_parameters) {
    for (const QueryPiece& piece : query_pieces(url.query)) take(piece.name, piece.text);
  } else if (rule.kind == UrlRuleKind::drop_path_parameters) {
    for (const QueryPiece& piece : path_pieces(url.path)) take(piece.name, piece.text);
  }
  return values.empty() ? 0 : short_hash(values);
}

// Returns a hash of the part of a site that contains the URL made by a rule.
std::uint32_t part_of(const UrlRule& rule, const WebUrl& url) {
  std::size_t begin = 1;
  if (rule.kind == UrlRuleKind::move_prefix && is_below(url, rule.to)) {
    begin = rule.to.size() - url.site.size();
  }
  const std::size_t end = url.path.find('/', begin);
  return short_hash(end == std::string::npos ? "" : url.path.substr(begin, end - begin));
}

}  // namespace

// The pairs of one rule that are not copies: is there a value, or a part of a site, that has most
// of them and few copies?
class RuleEvidence::Contradictions {
 public:
  // Call first, for each pair that is not a copy. Only the first kPairsMax are stored.
  void add(const RecordPair& pair) {
    if (pairs_.size() < kPairsMax) pairs_.push_back(groups_of(pair));
  }
  // Call after that, then count() every pair: only groups that contain some of the stored pairs are
  // counted.
  void begin_counts() {
    for (const Groups& groups : pairs_) {
      for (const Group& group : groups) shares_.try_emplace(group);
    }
  }
  void count(const RecordPair& pair) {
    const Groups groups = groups_of(pair);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (i > 0 && groups[i] == groups[i - 1]) continue;  // both have the same value
      const auto found = shares_.find(groups[i]);
      if (found == shares_.end()) continue;
      ++found->second.whole;
      if (pair.is_copy) ++found->second.part;
    }
  }
  [[nodiscard]] CountedShare gathered() const {
    const auto is_wrong = [&](const Group& group) {
      const CountedShare& share = shares_.at(group);
      const std::uint64_t others = share.whole - share.part;
      return group.hash != 0 && others >= kGatheredMin && others > share.part;
    };
    CountedShare share{.part = 0, .whole = pairs_.size()};
    for (const Groups& groups : pairs_) {
      if (std::any_of(groups.begin(), groups.end(), is_wrong)) ++share.part;
    }
    return share;
  }

 private:
  static constexpr std::size_t kPairsMax = 1 << 16;

  struct Group {
    std::uint64_t site = 0;
    std::uint32_t hash = 0;
    bool is_part = false;
    friend auto operator<=>(const Group&, const Group&) = default;
  };
  using Groups = std::array<Group, 3>;

  static Groups groups_of(const RecordPair& pair) {
    const Record& record = *pair.record;
    const std::uint32_t before = pair.before == nullptr ? 0 : pair.before->value;
    return {{{record.site, before, false},
             {record.site, record.value, false},
             {record.site, record.part, true}}};
  }

  std::vector<Groups> pairs_;
  std::map<Group, CountedShare> shares_;
};

RuleEvidence::RuleEvidence(std::vector<UrlRule> rules, std::size_t records_max)
    : rules_(std::move(rules)),
      kept_(rules_.size()),
      kept_max_(std::max(kLeastKept, records_max / std::max<std::size_t>(rules_.size(), 1))) {
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    const UrlRule& rule = rules_[i];
    const bool is_of_value = rule.kind == UrlRuleKind::drop_values && rule.names.size() == 1;
    (is_of_value ? of_value_[rule.names[0]] : of_site_[rule.site]).push_back(i);
  }
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

// `record` has the facts about the URL that do not depend on the rule.
void RuleEvidence::add(std::size_t rule, const WebUrl& url, const Record& record) {
  WebUrl changed = url;
  if (!apply_rule(rules_[rule], changed)) return;
  Record own = record;
  own.key = hash64(changed.text());
  own.value = value_of(rules_[rule], url);
  own.part = part_of(rules_[rule], changed);
  keep(kept_[rule], own);
}

void RuleEvidence::add(const WebUrl& url, std::uint64_t hash, std::uint64_t content) {
  const Record record{.url = hash, .content = content, .site = hash64(url.site)};
  for (const std::string& of : {std::string(), url.site}) {
    const auto found = of_site_.find(of);
    if (found == of_site_.end()) continue;
    for (const std::size_t rule : found->second) add(rule, url, record);
  }
  if (of_value_.empty() || url.query.empty()) return;
  std::set<std::string> pieces;
  for (const QueryPiece& piece : query_pieces(url.query)) pieces.emplace(piece.text);
  for (const std::string& piece : pieces) {
    const auto found = of_value_.find(piece);
    if (found == of_value_.end()) continue;
    for (const std::size_t rule : found->second) {
      const std::string& site = rules_[rule].site;
      if (site.empty() || site == url.site) add(rule, url, record);
    }
  }
}

// Visits each URL of the sorted records once.
template <class Visit>
void RuleEvidence::for_pairs(const std::vector<Record>& records, const UrlTable& table,
                             Visit visit) {
  RecordPair pair;
  const Record* last = nullptr;
  std::uint64_t content_before = 0;
  for (const Record& record : records) {
    const bool is_of_group = last != nullptr && last->key == record.key;
    if (is_of_group && last->url == record.url) continue;  // one URL with several pages
    if (!is_of_group) {
      const auto there = table.content_of(record.key);  // the URL that the rule leaves unchanged
      pair.is_seen = there.has_value();
      content_before = there.value_or(0);
    }
    const auto content = table.content_of(record.url).value_or(record.content);
    pair.before = is_of_group ? last : nullptr;
    pair.record = &record;
    pair.is_pair = is_of_group || pair.is_seen;
    pair.is_copy = pair.is_pair && content == content_before;
    pair.content = content;
    visit(pair);
    last = &record;
    content_before = content;
  }
}

RuleCounts RuleEvidence::counts(std::size_t rule, const UrlTable& table, std::uint64_t pairs_min) {
  Kept& kept = kept_[rule];
  std::vector<Record>& records = kept.records;
  std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) {
    return std::tie(a.key, a.url, a.content) < std::tie(b.key, b.url, b.content);
  });
  RuleCounts counts;
  counts.urls = kept.urls;
  counts.sample = std::ldexp(1.0, -kept.halvings);
  std::map<std::uint64_t, CountedShare> of_sites;
  std::set<std::uint64_t> contents;
  Contradictions contradictions;
  for_pairs(records, table, [&](const RecordPair& pair) {
    ++counts.seen_targets.whole;
    if (pair.is_seen) ++counts.seen_targets.part;
    if (!pair.is_pair) return;
    CountedShare& share = of_sites[pair.record->site];
    ++share.whole;
    if (pair.is_copy) {
      ++share.part;
      contents.insert(pair.content);
    } else {
      contradictions.add(pair);
    }
  });
  counts.contents = contents.size();
  for (const auto& [site, share] : of_sites) {
    counts.precision.part += share.part;
    counts.precision.whole += share.whole;
    if (share.part > 0) ++counts.sites;
    if (share.whole >= pairs_min) counts.worst_site = std::min(counts.worst_site, share.value());
  }
  if (counts.precision.whole - counts.precision.part >= kGatheredMin) {
    contradictions.begin_counts();
    for_pairs(records, table, [&](const RecordPair& pair) {
      if (pair.is_pair) contradictions.count(pair);
    });
    counts.gathered = contradictions.gathered();
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
  // Returns the number of pages of the next content of a side.
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
