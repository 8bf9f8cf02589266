// SPDX-License-Identifier: Apache-2.0
// Writes an evaluation as one JSON object; unknown figures are null.
#include <cmath>
#include <nlohmann/json.hpp>

#include "facsim/eval/report.h"

namespace facsim {
namespace {

using Json = nlohmann::ordered_json;

double rounded_to_millionths(double value) { return std::round(value * 1e6) / 1e6; }

Json value_json(const std::optional<double>& value) {
  return value ? Json(rounded_to_millionths(*value)) : Json(nullptr);
}

Json interval_json(const std::optional<Interval>& interval) {
  if (!interval) return nullptr;
  return {rounded_to_millionths(interval->low), rounded_to_millionths(interval->high)};
}

Json count_json(const std::optional<std::uint64_t>& count) {
  return count ? Json(*count) : Json(nullptr);
}

void add_counts(const EvalCounts& counts, Json& object) {
  object["right"] = counts.right;
  object["wrong"] = counts.wrong;
  object["missed"] = counts.missed;
  object["precision"] = value_json(counts.precision().value());
  object["precision_interval"] = interval_json(counts.precision().interval());
  object["recall"] = value_json(counts.recall().value());
  object["recall_interval"] = interval_json(counts.recall().interval());
  object["f1"] = value_json(counts.f1());
  object["f1_interval"] = interval_json(counts.f1_interval());
}

Json measure_json(const EvalMeasure& measure) {
  Json points = Json::array();
  for (const ThresholdPoint& point : measure.points) {
    Json object = {{"threshold", point.threshold}, {"best", point.is_best}};
    add_counts(point.counts, object);
    points.push_back(std::move(object));
  }
  return {{"name", measure.name},
          {"about", measure.about},
          {"note", measure.note.empty() ? Json(nullptr) : Json(measure.note)},
          {"at_most", measure.at_most},
          {"pairs", measure.pairs},
          {"points", std::move(points)}};
}

Json share_json(const Share& share) {
  return {{"found", share.part},
          {"pairs", share.whole},
          {"recall", value_json(share.value())},
          {"recall_interval", interval_json(share.interval())}};
}

Json channel_json(const ChannelRecall& channel) {
  Json object = {{"name", channel.name}};
  object.update(share_json(channel.found));
  object["candidates"] = count_json(channel.candidates);
  return object;
}

Json curve_json(const RecallCurve& curve) {
  Json bins = Json::array();
  for (const RecallBin& bin : curve.bins) {
    Json object = {{"low", bin.low}, {"high", bin.high}};
    object.update(share_json(bin.found));
    bins.push_back(std::move(object));
  }
  return {{"channel", curve.channel}, {"bins", std::move(bins)}};
}

Json removals_json(const EvalRemovals& removals) {
  Json object = {{"profile", removals.profile},
                 {"rule", removals.rule},
                 {"removed", removals.removed},
                 {"bad", count_json(removals.bad)},
                 {"expected", removals.counts.right + removals.counts.missed},
                 {"expected_short", count_json(removals.expected_short)},
                 {"kept_alike", count_json(removals.missed)}};
  add_counts(removals.counts, object);
  object["alone"] = nullptr;
  if (removals.alone) {
    object["alone"] = Json::object();
    add_counts(*removals.alone, object["alone"]);
  }
  return object;
}

template <class Values, class Make>
Json array_of(const Values& values, const Make& make) {
  Json array = Json::array();
  for (const auto& value : values) array.push_back(make(value));
  return array;
}

}  // namespace

std::string to_json(const EvalReport& report) {
  const Json object = {{"version", report.version},
                       {"recipe", {{"name", report.recipe}, {"id", report.recipe_id}}},
                       {"truth", report.truth},
                       {"pages", report.pages},
                       {"pages_too_short", report.pages_too_short},
                       {"pairs_true", report.pairs_true},
                       {"pairs_false", report.pairs_false},
                       {"measures", array_of(report.measures, measure_json)},
                       {"channels", array_of(report.channels, channel_json)},
                       {"curves_of", report.bins_about},
                       {"curves", array_of(report.curves, curve_json)},
                       {"removals_count", report.removals_about},
                       {"removals", array_of(report.removals, removals_json)},
                       {"notes", report.notes}};
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace facsim
