// SPDX-License-Identifier: Apache-2.0
// The part of StoreTurns that keeps what crawlers left out.

#include <mutex>
#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/seen.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_turns.h"

namespace facsim {
namespace {

// Of no list of pages.
constexpr std::uint64_t kReportSeed = 0x7265'706f'7274;

std::uint64_t report_hash(std::span<const Uncrawled> counts) {
  std::uint64_t hash = combine(kReportSeed, counts.size());
  for (const Uncrawled& each : counts) {
    hash = combine(hash, hash64(each.place, 1));
    for (const std::uint64_t count :
         {each.links, each.links_by_rules, each.mirror_links, each.mirror_links_back}) {
      hash = combine(hash, count);
    }
  }
  return hash;
}

void require_report(std::span<const Uncrawled> counts) {
  if (counts.size() > kUncrawledReportMax) {
    throw Error{ErrorCode::invalid_argument, "a report has at most " +
                                                 std::to_string(kUncrawledReportMax) +
                                                 " places; count the rest as others"};
  }
  for (const Uncrawled& each : counts) {
    for (const std::uint64_t count :
         {each.links, each.links_by_rules, each.mirror_links, each.mirror_links_back}) {
      if (count <= kUncrawledCountMax) continue;
      throw Error{ErrorCode::invalid_argument,
                  "a count of links is at most " + std::to_string(kUncrawledCountMax)};
    }
  }
}

}  // namespace

std::uint64_t StoreTurns::count_uncrawled(std::span<const Uncrawled> counts,
                                          const std::string& retry_key, std::int64_t now_ms) {
  require_report(counts);
  const std::uint64_t question = retry_key.empty() ? 0 : report_hash(counts);
  const std::unique_lock lock(mutex_);
  if (!retry_key.empty() && given_answers(retry_key, question)) {
    const auto recent = given_.find(retry_key);
    return recent == given_.end() ? 0 : recent->second.second;  // 0: it is on the disk
  }
  require_writable();
  Draft draft;
  try {
    for (const Uncrawled& each : counts) {
      const Uncrawled& kept = uncrawled_.add(each);
      draft.change.keys.push_back({uncrawled_key(kept.place), encode_uncrawled(kept)});
    }
    std::vector<Decided> none;
    if (!retry_key.empty()) keep_answers(retry_key, question, now_ms, none, draft);
    submit(draft);
  } catch (const std::exception& failed) {
    given_.erase(retry_key);
    break_off(failed);
    throw;
  }
  return rows_.submitted();
}

UncrawledFigures StoreTurns::uncrawled(std::size_t most) const {
  const std::shared_lock lock(mutex_);
  return uncrawled_.figures(most);
}

}  // namespace facsim
