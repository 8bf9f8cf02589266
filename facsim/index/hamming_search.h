// SPDX-License-Identifier: Apache-2.0
#pragma once
// All entries of a Hamming index within distance k of a query.
//
// Promise: find() gives what a scan of all fingerprints gives: every ordinal whose fingerprint
// differs in at most `max_distance` bits, this distance included, each once, nearest first, equal
// distances by ascending ordinal.
//
// How: each table is asked for the buckets within its radius. A pair that several tables see is
// counted by the first of them, so nothing has to be remembered. The first table knows the
// ordinals: its buckets in which another table found something are looked through once more, each
// once a query, however much was found there.
//
// Cost: with covering masks, one line of a directory and one or two of a column a table, fetched
// ahead for many queries at once; for a single query two waits for memory one after the other, and
// up to two more for what another table than the first finds. An object keeps its buffers, what
// some queries found among them, and belongs to one thread at a time.

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
  std::uint64_t limit = 0;  // neighbours a query at most, the nearest; 0: all
  // Entries that are left out and take no place within the limit: of entry i, bit i % 64 of word
  // i / 64. Entries behind its end are not left out.
  std::span<const std::uint64_t> without = {};
};

// What a query found; `truncated` says that the limit left some out. Called in the order of the
// queries; the span is valid during the call.
using NeighbourSink =
    std::function<void(std::size_t query, std::span<const Neighbour> found, bool truncated)>;

class HammingSearch {
 public:
  // `index` must outlive this.
  explicit HammingSearch(const HammingIndex& index);

  // Throws Error{invalid_argument} for a distance that the design does not serve, Error{damaged}
  // where the index proves to be.
  void find(std::span<const std::uint64_t> queries, const SearchOptions& options,
            const NeighbourSink& sink);

 private:
  // So many queries are on their way together, with so many probes.
  static constexpr std::size_t kQueriesAtOnce = 64;
  static constexpr std::size_t kProbesAtOnce = 512;
  // While one group of probes is filtered, the columns of the next and the directory's lines of the
  // one behind it are on their way: about as many lines as a core waits for at once.
  static constexpr std::size_t kGroup = 8;
  static constexpr std::size_t kCandidatesAtOnce = 256;
  // Where all is listed, the entries of so many are on their way.
  static constexpr std::size_t kListedAhead = 16;

  // One of the different fingerprints that a query found.
  struct Found {
    std::uint64_t place = 0;  // in the first table
    std::uint32_t query = 0;
    std::uint32_t distance = 0;
  };

  // The same, as it is listed.
  struct Listed {
    std::uint64_t place = 0;
    EntryRange entries;  // once they are known
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
  std::vector<RawTable> tables_;  // the index's, with all that the kernels want to know
  std::span<const std::uint64_t> queries_;
  std::array<std::uint64_t, kQueriesAtOnce> keys_{};
  std::array<std::uint64_t, kQueriesAtOnce> suffixes_{};
  std::array<RawProbe, kProbesAtOnce> probes_{};
  std::size_t waiting_ = 0;
  std::array<RawCandidate, kCandidatesAtOnce> candidates_{};
  std::array<RawSurvivor, kCandidatesAtOnce> survivors_{};
  std::vector<Found> found_;
  std::vector<RawSurvivor> others_;    // that a table other than the first found
  std::vector<std::uint64_t> marked_;  // a hash table of queries and buckets of the first table
  std::vector<Listed> ordered_;
  std::vector<std::size_t> ends_;       // in ordered_, of each query and distance
  std::vector<std::uint64_t> entries_;  // of one query: an ordinal, above it its distance
  std::vector<std::uint64_t> room_;
  std::vector<Neighbour> neighbours_;
};

}  // namespace facsim
