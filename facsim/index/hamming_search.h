// SPDX-License-Identifier: Apache-2.0
#pragma once
// All entries of a Hamming index within distance k of a query.
//
// Promise: find() returns what a scan of all fingerprints returns: every ordinal whose fingerprint
// differs in at most `max_distance` bits, each once, nearest first, equal distances by ascending
// ordinal.
//
// How: each table is searched in the buckets within its radius. A pair that several tables see is
// counted by the first of them, so no set of seen pairs is needed. Only the first table has the
// ordinals: those of its buckets in which another table found something are read again, each once a
// query, however much was found there.
//
// Cost: with covering masks, one line of a directory and one or two of a column a table, prefetched
// for many queries at once. A single query waits for memory twice in a row, and up to two more
// times for matches that only later tables find. An object keeps its buffers, including the matches
// of some queries, and belongs to one thread at a time.

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "facsim/index/hamming_tables.h"

namespace facsim {

struct Neighbour {
  std::uint64_t ordinal = 0;
  std::uint32_t distance = 0;
  friend bool operator==(const Neighbour&, const Neighbour&) = default;
};

struct SearchOptions {
  int max_distance = 3;     // at most the design's
  std::uint64_t limit = 0;  // the most neighbours a query, the nearest first; 0: all
  // Entries that are left out and do not count towards the limit: for entry i, bit i % 64 of word
  // i / 64. Entries beyond its end are not left out.
  std::span<const std::uint64_t> without = {};
};

// Receives the matches of a query; `truncated` is true if the limit left some out. Called in the
// order of the queries; the span is valid during the call.
using NeighbourSink =
    std::function<void(std::size_t query, std::span<const Neighbour> found, bool truncated)>;

class HammingSearch {
 public:
  // `index` must outlive this.
  explicit HammingSearch(const HammingIndex& index);

  // Throws Error{invalid_argument} for a distance that the design does not cover, and
  // Error{damaged} if the index turns out to be damaged.
  void find(std::span<const std::uint64_t> queries, const SearchOptions& options,
            const NeighbourSink& sink);

 private:
  // The number of queries, and of probes, that are processed together.
  static constexpr std::size_t kQueriesAtOnce = 64;
  static constexpr std::size_t kProbesAtOnce = 512;
  // While one group of probes is filtered, the columns of the next group and the directory lines of
  // the group after it are being fetched: about as many lines as a core can wait for at once.
  static constexpr std::size_t kGroup = 8;
  static constexpr std::size_t kCandidatesAtOnce = 256;
  // Without a limit, the entries of this many matches are being fetched at once.
  static constexpr std::size_t kListedAhead = 16;

  // One match of a query, before its entries are known: one distinct fingerprint.
  struct Found {
    std::uint64_t place = 0;  // in the first table
    std::uint32_t query = 0;
    std::uint32_t distance = 0;
  };

  // The same match in the order of the answer.
  struct Listed {
    std::uint64_t place = 0;
    EntryRange entries;  // set once they are known
    std::uint32_t query = 0;
    std::uint32_t distance = 0;
  };

  void find_some(const SearchOptions& options);
  void probe(std::size_t table, const SearchOptions& options);
  void probe_exact(std::size_t table, int max_distance);
  void probe_flipped(std::size_t table, std::size_t radius, int max_distance);
  template <class Take>
  void flush(const Take& take);
  void flush_and_keep();
  void keep(std::span<RawSurvivor> survivors);
  void look_up_others(int max_distance);
  [[nodiscard]] bool mark(std::uint64_t query, std::uint64_t bucket);
  void order_found(int max_distance);
  void find_entries();
  [[nodiscard]] bool list(std::size_t begin, std::size_t end, const SearchOptions& options);
  [[nodiscard]] bool list_nearest(std::size_t begin, std::size_t end, const SearchOptions& options);
  [[nodiscard]] bool list_entries(const Listed& listed, std::uint64_t most,
                                  std::span<const std::uint64_t> without);

  const HammingIndex& index_;
  std::vector<RawTable> tables_;  // the index's tables, with all that the kernels need
  std::span<const std::uint64_t> queries_;
  std::array<std::uint64_t, kQueriesAtOnce> keys_{};
  std::array<std::uint64_t, kQueriesAtOnce> suffixes_{};
  std::array<RawProbe, kProbesAtOnce> probes_{};
  std::size_t waiting_ = 0;
  std::array<RawCandidate, kCandidatesAtOnce> candidates_{};
  std::array<RawSurvivor, kCandidatesAtOnce> survivors_{};
  std::vector<Found> found_;
  std::vector<RawSurvivor> others_;    // found by a table other than the first
  std::vector<std::uint64_t> marked_;  // a hash table of queries and buckets of the first table
  std::vector<Listed> ordered_;
  std::vector<std::size_t> ends_;       // in ordered_, of each query and distance
  std::vector<std::uint64_t> entries_;  // of one query: ordinals, the distance in the bits above
  std::vector<std::uint64_t> room_;
  std::vector<Neighbour> neighbours_;
};

}  // namespace facsim
