// SPDX-License-Identifier: Apache-2.0
#pragma once
// One thread reads records, many threads analyze them within one memory budget (page_budget.h), and
// their results are committed in input order.
//
// Promise: commit() receives the items in the order of read(), one at a time. Data in flight stays
// within the budget: the reader waits while the records that it has read take too many bytes; a
// worker waits before each page for memory to analyze it, and while too many bytes of results wait
// for their turn. The worker whose turn it is never waits for that: it commits its results page by
// page, so even a batch of small records that inflate to any size is held one page at a time.
//
// An Item has the members
//   RawRecord record                    what was read
//   std::size_t input_bytes() const     all bytes that came with it, including the record's
//   std::size_t result_bytes() const    what take_apart() left for commit()
//   void release()                      frees buffers that are too large for the next record

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "facsim/input/record_reader.h"
#include "facsim/run/ordered_pipeline.h"
#include "facsim/run/page_budget.h"

namespace facsim {

template <class Item>
class PagePipeline {
 public:
  struct Steps {
    std::function<void()> begin_batch;  // periodic: check for cancellation, report progress
    // Runs in the calling thread; false: no more records, and it is not called again.
    std::function<bool(Item&)> read;
    // Runs in worker w. It requests its memory from the hold, which is released afterwards.
    std::function<void(Item&, std::size_t, PageBudget::Hold&)> take_apart;
    std::function<void(Item&)> commit;  // one at a time, in order
  };

  explicit PagePipeline(PageBudget& budget) : budget_(&budget), pipeline_(budget.threads()) {}

  void run(const Steps& steps) {
    has_ended_ = false;
    pipeline_.run(
        {.produce = [&](Batch& batch) { return read(batch, steps); },
         .process = [&](Batch& batch, std::size_t worker) { take_apart(batch, worker, steps); },
         .commit = [&](Batch& batch) { commit(batch, batch.count, steps); },
         .moved_on = [&] { budget_->wake(); }});
  }

 private:
  // A batch ends at this number of records or bytes: enough to make a hand-over cheap.
  static constexpr std::size_t kBatchRecords = 64;
  static constexpr std::size_t kBatchBytes = std::size_t{256} << 10;
  // The worker whose turn it is commits before its batch is done if the batch has this many bytes
  // of results.
  static constexpr std::size_t kResultBytesMax = std::size_t{1} << 20;

  struct Batch {
    std::vector<Item> items = std::vector<Item>(kBatchRecords);
    std::size_t count = 0;
    std::size_t committed = 0;
    std::uint64_t record_bytes = 0;
    std::uint64_t result_bytes = 0;
  };

  bool read(Batch& batch, const Steps& steps) {
    steps.begin_batch();
    if (has_ended_) return false;
    const std::uint64_t most = budget_->waiting_bytes_max();
    reader_waits_ = true;
    const bool goes_on = pipeline_.wait_until([&] {
      const std::uint64_t waiting = record_bytes_.load();
      return waiting == 0 || waiting + kBatchBytes <= most;
    });
    reader_waits_ = false;
    if (!goes_on) return false;
    batch.count = batch.committed = 0;
    batch.record_bytes = 0;
    while (batch.count < kBatchRecords && batch.record_bytes < kBatchBytes) {
      Item& item = batch.items[batch.count];
      has_ended_ = !steps.read(item);
      if (has_ended_) break;
      batch.record_bytes += item.input_bytes();
      ++batch.count;
    }
    record_bytes_ += batch.record_bytes;
    return batch.count > 0;
  }

  // True if it is the worker's turn, for the budget.
  class BatchTurn final : public PageBudget::Turn {
   public:
    BatchTurn(const OrderedPipeline<Batch>& pipeline, std::size_t worker)
        : pipeline_(&pipeline), worker_(worker) {}
    [[nodiscard]] bool goes_on() const override {
      return pipeline_->is_due(worker_) || pipeline_->has_failed();
    }

   private:
    const OrderedPipeline<Batch>* pipeline_;
    std::size_t worker_;
  };

  void take_apart(Batch& batch, std::size_t worker, const Steps& steps) {
    const BatchTurn turn(pipeline_, worker);
    for (std::size_t i = 0; i < batch.count && !pipeline_.has_failed(); ++i) {
      Item& item = batch.items[i];
      {
        PageBudget::Hold hold(*budget_, &turn);
        steps.take_apart(item, worker, hold);
        release_large(item.record.bytes, kBatchBytes);
        // Before the hold ends: threads that wait for it count these bytes.
        const std::size_t bytes = item.result_bytes();
        batch.result_bytes += bytes;
        budget_->add_results(bytes);
      }
      if (batch.result_bytes > kResultBytesMax && pipeline_.is_due(worker)) {
        commit(batch, i + 1, steps);
      }
    }
    shrink(batch);
    record_bytes_ -= batch.record_bytes;
    if (reader_waits_) pipeline_.wake();
  }

  // The buffers of a batch are reused for the next one, but all together they are no larger than
  // two batches.
  void shrink(Batch& batch) {
    std::size_t kept = 0;
    for (const Item& item : batch.items) kept += item.record.bytes.capacity();
    if (kept <= 2 * kBatchBytes) return;
    for (Item& item : batch.items) release_large(item.record.bytes, kBatchBytes / kBatchRecords);
  }

  void commit(Batch& batch, std::size_t end, const Steps& steps) {
    for (; batch.committed < end; ++batch.committed) {
      Item& item = batch.items[batch.committed];
      steps.commit(item);
      item.release();
    }
    budget_->take_results(batch.result_bytes);
    batch.result_bytes = 0;
  }

  PageBudget* budget_;
  OrderedPipeline<Batch> pipeline_;
  bool has_ended_ = false;                       // read() has returned false
  std::atomic<std::uint64_t> record_bytes_ = 0;  // in batches that are not done
  std::atomic<bool> reader_waits_ = false;
};

}  // namespace facsim
