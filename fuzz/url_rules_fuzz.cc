// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of URL rules, followed by a zero byte and URLs, one a line. Accepted rules
// survive a round trip; a rewritten URL is a URL, and rewriting it again changes nothing.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "facsim/mirrors/mirror_json.h"
#include "facsim/mirrors/nutch_rules.h"
#include "facsim/mirrors/url_normalizer.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

void check_file(const std::vector<UrlRule>& rules) {
  MirrorReport report;
  for (const UrlRule& rule : rules) {
    report.rules.emplace_back().rule = rule;
    // A written rule that replaces nothing has no replacement.
    if (rule.from.empty()) report.rules.back().rule.to.clear();
  }
  const std::vector<UrlRule> again = read_rules_file(rules_file(report), "again");
  require(again.size() == rules.size());
  for (std::size_t i = 0; i < again.size(); ++i) require(again[i] == report.rules[i].rule);
  require(nutch_rules(rules).ends_with("</regex-normalize>\n"));
}

void check_url(const UrlNormalizer& rules, std::string_view text) {
  const std::string once = rules.normalized(text);
  require(rules.normalized(once) == once);
  const ReadUrl read = read_web_url(text);
  if (read.skip != UrlSkip::none) {
    require(once == text && rules.mirror_of(text).empty());
    return;
  }
  const ReadUrl made = read_web_url(once);
  require(made.skip == UrlSkip::none && made.url.text() == once);
  const std::string_view mirror = rules.mirror_of(text);
  if (!mirror.empty()) require(is_below(read.url, mirror) && !is_below(made.url, mirror));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound((std::size_t{16} << 20) + 4096 * size);
  const std::string_view text = text_of(data, size);
  const std::string_view file = text.substr(0, text.find('\0'));
  std::vector<UrlRule> rules;
  is_taken({ErrorCode::damaged, ErrorCode::unsupported, ErrorCode::invalid_argument},
           [&] { rules = read_rules_file(file, "fuzz"); });
  check_file(rules);
  const UrlNormalizer normalizer(std::move(rules));
  std::string_view urls = text.substr(std::min(text.size(), file.size() + 1));
  while (!urls.empty()) {
    const std::size_t end = std::min(urls.find('\n'), urls.size());
    check_url(normalizer, urls.substr(0, end));
    urls.remove_prefix(std::min(urls.size(), end + 1));
  }
  return 0;
}
