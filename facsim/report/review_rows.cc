// SPDX-License-Identifier: Apache-2.0
#include "facsim/report/review_rows.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>

#include "facsim/base/error.h"
#include "facsim/files/own_file.h"
#include "facsim/report/json_text_internal.h"
#include "facsim/result/result_names.h"

namespace facsim {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kOverviewBytesMax = std::uint64_t{256} << 20;

// Skips the linked pages of a folder: there may be millions, and they are not needed here.
bool is_for_reviewers(int depth, Json::parse_event_t event, Json& parsed) {
  return !(depth == 2 && event == Json::parse_event_t::key && parsed == "linked");
}

std::string text_or_empty(const Json& object, const char* name) {
  const Json& value = object.at(name);
  return value.is_null() ? std::string() : value.get<std::string>();
}

template <class T>
std::optional<T> value_or_none(const Json& object, const char* name) {
  const Json& value = object.at(name);
  if (value.is_null()) return std::nullopt;
  return value.get<T>();
}

// Returns all counts above 0 except the total.
std::vector<std::pair<std::string, std::uint64_t>> counts_of(const Json& object) {
  std::vector<std::pair<std::string, std::uint64_t>> counts;
  for (const auto& [name, count] : object.items()) {
    if (name != "total" && count.get<std::uint64_t>() > 0) counts.emplace_back(name, count);
  }
  return counts;
}

// FNV-1a: only an identifier for browsers to remember.
std::string short_name(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

ReviewSource source_of(const Json& row, std::string name) {
  return {.name = std::move(name),
          .pages = row.at("pages"),
          .removed = row.at("removed").at("total"),
          .reported = row.at("reported").at("total"),
          .skipped = value_or_none<std::uint64_t>(row, "skipped")};
}

ReviewSources sources_of(const Json& table) {
  ReviewSources sources;
  for (const Json& row : table.at("rows")) {
    sources.rows.push_back(source_of(row, text_or_empty(row, "name")));
  }
  if (const Json& others = table.at("others"); !others.is_null()) {
    sources.rows.push_back(source_of(others, "(others)"));
  }
  for (const Json& move : table.at("moves")) {
    sources.moves.push_back(
        {text_or_empty(move, "from"), text_or_empty(move, "to"), move.at("removed")});
  }
  return sources;
}

ReviewOverview overview_of(const Json& summary) {
  ReviewOverview overview;
  const Json& options = summary.at("options");
  overview.version = summary.at("version");
  overview.profile = summary.at("profile");
  overview.recipe = summary.at("recipe").at("name");
  overview.mode = summary.at("mode");
  overview.keep = summary.at("keep");
  overview.remove = summary.at("remove").get<std::vector<std::string>>();
  overview.min_resemblance = options.at("min_resemblance");
  overview.min_agreement = value_or_none<double>(options, "min_agreement").value_or(0);
  overview.min_containment = options.at("min_containment");
  overview.min_containment_to_remove = options.at("min_containment_to_remove");
  overview.reclustered = summary.at("reclustered");
  overview.pages_read = summary.at("pages_read");
  overview.pages_kept = summary.at("pages_kept");
  overview.repeated_ids = summary.at("repeated_ids");
  overview.bytes_read = summary.at("bytes_read");
  overview.bytes_saved = summary.at("bytes_saved");
  overview.clusters = summary.at("clusters");
  overview.cut_pages = summary.at("cut_pages");
  overview.removed = counts_of(summary.at("removed"));
  overview.reported = counts_of(summary.at("reported"));
  overview.skipped = counts_of(summary.at("skipped"));
  overview.removed_total = summary.at("removed").at("total");
  overview.reported_total = summary.at("reported").at("total");
  overview.skipped_total = summary.at("skipped").at("total");
  overview.by_file = sources_of(summary.at("by_file"));
  if (!summary.at("by_value").is_null()) {
    overview.count_by = summary.at("count_by");
    overview.by_value = sources_of(summary.at("by_value"));
  }
  overview.warnings = summary.at("warnings").get<std::vector<std::string>>();
  overview.inputs = summary.at("run").at("inputs").get<std::vector<std::string>>();
  // Describes what was read and how, but not what was decided.
  const Json identity = {overview.inputs, summary.at("recipe").at("id"), overview.pages_read,
                         overview.bytes_read, summary.at("records_read")};
  overview.run_id = short_name(identity.dump(-1, ' ', true, Json::error_handler_t::replace));
  return overview;
}

PageName name_of_row(const Json& row, const std::string& prefix) {
  PageName name;
  name.id = row.at(prefix.empty() ? "id" : prefix.substr(0, prefix.size() - 1));
  name.url = text_or_empty(row, (prefix + "url").c_str());
  name.file = text_or_empty(row, (prefix + "file").c_str());
  name.offset = row.at(prefix + "offset");
  return name;
}

}  // namespace

ReviewOverview read_overview(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / kSummaryName).string();
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw Error(ErrorCode::not_found,
                "is no result of '" + Named::dedup + "': there is no summary.json in it", folder);
  }
  const std::string text = read_own_file(path, kOverviewBytesMax, "which no summary is");
  try {
    return overview_of(Json::parse(text, is_for_reviewers));
  } catch (const Json::exception&) {
    throw Error(ErrorCode::damaged,
                "is not as this version of facsim writes it; run '" + Named::dedup + "' again",
                path);
  }
}

std::optional<ReviewPair> review_pair(std::string_view line) {
  try {
    const Json row = Json::parse(line);
    ReviewPair pair;
    pair.page.name = name_of_row(row, "");
    pair.other.name = name_of_row(row, "representative_");
    pair.other.name.in_index = row.at("in_index");
    pair.kind = row.at("kind");
    pair.by = row.at("by");
    pair.cluster = text_or_empty(row, "cluster");
    pair.distance = value_or_none<std::uint64_t>(row, "distance");
    pair.resemblance = value_or_none<double>(row, "resemblance");
    pair.resemblance_error = value_or_none<double>(row, "resemblance_error");
    pair.containment = row.at("containment").at(0).get<double>();
    pair.containment_reverse = row.at("containment").at(1).get<double>();
    pair.agreement = value_or_none<double>(row, "agreement");
    pair.is_template = value_or_none<bool>(row, "template");
    if (const auto words = row.find("name_words"); words != row.end() && words->is_array()) {
      const auto word = [&words](std::size_t i) {
        const Json& each = words->at(i);
        return each.is_null() ? std::string() : each.get<std::string>();
      };
      pair.name_words = {word(0), word(1)};
    }
    return pair;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::optional<ReviewCluster> review_cluster(std::string_view line) {
  try {
    const Json row = Json::parse(line);
    ReviewCluster cluster;
    cluster.representative.id = row.at("cluster");
    cluster.representative.url = text_or_empty(row, "url");
    cluster.representative.file = text_or_empty(row, "file");
    cluster.representative.offset = row.at("offset");
    cluster.representative.in_index = row.at("in_index");
    cluster.size = row.at("size");
    cluster.bytes_saved = row.at("bytes_saved");
    cluster.kinds = counts_of(row.at("kinds"));
    return cluster;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace facsim
