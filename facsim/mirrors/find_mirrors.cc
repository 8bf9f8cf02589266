// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/find_mirrors.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "facsim/base/hash64.h"
#include "facsim/mirrors/choose.h"
#include "facsim/mirrors/copy_sample.h"
#include "facsim/mirrors/evidence.h"
#include "facsim/mirrors/rule_candidates.h"
#include "facsim/mirrors/url_normalizer.h"
#include "facsim/mirrors/url_table.h"

namespace facsim {
namespace {

constexpr int kSearchRoundsMax = 6;

class Finder {
 public:
  Finder(const ReadCopies& read, const MirrorOptions& options)
      : read_(read), options_(options), sample_(options.sample_bytes_max) {}

  MirrorReport find() {
    UrlTable table = first_table();
    report_.urls = table.urls();
    report_.copies = table.copies();
    report_.sample = sample_.share();
    const std::uint64_t wrong_before = table.merged_wrong();
    const std::vector<std::vector<std::string_view>> copies = sample_.copies();
    for (int round = 0; round < kSearchRoundsMax; ++round) {
      if (!find_more(copies, table)) break;
      table = next_table();
    }
    report_.groups = make_groups(report_.mirrors, report_.rules);
    report_.urls_merged = report_.urls - table.urls();
    report_.urls_merged_wrong =
        table.merged_wrong() > wrong_before ? table.merged_wrong() - wrong_before : 0;
    return std::move(report_);
  }

 private:
  // Visits every page whose URL can be rewritten, as rewritten by `known_`.
  template <class Visit>
  void for_pages(Visit visit) {
    std::uint64_t pages = 0;
    read_([&](std::string_view text, std::uint64_t content) {
      if (pages++ == options_.pages_max) return false;
      const ReadUrl read = read_web_url(text);
      if (read.skip == UrlSkip::none) visit(known_.normalized(read.url), content);
      return true;
    });
  }

  UrlTable first_table() {
    std::vector<UrlEntry> entries;
    read_([&](std::string_view text, std::uint64_t content) {
      const std::uint64_t skipped =
          std::accumulate(report_.skipped.begin(), report_.skipped.end(), std::uint64_t{0});
      report_.truncated = report_.pages + skipped == options_.pages_max;
      if (report_.truncated) return false;
      const ReadUrl read = read_web_url(text);
      if (read.skip != UrlSkip::none) {
        ++report_.skipped[static_cast<std::size_t>(read.skip)];
        return true;
      }
      ++report_.pages;
      const std::string url = read.url.text();
      entries.push_back({hash64(url), content});
      sample_.add(content, url);
      return true;
    });
    return UrlTable(std::move(entries));
  }

  UrlTable next_table() {
    std::vector<UrlEntry> entries;
    entries.reserve(report_.pages);
    for_pages([&](const WebUrl& url, std::uint64_t content) {
      entries.push_back({hash64(url.text()), content});
    });
    return UrlTable(std::move(entries));
  }

  // Runs one round; returns false if it finds nothing new.
  bool find_more(const std::vector<std::vector<std::string_view>>& copies, const UrlTable& table) {
    const double expected = static_cast<double>(options_.support_min) * report_.sample;
    const MirrorCandidates candidates = find_candidates(
        copies, known_,
        {.found_min = std::max<std::uint64_t>(2, static_cast<std::uint64_t>(expected))});
    if (candidates.rules.empty() && candidates.prefixes.empty()) return false;
    std::vector<UrlRule> rules;
    std::set<std::string> prefixes;
    for (const RuleCandidate& candidate : candidates.rules) rules.push_back(candidate.rule);
    for (const PrefixCandidate& candidate : candidates.prefixes) {
      rules.push_back(move_rule(candidate.prefixes.second, candidate.prefixes.first));
      prefixes.insert(candidate.prefixes.first);
      prefixes.insert(candidate.prefixes.second);
    }
    RuleEvidence of_rules(std::move(rules), options_.records_max);
    PrefixEvidence of_prefixes({prefixes.begin(), prefixes.end()}, options_.contents_max);
    for_pages([&](const WebUrl& url, std::uint64_t content) {
      of_rules.add(url, hash64(url.text()), content);
      of_prefixes.add(url, content);
    });
    of_prefixes.finish();
    return choose(candidates, of_rules, of_prefixes, table);
  }

  bool choose(const MirrorCandidates& candidates, RuleEvidence& of_rules,
              const PrefixEvidence& of_prefixes, const UrlTable& table) {
    const auto counts = [&](std::size_t rule) {
      return of_rules.counts(rule, table, options_.support_min);
    };
    std::vector<CountedPrefixes> prefixes;
    for (std::size_t i = 0; i < candidates.prefixes.size(); ++i) {
      const auto& [first, second] = candidates.prefixes[i].prefixes;
      prefixes.push_back({.candidate = candidates.prefixes[i],
                          .counts = of_prefixes.counts(first, second),
                          .moved = counts(candidates.rules.size() + i),
                          .pages = {of_prefixes.pages(first), of_prefixes.pages(second)}});
    }
    const std::size_t before = report_.rules.size();
    add(choose_mirrors(std::move(prefixes), options_, report_.mirrors));
    std::vector<CountedRule> rules;
    for (std::size_t i = 0; i < candidates.rules.size(); ++i) {
      rules.push_back({.candidate = candidates.rules[i], .counts = counts(i)});
    }
    add(choose_rules(std::move(rules), known_.rules(), options_));
    return report_.rules.size() > before;
  }

  void add(std::vector<LearnedRule> learned) {
    std::vector<UrlRule> all = known_.rules();
    for (LearnedRule& rule : learned) {
      all.push_back(rule.rule);
      report_.rules.push_back(std::move(rule));
    }
    known_ = UrlNormalizer(std::move(all));
  }

  const ReadCopies& read_;
  const MirrorOptions& options_;
  MirrorReport report_;
  UrlNormalizer known_;
  CopySample sample_;
};

}  // namespace

MirrorReport find_mirrors(const ReadCopies& read, const MirrorOptions& options) {
  return Finder(read, options).find();
}

}  // namespace facsim
