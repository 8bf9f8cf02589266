// SPDX-License-Identifier: Apache-2.0
// facsim index query of pages in an index of pages: of which page is this a copy, and of what kind?
#include <algorithm>
#include <atomic>
#include <memory>
#include <tuple>

#include "apps/index_commands.h"
#include "apps/inputs.h"
#include "apps/json.h"
#include "facsim/model/host.h"
#include "facsim/page/analysis.h"
#include "facsim/page/pair_judge.h"
#include "facsim/seen/page_search.h"

namespace facsim {
namespace {

// An entry of the index that is near by its fingerprint, or a match by its sketch or digest.
struct NearPage {
  int distance = -1;  // -1: one of the two has no fingerprint
  IndexPlace place;
  std::optional<Match> match;  // nothing: near, but no duplicate
};

// One a thread.
class PageAnswerer {
 public:
  PageAnswerer(const OpenIndex& index, const ReadyProfile& judging, const Settings& settings)
      : index_(index),
        thresholds_(judging.profile.thresholds),
        max_distance_(judging.profile.max_distance),
        limit_(settings.limit),
        is_json_(settings.json),
        has_anchors_(judging.profile.recipe.anchors.has_any()),
        search_(index, judging.profile, 0),
        analyzer_({.profile = judging.profile,
                   .tables = judging.tables,
                   .extract = {},
                   .kernel = settings.limits.kernel,
                   .with_visible = false}) {}

  // Adds the answer to `out`; whether the limit cut it.
  bool answer(const PageName& name, const Page& page, const PrintRoom& room, std::string& out) {
    near_.clear();
    const Analysis& analysis = analyzer_.analyze(page, room.room);
    PageQuestion question{facts_of(analysis, analyzer_.shingles().size()), {}};
    set_origin(question.facts.witness, host_of(name.url), name.url);
    if (question.facts.has_fingerprint && has_anchors_) question.anchors = analyzer_.anchors();
    if (question.facts.has_text) {
      search_.find({&question, 1}, [&](std::size_t, std::span<const IndexPlace> places, bool) {
        for (const IndexPlace& place : places) look_at(question.facts, place);
      });
    }
    analyzer_.keep_at_most(room.kept_bytes_max);
    // Nearest first; those that have no distance last.
    std::sort(near_.begin(), near_.end(), [](const NearPage& a, const NearPage& b) {
      return std::tuple(static_cast<unsigned>(a.distance), a.place) <
             std::tuple(static_cast<unsigned>(b.distance), b.place);
    });
    const bool is_cut = limit_ > 0 && near_.size() > limit_;
    if (is_cut) near_.resize(static_cast<std::size_t>(limit_));
    is_json_ ? add_json(label_of(name), is_cut, out) : add_lines(label_of(name), out);
    return is_cut;
  }

 private:
  void look_at(const PageFacts& facts, const IndexPlace& place) {
    const PageFacts known = index_.parts()[place.segment]->pages->facts(place.ordinal);
    const int distance = facts.distance_to(known);
    std::optional<Match> match = estimate_match(facts, known, thresholds_).match;
    const bool is_near = distance >= 0 && distance <= max_distance_;
    if (is_near || match) near_.push_back({distance, place, match});
  }

  [[nodiscard]] PageName name_of_place(const IndexPlace& place) const {
    const OpenIndex::Part& part = *index_.parts()[place.segment];
    PageName name = part.pages->name(place.ordinal);
    name.id = part.ids.at(place.ordinal);
    return name;
  }

  void add_json(const std::string& label, bool is_cut, std::string& out) const {
    OrderedJson answer = {{"query", label}, {"matches", OrderedJson::array()}};
    for (const NearPage& near : near_) {
      const PageName name = name_of_place(near.place);
      OrderedJson match = {
          {"id", name.id},
          {"distance", near.distance < 0 ? OrderedJson(nullptr) : OrderedJson(near.distance)},
          {"kind", nullptr},
          {"resemblance", nullptr},
          {"containment", nullptr},
          {"by", nullptr},
          {"url", text_or_null(name.url)},
          {"file", name.file},
          {"offset", name.offset}};
      if (near.match) {
        match["kind"] = name_of(near.match->kind);
        match["resemblance"] = rounded_ratio(near.match->resemblance);
        match["containment"] = {rounded_ratio(near.match->containment),
                                rounded_ratio(near.match->containment_reverse)};
        match["by"] = name_of(near.match->by);
      }
      answer["matches"].push_back(std::move(match));
    }
    answer["truncated"] = is_cut;
    out += json_line(answer);
  }

  // Query, id, distance, kind, resemblance, URL, with tabs; "-" for what there is none of.
  void add_lines(const std::string& label, std::string& out) const {
    for (const NearPage& near : near_) {
      const PageName name = name_of_place(near.place);
      OrderedJson resemblance;
      if (near.match) resemblance = rounded_ratio(near.match->resemblance);
      out += without_controls(label, ' ') + '\t' + without_controls(name.id, ' ') + '\t';
      out += (near.distance < 0 ? "-" : std::to_string(near.distance)) + '\t';
      out += std::string(near.match ? name_of(near.match->kind) : "-") + '\t';
      out += (near.match ? resemblance.dump() : "-") + '\t';
      out += (name.url.empty() ? "-" : without_controls(name.url, ' ')) + '\n';
    }
  }

  const OpenIndex& index_;
  Thresholds thresholds_;
  int max_distance_;
  std::uint64_t limit_;
  bool is_json_;
  bool has_anchors_;
  PageSearch search_;
  PageAnalyzer analyzer_;
  std::vector<NearPage> near_;
};

}  // namespace

std::uint64_t query_page_index(const OpenIndex& index, const std::vector<std::string>& paths,
                               const Settings& settings, Output& output) {
  ReadyProfile judging = settings.judged_by();
  // Everything that the index serves, unless somebody asked for less.
  if (!settings.max_distance) {
    judging.profile.max_distance = static_cast<int>(index.manifest().max_distance);
  }
  std::atomic<std::uint64_t> truncated = 0;
  const auto make_printer = [&](const std::vector<InputFile>& /*files*/) -> PrintPage {
    auto answerer = std::make_shared<PageAnswerer>(index, judging, settings);
    return [answerer, &truncated](const PageName& name, const Page& page, const PrintRoom& room,
                                  std::string& out) {
      if (answerer->answer(name, page, room, out)) ++truncated;
    };
  };
  SpooledStdin standard_input = spooled_stdin(settings);
  print_pages(paths, settings, standard_input, make_printer, output);
  return truncated;
}

}  // namespace facsim
