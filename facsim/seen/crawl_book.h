// SPDX-License-Identifier: Apache-2.0
#pragma once
// The crawls of a store, and which pages each may see.
//
// A page that was added with a crawl is visible to that crawl alone until the crawl is committed. A
// page that the crawl replaced is hidden from the crawl, and after the commit from everyone. Pages
// that a crawl adds to the clusters of others are counted apart. Committing or cancelling a crawl
// writes one key. The cleanup (rows to erase, counts to add up) may follow later, piece by piece,
// since answers are already in their final form.
//
// In memory only; store_state_crawls.cc keeps it in step with the rows. Cost: 8 bytes for each page
// of a crawl whose cleanup is not finished, some 50 for each page that it replaced and each cluster
// that it added to; hides() takes a binary search for each of those crawls. Const calls are safe
// from any thread while no thread changes it.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facsim {

struct Crawl {
  // The values are part of the format: docs/formats/store.md.
  enum class State : std::uint8_t {
    open = 1,
    committed = 2,  // and cleaned up
    committing = 3,
    cancelling = 4,
  };
  std::uint32_t number = 0;  // from 1
  std::string name = {};
  State state = State::open;
  std::int64_t begun_ms = 0;
  std::uint64_t first_row = 0;  // all of its rows have at least this number

  // The members below are for crawls whose cleanup is not finished.
  std::vector<std::uint64_t> rows = {};  // ascending; includes rows erased since
  std::set<std::uint64_t> replaced = {};
  // Representative in another crawl's cluster -> number of this crawl's pages in that cluster.
  std::unordered_map<std::uint64_t, std::uint64_t> joined = {};

  [[nodiscard]] bool has_row(std::uint64_t row) const noexcept;
  [[nodiscard]] bool is_seen_by_all() const noexcept {
    return state == State::committed || state == State::committing;
  }
};

// Converts a crawl to the bytes that the store saves, and back. Returns nothing for invalid bytes.
[[nodiscard]] std::string encode_crawl(const Crawl& crawl);
[[nodiscard]] std::optional<Crawl> decode_crawl(std::uint32_t number, std::string_view bytes);

class CrawlBook {
 public:
  // Numbers must ascend.
  Crawl& add(Crawl crawl);
  void forget(std::uint32_t number);
  // Returns null if the crawl is cleaned up or does not exist.
  [[nodiscard]] Crawl* find(std::uint32_t number) noexcept;
  [[nodiscard]] const Crawl* find(std::uint32_t number) const noexcept;
  // Returns the open crawl of that name, or null.
  [[nodiscard]] const Crawl* open(std::string_view name) const noexcept;
  // Call after the cleanup of a committed crawl; only its name, state and start are still needed.
  void tidied(std::uint32_t number);
  [[nodiscard]] std::string name_of(std::uint32_t number) const;

  // True if a query of crawl `asker` (0: no crawl) may not see the row.
  [[nodiscard]] bool hides(std::uint64_t row, std::uint32_t asker) const noexcept;
  // Returns how many pages visible to `asker` the cluster has beyond its own count.
  [[nodiscard]] std::uint64_t joined(std::uint64_t representative,
                                     std::uint32_t asker) const noexcept;
  [[nodiscard]] bool has_joined(std::uint64_t representative) const noexcept;

  [[nodiscard]] const std::map<std::uint32_t, Crawl>& untidied() const noexcept {
    return untidied_;
  }
  [[nodiscard]] std::map<std::uint32_t, Crawl>& untidied() noexcept { return untidied_; }
  [[nodiscard]] const std::map<std::uint32_t, Crawl>& done() const noexcept { return done_; }
  [[nodiscard]] std::uint32_t next_number() const noexcept { return next_; }

 private:
  std::map<std::uint32_t, Crawl> untidied_;
  std::map<std::uint32_t, Crawl> done_;
  std::uint32_t next_ = 1;
};

}  // namespace facsim
