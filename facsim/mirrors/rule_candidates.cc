// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/rule_candidates.h"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <unordered_map>

#include "facsim/base/hash64.h"
#include "facsim/mirrors/url_difference.h"

namespace facsim {
namespace {

constexpr std::size_t kAllPairsMax = 8;  // URLs of a content, up to which all pairs are compared
constexpr std::size_t kSitesMax = 16;    // sites of a content, of which all pairs are compared

struct CopyUrl {
  WebUrl url;
  std::string text;
};

using PrefixPair = std::pair<std::string, std::string>;

// True if a rule of this kind may hold for all sites. A scheme and a prefix depend on the server.
bool may_be_global(UrlRuleKind kind) noexcept {
  return kind != UrlRuleKind::use_https && kind != UrlRuleKind::move_prefix;
}

std::uint64_t key_of(const UrlRule& rule) {
  std::string text = rule.site + '\n' + rule.from + '\n' + rule.to;
  for (const std::string& name : rule.names) text.append("\n").append(name);
  return hash64(text, static_cast<std::uint64_t>(rule.kind) + 1);
}

std::uint64_t key_of(const PrefixPair& pair) { return hash64(pair.first + '\n' + pair.second); }

// Counts of hashed keys, never too low: keys below the limit can be discarded without storing them
// (the first pass of two).
class RoughCounts {
 public:
  RoughCounts() : counts_(std::size_t{1} << 22) {}
  void add(std::uint64_t key) {
    if (std::uint32_t& count = counts_[key % counts_.size()]; count < ~std::uint32_t{0}) ++count;
  }
  [[nodiscard]] std::uint64_t at(std::uint64_t key) const { return counts_[key % counts_.size()]; }

 private:
  std::vector<std::uint32_t> counts_;
};

std::vector<CopyUrl> read_urls(const std::vector<std::string_view>& texts,
                               const UrlNormalizer& known) {
  std::vector<CopyUrl> urls;
  for (const std::string_view text : texts) {
    CopyUrl copy{.url = known.normalized(read_web_url(text).url), .text = {}};
    copy.text = copy.url.text();
    urls.push_back(std::move(copy));
  }
  std::sort(urls.begin(), urls.end(),
            [](const CopyUrl& a, const CopyUrl& b) { return a.text < b.text; });
  const auto is_same = [](const CopyUrl& a, const CopyUrl& b) { return a.text == b.text; };
  urls.erase(std::unique(urls.begin(), urls.end(), is_same), urls.end());
  return urls;
}

template <class Visit>
void for_neighbours(const std::vector<const CopyUrl*>& order, Visit visit) {
  for (std::size_t i = 1; i < order.size(); ++i) visit(*order[i - 1], *order[i]);
}

// Visits each pair once or a few times.
template <class Visit>
void for_pairs(const std::vector<CopyUrl>& urls, Visit visit) {
  if (urls.size() <= kAllPairsMax) {
    for (std::size_t i = 0; i < urls.size(); ++i) {
      for (std::size_t j = i + 1; j < urls.size(); ++j) visit(urls[i], urls[j]);
    }
    return;
  }
  std::vector<const CopyUrl*> order;
  for (const CopyUrl& url : urls) order.push_back(&url);
  for_neighbours(order, visit);
  // URLs that differ at their beginnings are adjacent in the order of their reversed texts, and
  // copies on other hosts are adjacent if the host is compared last.
  std::sort(order.begin(), order.end(), [](const CopyUrl* a, const CopyUrl* b) {
    return std::lexicographical_compare(a->text.rbegin(), a->text.rend(), b->text.rbegin(),
                                        b->text.rend());
  });
  for_neighbours(order, visit);
  std::stable_sort(order.begin(), order.end(), [](const CopyUrl* a, const CopyUrl* b) {
    return std::tie(a->url.path, a->url.query) < std::tie(b->url.path, b->url.query);
  });
  for_neighbours(order, visit);
}

// Returns the pairs of sites that share a content, whatever their paths.
std::vector<std::pair<const CopyUrl*, const CopyUrl*>> site_pairs(
    const std::vector<CopyUrl>& urls) {
  std::vector<const CopyUrl*> sites;
  for (const CopyUrl& url : urls) {
    const auto is_its = [&](const CopyUrl* known) { return known->url.site == url.url.site; };
    if (sites.size() < kSitesMax && std::none_of(sites.begin(), sites.end(), is_its)) {
      sites.push_back(&url);
    }
  }
  std::vector<std::pair<const CopyUrl*, const CopyUrl*>> pairs;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    for (std::size_t j = i + 1; j < sites.size(); ++j) pairs.emplace_back(sites[i], sites[j]);
  }
  return pairs;
}

// Reports the proposals of the URLs of one content: rules once for each pair, prefixes once
// for the content.
template <class TakeRule, class TakePrefixes>
void propose(const std::vector<CopyUrl>& urls, TakeRule take_rule, TakePrefixes take_prefixes) {
  std::set<PrefixPair> told;
  const auto tell = [&](PrefixPair pair, const CopyUrl& a, const CopyUrl& b) {
    if (pair.second < pair.first) std::swap(pair.first, pair.second);
    const auto [known, is_new] = told.insert(std::move(pair));
    if (is_new) take_prefixes(*known, a, b);
  };
  for_pairs(urls, [&](const CopyUrl& a, const CopyUrl& b) {
    for (UrlRule& rule : rules_between(a.url, b.url)) {
      take_rule(rule, a, b);
      if (!may_be_global(rule.kind)) continue;
      rule.site.clear();
      take_rule(rule, a, b);
    }
    PrefixPair pair = prefixes_between(a.url, b.url);
    if (!pair.first.empty()) tell(std::move(pair), a, b);
  });
  for (const auto& [a, b] : site_pairs(urls)) tell({a->url.site + "/", b->url.site + "/"}, *a, *b);
}

template <class Candidate>
void count(Candidate& candidate, const CopyUrl& a, const CopyUrl& b) {
  ++candidate.found;
  if (candidate.examples.size() >= kExamplesKept) return;
  UrlPair pair{a.text, b.text};
  if (std::find(candidate.examples.begin(), candidate.examples.end(), pair) ==
      candidate.examples.end()) {
    candidate.examples.push_back(std::move(pair));
  }
}

template <class Candidate>
std::vector<Candidate> most_frequent(std::unordered_map<std::uint64_t, Candidate>& found,
                                     std::uint64_t found_min, std::size_t count_max) {
  std::vector<std::pair<std::uint64_t, Candidate>> all;
  for (auto& [key, candidate] : found) {
    if (candidate.found >= found_min) all.emplace_back(key, std::move(candidate));
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second.found != b.second.found ? a.second.found > b.second.found : a.first < b.first;
  });
  if (all.size() > count_max) all.resize(count_max);
  std::vector<Candidate> best;
  for (auto& [key, candidate] : all) best.push_back(std::move(candidate));
  return best;
}

std::vector<RuleCandidate> with_other_ways(std::vector<RuleCandidate> rules) {
  const std::size_t proposed = rules.size();
  for (std::size_t i = 0; i < proposed; ++i) {
    const UrlRuleKind kind = rules[i].rule.kind;
    const bool replaces = kind == UrlRuleKind::replace_segment ||
                          kind == UrlRuleKind::replace_ending ||
                          kind == UrlRuleKind::replace_beginning;
    if (!replaces || rules[i].rule.to.empty()) continue;
    RuleCandidate turned = rules[i];
    std::swap(turned.rule.from, turned.rule.to);
    turned.is_other_way = true;
    rules.push_back(std::move(turned));
  }
  return rules;
}

}  // namespace

MirrorCandidates find_candidates(const std::vector<std::vector<std::string_view>>& copies,
                                 const UrlNormalizer& known, const CandidateLimits& limits) {
  RoughCounts rough;
  const auto add = [&rough](const auto& proposed, const CopyUrl&, const CopyUrl&) {
    rough.add(key_of(proposed));
  };
  for (const auto& texts : copies) propose(read_urls(texts, known), add, add);

  std::unordered_map<std::uint64_t, RuleCandidate> rules;
  std::unordered_map<std::uint64_t, PrefixCandidate> prefixes;
  const auto take_rule = [&](const UrlRule& rule, const CopyUrl& a, const CopyUrl& b) {
    const std::uint64_t key = key_of(rule);
    if (rough.at(key) < limits.found_min) return;
    const auto [at, is_new] = rules.try_emplace(key);
    if (is_new) at->second.rule = rule;
    count(at->second, a, b);
  };
  const auto take_prefixes = [&](const PrefixPair& pair, const CopyUrl& a, const CopyUrl& b) {
    const std::uint64_t key = key_of(pair);
    if (rough.at(key) < limits.found_min) return;
    const auto [at, is_new] = prefixes.try_emplace(key);
    if (is_new) at->second.prefixes = pair;
    count(at->second, a, b);
  };
  for (const auto& texts : copies) propose(read_urls(texts, known), take_rule, take_prefixes);
  // There may be many values, so they have limits of their own: they leave room for other rules,
  // and values for all sites, which are proposed more often, leave room for those of one site.
  std::array<std::unordered_map<std::uint64_t, RuleCandidate>, 2> values;
  for (auto at = rules.begin(); at != rules.end();) {
    const auto next = std::next(at);
    const UrlRule& rule = at->second.rule;
    if (rule.kind == UrlRuleKind::drop_values) {
      values[rule.site.empty() ? 0 : 1].insert(rules.extract(at));
    }
    at = next;
  }
  auto best = most_frequent(rules, limits.found_min, limits.rules_max);
  for (auto& some : values) {
    for (auto& value : most_frequent(some, limits.found_min, limits.rules_max / 2)) {
      best.push_back(std::move(value));
    }
  }
  return {.rules = with_other_ways(std::move(best)),
          .prefixes = most_frequent(prefixes, limits.found_min, limits.prefixes_max)};
}

}  // namespace facsim
