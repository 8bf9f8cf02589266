// SPDX-License-Identifier: Apache-2.0
#include "held_store.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "bind.h"
#include "facsim/base/error.h"
#include "words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

constexpr std::chrono::milliseconds kBetweenWaits(50);

// At the end of a process RocksDB waits for its threads. A forked process has none of them and
// would wait for ever, so it exits at once, without the exit handlers of other libraries.
// Registered after a store was opened, so that it runs before RocksDB's handler.
void end_forked_process_at_once() {
  static const pid_t process = ::getpid();
  static const int registered = ::on_exit(
      [](int status, void* /*unused*/) {
        if (::getpid() == process) return;
        (void)std::fflush(nullptr);
        ::_exit(status);
      },
      nullptr);
  (void)registered;
}

}  // namespace

HeldStore::HeldStore(const std::string& folder, SeenStoreOptions options) : process_(::getpid()) {
  // The sealing thread has no interpreter, so the warnings are stored.
  options.warn = [warnings = warnings_](const Sentence& sentence) {
    const std::lock_guard lock(warnings->mutex);
    warnings->sentences.push_back(sentence.in(python_words));
  };
  unlocked([&] {
    store_ = std::make_unique<SeenStore>(SeenStore::open(folder, std::move(options)));
    settings_ = store_->settings();
    end_forked_process_at_once();
  });
}

HeldStore::~HeldStore() {
  if (::getpid() != process_) {
    (void)store_.release();
    return;
  }
  const nb::gil_scoped_release released;
  store_.reset();
}

HeldStore::Use::Use(HeldStore& held) : held_(held) {
  // Check this first: another thread may have held the mutex when the process forked.
  if (::getpid() != held.process_) {
    throw Error(ErrorCode::unsupported,
                "the store was opened by the process that this one was forked from, and is its "
                "own; several processes share a store through facsim serve");
  }
  const std::lock_guard lock(held.mutex_);
  if (held.store_ == nullptr || held.is_closing_) {
    throw Error(ErrorCode::invalid_argument, "the store is closed; open it again");
  }
  held.users_.insert(std::this_thread::get_id());
}

HeldStore::Use::~Use() {
  const std::lock_guard lock(held_.mutex_);
  held_.users_.erase(held_.users_.find(std::this_thread::get_id()));
  held_.idle_.notify_all();
}

bool HeldStore::take_idle(std::unique_ptr<SeenStore>& taken) {
  const CallInProgress call;
  const nb::gil_scoped_release released;
  std::unique_lock lock(mutex_);
  is_closing_ = true;
  if (!idle_.wait_for(lock, kBetweenWaits, [this] { return users_.empty(); })) return false;
  taken = std::move(store_);
  return true;
}

void HeldStore::close() {
  if (is_closed()) return;
  {
    const std::lock_guard lock(mutex_);
    if (users_.contains(std::this_thread::get_id())) {
      throw Error(ErrorCode::busy,
                  "this thread is in the middle of a call of this store; close it behind that");
    }
  }
  std::unique_ptr<SeenStore> closing;
  try {
    while (!take_idle(closing)) check_signals();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    is_closing_ = false;
    throw;
  }
  unlocked([&] { closing.reset(); });
}

bool HeldStore::is_closed() const {
  if (::getpid() != process_) return true;
  const std::lock_guard lock(mutex_);
  return store_ == nullptr;
}

std::vector<std::string> HeldStore::take_warnings() {
  const std::lock_guard lock(warnings_->mutex);
  return std::exchange(warnings_->sentences, {});
}

}  // namespace facsim::python
