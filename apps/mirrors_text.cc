// SPDX-License-Identifier: Apache-2.0
#include "apps/mirrors_text.h"

#include <algorithm>
#include <cstdio>

#include "apps/output.h"
#include "apps/values.h"
#include "facsim/base/human_text.h"

namespace facsim {
namespace {

std::string percent(double share) {
  char text[16];
  (void)std::snprintf(text, sizeof text, "%.1f %%", share * 100);
  return text;
}

// "98.0 % (95.1 to 99.2)"
std::string share_text(const CountedShare& share) {
  const ShareInterval interval = wilson_interval(share);
  char text[64];
  (void)std::snprintf(text, sizeof text, "%.1f %% (%.1f to %.1f)", share.value() * 100,
                      interval.low * 100, interval.high * 100);
  return text;
}

std::string printable(const std::string& text) { return without_controls(text, ' '); }

void add_examples(const std::vector<UrlPair>& examples, std::string& out) {
  for (const auto& [first, second] : examples) {
    out += "      " + printable(first) + "\n   =  " + printable(second) + "\n";
  }
}

void add_mirror(const MirrorPair& pair, std::string& out) {
  out += printable(pair.prefixes[0]) + "  =  " + printable(pair.prefixes[1]) + "   (group " +
         std::to_string(pair.group) + ")\n";
  out += "   " + human_count(pair.support) + " contents on both\n";
  for (std::size_t side = 0; side < 2; ++side) {
    out += "   " + share_text(pair.pages[side]) + " of " + human_count(pair.pages[side].whole) +
           " pages of " + printable(pair.prefixes[side]) + " have a copy there; " +
           percent(pair.content[side].value()) + " of its contents\n";
  }
  out += "   at one path: " + human_count(pair.same_path.part) + " of " +
         human_count(pair.same_path.whole) + " pairs are copies\n";
  add_examples(pair.examples, out);
}

void add_rule(const LearnedRule& learned, std::string& out) {
  const UrlRule& rule = learned.rule;
  out += (rule.site.empty() ? "all hosts" : printable(rule.site)) + ": " +
         printable(rule_words(rule)) + "\n";
  out += "   " + human_count(learned.precision.part) + " of " +
         human_count(learned.precision.whole) + " pairs are copies, " +
         share_text(learned.precision) + "; changes " + human_count(learned.urls) + " URLs";
  if (learned.sites > 1) out += " of " + human_count(learned.sites) + " hosts";
  out += ", " + percent(learned.seen_targets.value()) + " of them to one that was seen\n";
  add_examples(learned.examples, out);
}

}  // namespace

std::string rule_words(const UrlRule& rule) {
  const std::string names = words_with_and(rule.names);
  std::string change = rule.from + " -> " + (rule.to.empty() ? "nothing" : rule.to);
  switch (rule.kind) {
    case UrlRuleKind::use_https:
      return "http -> https";
    case UrlRuleKind::move_prefix:
      return change;
    case UrlRuleKind::drop_path_parameters:
      return "drop ;" + names + " from the path";
    case UrlRuleKind::drop_session_segment:
      return "drop segments that name a session";
    case UrlRuleKind::drop_segment:
      return "drop the segment " + rule.from;
    case UrlRuleKind::replace_segment:
      return "segment " + change;
    case UrlRuleKind::replace_ending:
      return "end of a segment " + change;
    case UrlRuleKind::replace_beginning:
      return "beginning of a segment " + change;
    case UrlRuleKind::index_page:
      return "drop " + rule.from + " at the end of the path";
    case UrlRuleKind::drop_trailing_slash:
      return "drop the slash at the end of the path";
    case UrlRuleKind::lower_case:
      return "path in lower case";
    case UrlRuleKind::drop_parameters:
    case UrlRuleKind::drop_values:
      return "drop " + names + " from the query";
    case UrlRuleKind::drop_empty_pieces:
      return "drop empty parts of the query";
    case UrlRuleKind::sort_parameters:
      return "sort the parameters of the query";
  }
  return {};
}

std::string mirrors_text(const MirrorReport& report, std::size_t count_max) {
  std::string out = human_count(report.pages) + " pages under " + human_count(report.urls) +
                    " URLs, of which " + human_count(report.copies) + " have copies\n";
  std::uint64_t skipped = 0;
  for (const std::uint64_t count : report.skipped) skipped += count;
  if (skipped > 0) out += human_count(skipped) + " pages without a URL that can be rewritten\n";
  out += "\nMirrors: " + human_count(report.mirrors.size()) + "\n";
  for (std::size_t i = 0; i < std::min(count_max, report.mirrors.size()); ++i) {
    add_mirror(report.mirrors[i], out);
  }
  out += "\nRules: " + human_count(report.rules.size()) + "\n";
  for (std::size_t i = 0; i < std::min(count_max, report.rules.size()); ++i) {
    add_rule(report.rules[i], out);
  }
  if (!report.rules.empty()) {
    out += "\nAll rules together: " + human_count(report.urls_merged) + " URLs fewer, " +
           human_count(report.urls_merged_wrong) + " of them that are no copies\n";
  }
  return out;
}

}  // namespace facsim
