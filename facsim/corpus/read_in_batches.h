// SPDX-License-Identifier: Apache-2.0
#pragma once
// One thread reads pages, many threads analyze them, and the results are committed in order, within
// the memory of a run: the common part of all readings of pages. page_pipeline.h specifies an Item
// and the promises.
//
// A Worker is the state of a thread: a decoder, an analyzer (page_worker.h). It has the member
// keep_at_most(bytes): a waiting thread must not hold the memory of its largest page.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "facsim/corpus/page_pipeline.h"
#include "facsim/run/page_budget.h"
#include "facsim/run/run.h"

namespace facsim {

template <class Item, class Worker>
struct BatchSteps {
  std::function<Worker()> make_worker;  // called once for each worker thread
  // Called periodically, after the check for cancellation: report progress.
  std::function<void()> begin_batch;
  std::function<bool(Item&)> read;  // in the calling thread; false: no more
  std::function<void(Item&, Worker&, MemoryRoom&)> take_apart;
  std::function<void(Item&)> commit;  // one at a time, in the order of read()
};

// Throws what the steps throw, and Error{cancelled}.
template <class Item, class Worker>
void read_in_batches(const Run& run, const BatchSteps<Item, Worker>& steps) {
  PageBudget budget(run.memory_bytes(), run.threads());
  std::vector<Worker> workers;
  for (int i = 0; i < budget.threads(); ++i) workers.push_back(steps.make_worker());
  PagePipeline<Item> pipeline(budget);
  pipeline.run({
      .begin_batch =
          [&] {
            run.throw_if_cancelled();
            if (steps.begin_batch) steps.begin_batch();
          },
      .read = steps.read,
      .take_apart =
          [&](Item& item, std::size_t worker, PageBudget::Hold& hold) {
            steps.take_apart(item, workers[worker], hold);
            workers[worker].keep_at_most(budget.kept_bytes_max());
          },
      .commit = steps.commit,
  });
}

}  // namespace facsim
