// SPDX-License-Identifier: Apache-2.0
#pragma once
// The crawls of a store: who may see which page?
//
// A page that came with a crawl is seen by that crawl alone until it is committed. A page that the
// crawl replaced is hidden from it, and from the commit on from everybody. What a crawl adds to the
// clusters of others is counted apart. All that takes one key when the crawl is committed or
// cancelled; what then is left to tidy (rows to erase, counts to add up) may be done later, piece
// by piece, since the answers are already as they will be.
//
// Only in memory; store_state_crawls.cc keeps it in step with the rows. Cost: 8 bytes for each page
// of a crawl that is not tidied yet, some 50 for each page that it replaced and each cluster that
// it added to; hides() a binary search for each of those crawls. Const calls from any thread while
// nobody changes it.

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
  // Numbers of the format: docs/formats/store.md.
  enum class State : std::uint8_t {
    open = 1,
    committed = 2,  // and tidied
    committing = 3,
    cancelling = 4,
  };
  std::uint32_t number = 0;  // from 1
  std::string name = {};
  State state = State::open;
  std::int64_t begun_ms = 0;
  std::uint64_t first_row = 0;  // it has none before

  // Of crawls that are not tidied.
  std::vector<std::uint64_t> rows = {};  // ascending; those that were erased since too
  std::set<std::uint64_t> replaced = {};
  // Representative of other crawls -> pages of this one in its cluster.
  std::unordered_map<std::uint64_t, std::uint64_t> joined = {};

  [[nodiscard]] bool has_row(std::uint64_t row) const noexcept;
  [[nodiscard]] bool is_seen_by_all() const noexcept {
    return state == State::committed || state == State::committing;
  }
};

// What the store keeps of a crawl, and back. Nothing for bytes that are none.
[[nodiscard]] std::string encode_crawl(const Crawl& crawl);
[[nodiscard]] std::optional<Crawl> decode_crawl(std::uint32_t number, std::string_view bytes);

class CrawlBook {
 public:
  // Numbers ascend.
  Crawl& add(Crawl crawl);
  void forget(std::uint32_t number);
  // Nothing where it is tidied, or there is none.
  [[nodiscard]] Crawl* find(std::uint32_t number) noexcept;
  [[nodiscard]] const Crawl* find(std::uint32_t number) const noexcept;
  // The open crawl of that name.
  [[nodiscard]] const Crawl* open(std::string_view name) const noexcept;
  // A committed crawl that is tidied is known by its name alone.
  void tidied(std::uint32_t number);
  [[nodiscard]] std::string name_of(std::uint32_t number) const;

  // Whether who asks for crawl `asker` (0: none) may not see the row.
  [[nodiscard]] bool hides(std::uint64_t row, std::uint32_t asker) const noexcept;
  // Pages of a cluster that are not in its own count, and that `asker` may see.
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
