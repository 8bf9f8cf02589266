// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fingerprints within distance k: an index in memory, one in a folder, and all close pairs.
// narrow(*analyzer.analyze(text).fingerprint) is the fingerprint of a text (analyze.h).
//
// Exact for every distance from 0 to the one that the index serves: what a scan of all fingerprints
// would find, each once. Only fingerprints of one recipe may be compared. How it is done stands in
// docs/hamming-index.md (Manku, Jain, Das Sarma, WWW 2007, with other tables).

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
  int max_distance = -1;    // bits, at most what the index serves; below 0: that
  std::uint64_t limit = 0;  // answers at most, the nearest; 0: all
};

// An entry of an index in memory.
struct HammingNeighbour {
  std::uint64_t number = 0;  // where it stood among those given: 0, 1, ...
  int distance = 0;          // bits
  friend bool operator==(const HammingNeighbour&, const HammingNeighbour&) = default;
};

// Immutable; safe to share among threads. Memory: 20 to 60 bytes a fingerprint, more for larger
// distances.
class MemoryHammingIndex {
 public:
  // Serves distances up to `max_distance`, 0..12. Throws Error{invalid_argument} for others, and
  // Error{cancelled} within a second or so once `cancelled` is set.
  explicit MemoryHammingIndex(std::span<const Fingerprint> fingerprints, int max_distance = 3,
                              int threads = 1, Kernel kernel = best_kernel(),
                              const std::atomic<bool>* cancelled = nullptr);
  ~MemoryHammingIndex();
  MemoryHammingIndex(MemoryHammingIndex&& other) noexcept;
  MemoryHammingIndex& operator=(MemoryHammingIndex&& other) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept;
  [[nodiscard]] int max_distance() const noexcept;

  // Nearest first, equal distances by number. Throws Error{invalid_argument} for a distance that
  // the index does not serve.
  [[nodiscard]] std::vector<HammingNeighbour> query(Fingerprint fingerprint,
                                                    const HammingQuestion& question = {}) const;
  // The same for each, much faster than one by one.
  [[nodiscard]] std::vector<std::vector<HammingNeighbour>> query(
      std::span<const Fingerprint> fingerprints, const HammingQuestion& question = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Two of the fingerprints given, by their numbers; first < second.
struct HammingPair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  int distance = 0;  // bits
  friend bool operator==(const HammingPair&, const HammingPair&) = default;
};

// All pairs within `max_distance` (0..12), without an index: those of the first fingerprint,
// nearest first, then those of the second, and so on. Memory: limits.memory_bytes, the rest goes to
// limits.tmp. `visit` is called in the calling thread; what it throws ends the join. Throws
// Error{invalid_argument} for other distances, and Error{cancelled} within a second or so once
// `cancelled` is set.
void visit_close_pairs(std::span<const Fingerprint> fingerprints, int max_distance,
                       const std::function<void(const HammingPair&)>& visit,
                       const RunLimits& limits = {}, const std::atomic<bool>* cancelled = nullptr);

// An entry of an index in a folder.
struct HammingEntry {
  Fingerprint fingerprint{0};
  // Of one longer than 8 KiB the beginning and a hash are kept; empty: the next number that the
  // index has to give. It need not be unique.
  std::string id;
};

// An entry that is near to a query.
struct HammingHit {
  std::string id;
  int distance = 0;  // bits
  friend bool operator==(const HammingHit&, const HammingHit&) = default;
};

struct HammingFolderOptions {
  RunLimits limits = {};
  // For another program that changes the index, before Error{busy}; max(): for ever.
  std::chrono::milliseconds wait{10'000};
  // Told once, after a second of waiting: for whom.
  std::function<void(const std::string& sentence)> on_wait = {};
  // Set: a change that waits, or has not begun to commit, stops with Error{cancelled} within a
  // second or so, and changes nothing. A join stops too.
  const std::atomic<bool>* cancelled = nullptr;
};

// A folder of `facsim index` of fingerprints: what one adds the other finds.
//
// Promise: a change is there whole or not at all, also after a power cut. A change that throws
// changed nothing, but for Error{committed}: then it is there, and whoever makes it again has it
// twice; what failed came behind it (the disk did not confirm it, or this object could not open it:
// refresh() does). Answers are of the state that the last open(), refresh() or change by this
// object saw, whatever other programs do meanwhile. One program at a time changes an index; another
// waits for it, up to options.wait.
//
// Threads: const calls side by side; none of them beside a change.
class HammingFolder {
 public:
  // Begins an empty index of fingerprints of `recipe`, which serves distances up to `max_distance`
  // (0..12). Makes the folder, and those around it, where they are missing. Throws
  // Error{already_exists} where there is an index, another file or a file of that name;
  // {invalid_argument} for an empty name, other distances, recipes of other than 64 bits and those
  // that cannot be; {busy, io, no_space, cancelled}; {damaged} where segments of an index stand
  // without their manifest; {committed} where it is begun, but not confirmed or not open. What
  // throws else leaves no folder.
  [[nodiscard]] static HammingFolder begin(const std::string& folder, const Recipe& recipe,
                                           int max_distance = 3,
                                           const HammingFolderOptions& options = {});
  // An index of pages too, for queries and joins: changes of it throw Error{invalid_argument}.
  // Throws Error{not_found} where there is none, {invalid_argument} where it is of another recipe;
  // {io, damaged, unsupported}; {busy} where other programs change it faster than it can be opened.
  [[nodiscard]] static HammingFolder open(const std::string& folder, const Recipe& recipe,
                                          const HammingFolderOptions& options = {});
  ~HammingFolder();
  HammingFolder(HammingFolder&& other) noexcept;
  HammingFolder& operator=(HammingFolder&& other) noexcept;

  [[nodiscard]] std::uint64_t size() const noexcept;  // entries, without deleted ones
  [[nodiscard]] int max_distance() const noexcept;

  // Nearest first, equal distances in the order in which they were added. Throws
  // Error{invalid_argument} for a distance that the index does not serve; {damaged}.
  [[nodiscard]] std::vector<HammingHit> query(Fingerprint fingerprint,
                                              const HammingQuestion& question = {}) const;
  // The same for each, much faster than one by one.
  [[nodiscard]] std::vector<std::vector<HammingHit>> query(
      std::span<const Fingerprint> fingerprints, const HammingQuestion& question = {}) const;
  // The same for very many: the index is read once from beginning to end, for any distance from 0
  // to 12. Calls visit(number of the new one, hit): the new ones in order, for each its hits in the
  // order in which they were added, not nearest first.
  void join(std::span<const Fingerprint> fingerprints, int max_distance,
            const std::function<void(std::uint64_t, const HammingHit&)>& visit) const;

  // Writes one segment, which every query looks at, and waits for the disk. Small segments are
  // merged on the way: behind a change by add() each has at least three times as many entries as
  // the next (which counts as 256 where it has less), so that there are at most a dozen in an index
  // of 40 million; an entry is written again some 3 times for each tenfold growth. Many at a time
  // are much faster all the same. Throws Error{busy} where another program has the index for too
  // long, {damaged} for a segment that it would have merged, {invalid_argument} where the index is
  // one of another recipe now, {io, no_space, cancelled, not_found}; and {committed}, see above.
  void add(std::span<const HammingEntry> entries);
  // Deletes every entry with one of these ids, which it cuts as add() does, and says how many that
  // were. Reads all ids. Throws as add() does.
  std::uint64_t erase(std::span<const std::string> ids);
  // One segment of all, without what was deleted. Verifies every byte before: Error{damaged}, and
  // what add() throws. Takes limits.memory_bytes, the rest goes to limits.tmp; without a folder
  // there all is in memory.
  void compact();
  // Takes over what other programs have changed. Throws what open() throws; then this object goes
  // on with the state that it has.
  void refresh();

 private:
  struct State;
  explicit HammingFolder(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace facsim
