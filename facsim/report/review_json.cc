// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "facsim/report/json_text_internal.h"
#include "facsim/report/review_page.h"

namespace facsim {
namespace {

double rounded(double ratio) { return std::round(ratio * 10'000) / 10'000; }

OrderedJson ratio(const std::optional<double>& value) {
  return value ? OrderedJson(rounded(*value)) : OrderedJson(nullptr);
}

OrderedJson counts(const std::vector<std::pair<std::string, std::uint64_t>>& all) {
  OrderedJson object = OrderedJson::object();
  for (const auto& [name, count] : all) object[name] = count;
  return object;
}

// Members without information are left out; the script fills in the defaults.
OrderedJson name_json(const PageName& name) {
  OrderedJson object = {{"id", name.id}};
  if (!name.url.empty()) object["url"] = name.url;
  if (!name.file.empty()) object["file"] = name.file;
  object["offset"] = name.offset;
  if (name.in_index) object["in_index"] = true;
  return object;
}

OrderedJson page_json(const ReviewedPage& page) {
  OrderedJson object = name_json(page.name);
  if (!page.title.empty()) object["title"] = page.title;
  if (!page.language.empty()) object["language"] = page.language;
  if (page.unix_time) object["time"] = *page.unix_time;
  return object;
}

OrderedJson pair_json(const ReviewPair& pair) {
  static constexpr const char* kStates[] = {"removed", "reported", "apart"};
  OrderedJson object;
  object["state"] = kStates[static_cast<int>(pair.state)];
  object["page"] = page_json(pair.page);
  object["other"] = page_json(pair.other);
  object["kind"] = pair.kind;
  object["by"] = pair.by;
  object["likeness"] = rounded(pair.likeness);
  object["resemblance"] = ratio(pair.resemblance);
  if (pair.resemblance_error) object["error"] = ratio(pair.resemblance_error);
  object["containment"] = {ratio(pair.containment), ratio(pair.containment_reverse)};
  object["agreement"] = ratio(pair.agreement);
  if (pair.distance) object["distance"] = *pair.distance;
  if (pair.is_template) object["template"] = *pair.is_template;
  if (pair.name_words) object["name_words"] = {pair.name_words->first, pair.name_words->second};
  if (!pair.decided.empty()) object["decided"] = pair.decided;
  if (pair.why_apart) object["why"] = name_of(*pair.why_apart);
  if (!pair.has_text) return object;
  OrderedJson passages = OrderedJson::array();
  for (const ReviewPassage& each : pair.passages) {
    passages.push_back(
        {each.shared ? 1 : 0, each.first_units, each.second_units, each.first, each.second});
  }
  object["passages"] = std::move(passages);
  if (pair.passages_left_out > 0) object["left_out"] = pair.passages_left_out;
  return object;
}

OrderedJson cluster_json(const ReviewCluster& cluster) {
  OrderedJson members = OrderedJson::array();
  for (const ReviewMember& each : cluster.members) {
    OrderedJson member = name_json(each.page);
    member["kind"] = each.kind;
    member["likeness"] = rounded(each.likeness);
    members.push_back(std::move(member));
  }
  OrderedJson object = name_json(cluster.representative);
  object["size"] = cluster.size;
  object["bytes_saved"] = cluster.bytes_saved;
  object["kinds"] = counts(cluster.kinds);
  object["members"] = std::move(members);
  return object;
}

}  // namespace

std::string review_json(const Review& review, const ReviewPageOptions& options) {
  const ReviewOverview& overview = review.overview;
  OrderedJson object;
  object["run"] = overview.run_id;
  object["folder"] = options.folder;
  object["version"] = overview.version;
  object["mode"] = overview.mode;
  object["keep"] = overview.keep;
  object["remove"] = overview.remove;
  object["min_containment"] = rounded(overview.min_containment);
  object["reclustered"] = overview.reclustered;
  object["pages_read"] = overview.pages_read;
  object["repeated_ids"] = overview.repeated_ids;
  object["removed"] = overview.removed_total;
  object["reported"] = overview.reported_total;
  object["measure"] = review.by_agreement ? "agreement" : "resemblance";
  object["threshold"] = review.threshold;
  OrderedJson steps = OrderedJson::array();
  for (const ReviewStep& each : review.steps) {
    steps.push_back({each.threshold, each.removed, each.reported});
  }
  object["steps"] = std::move(steps);
  object["pairs"] = OrderedJson::array();
  for (const ReviewPair& each : review.pairs) object["pairs"].push_back(pair_json(each));
  object["pairs_all"] = review.pairs_all;
  object["decided_all"] = review.decided_all;
  object["decisions_not_asked"] = review.decisions_not_asked;
  object["clusters"] = OrderedJson::array();
  for (const ReviewCluster& each : review.clusters) {
    object["clusters"].push_back(cluster_json(each));
  }
  object["clusters_all"] = overview.clusters;
  object["hosts"] = OrderedJson::array();
  for (const ReviewHost& each : review.hosts) {
    object["hosts"].push_back(
        {{"host", each.name}, {"removed", each.removed}, {"reported", each.reported}});
  }
  object["hosts_all"] = review.hosts_all;
  object["host_pairs"] = OrderedJson::array();
  for (const ReviewHosts& each : review.host_pairs) {
    object["host_pairs"].push_back(
        {{"from", each.from}, {"to", each.to}, {"removed", each.removed}});
  }
  object["host_pairs_all"] = review.host_pairs_all;
  object["skipped"] = OrderedJson::array();
  for (const ReviewSkip& each : review.skips) {
    object["skipped"].push_back({{"file", each.file},
                                 {"offset", each.offset},
                                 {"bytes", each.bytes},
                                 {"reason", each.reason}});
  }
  object["skipped_all"] = review.skips_all;
  return dump_json(object);
}

}  // namespace facsim
