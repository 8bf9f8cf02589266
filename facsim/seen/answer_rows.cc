// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/answer_rows.h"

#include <charconv>

namespace facsim {
namespace {

std::string id_of(const StoredPage& page, std::uint64_t row) {
  return page.id.empty() ? "#" + std::to_string(row) : page.id;
}

}  // namespace

std::optional<std::uint64_t> row_in_name(std::string_view name) {
  std::uint64_t row = 0;
  if (!name.starts_with('#')) return std::nullopt;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), row);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return row;
}

SeenPage shown(std::uint64_t row, const StoredPage& page, const AnswerRows& rows) {
  return {.number = row,
          .id = page.id,
          .url = page.url,
          .first_seen_ms = page.first_seen_ms,
          .cluster = page.is_representative() ? row : page.representative,
          .rank = page.rank,
          .crawl = page.crawl == 0 ? std::string() : rows.crawl_name(page.crawl)};
}

void complete(SeenAnswer& answer, const AnswerRows& rows) {
  // Clusters and ranks stay what they were when it was decided.
  const auto tell = [&](SeenPage& told, const StoredPage& page) {
    SeenPage now = shown(told.number, page, rows);
    now.cluster = told.cluster;
    now.rank = told.rank;
    told = std::move(now);
  };
  std::uint64_t representative = answer.number;
  if (answer.page) {
    SeenPage& page = *answer.page;
    if (const std::optional<StoredPage> row = rows.page(page.number)) {
      tell(page, *row);
      if (answer.cluster && page.cluster == page.number) {
        answer.cluster->id = id_of(*row, page.number);
      }
    }
    if (answer.seen == SeenVerdict::yes) representative = page.cluster;
  }
  if (answer.cluster && answer.cluster->id.empty()) {
    const std::optional<StoredPage> row = rows.page(representative);
    answer.cluster->id = row ? id_of(*row, representative) : "#" + std::to_string(representative);
  }
  for (SeenCandidate& candidate : answer.candidates) {
    const std::optional<StoredPage> row = rows.page(candidate.page.number);
    if (row) tell(candidate.page, *row);
  }
}

}  // namespace facsim
