// SPDX-License-Identifier: Apache-2.0
// Finds hosts and paths of a collection that have the same pages, and URLs that lead to copies.
//
// The pages are read once, into memory, and analysed there: concurrent changes and queries neither
// wait nor count. One such query at a time, of the first million pages.
#include <mutex>

#include "facsim/mirrors/kept_copies.h"
#include "facsim/mirrors/mirror_json.h"
#include "facsim/serve/handlers.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/query_number.h"

namespace facsim {
namespace {

constexpr CountBounds kMirrorsLimits = {.most = 4000, .usual = 100};
constexpr std::uint64_t kSupportMax = 1'000'000'000;
constexpr std::uint64_t kCheckEvery = 4096;  // pages

}  // namespace

HttpResponse handle_show_mirrors(const Call& call) {
  call.target.require_known({"limit", "min_support", "min_precision", "min_share"});
  const std::uint64_t limit = count_in_query(call.target, "limit", kMirrorsLimits);
  MirrorOptions options;
  options.support_min = count_in_query(call.target, "min_support",
                                       {.most = kSupportMax, .usual = options.support_min});
  options.precision_min = share_in_query(call.target, "min_precision", options.precision_min);
  options.share_min = share_in_query(call.target, "min_share", options.share_min);
  const auto collection = call.service.collections.find(call.names.at(0));
  const std::unique_lock alone(call.service.mirrors_turn, std::try_to_lock);
  if (!alone) throw Refused{429, "mirrors are being looked for; ask when that is done"};
  const auto check = [&call] {
    if (call.service.is_draining) throw Refused{503, "the service is stopping"};
  };
  KeptCopies kept;
  std::uint64_t visited = 0;
  collection->store.visit([&](const SeenPage& page) {
    if (++visited % kCheckEvery == 0) check();
    return kept.add(page.url, page.cluster);
  });
  return {.body = mirrors_json(asked_mirrors(kept, options, check), limit) + "\n"};
}

}  // namespace facsim
