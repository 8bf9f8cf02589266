// SPDX-License-Identifier: Apache-2.0
// A disk that does not answer blocks only the callers that wait for their own page.

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <random>
#include <thread>

#include "facsim/seen/seen_store_for_test.h"

namespace {

// While it is closed, it blocks every sync of this program.
class Gate {
 public:
  void set_open(bool is_open) {
    const std::lock_guard lock(mutex_);
    is_open_ = is_open;
    changes_.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex_);
    changes_.wait(lock, [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changes_;
  bool is_open_ = true;
};

Gate& gate() {
  static Gate gate;
  return gate;
}

}  // namespace

// Replaces the functions of the C library, for RocksDB too.
extern "C" int fdatasync(int file) {
  gate().pass();
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}
extern "C" int fsync(int file) {
  gate().pass();
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace facsim {
namespace {

using for_test::page_of;
using for_test::some_words;

constexpr std::chrono::seconds kLongest{60};  // for a busy machine

class SeenStoreDiskTest : public testing::Test {
 protected:
  SeenStoreDiskTest() : temp_(testing::TempDir()) {}
  ~SeenStoreDiskTest() override { gate().set_open(true); }

  [[nodiscard]] SeenStore open() {
    SeenStoreOptions options;
    options.durability = Durability::sync;
    return SeenStore::open(temp_.path() + "/s", std::move(options));
  }
  // Adds twenty pages, "copy0" and so on, and returns their text.
  [[nodiscard]] std::string add_copies(SeenStore& store) {
    const std::string copied = text();
    for (int i = 0; i < 20; ++i) {
      (void)store.check_and_add(page_of("copy" + std::to_string(i), copied));
    }
    return copied;
  }
  [[nodiscard]] std::string text() { return some_words(draw_, 200); }
  // Runs the work while no sync ends; returns true if the work ends. Then all syncs end.
  template <class Work>
  [[nodiscard]] static bool ends_without_disk(const Work& work) {
    gate().set_open(false);
    std::promise<void> done;
    std::thread worker([&] {
      work();
      done.set_value();
    });
    const bool has_ended = done.get_future().wait_for(kLongest) == std::future_status::ready;
    gate().set_open(true);
    worker.join();
    return has_ended;
  }
  // Waits until a change was decided, which may not be on the disk yet.
  static void await_row(const SeenStore& store, std::uint64_t row) {
    while (store.figures().last_row < row) std::this_thread::yield();
  }

  TempFolder temp_;
  std::mt19937_64 draw_{1};
};

// First a page that waits for the disk, then one that is replaced although it has copies, then a
// check of a page that depends on neither.
TEST_F(SeenStoreDiskTest, NobodyWaitsWhileAPageWithCopiesIsReplaced) {
  SeenStore store = open();
  const std::string copied = add_copies(store);
  const Page changed = page_of("copy0", text());
  const Page other = page_of("another", text());
  std::vector<std::thread> clients;
  std::atomic<int> told = 0;
  EXPECT_TRUE(ends_without_disk([&] {
    clients.emplace_back([&] {
      (void)store.check_and_add(page_of("late", copied));
      ++told;
    });
    await_row(store, 21);
    clients.emplace_back([&] {
      (void)store.check_and_add(changed);
      ++told;
    });
    await_row(store, 22);
    EXPECT_EQ(store.check(other).seen, SeenVerdict::no);
    EXPECT_EQ(told, 0);
  }));
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(store.figures().replaced, 1U);
  const SeenAnswer copy = store.check(page_of("another", copied));
  ASSERT_EQ(copy.seen, SeenVerdict::yes);
  EXPECT_EQ(copy.page->id, "copy1");  // the oldest of the remaining ones
  EXPECT_EQ(copy.cluster->size, 20U);
}

TEST_F(SeenStoreDiskTest, NobodyWaitsWhileAPageWithCopiesIsErased) {
  SeenStore store = open();
  const std::string copied = add_copies(store);
  const Page other = page_of("another", text());
  std::vector<std::thread> clients;
  EXPECT_TRUE(ends_without_disk([&] {
    clients.emplace_back([&] { (void)store.check_and_add(page_of("late", copied)); });
    await_row(store, 21);
    clients.emplace_back([&] { (void)store.erase(std::vector<std::string>{"copy0"}); });
    await_row(store, 22);
    EXPECT_EQ(store.check(other).seen, SeenVerdict::no);
  }));
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(store.check(page_of("another", copied)).cluster->size, 20U);
}

}  // namespace
}  // namespace facsim
