// SPDX-License-Identifier: Apache-2.0
#pragma once
// The stored form of a page: one row of bytes.
//
// The row contains everything that the store will ever report of the page or judge it by;
// everything that leads to it (memtables, segments, names) can be rebuilt from the rows.
// docs/formats/store.md has the bytes. Pure functions, callable from any thread; encoding takes
// some 0.2 us.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "facsim/page/page_facts.h"

namespace facsim {

struct StoredPage {
  PageFacts facts = {};
  std::vector<std::uint64_t> anchors = {};  // if the recipe has them
  std::string id = {};
  std::string url = {};
  std::int64_t first_seen_ms = 0;              // when it was added, since 1970 in UTC
  std::optional<std::int64_t> fetched_s = {};  // Page::unix_time
  std::optional<std::uint64_t> bytes = {};     // size of Page::bytes; older rows lack it
  std::uint64_t representative = 0;            // number of its row; 0: the page itself
  std::uint32_t rank = 1;   // how many pages its cluster had when it came, itself included
  std::uint32_t crawl = 0;  // number of the crawl that it came with; 0: none

  [[nodiscard]] bool is_representative() const noexcept { return representative == 0; }
};

// Records rows that were erased, for readers that have already read past them.
struct Erasure {
  std::vector<std::uint64_t> rows;
};

[[nodiscard]] std::string encode_row(const StoredPage& page);
[[nodiscard]] std::string encode_row(const Erasure& erasure);

// The inverse. Throws Error{damaged} for bytes that encode_row() did not write, {unsupported} for
// rows of a newer program; both name the row by its number and `folder`.
[[nodiscard]] std::variant<StoredPage, Erasure> decode_row(std::string_view bytes,
                                                           std::uint64_t number,
                                                           const std::string& folder);

}  // namespace facsim
