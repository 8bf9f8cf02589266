// SPDX-License-Identifier: Apache-2.0
// Lists the largest clusters of a collection. One such query at a time, because it reads every
// page.
#include <mutex>
#include <utility>

#include "facsim/report/json_line.h"
#include "facsim/report/seen_answer_json.h"
#include "facsim/seen/largest_clusters.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/query_number.h"

namespace facsim {
namespace {

constexpr CountBounds kClustersLimits = {.most = 100, .usual = 20};

}  // namespace

HttpResponse handle_list_clusters(const Call& call) {
  call.target.require_known({"limit"});
  const std::uint64_t limit = count_in_query(call.target, "limit", kClustersLimits);
  const auto collection = call.service.collections.find(call.names.at(0));
  const std::unique_lock alone(call.service.clusters_turn, std::try_to_lock);
  if (!alone) throw Refused{429, "clusters are being counted; ask when that is done"};
  const LargestClusters found =
      largest_clusters(collection->store, {.count_max = limit, .check_in = [&call] {
                                             if (call.service.is_draining) {
                                               throw Refused{503, "the service is stopping"};
                                             }
                                           }});
  std::string json = "[";
  for (const SizedCluster& each : found.clusters) {
    JsonLine cluster;
    cluster.number("size", each.size);
    cluster.json("first", seen_page_json(each.first));
    json.append(json.size() > 1 ? "," : "").append(std::move(cluster).take());
  }
  JsonLine line;
  line.json("clusters", json + "]");
  line.number("pages", found.pages);
  line.boolean("truncated", found.is_truncated);
  return {.body = std::move(line).take() + "\n"};
}

}  // namespace facsim
