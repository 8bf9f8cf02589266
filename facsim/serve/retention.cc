// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/retention.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "facsim/base/error.h"
#include "facsim/run/unix_time.h"

namespace facsim {
namespace {

constexpr int kLooksOfAge = 24;
constexpr std::chrono::seconds kEveryMin{1};
constexpr std::chrono::seconds kEveryMax{3600};
// A rest lasts this many times as long as the step before it.
constexpr int kRestTimes = 4;
constexpr std::chrono::milliseconds kRestMin{2};

}  // namespace

Retention::Retention(Collections& collections, Options options)
    : collections_(collections), options_(std::move(options)), thread_([this] { run(); }) {}

Retention::~Retention() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  wakes_.notify_one();
  thread_.join();
}

void Retention::rest(const Collection& collection, std::chrono::nanoseconds took) {
  {
    std::unique_lock lock(mutex_);
    wakes_.wait_for(lock, std::max<std::chrono::nanoseconds>(kRestMin, kRestTimes * took),
                    [this] { return is_stopping_; });
    if (is_stopping_) throw Error{ErrorCode::cancelled, "the service is stopping"};
  }
  // Ends if the collection is being removed: its removal waits for this.
  if (collections_.find(collection.name).get() != &collection) {
    throw Error{ErrorCode::not_found, "the collection was removed"};
  }
}

// Returns names, not collections: removing a collection waits until nothing holds it.
std::vector<std::string> Retention::names() const {
  std::vector<std::string> names;
  for (const auto& collection : collections_.all()) names.push_back(collection->name);
  return names;
}

void Retention::delete_old(Collection& collection) {
  const auto age = std::chrono::duration_cast<std::chrono::milliseconds>(options_.age);
  const SeenFilter filter{.before_ms = unix_ms() - age.count(),
                          .by_last_seen = options_.by_last_seen};
  const std::uint64_t deleted = collection.store.erase(
      filter, {.deleted = [this](std::uint64_t pages) { deleted_ += pages; },
               .rest = [&](std::chrono::nanoseconds took) { rest(collection, took); }});
  if (deleted > 0 && options_.log) {
    options_.log("info", "collection '" + collection.name + "': " + std::to_string(deleted) +
                             (deleted == 1 ? " page" : " pages") + " older than the age deleted");
  }
}

void Retention::run() {
  const std::chrono::seconds every = std::clamp(options_.age / kLooksOfAge, kEveryMin, kEveryMax);
  std::unique_lock lock(mutex_);
  while (!is_stopping_) {
    lock.unlock();
    is_running_ = true;
    Sentence failed;
    for (const std::string& name : names()) {
      try {
        delete_old(*collections_.find(name));
      } catch (const Error& error) {
        const bool is_over =
            error.code() == ErrorCode::cancelled || error.code() == ErrorCode::not_found;
        if (!is_over) failed = "collection '" + name + "': " + error.sentence();
      } catch (const std::exception& error) {
        failed = "collection '" + name + "': " + error.what();
      }
    }
    is_running_ = false;
    if (!failed.empty() && failed.plain() != said_ && options_.log) {
      options_.log("warning", "old pages are not deleted: " + failed);
    }
    said_ = failed.plain();
    lock.lock();
    wakes_.wait_for(lock, every, [this] { return is_stopping_; });
  }
}

}  // namespace facsim
