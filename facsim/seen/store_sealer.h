// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes the newest pages of a store into segments, in a thread of its own, and merges segments in
// another: a merge of large segments takes minutes, and delays neither answers nor new segments.
// When the store is idle, it merges more segments than adding needs, to make look-ups faster.
//
// A caller that adds waits only if the memtables are full, because pages come faster than their
// segments can be written. If a segment cannot be written, it is retried every few seconds; the
// pages stay in memory, and their rows on the disk. A failed merge is retried too; meanwhile
// segments accumulate.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "facsim/base/error.h"
#include "facsim/seen/sealed_pages.h"
#include "facsim/seen/shared_state.h"
#include "facsim/store/row_store.h"

namespace facsim {

[[nodiscard]] inline SealedState state_of(const SealedPages& sealed) {
  return {sealed.current(), sealed.rows_to()};
}

// Memtables have at most this many times the pages of one memtable while a segment is written; then
// callers that add wait.
inline constexpr std::uint64_t kMemtablesMax = 4;

// Rebuilds the whole index from the rows, the only source of truth.
void make_index_again(RowStore& rows, SealedPages& sealed,
                      const std::function<void(const Sentence&)>& warn);

class StoreSealer {
 public:
  struct Options {
    std::uint64_t front_pages = 65'536;
    std::chrono::milliseconds rest_after{10'000};  // as SeenStoreOptions::merge_at_rest_after
    std::function<std::int64_t()> clock;           // milliseconds since 1970
    std::function<void(const Sentence&)> warn;
    std::function<void()> on_sealed;  // called when the sealed pages have changed
  };
  // All must outlive this. `warn` and `on_sealed` are called from two threads.
  StoreSealer(RowStore& rows, SealedPages& sealed, SharedState& state, Options options);
  ~StoreSealer();  // finishes the current segment, and cancels a merge
  StoreSealer(const StoreSealer&) = delete;
  StoreSealer& operator=(const StoreSealer&) = delete;

  // Call after pages were added.
  void look();
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] bool is_sealing() const noexcept { return is_sealing_; }
  [[nodiscard]] std::uint64_t merging_bytes() const noexcept { return merging_bytes_; }
  // Call before adding pages. Throws the reason if the memtables are full and no segment can be
  // written.
  void wait_for_room();
  // Waits until all present pages are in segments. Throws the reason if that fails.
  void seal();

 private:
  void run();
  void seal_once();
  void run_merges();
  void learn_sizes();
  bool merge_once(bool at_rest);
  void forget_answers();

  RowStore& rows_;
  SealedPages& sealed_;
  SharedState& state_;
  const Options options_;

  // Held to change the sealed pages, until the state has them. Locked before mutex_.
  std::mutex changing_;

  std::mutex mutex_;  // guards the members below
  std::condition_variable wakes_;
  std::condition_variable tried_;
  std::condition_variable merges_;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> is_sealing_ = false;
  std::atomic<std::uint64_t> merging_bytes_ = 0;  // of the segments that are being merged
  bool is_merge_due_ = true;                      // may be true with nothing to merge
  bool is_rest_due_ = false;     // merge once the store is idle; may be true with nothing to merge
  std::uint64_t wanted_to_ = 0;  // a caller waits until rows up to here are sealed
  std::optional<Error> failure_;
  std::int64_t forgotten_ms_ = 0;  // when old answers were last forgotten
  std::thread thread_;
  std::thread merger_;
};

}  // namespace facsim
