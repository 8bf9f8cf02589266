// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes the newest pages of a store into segments, in a thread of its own, and merges segments in
// another: a merge of large ones takes minutes, and holds up neither answers nor new segments.
// Where no page came for a while, more are merged than adding needs, for who asks.
//
// Who adds waits only where the fronts are full because pages come faster than segments of them can
// be written. A segment that cannot be written is tried again every few seconds; the pages stay in
// memory, and their rows on the disk. So is a merge; meanwhile segments grow in number.

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

// Fronts hold so many times the pages of one while a segment is being written; who adds more waits.
inline constexpr std::uint64_t kFrontsMax = 4;

// The whole index from the rows, which are all that counts.
void make_index_again(RowStore& rows, SealedPages& sealed,
                      const std::function<void(const Sentence&)>& warn);

class StoreSealer {
 public:
  struct Options {
    std::uint64_t front_pages = 65'536;
    std::chrono::milliseconds rest_after{10'000};  // as SeenStoreOptions::merge_at_rest_after
    std::function<std::int64_t()> clock;           // milliseconds since 1970
    std::function<void(const Sentence&)> warn;
    std::function<void()> on_sealed;  // what is sealed has changed
  };
  // All must outlive this. `warn` and `on_sealed` are called from two threads.
  StoreSealer(RowStore& rows, SealedPages& sealed, SharedState& state, Options options);
  ~StoreSealer();  // finishes the segment that it is at, and gives up a merge
  StoreSealer(const StoreSealer&) = delete;
  StoreSealer& operator=(const StoreSealer&) = delete;

  // Pages came.
  void look();
  [[nodiscard]] bool has_room() const;
  [[nodiscard]] bool is_sealing() const noexcept { return is_sealing_; }
  [[nodiscard]] std::uint64_t merging_bytes() const noexcept { return merging_bytes_; }
  // Before pages come. Throws the reason where there is no room and no segment can be written.
  void wait_for_room();
  // Until all that is there now is in segments. Throws the reason where it cannot be.
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

  // Held by who changes the sealed pages, until whoever asks is told. The first of the two.
  std::mutex changing_;

  std::mutex mutex_;  // of those below
  std::condition_variable wakes_;
  std::condition_variable tried_;
  std::condition_variable merges_;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> is_sealing_ = false;
  std::atomic<std::uint64_t> merging_bytes_ = 0;  // of the segments that are being merged
  bool is_merge_due_ = true;                      // perhaps
  bool is_rest_due_ = false;                      // perhaps, where nothing comes
  std::uint64_t wanted_to_ = 0;                   // somebody waits until rows up to here are sealed
  std::optional<Error> failure_;
  std::int64_t forgotten_ms_ = 0;  // when old answers were forgotten last
  std::thread thread_;
  std::thread merger_;
};

}  // namespace facsim
