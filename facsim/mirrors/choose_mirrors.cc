// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "facsim/mirrors/choose.h"

namespace facsim {
namespace {

// A higher pair adds nothing if pairs below it account for this share of what it shares.
constexpr double kExplained = 0.8;

using Prefixes = std::pair<std::string, std::string>;

bool holds_for_pair(const RuleCounts& moved, const MirrorOptions& options) {
  return moved.precision.part >= options.support_min &&
         moved.precision.value() >= options.precision_min;
}

double least_share(const PrefixCounts& counts) {
  return std::min(counts.pages[0].value(), counts.pages[1].value());
}

// A mirror of which half was crawled shares little of what was crawled of the other side: then the
// pages at the same paths must confirm it.
bool is_mirror(const CountedPrefixes& pair, const MirrorOptions& options) {
  if (pair.counts.contents < options.support_min) return false;
  if (least_share(pair.counts) >= options.share_min) return true;
  const double most = std::max(pair.counts.pages[0].value(), pair.counts.pages[1].value());
  return most >= options.share_min && holds_for_pair(pair.moved, options);
}

// True if both sides of the first are below the sides of the second.
bool is_within(const Prefixes& inner, const Prefixes& outer) {
  const auto below = [](const std::string& a, const std::string& b) { return a.starts_with(b); };
  return (below(inner.first, outer.first) && below(inner.second, outer.second)) ||
         (below(inner.first, outer.second) && below(inner.second, outer.first));
}

auto depth_of(const Prefixes& pair) {
  return std::count(pair.first.begin(), pair.first.end(), '/') +
         std::count(pair.second.begin(), pair.second.end(), '/');
}

// Orders pairs: those with copies at the same paths first, then those that share most of both
// sides, and of these the highest.
auto rank_of_pair(const CountedPrefixes& pair, const MirrorOptions& options) {
  const bool has_same_paths = pair.moved.precision.part >= options.support_min &&
                              pair.moved.precision.value() >= options.share_min;
  const int share = std::min(4, static_cast<int>(least_share(pair.counts) * 5));
  return std::tuple(!has_same_paths, -share, depth_of(pair.candidate.prefixes),
                    -static_cast<std::int64_t>(pair.counts.contents), pair.candidate.prefixes);
}

bool is_explained_pair(const CountedPrefixes& pair, const std::vector<MirrorPair>& mirrors) {
  std::uint64_t below = 0;
  for (const MirrorPair& known : mirrors) {
    const Prefixes prefixes{known.prefixes[0], known.prefixes[1]};
    if (is_within(pair.candidate.prefixes, prefixes)) return true;
    if (is_within(prefixes, pair.candidate.prefixes)) below += known.support;
  }
  return static_cast<double>(below) >= kExplained * static_cast<double>(pair.counts.contents);
}

std::vector<UrlPair> first_examples(const std::vector<UrlPair>& examples) {
  return {examples.begin(),
          examples.begin() + static_cast<std::ptrdiff_t>(std::min(examples.size(), kExamplesTold))};
}

MirrorPair told(const CountedPrefixes& pair) {
  MirrorPair mirror;
  mirror.prefixes = {pair.candidate.prefixes.first, pair.candidate.prefixes.second};
  mirror.support = pair.counts.contents;
  mirror.pages = {pair.counts.pages[0], pair.counts.pages[1]};
  mirror.content = {pair.counts.content[0], pair.counts.content[1]};
  mirror.same_path = pair.moved.precision;
  mirror.examples = first_examples(pair.candidate.examples);
  return mirror;
}

// Prefixes between which rules may lead, and the counts of each step.
struct Steps {
  std::map<std::string, std::vector<std::pair<std::string, const CountedPrefixes*>>> from;
  std::map<std::string, std::uint64_t> pages;
};

// Of the pages of one side, those whose path exists on the other side, too.
CountedShare seen_targets(const CountedPrefixes& pair, std::uint64_t pages) {
  const double pairs = static_cast<double>(pair.moved.precision.whole) / pair.moved.sample;
  return {.part = std::min(pages, static_cast<std::uint64_t>(pairs)), .whole = pages};
}

std::vector<LearnedRule> rules_of(const Steps& steps) {
  std::vector<std::pair<std::uint64_t, std::string>> starts;
  for (const auto& [prefix, pages] : steps.pages) starts.emplace_back(pages, prefix);
  std::sort(starts.begin(), starts.end(), [](const auto& a, const auto& b) {
    if (a.first != b.first) return a.first > b.first;
    return std::tuple(a.second.size(), a.second) < std::tuple(b.second.size(), b.second);
  });
  std::vector<LearnedRule> rules;
  std::map<std::string, bool> is_reached;
  for (const auto& [pages, start] : starts) {
    if (std::exchange(is_reached[start], true)) continue;
    std::deque<std::string> waiting{start};
    for (; !waiting.empty(); waiting.pop_front()) {
      const std::string to = waiting.front();
      for (const auto& [from, pair] : steps.from.at(to)) {
        if (std::exchange(is_reached[from], true)) continue;
        waiting.push_back(from);
        rules.push_back({.rule = move_rule(from, to),
                         .urls = steps.pages.at(from),
                         .precision = pair->moved.precision,
                         .seen_targets = seen_targets(*pair, steps.pages.at(from)),
                         .sites = 1,
                         .sample = pair->moved.sample,
                         .examples = first_examples(pair->candidate.examples)});
        for (UrlPair& example : rules.back().examples) {
          const ReadUrl url = read_web_url(example.second);
          if (url.skip == UrlSkip::none && !is_below(url.url, from)) {
            std::swap(example.first, example.second);
          }
          std::swap(example.first, example.second);
        }
      }
    }
  }
  return rules;
}

}  // namespace

UrlRule move_rule(const std::string& from, const std::string& to) {
  return {.kind = UrlRuleKind::move_prefix,
          .site = from.substr(0, from.find('/')),
          .names = {},
          .from = from,
          .to = to};
}

std::vector<LearnedRule> choose_mirrors(std::vector<CountedPrefixes> counted,
                                        const MirrorOptions& options,
                                        std::vector<MirrorPair>& mirrors) {
  std::erase_if(counted, [&](const CountedPrefixes& pair) { return !is_mirror(pair, options); });
  std::sort(counted.begin(), counted.end(), [&](const auto& a, const auto& b) {
    return rank_of_pair(a, options) < rank_of_pair(b, options);
  });
  Steps steps;
  for (const CountedPrefixes& pair : counted) {
    if (is_explained_pair(pair, mirrors)) continue;
    mirrors.push_back(told(pair));
    if (!holds_for_pair(pair.moved, options) || is_wrong_somewhere(pair.moved)) continue;
    const auto& [first, second] = pair.candidate.prefixes;
    steps.from[first].emplace_back(second, &pair);
    steps.from[second].emplace_back(first, &pair);
    steps.pages[first] = pair.pages[0];
    steps.pages[second] = pair.pages[1];
  }
  return rules_of(steps);
}

std::vector<std::vector<std::string>> make_groups(std::vector<MirrorPair>& mirrors,
                                                  const std::vector<LearnedRule>& rules) {
  std::sort(mirrors.begin(), mirrors.end(), [](const MirrorPair& a, const MirrorPair& b) {
    return a.support != b.support ? a.support > b.support : a.prefixes < b.prefixes;
  });
  std::map<std::string, std::string> parents;
  const auto root_of = [&](std::string prefix) {
    while (parents.try_emplace(prefix, prefix).first->second != prefix) prefix = parents[prefix];
    return prefix;
  };
  std::map<std::string, std::uint64_t> pages;
  for (const MirrorPair& pair : mirrors) {
    const std::string first = root_of(pair.prefixes[0]);
    parents[root_of(pair.prefixes[1])] = first;
    for (std::size_t side = 0; side < 2; ++side) {
      std::uint64_t& known = pages[pair.prefixes[side]];
      known = std::max(known, pair.pages[side].whole);
    }
  }
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::vector<std::string>> groups;
  for (MirrorPair& pair : mirrors) {
    const auto [at, is_new] = numbers.try_emplace(root_of(pair.prefixes[0]), groups.size() + 1);
    if (is_new) groups.emplace_back();
    pair.group = at->second;
    for (const std::string& prefix : pair.prefixes) {
      std::vector<std::string>& group = groups[pair.group - 1];
      if (std::find(group.begin(), group.end(), prefix) == group.end()) group.push_back(prefix);
    }
  }
  const auto is_moved = [&](const std::string& prefix) {
    return std::any_of(rules.begin(), rules.end(), [&](const LearnedRule& rule) {
      return rule.rule.kind == UrlRuleKind::move_prefix && rule.rule.from == prefix;
    });
  };
  for (std::vector<std::string>& group : groups) {
    std::sort(group.begin(), group.end(), [&](const std::string& a, const std::string& b) {
      return std::tuple(is_moved(a), pages[b], a.size(), a) <
             std::tuple(is_moved(b), pages[a], b.size(), b);
    });
  }
  return groups;
}

}  // namespace facsim
