// SPDX-License-Identifier: Apache-2.0
#pragma once
// One thread reads, many process, and the results are committed in the order in which they were
// read.
//
// Promise: commit() receives the batches in the order produce() made them, one at a time, whatever
// the number of threads, so a result built there cannot depend on scheduling. At most threads + 2
// batches exist. The first exception of any step stops the others and is rethrown by the call. A
// worker whose batch is due may commit parts of it itself, and a step may wait for others to make
// progress: page_pipeline.h does both.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace facsim {

template <class Batch>
class OrderedPipeline {
 public:
  struct Steps {
    std::function<bool(Batch&)> produce;               // in the calling thread; false at the end
    std::function<void(Batch&, std::size_t)> process;  // in worker w of `threads`
    std::function<void(Batch&)> commit;                // one at a time, in order
    std::function<void()> moved_on = {};               // another batch is due, or a step failed
  };

  explicit OrderedPipeline(int threads)
      : threads_(threads < 1 ? 1 : static_cast<std::size_t>(threads)) {}

  void run(const Steps& steps) {
    numbers_.clear();
    if (threads_ == 1) return run_here(steps);
    numbers_.assign(threads_, 0);
    for (std::size_t i = 0; i < threads_ + 2; ++i) free_.push_back(std::make_unique<Batch>());
    std::vector<std::thread> workers;
    workers.reserve(threads_);
    try {
      for (std::size_t w = 0; w < threads_; ++w) {
        workers.emplace_back([this, &steps, w] { guarded(steps, [&] { work(steps, w); }); });
      }
    } catch (const std::system_error&) {
      // The system cannot start more threads; with the running ones the result is the same.
      if (workers.empty()) {
        numbers_.clear();
        return run_here(steps);
      }
    }
    guarded(steps, [&] { feed(steps); });
    {
      const std::lock_guard lock(mutex_);
      fed_ = true;
    }
    changed_.notify_all();
    for (std::thread& worker : workers) worker.join();
    if (failure_) std::rethrow_exception(failure_);
  }

  // For a worker in its process(): true if all batches before its own are committed, so that no
  // other thread commits until it is done.
  [[nodiscard]] bool is_due(std::size_t worker) const {
    return numbers_.empty() || due_.load() == numbers_[worker];
  }
  // For produce() and process(): waits until `is_ready()`, which is called after every committed
  // batch and every wake(). Returns false if another step failed: the caller should return.
  template <class IsReady>
  [[nodiscard]] bool wait_until(const IsReady& is_ready) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || is_ready(); });
    return failure_ == nullptr;
  }
  [[nodiscard]] bool has_failed() const noexcept { return has_failed_.load(); }
  void wake() {
    {
      const std::lock_guard lock(mutex_);
    }
    changed_.notify_all();
  }

 private:
  using Numbered = std::pair<std::size_t, std::unique_ptr<Batch>>;

  void run_here(const Steps& steps) {
    Batch batch;
    while (steps.produce(batch)) {
      steps.process(batch, 0);
      steps.commit(batch);
    }
  }

  template <class Work>
  void guarded(const Steps& steps, const Work& work) {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      has_failed_ = true;
      if (steps.moved_on) steps.moved_on();
    }
    changed_.notify_all();
  }

  void feed(const Steps& steps) {
    for (std::size_t number = 0;; ++number) {
      std::unique_ptr<Batch> batch;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return failure_ || !free_.empty(); });
        if (failure_) return;
        batch = std::move(free_.back());
        free_.pop_back();
      }
      if (!steps.produce(*batch)) return;
      {
        const std::lock_guard lock(mutex_);
        waiting_.emplace(number, std::move(batch));
      }
      changed_.notify_all();
    }
  }

  void work(const Steps& steps, std::size_t worker) {
    for (;;) {
      Numbered next;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return failure_ || fed_ || !waiting_.empty(); });
        if (failure_ || waiting_.empty()) return;
        next.first = waiting_.begin()->first;
        next.second = std::move(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        numbers_[worker] = next.first;
      }
      steps.process(*next.second, worker);
      finish(steps, std::move(next));
    }
  }

  // The thread that completes the due batch commits it and the completed batches after it.
  void finish(const Steps& steps, Numbered done) {
    std::unique_lock lock(mutex_);
    done_.emplace(done.first, std::move(done.second));
    if (committing_) return;
    committing_ = true;
    while (!failure_ && !done_.empty() && done_.begin()->first == due_.load()) {
      std::unique_ptr<Batch> batch = std::move(done_.begin()->second);
      done_.erase(done_.begin());
      lock.unlock();
      steps.commit(*batch);
      lock.lock();
      ++due_;
      if (steps.moved_on) steps.moved_on();
      free_.push_back(std::move(batch));
      changed_.notify_all();
    }
    committing_ = false;
  }

  std::size_t threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::unique_ptr<Batch>> free_;
  std::map<std::size_t, std::unique_ptr<Batch>> waiting_;
  std::map<std::size_t, std::unique_ptr<Batch>> done_;
  std::atomic<std::size_t> due_ = 0;
  std::vector<std::size_t> numbers_;  // the number of each worker's batch, read only by that worker
  bool committing_ = false;
  bool fed_ = false;
  std::exception_ptr failure_;
  std::atomic<bool> has_failed_ = false;
};

}  // namespace facsim
