// SPDX-License-Identifier: Apache-2.0
#include "watched.h"
#include "words.h"

#include <nanobind/stl/string.h>

#include <chrono>

#include "facsim/base/error.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds kBetweenLooks(100);
constexpr std::chrono::milliseconds kBetweenProgress(100);
constexpr std::size_t kRowsAtOnce = 256;
constexpr std::size_t kRowBytesAtOnce = std::size_t{4} << 20;

}  // namespace

void Watched::do_all(const std::function<void()>& work) {
  std::exception_ptr failed;
  {
    const CallInProgress progressing;
    const nb::gil_scoped_release released;
    std::thread worker([&] {
      try {
        work();
      } catch (...) {
        failed = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      is_done_ = true;
      changed_.notify_all();
    });
    std::unique_lock lock(mutex_);
    while (!is_done_) {
      changed_.wait_for(lock, kBetweenLooks, [this] { return is_done_ || asked_ != nullptr; });
      if (is_done_) break;
      const std::function<void()>* call = asked_;
      lock.unlock();
      std::exception_ptr raised;
      {
        const nb::gil_scoped_acquire locked;
        raised = serve(call);
      }
      lock.lock();
      // The first exception is the one that ended the work.
      if (raised && !raised_) raised_ = raised;
      if (call == nullptr) continue;
      asked_ = nullptr;
      changed_.notify_all();
    }
    lock.unlock();
    worker.join();
  }
  if (raised_) std::rethrow_exception(raised_);
  if (failed) std::rethrow_exception(failed);
}

std::exception_ptr Watched::serve(const std::function<void()>* call) const {
  try {
    check_signals();
    require_no_end();
    if (call != nullptr && !raised_) (*call)();
  } catch (...) {
    cancelled_ = true;
    if (other_ != nullptr) *other_ = true;
    return std::current_exception();
  }
  return nullptr;
}

bool Watched::is_made(const std::function<void()>& call) {
  const std::lock_guard turn(turn_);
  std::unique_lock lock(mutex_);
  asked_ = &call;
  changed_.notify_all();
  changed_.wait(lock, [this] { return asked_ == nullptr; });
  return !raised_;
}

void Watched::in_caller(const std::function<void()>& call) {
  if (!is_made(call)) throw Error(ErrorCode::cancelled, "stopped by the caller");
}

RunHooks Watched::hooks(nb::handle progress) {
  RunHooks hooks{.cancelled = &cancelled_, .words = python_words};
  if (progress.is_none()) return hooks;
  hooks.progress = [this, progress](const ProgressState& state) {
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < kBetweenProgress) return;
    told_ = now;
    // If the function raises, the flag is set, which ends the run.
    (void)is_made([&] { progress(state.stage, state.pages, state.pages_total); });
  };
  return hooks;
}

bool CallerRows::next(Page& page) {
  if (next_ == filled_) {
    if (is_over_) return false;
    watched_.in_caller([this] { fill(); });
    if (filled_ == 0) return false;
  }
  std::swap(page, pages_[next_++]);
  return true;
}

void CallerRows::fill() {
  next_ = filled_ = 0;
  pages_.resize(kRowsAtOnce);
  for (std::size_t bytes = 0; filled_ < kRowsAtOnce && bytes < kRowBytesAtOnce; ++filled_) {
    if (!rows_.next(pages_[filled_])) {
      is_over_ = true;
      return;
    }
    bytes += bytes_of(pages_[filled_]);
  }
}

void Turns::require_no_change_here() const {
  if (owner_.load() != std::this_thread::get_id()) return;
  throw Error(ErrorCode::busy,
              "this thread is in the middle of a change of this index; call again when it is over");
}

void Turns::change(nb::handle on_wait, const std::function<void()>& work, std::atomic<bool>* stop) {
  require_no_change_here();
  std::unique_lock lock(mutex_, std::defer_lock);
  wait_for(lock);
  cancelled_ = false;
  Watched watched(cancelled_, stop);
  on_wait_ = on_wait;
  watched_ = &watched;
  owner_ = std::this_thread::get_id();
  const auto end = [this] {
    owner_ = std::thread::id();
    watched_ = nullptr;
    cancelled_ = false;
  };
  try {
    watched.run(work);
  } catch (...) {
    end();
    throw;
  }
  end();
}

void Turns::told(const std::string& sentence) {
  if (watched_ == nullptr || !on_wait_.is_valid() || on_wait_.is_none()) return;
  watched_->in_caller([&] { on_wait_(sentence); });
}

}  // namespace facsim::python
