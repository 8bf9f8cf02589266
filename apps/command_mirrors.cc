// SPDX-License-Identifier: Apache-2.0
// facsim mirrors: finds hosts and paths that hold the same pages, and URL rewrites that lead to
// copies.
#include <array>
#include <limits>

#include "apps/commands.h"
#include "apps/copies_source.h"
#include "apps/mirrors_text.h"
#include "apps/output.h"
#include "apps/read_inputs.h"
#include "apps/watched_run.h"
#include "facsim/base/error.h"
#include "facsim/base/limits.h"
#include "facsim/files/byte_source.h"
#include "facsim/files/own_file.h"
#include "facsim/mirrors/find_mirrors.h"
#include "facsim/mirrors/mirror_json.h"
#include "facsim/mirrors/nutch_rules.h"
#include "facsim/mirrors/url_normalizer.h"
#include "facsim/page/idf_builder.h"

namespace facsim {
namespace {

[[noreturn]] void throw_mirrors_usage(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, what + " (see 'facsim help mirrors')", "mirrors");
}

// Prints each line as soon as it is complete.
class Lines {
 public:
  explicit Lines(const UrlNormalizer& rules) : rules_(rules) {}

  void take(std::string_view bytes) {
    text_.append(bytes);
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text_.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      line(std::string_view(text_).substr(begin, end - begin));
    }
    text_.erase(0, begin);
    // No URL is this long, so the line is printed unchanged, piece by piece.
    if (text_.size() > limits::kLabelBytesMax * 2) is_long_ = true;
    if (is_long_) output_.write(std::exchange(text_, {}));
  }
  void finish() {
    if (is_long_) {
      output_.write(text_);
    } else if (!text_.empty()) {
      line(text_);
    }
    output_.finish();
  }

 private:
  void line(std::string_view line) {
    const bool has_return = line.ends_with('\r');
    if (is_long_) {
      output_.write(line);
    } else {
      output_.write(rules_.normalized(line.substr(0, line.size() - (has_return ? 1 : 0))));
    }
    output_.write("\n");
    is_long_ = false;
  }

  const UrlNormalizer& rules_;
  Output output_;
  std::string text_;
  bool is_long_ = false;
};

void normalize_lines(const Settings& settings) {
  if (!settings.inputs.empty()) {
    throw_mirrors_usage("--normalize reads URLs from standard input and no store");
  }
  for (const char* flag : {"--rules", "--nutch", "--json", "--limit", "--min-support",
                           "--min-precision", "--min-share", "--collection"}) {
    if (settings.is_given(flag))
      throw_mirrors_usage(std::string(flag) + " and --normalize exclude one another");
  }
  const std::string& path = settings.mirrors.normalize;
  const UrlNormalizer rules(read_rules_file(
      read_own_file(path, kUrlRulesBytesMax, "no file of rules is so large"), path));
  Lines lines(rules);
  const std::unique_ptr<ByteSource> source = open_bytes("/dev/stdin");
  std::array<char, 65536> buffer{};
  for (std::size_t count = 0; (count = source->read(buffer)) > 0;) {
    lines.take({buffer.data(), count});
  }
  lines.finish();
}

std::vector<UrlRule> rules_of(const MirrorReport& report) {
  std::vector<UrlRule> rules;
  for (const LearnedRule& learned : report.rules) rules.push_back(learned.rule);
  return UrlNormalizer(std::move(rules)).rules();
}

}  // namespace

void run_mirrors(const Settings& settings) {
  if (!settings.mirrors.normalize.empty()) return normalize_lines(settings);
  if (settings.inputs.size() != 1) {
    throw_mirrors_usage("takes one store, or one folder that facsim dedup wrote");
  }
  const std::string& rules = settings.mirrors.rules;
  const std::string& nutch = settings.mirrors.nutch;
  if (!rules.empty() && rules == nutch) throw_mirrors_usage("--rules and --nutch name one file");
  for (const std::string& path : {rules, nutch}) {
    if (!path.empty()) require_new(path, settings.folder.force);
  }
  require_tmp(settings);
  WatchedRun watched(settings);
  const CopiesSource source = copies_source(settings.inputs.front(), settings, watched.hooks());
  const MirrorReport report = find_mirrors(source, {.support_min = settings.mirrors.support_min,
                                                    .precision_min = settings.mirrors.precision_min,
                                                    .share_min = settings.mirrors.share_min});
  watched.finish();
  if (!rules.empty()) write_whole(rules, rules_file(report));
  if (!nutch.empty()) write_whole(nutch, nutch_rules(rules_of(report)));
  const std::size_t count_max =
      settings.limit == 0 ? std::numeric_limits<std::size_t>::max() : settings.limit;
  Output output;
  output.write(settings.json ? mirrors_json(report, count_max) + "\n"
                             : mirrors_text(report, count_max));
  output.finish();
}

}  // namespace facsim
