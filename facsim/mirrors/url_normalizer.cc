// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/url_normalizer.h"

#include <algorithm>
#include <utility>

#include "facsim/base/limits.h"

namespace facsim {
namespace {

// A chain of mirrors and the rules after it converge in a few rounds; more rounds mean a circle.
constexpr int kRewriteRoundsMax = 16;

}  // namespace

UrlNormalizer::UrlNormalizer(std::vector<UrlRule> rules) : rules_(std::move(rules)) {
  std::stable_sort(rules_.begin(), rules_.end(),
                   [](const UrlRule& a, const UrlRule& b) { return a.kind < b.kind; });
  for (std::size_t i = 0; i < rules_.size(); ++i) of_site_[rules_[i].site].push_back(i);
}

WebUrl UrlNormalizer::normalized(const WebUrl& url) const {
  WebUrl now = url;
  for (int round = 0; round < kRewriteRoundsMax; ++round) {
    bool is_changed = false;
    for (const bool is_for_all : {true, false}) {
      const auto found = of_site_.find(is_for_all ? std::string_view() : now.site);
      if (found == of_site_.end()) continue;
      for (const std::size_t rule : found->second) {
        is_changed = apply_rule(rules_[rule], now) || is_changed;
      }
    }
    if (now.path.size() + now.query.size() > limits::kLabelBytesMax) return url;
    if (!is_changed) return now;
  }
  return url;
}

std::string UrlNormalizer::normalized(std::string_view text) const {
  const ReadUrl read = read_web_url(text);
  if (read.skip != UrlSkip::none) return std::string(text);
  // The result is parsed again: a path without its last segment may have other dots to resolve.
  std::string out = normalized(read.url).text();
  const ReadUrl again = read_web_url(out);
  return again.skip == UrlSkip::none && again.url.text() == out ? out : read.url.text();
}

std::string_view UrlNormalizer::mirror_of(std::string_view text) const {
  const ReadUrl read = read_web_url(text);
  if (read.skip != UrlSkip::none) return {};
  for (const std::string_view site : {std::string_view(), std::string_view(read.url.site)}) {
    const auto found = of_site_.find(site);
    if (found == of_site_.end()) continue;
    for (const std::size_t number : found->second) {
      const UrlRule& rule = rules_[number];
      if (rule.kind != UrlRuleKind::move_prefix || !is_below(read.url, rule.from)) continue;
      // Not if the rules lead in a circle.
      const ReadUrl moved = read_web_url(normalized(text));
      return is_below(moved.url, rule.from) ? std::string_view() : rule.from;
    }
  }
  return {};
}

}  // namespace facsim
