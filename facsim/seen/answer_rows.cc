// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/answer_rows.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "facsim/model/host.h"

namespace facsim {

std::string cluster_id(std::uint64_t row, const StoredPage& page) {
  return page.id.empty() ? "#" + std::to_string(row) : page.id;
}

std::optional<std::uint64_t> row_in_name(std::string_view name) {
  std::uint64_t row = 0;
  if (!name.starts_with('#')) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), row);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return row;
}

SeenPage shown(std::uint64_t row, StoredPage page, const AnswerRows& rows) {
  return {.number = row,
          .id = std::move(page.id),
          .url = std::move(page.url),
          .first_seen_ms = page.first_seen_ms,
          .last_seen_ms = rows.last_seen ? std::max(page.first_seen_ms, rows.last_seen(row)) : 0,
          .cluster = page.is_representative() ? row : page.representative,
          .rank = page.rank,
          .crawl = page.crawl == 0 ? std::string() : rows.crawl_name(page.crawl),
          .bytes = page.bytes,
          .status = page.facts.status};
}

SeenRow whole(std::uint64_t row, const StoredPage& page, const AnswerRows& rows) {
  const PageFacts& facts = page.facts;
  SeenRow told{.page = shown(row, page, rows),
               .host = host_of(page.url),
               .fetched_s = page.fetched_s,
               .units = facts.units,
               .shingles = facts.shingles,
               .digest = {facts.digest.high, facts.digest.low}};
  told.copies = rows.cluster_size(told.page.cluster) - 1;
  if (facts.has_fingerprint) told.fingerprint = facts.fingerprint;
  return told;
}

void complete(SeenAnswer& answer, const AnswerRows& rows, bool has_page) {
  // Clusters and ranks keep the values that they had when the answer was decided.
  const auto tell = [&](SeenPage& told, StoredPage& page) {
    const SeenPage before = std::exchange(told, shown(told.number, std::move(page), rows));
    told.cluster = before.cluster;
    told.rank = before.rank;
  };
  std::uint64_t representative = answer.number;
  if (answer.page) {
    SeenPage& page = *answer.page;
    std::optional<StoredPage> row = has_page ? std::nullopt : rows.page(page.number);
    if (row) {
      // With an answer `no`, the cluster is the queried page's own, whatever it was compared with.
      const bool is_of_match = answer.seen == SeenVerdict::yes && page.cluster == page.number;
      if (answer.cluster && is_of_match) {
        answer.cluster->id = cluster_id(page.number, *row);
      }
      tell(page, *row);
    }
    if (answer.seen == SeenVerdict::yes) representative = page.cluster;
  }
  if (answer.cluster && answer.cluster->id.empty()) {
    const std::optional<StoredPage> row = rows.page(representative);
    answer.cluster->id =
        row ? cluster_id(representative, *row) : "#" + std::to_string(representative);
  }
  for (SeenCandidate& candidate : answer.candidates) {
    std::optional<StoredPage> row = rows.page(candidate.page.number);
    if (row) tell(candidate.page, *row);
  }
}

}  // namespace facsim
