// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/summary_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "facsim/files/name_text.h"
#include "facsim/report/json_text_internal.h"

namespace facsim {
namespace {

template <std::size_t N>
std::uint64_t total_of(const std::array<std::uint64_t, N>& counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

// Seconds to the millisecond, rates to one decimal: more would be noise.
double rounded_seconds(double seconds) noexcept { return std::round(seconds * 1e3) / 1e3; }

double rate(double amount, double seconds) noexcept {
  return seconds > 0 ? std::round(amount / seconds * 10) / 10 : 0;
}

OrderedJson kinds_json(const std::array<std::uint64_t, kKindCount>& counts) {
  OrderedJson object = OrderedJson::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    object[std::string(name_of(static_cast<Kind>(i)))] = counts[i];
  }
  object["total"] = total_of(counts);
  return object;
}

OrderedJson little_judged_json(const std::array<std::uint64_t, kLeftOutCount>& counts) {
  OrderedJson object = OrderedJson::object();
  for (int why = 1; why < kLeftOutCount; ++why) {
    object[std::string(name_of(static_cast<LeftOut>(why)))] = counts[static_cast<std::size_t>(why)];
  }
  return object;
}

OrderedJson skipped_json(const std::array<std::uint64_t, kSkipCount>& counts) {
  OrderedJson object = OrderedJson::object();
  for (std::size_t i = 1; i < counts.size(); ++i) {
    if (counts[i] != 0) object[std::string(name_of(static_cast<Skip>(i)))] = counts[i];
  }
  object["total"] = total_of(counts) - counts[0];
  return object;
}

// Appended without a lookup, because the names in a map are distinct and there may be thousands.
OrderedJson hosts_json(const std::map<std::string, HostCounts>& hosts) {
  OrderedJson object = OrderedJson::object();
  auto& members = object.get_ref<OrderedJson::object_t&>();
  for (const auto& [host, counts] : hosts) {
    members.push_back({host,
                       {{"pages", counts.pages},
                        {"removed", counts.removed},
                        {"bytes_saved", counts.bytes_saved}}});
  }
  return object;
}

OrderedJson losses_json(const std::vector<SourceLoss>& losses) {
  OrderedJson list = OrderedJson::array();
  for (const SourceLoss& loss : losses) {
    list.push_back({{"source", loss.kind},
                    {"name", text_of_name(loss.name)},
                    {"pages", loss.pages},
                    {"removed", loss.removed},
                    {"representatives", loss.representatives},
                    {"mirror", loss.is_mirror}});
  }
  return list;
}

OrderedJson against_json(const AgainstCounts& against) {
  return {{"index", text_of_name(against.index)},
          {"pages", against.pages},
          {"considered", against.considered},
          {"texts_read", against.texts_read},
          {"texts_missing", against.texts_missing},
          {"removed", against.removed},
          {"update", against.update},
          {"added", against.added}};
}

OrderedJson verification_json(const VerificationCounts& counts) {
  return {{"pairs", counts.pairs},
          {"two_pages", counts.two_pages},
          {"refused_by_size", counts.refused_by_size},
          {"refused_by_sketch", counts.refused_by_sketch},
          {"refused_as_template", counts.refused_as_template},
          {"by_digest", counts.by_digest},
          {"by_sketch", counts.by_sketch},
          {"by_text", counts.by_text}};
}

OrderedJson revisits_json(const RevisitCounts& counts) {
  return {{"records", counts.records},
          {"original_kept", counts.original_kept},
          {"original_removed", counts.original_removed},
          {"original_in_index", counts.original_in_index},
          {"original_elsewhere", counts.original_elsewhere}};
}

OrderedJson written_revisits_json(const WrittenRevisits& counts) {
  return {{"records", counts.records},
          {"only_reported", counts.stay},
          {"renamed", counts.renamed},
          {"body_bytes", counts.body_bytes}};
}

OrderedJson listed_json(const ListedCounts& listed) {
  return {{"pairs", listed.pairs}, {"pages_cut", listed.pages_cut}, {"floor", listed.floor}};
}

OrderedJson what_if_json(const Summary& summary) {
  const char* name = summary.min_agreement > 0 ? "min_agreement" : "min_resemblance";
  OrderedJson array = OrderedJson::array();
  for (const WhatIf& count : summary.what_if) {
    array.push_back({{name, count.threshold}, {"removed", count.removed}});
  }
  return array;
}

OrderedJson options_json(const Summary& summary) {
  OrderedJson object = OrderedJson::object();
  object["text"] = summary.text;
  object["shingle_size"] = summary.shingle_size;
  object["min_units"] = summary.units_min;
  object["min_resemblance"] = summary.min_resemblance;
  object["min_agreement"] =
      summary.min_agreement > 0 ? OrderedJson(summary.min_agreement) : OrderedJson(nullptr);
  object["min_containment"] = summary.min_containment;
  object["names"] = summary.names;
  object["min_containment_to_remove"] = summary.min_containment_to_remove;
  object["refuse_templates"] = summary.refuse_templates;
  object["max_distance"] =
      summary.max_distance < 0 ? OrderedJson(nullptr) : OrderedJson(summary.max_distance);
  object["text_field"] = summary.text_field;
  object["html_field"] = summary.html_field;
  object["id_field"] = summary.id_field;
  object["url_field"] = summary.url_field;
  if (!summary.status_field.empty()) object["status_field"] = summary.status_field;
  if (!summary.judged_statuses.empty()) object["status"] = summary.judged_statuses;
  object["page_max"] = summary.page_bytes_max;
  if (summary.follow) object["follow"] = true;
  return object;
}

OrderedJson figures_json(const SourceFigures& figures, bool has_name) {
  OrderedJson object = OrderedJson::object();
  if (has_name) {
    object["name"] = figures.name.empty() ? OrderedJson(nullptr) : OrderedJson(figures.name);
  }
  object["pages"] = figures.pages;
  object["kept"] = figures.pages - total_of(figures.removed);
  object["removed"] = kinds_json(figures.removed);
  object["reported"] = kinds_json(figures.reported);
  object["skipped"] = figures.skipped ? OrderedJson(*figures.skipped) : OrderedJson(nullptr);
  object["bytes_saved"] = figures.bytes_saved;
  return object;
}

OrderedJson sources_json(const SourceTable& table) {
  const auto name_or_null = [](const std::string& name) {
    return name.empty() ? OrderedJson(nullptr) : OrderedJson(name);
  };
  OrderedJson rows = OrderedJson::array();
  for (const SourceFigures& row : table.rows) rows.push_back(figures_json(row, true));
  OrderedJson moves = OrderedJson::array();
  for (const SourceMove& move : table.moves) {
    moves.push_back({{"from", name_or_null(move.from)},
                     {"to", name_or_null(move.to)},
                     {"removed", move.removed}});
  }
  OrderedJson object = OrderedJson::object();
  object["rows"] = std::move(rows);
  object["others"] = table.others ? figures_json(*table.others, false) : OrderedJson(nullptr);
  object["moves"] = std::move(moves);
  object["moved"] = table.moved;
  return object;
}

OrderedJson run_json(const Summary& summary) {
  OrderedJson stages = OrderedJson::array();
  for (const StageTime& stage : summary.stages) {
    const double megabytes = static_cast<double>(stage.bytes) / 1e6;
    stages.push_back({{"name", stage.name},
                      {"seconds", rounded_seconds(stage.seconds)},
                      {"pages", stage.pages},
                      {"bytes", stage.bytes},
                      {"pages_per_second", rate(static_cast<double>(stage.pages), stage.seconds)},
                      {"megabytes_per_second", rate(megabytes, stage.seconds)}});
  }
  OrderedJson outputs = OrderedJson::array();
  for (const auto& [name, path] : summary.outputs) {
    outputs.push_back({{"name", text_of_name(name)}, {"path", text_of_name(path)}});
  }
  OrderedJson linked = OrderedJson::array();
  for (const std::string& name : summary.linked) linked.push_back(text_of_name(name));
  const double megabytes = static_cast<double>(summary.bytes_read) / 1e6;
  OrderedJson run = OrderedJson::object();
  OrderedJson inputs = OrderedJson::array();
  for (const std::string& input : summary.inputs) inputs.push_back(text_of_name(input));
  run["inputs"] = std::move(inputs);
  run["seconds"] = rounded_seconds(summary.seconds);
  run["pages_per_second"] = rate(static_cast<double>(summary.pages_read), summary.seconds);
  run["megabytes_per_second"] = rate(megabytes, summary.seconds);
  run["stages"] = std::move(stages);
  run["peak_memory_bytes"] = summary.peak_memory_bytes;
  run["memory_limit_bytes"] = summary.memory_limit_bytes;
  run["scratch_bytes"] = summary.scratch_bytes;
  run["threads"] = summary.threads;
  run["outputs"] = std::move(outputs);
  if (!linked.empty()) run["linked"] = std::move(linked);
  return run;
}

}  // namespace

std::string to_json(const Summary& summary) {
  OrderedJson object = OrderedJson::object();
  object["version"] = summary.version;
  object["profile"] = summary.profile;
  object["recipe"] = {
      {"name", summary.recipe}, {"id", summary.recipe_id}, {"toml", summary.recipe_toml}};
  object["mode"] = summary.mode;
  object["keep"] = summary.keep;
  object["scope"] = summary.scope;
  object["cluster_rule"] = summary.clustering;
  object["remove"] = summary.remove;
  object["options"] = options_json(summary);
  object["files"] = summary.files;
  object["files_not_read"] = summary.files_not_read;
  object["records_read"] = summary.records_read;
  object["pages_read"] = summary.pages_read;
  object["pages_kept"] = summary.pages_kept;
  object["removed"] = kinds_json(summary.removed);
  object["reported"] = kinds_json(summary.reported);
  object["kept_by_containment"] = kinds_json(summary.kept_by_containment);
  object["kept_apart_by_names"] = summary.kept_apart_by_names;
  object["skipped"] = skipped_json(summary.skipped);
  object["too_short"] = summary.too_short;
  object["compared_by_bytes"] =
      summary.compared_by_bytes ? OrderedJson(*summary.compared_by_bytes) : OrderedJson(nullptr);
  object["equal_by_bytes"] = summary.equal_by_bytes;
  object["fallback_text"] = summary.fallback_text;
  object["cut_pages"] = summary.cut_pages;
  object["little_judged"] = little_judged_json(summary.little_judged);
  object["truncated"] = summary.truncated;
  object["crowded_anchors"] = summary.crowded_anchors;
  object["repeated_ids"] = summary.repeated_ids;
  if (summary.revisits) object["revisits"] = revisits_json(*summary.revisits);
  if (summary.written_revisits) {
    object["written_revisits"] = written_revisits_json(*summary.written_revisits);
  }
  object["clusters"] = summary.clusters;
  object["giant_clusters"] = summary.giant_clusters;
  object["removed_by_link"] = summary.linked_removed;
  object["templates"] = summary.templates;
  object["verification"] = verification_json(summary.verification);
  object["bytes_read"] = summary.bytes_read;
  object["text_bytes"] = summary.text_bytes;
  object["bytes_saved"] = summary.bytes_saved;
  object["bytes_saved_by_kind"] = kinds_json(summary.bytes_saved_of);
  object["against"] = summary.against ? against_json(*summary.against) : OrderedJson(nullptr);
  object["matches"] = summary.listed ? listed_json(*summary.listed) : OrderedJson(nullptr);
  object["what_if"] = what_if_json(summary);
  object["reclustered"] = summary.reclustered;
  object["copies_are_current"] = summary.copies_are_current;
  object["hosts"] = hosts_json(summary.hosts);
  object["hosts_left_out"] = summary.hosts_left_out;
  object["by_file"] = sources_json(summary.by_file);
  object["count_by"] = summary.by_value ? OrderedJson(summary.count_by) : OrderedJson(nullptr);
  object["by_value"] = summary.by_value ? sources_json(*summary.by_value) : OrderedJson(nullptr);
  object["losses"] = losses_json(summary.losses);
  object["losses_left_out"] = summary.losses_left_out;
  object["warnings"] = summary.warnings;
  object["run"] = run_json(summary);
  return dump_json(object, 2) + '\n';
}

}  // namespace facsim
