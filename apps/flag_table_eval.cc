// SPDX-License-Identifier: Apache-2.0
// The flags that only eval has.
#include <array>
#include <bit>
#include <limits>

#include "apps/command_eval.h"
#include "apps/flag_tables.h"
#include "apps/values.h"
#include "facsim/base/error.h"
#include "facsim/eval/evaluation.h"

namespace facsim {
namespace {

using Word = std::string_view;

void apply_distances(Word name, Word word, Settings& settings) {
  for (const std::string& part : comma_list(name, word)) {
    settings.eval.distances.push_back(static_cast<int>(whole_number(name, part, {0, 64})));
  }
}

void apply_thresholds(Word name, Word word, Settings& settings) {
  for (const std::string& part : comma_list(name, word)) {
    settings.eval.thresholds.push_back(ratio(name, part, {0, 1}));
  }
}

// Values are BINSxBITS, such as 128x1.
void apply_sketches(Word name, Word word, Settings& settings) {
  for (const std::string& part : comma_list(name, word)) {
    const std::size_t cross = part.find('x');
    SketchSpec spec;
    if (cross != std::string::npos) {
      spec.bins = static_cast<std::uint32_t>(whole_number(name, part.substr(0, cross), {1, 4096}));
      spec.bits = static_cast<std::uint32_t>(whole_number(name, part.substr(cross + 1), {1, 16}));
    }
    if (cross == std::string::npos || !std::has_single_bit(spec.bins) ||
        !std::has_single_bit(spec.bits)) {
      throw Error(ErrorCode::invalid_argument,
                  std::string(name) + ": '" + part +
                      "' is no size of a sketch; give bins and bits as 128x1: bins are a power of "
                      "two up to 4096, bits are 1, 2, 4, 8 or 16");
    }
    settings.eval.sketches.push_back(spec);
  }
}

// In the form that the flag accepts.
template <class Value>
std::string listed(const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) text += (text.empty() ? "" : ",") + decimal(value);
  return text;
}

constexpr std::array kEvalFlags = {
    Flag{
        "--pairs", "", "FILE", kMeasuring,
        "Labelled pairs: id1, id2 and label a line, with tabs, commas or blanks between; packed or "
        "not.",
        kEval, [](Word n, Word w, Settings& s) { s.eval.pairs = not_empty(n, w); }},
    Flag{"--clusters", "", "FILE", kMeasuring,
         "Clusters: id, tab and cluster a line, or JSON objects with id and cluster. All pairs of "
         "the pages in it count.",
         kEval, [](Word n, Word w, Settings& s) { s.eval.clusters = not_empty(n, w); }},
    Flag{"--exact", "", "", kMeasuring,
         "All pairs of pages; true are those whose exact resemblance is --min-resemblance or more.",
         kEval, [](Word, Word, Settings& s) { s.eval.exact = true; }},
    Flag{"--synthesize", "", "", kMeasuring, "Write graded edits of the pages into -o OUT.", kEval,
         [](Word, Word, Settings& s) { s.eval.synthesize = true; }},
    Flag{"--output", "-o", "OUT", kMeasuring, "--synthesize: the folder of the result.", kEval,
         [](Word n, Word w, Settings& s) { s.output = not_empty(n, w); }},
    Flag{"--seed", "", "N", kMeasuring, "--synthesize: other edits. Default: {}.", kEval,
         [](Word n, Word w, Settings& s) {
           s.eval.seed = whole_number(n, w, {0, std::numeric_limits<std::uint64_t>::max()});
         },
         kAnyValue, [] { return std::to_string(EvalSettings().seed); }},
    Flag{"--label-min", "", "X", kMeasuring,
         "Labels that are numbers: duplicates are those at or above X, above 0 and at most 1.",
         kEval, [](Word n, Word w, Settings& s) { s.eval.label_min = ratio(n, w, {0, 1}); }},
    Flag{"--resemblance-floor", "", "R", kMeasuring,
         "--exact, --clusters: pairs are looked at one by one from this resemblance on, above 0 "
         "and at most 1. Default: {}, or the least --min-resemblance of the profiles.",
         kEval, [](Word n, Word w, Settings& s) { s.eval.resemblance_floor = ratio(n, w, {0, 1}); },
         kAnyValue, [] { return decimal(EvalOptions().resemblance_floor); }},
    Flag{"--distances", "-k", "LIST", kMeasuring,
         "Distances of the fingerprints to measure, with commas, 0 to 64. Default: {}.", kEval,
         apply_distances, kAnyValue, [] { return listed(usual_distances()); }},
    Flag{"--thresholds", "", "LIST", kMeasuring,
         "Thresholds of the other measures, with commas. Default: {}.", kEval, apply_thresholds,
         kAnyValue, [] { return listed(usual_thresholds()); }},
    Flag{"--agreement-pairs", "", "N", kMeasuring,
         "--exact, --clusters: agreement is measured on at most N pairs, evenly drawn. Default: "
         "{}.",
         kEval,
         [](Word n, Word w, Settings& s) {
           s.eval.agreement_pairs = whole_number(n, w, {0, 1'000'000'000});
         },
         kAnyValue, [] { return std::to_string(EvalOptions().agreement_pairs_max); }},
    Flag{"--sketches", "", "LIST", kMeasuring,
         "Sketches of other sizes to measure behind bands and behind distance 8, as BINSxBITS with "
         "commas: 128x1 has 16 bytes.",
         kEval, apply_sketches},
    Flag{"--json", "", "", kPrinting, "Print one JSON object instead of the table.", kEval,
         [](Word, Word, Settings& s) { s.json = true; }},
    Flag{"--csv", "", "FILE", kPrinting, "Write all figures as comma-separated values.", kEval,
         [](Word n, Word w, Settings& s) { s.eval.csv = not_empty(n, w); }},
    Flag{"--html", "", "FILE", kPrinting,
         "Write one page with tables and plots, which needs nothing but itself.", kEval,
         [](Word n, Word w, Settings& s) { s.eval.html = not_empty(n, w); }},
    Flag{"--force", "", "", kPrinting, "Write files and OUT even if they are there.", kEval,
         [](Word, Word, Settings& s) { s.folder.force = true; }},
};

}  // namespace

std::span<const Flag> eval_flags() noexcept { return kEvalFlags; }

}  // namespace facsim
