// SPDX-License-Identifier: Apache-2.0
// facsim index query of pages in an index of pages: finds which page each one copies, and in which
// way.
#include <atomic>
#include <memory>

#include "apps/index_commands.h"
#include "apps/json.h"
#include "apps/read_inputs.h"
#include "facsim/known/page_answerer.h"
#include "facsim/page/analysis.h"

namespace facsim {
namespace {

// Queries the index for pages, and formats the answers. Each thread needs its own object.
class PagePrinter {
 public:
  PagePrinter(const OpenIndex& index, const ReadyProfile& judge, const Settings& settings)
      : recipe_(judge.profile.recipe),
        limit_(settings.limit),
        is_json_(settings.json),
        answerer_(index, judge.profile),
        analyzer_({.profile = judge.profile,
                   .tables = judge.tables,
                   .extract = {},
                   .kernel = settings.limits.kernel,
                   .with_visible = false}) {}

  // Appends the answer to `out`. Returns true if the limit cut it.
  bool print(const PageName& name, const Page& page, const PrintRoom& room, std::string& out) {
    const std::optional<PageQuestion> question = question_of(page, analyzer_, recipe_, room.room);
    const PageAnswer answer = question ? answerer_.answer(*question, limit_) : PageAnswer{};
    analyzer_.keep_at_most(room.kept_bytes_max);
    is_json_ ? add_json(label_of(name), answer, out) : add_lines(label_of(name), answer, out);
    return answer.is_cut;
  }

 private:
  static void add_json(const std::string& label, const PageAnswer& answered, std::string& out) {
    OrderedJson answer = {{"query", label}, {"matches", OrderedJson::array()}};
    for (const FoundPage& near : answered.seen) {
      const PageName& name = near.page;
      OrderedJson match = {
          {"id", name.id},
          {"distance", near.distance < 0 ? OrderedJson(nullptr) : OrderedJson(near.distance)},
          {"kind", nullptr},
          {"resemblance", nullptr},
          {"containment", nullptr},
          {"by", nullptr},
          {"url", text_or_null(name.url)},
          {"file", name.file},
          {"offset", name.offset},
          {"status", name.status == 0 ? OrderedJson(nullptr) : OrderedJson(name.status)}};
      if (near.match) {
        match["kind"] = name_of(near.match->kind);
        match["resemblance"] = rounded_ratio(near.match->resemblance);
        match["containment"] = {rounded_ratio(near.match->containment),
                                rounded_ratio(near.match->containment_reverse)};
        match["by"] = name_of(near.match->by);
      }
      answer["matches"].push_back(std::move(match));
    }
    answer["truncated"] = answered.is_cut;
    out += json_line(answer);
  }

  // Query, id, distance, kind, resemblance, URL, separated by tabs; "-" for missing values.
  static void add_lines(const std::string& label, const PageAnswer& answered, std::string& out) {
    for (const FoundPage& near : answered.seen) {
      const PageName& name = near.page;
      OrderedJson resemblance;
      if (near.match) resemblance = rounded_ratio(near.match->resemblance);
      out += without_controls(label, ' ') + '\t' + without_controls(name.id, ' ') + '\t';
      out += (near.distance < 0 ? "-" : std::to_string(near.distance)) + '\t';
      out += std::string(near.match ? name_of(near.match->kind) : "-") + '\t';
      out += (near.match ? resemblance.dump() : "-") + '\t';
      out += (name.url.empty() ? "-" : without_controls(name.url, ' ')) + '\n';
    }
  }

  const Recipe& recipe_;
  std::uint64_t limit_;
  bool is_json_;
  PageAnswerer answerer_;
  PageAnalyzer analyzer_;
};

}  // namespace

std::uint64_t query_page_index(const OpenIndex& index, const std::vector<std::string>& paths,
                               const Settings& settings, Output& output) {
  ReadyProfile judging = settings.judged_by();
  // The largest distance that the index supports, unless the user set a smaller one.
  if (!settings.max_distance) {
    judging.profile.max_distance = static_cast<int>(index.manifest().max_distance);
  }
  std::atomic<std::uint64_t> truncated = 0;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    auto printer = std::make_shared<PagePrinter>(index, judging, settings);
    return [printer, &truncated](const PageName& name, const Page& page, const PrintRoom& room,
                                 std::string& out) {
      if (printer->print(name, page, room, out)) ++truncated;
    };
  };
  SpooledStdin standard_input = spooled_stdin(settings);
  print_pages(paths, settings, standard_input, make_printer, output,
              settings.json ? PrintSkipped(print_unread_query) : PrintSkipped());
  return truncated;
}

}  // namespace facsim
