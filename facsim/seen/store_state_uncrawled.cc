// SPDX-License-Identifier: Apache-2.0
// The part of StoreState that counts what crawlers left out.

#include <utility>

#include "facsim/base/hash64.h"
#include "facsim/seen.h"
#include "facsim/seen/store_keys.h"
#include "facsim/seen/store_state.h"

namespace facsim {
namespace {

// Distinguishes a report from a list of pages.
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

std::uint64_t StoreState::count_uncrawled(std::span<const Uncrawled> counts,
                                          const std::string& retry_key, std::int64_t now_ms,
                                          RowsRead& read) {
  require_report(counts);
  const std::uint64_t question = retry_key.empty() ? 0 : report_hash(counts);
  if (!retry_key.empty()) {
    if (const auto given = given_.find(retry_key, question, read)) return given->ticket;
  }
  require_writable();
  StateChange change{.read = read};
  try {
    for (const Uncrawled& each : counts) {
      const Uncrawled& kept = uncrawled_.add(each);
      change.set_key(uncrawled_key(kept.place), encode_uncrawled(kept));
    }
    std::vector<Decided> none;
    if (!retry_key.empty()) keep_answers(retry_key, question, now_ms, none, change);
    submit(change);
  } catch (const std::exception& failed) {
    given_.forget(retry_key);
    break_off(failed);
    throw;
  }
  return rows_.submitted();
}

}  // namespace facsim
