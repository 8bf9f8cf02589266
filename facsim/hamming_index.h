// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints within distance k: an index in memory, an index in a folder, and all close pairs.
// narrow(*analyzer.analyze(text).fingerprint) is the fingerprint of a text (analyze.h).
//
// Exact for every distance from 0 to the one that the index serves: finds what a scan of all
// fingerprints would find, each once. Only fingerprints of one recipe may be compared.
// docs/hamming-index.md describes the algorithm (Manku, Jain, Das Sarma, WWW 2007, with other
// tables).

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/base/cpu.h"
#include "facsim/model/fingerprint.h"
#include "facsim/model/recipe.h"
#include "facsim/run_options.h"

namespace facsim {

struct HammingQuestion {
  int max_distance = -1;    // bits, at most what the index serves; below 0: that maximum
  std::uint64_t limit = 0;  // most answers, nearest first; 0: all
};

// A neighbour in an index in memory.
struct HammingNeighbour {
  std::uint64_t number = 0;  // its position among the fingerprints given: 0, 1, ...
  int distance = 0;          // bits
  friend bool operator==(const HammingNeighbour&, const HammingNeighbour&) = default;
};

// Immutable; safe to share among threads. Memory: 20 to 60 bytes a fingerprint, more for larger
// distances.
class MemoryHammingIndex {
 public:
  // Serves distances up to `max_distance`, 0..12. Throws Error{invalid_argument} for other
  // distances, and Error{cancelled} within about a second after `cancelled` is set.
  explicit MemoryHammingIndex(std::span<const Fingerprint> fingerprints, int max_distance = 3,
                              int threads = 1, Kernel kernel = best_kernel(),
                              const std::atomic<bool>* cancelled = nullptr);
  ~MemoryHammingIndex();
  MemoryHammingIndex(MemoryHammingIndex&& other) noexcept;
  MemoryHammingIndex& operator=(MemoryHammingIndex&& other) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] int max_distance() const noexcept;

  // Returns the nearest first, equal distances by number. Throws Error{invalid_argument} for a
  // distance that the index does not serve.
  [[nodiscard]] std::vector<HammingNeighbour> query(Fingerprint fingerprint,
                                                    const HammingQuestion& question = {}) const;
  // Answers all queries together, much faster than one by one.
  [[nodiscard]] std::vector<std::vector<HammingNeighbour>> query(
      std::span<const Fingerprint> fingerprints, const HammingQuestion& question = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Two of the given fingerprints, by number; first < second.
struct HammingPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  int distance = 0;  // bits
  friend bool operator==(const HammingPair&, const HammingPair&) = default;
};

// Visits all pairs within `max_distance` (0..12), without an index: the pairs of the first
// fingerprint, nearest first, then those of the second, and so on. Memory: limits.memory_bytes; the
// rest spills to limits.tmp. `visit` is called in the calling thread; an exception from it ends the
// join. Throws Error{invalid_argument} for other distances, and Error{cancelled} within about a
// second after `cancelled` is set.
void visit_close_pairs(std::span<const Fingerprint> fingerprints, int max_distance,
                       const std::function<void(const HammingPair&)>& visit,
                       const RunLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr);

// An entry of an index in a folder.
struct HammingEntry {
  Fingerprint fingerprint{0};
  // An id longer than 8 KiB is stored as its beginning and a hash. Empty: the index assigns its
  // next number. Ids need not be unique.
  std::string id;
};

// An entry near a query.
struct HammingHit {
  std::string id;
  int distance = 0;  // bits
  friend bool operator==(const HammingHit&, const HammingHit&) = default;
};

struct HammingFolderOptions {
  RunLimits limits = {};
  // How long to wait for another program that changes the index, before Error{busy}; max(): for
  // ever.
  std::chrono::milliseconds wait{10'000};
  // Called once, after a second of waiting, with a sentence that names the program.
  std::function<void(const std::string& sentence)> on_wait = {};
  // If set, a change that waits or has not begun to commit stops with Error{cancelled} within about
  // a second and changes nothing. A join stops too.
  const std::atomic<bool>* cancelled = nullptr;
};

// The folder of a `facsim index` of fingerprints, which the program can read and change too.
//
// Promise: a change is applied whole or not at all, also after a power cut. A change that throws
// has changed nothing, except with Error{committed}: then the change is applied, and repeating it
// would apply it twice. What failed came after the commit: the disk did not confirm it, or this
// object could not open the new state (refresh() does). Answers come from the state that the last
// open(), refresh() or change by this object saw, whatever other programs do meanwhile. One program
// at a time changes an index; another waits for it, up to options.wait.
//
// Threads: const calls may run concurrently, but not during a change.
class HammingFolder {
 public:
  // Creates an empty index of fingerprints of `recipe`, which serves distances up to `max_distance`
  // (0..12). Creates the folder and its parents if missing. Throws Error{already_exists} if the
  // folder contains an index or any other file, or is a file; {invalid_argument} for an empty name,
  // other distances, invalid recipes and recipes of other than 64 bits; {busy, io, no_space,
  // cancelled}; {damaged} if the folder has segments of an index but no manifest; {committed} if
  // the index was created, but is not confirmed or could not be opened. All other errors leave no
  // folder.
  [[nodiscard]] static HammingFolder begin(const std::string& folder, const Recipe& recipe,
                                           int max_distance = 3,
                                           const HammingFolderOptions& options = {});
  // Also opens an index of pages, for queries and joins: changing it throws
  // Error{invalid_argument}. Throws Error{not_found} if there is no index, {invalid_argument} if it
  // has another recipe; {io, damaged, unsupported}; {busy} if other programs change it faster than
  // it can be opened.
  [[nodiscard]] static HammingFolder open(const std::string& folder, const Recipe& recipe,
                                          const HammingFolderOptions& options = {});
  ~HammingFolder();
  HammingFolder(HammingFolder&& other) noexcept;
  HammingFolder& operator=(HammingFolder&& other) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept;  // without deleted entries
  [[nodiscard]] int max_distance() const noexcept;

  // Returns the nearest first, equal distances in the order in which they were added. Throws
  // Error{invalid_argument} for a distance that the index does not serve; {damaged}.
  [[nodiscard]] std::vector<HammingHit> query(Fingerprint fingerprint,
                                              const HammingQuestion& question = {}) const;
  // Answers all queries together, much faster than one by one.
  [[nodiscard]] std::vector<std::vector<HammingHit>> query(
      std::span<const Fingerprint> fingerprints, const HammingQuestion& question = {}) const;
  // Answers very many queries: reads the index once from beginning to end, for any distance from 0
  // to 12. Calls visit(number of the new fingerprint, hit) for the new fingerprints in order, and
  // for each the hits in the order in which they were added, not nearest first.
  void join(std::span<const Fingerprint> fingerprints, int max_distance,
            const std::function<void(std::uint64_t, const HammingHit&)>& visit) const;

  // Writes one segment, which every query searches, and waits for the disk. Small segments are
  // merged on the way: after a change by add() each segment has at least three times as many
  // entries as the next (which counts as 256 if it has fewer). Thus an index of 40 million has at
  // most a dozen segments, and an entry is rewritten some 3 times for each tenfold growth. Adding
  // many entries at a time is still much faster. Throws Error{busy} if another program holds the
  // index for too long, {damaged} for a segment that it would have merged, {invalid_argument} if
  // the index now has another recipe, {io, no_space, cancelled, not_found}; and {committed}, see
  // above.
  void add(std::span<const HammingEntry> entries);
  // Deletes every entry with one of these ids, which are cut as add() cuts them, and returns how
  // many. Reads all ids. Throws as add() does.
  std::uint64_t erase(std::span<const std::string> ids);
  // Merges all segments into one, without deleted entries. Verifies every byte first:
  // Error{damaged}, and what add() throws. Takes limits.memory_bytes; the rest spills to
  // limits.tmp, or stays in memory if that is empty.
  void compact();
  // Adopts the changes that other programs have committed. Throws what open() throws; then this
  // object keeps the state that it has.
  void refresh();

 private:
  struct State;
  explicit HammingFolder(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace facsim
