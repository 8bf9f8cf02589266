// SPDX-License-Identifier: Apache-2.0
// Times a store of pages from inside one process: adding, checking, and the waiting time of other
// clients while pages with many copies are replaced.
//
//   facsim_store_bench [PAGES [COPIES [ROUNDS]]]      20,000 pages, 10,000 copies, 5 rounds
//
// The pages consist of random words, so that each resembles only its copies. The times are those of
// locks, rows and segments; bench/whole/service.py uses real pages.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "facsim/files/temp_folder.h"
#include "facsim/seen.h"

namespace facsim {
namespace {

using Clock = std::chrono::steady_clock;

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::string words(std::mt19937_64& draw) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += "w" + std::to_string(draw() % 50'000) + ' ';
  return text;
}

std::vector<Page> other_pages(std::mt19937_64& draw, const std::string& name, std::size_t count) {
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) {
    pages.push_back({.id = name + std::to_string(i), .bytes = words(draw)});
  }
  return pages;
}

void add_all(SeenStore& store, const std::vector<Page>& pages) {
  constexpr std::size_t kAtOnce = 500;
  for (std::size_t at = 0; at < pages.size(); at += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, pages.size() - at);
    (void)store.check_and_add(std::span(pages).subspan(at, count));
  }
}

void check_all(const SeenStore& store, const std::vector<Page>& pages) {
  constexpr std::size_t kAtOnce = 500;
  for (std::size_t at = 0; at < pages.size(); at += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, pages.size() - at);
    (void)store.check(std::span(pages).subspan(at, count));
  }
}

void print_rate(const char* what, std::size_t pages, double ms) {
  std::printf("%-44s %10.0f pages/s\n", what, static_cast<double>(pages) / ms * 1000);
}

// A client that checks one page after the other, and its longest wait.
class Client {
 public:
  Client(const SeenStore& store, const std::vector<Page>& pages)
      : thread_([this, &store, &pages] {
          for (std::size_t at = 0; !is_over_; at = (at + 1) % pages.size()) {
            const Clock::time_point begin = Clock::now();
            (void)store.check(pages[at]);
            const double ms = ms_since(begin);
            double longest = longest_ms_;
            while (ms > longest && !longest_ms_.compare_exchange_weak(longest, ms)) {
            }
            ++answers_;
          }
        }) {}
  ~Client() { end(); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  void end() {
    is_over_ = true;
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] double take_longest_ms() { return longest_ms_.exchange(0); }
  [[nodiscard]] std::uint64_t answers() const { return answers_; }

 private:
  std::atomic<bool> is_over_ = false;
  std::atomic<double> longest_ms_ = 0;
  std::atomic<std::uint64_t> answers_ = 0;
  std::thread thread_;
};

void time_pages(std::size_t count) {
  const TempFolder temp("/tmp");
  SeenStore store = SeenStore::open(temp.path() + "/s", {});
  std::mt19937_64 draw(1);
  const std::vector<Page> pages = other_pages(draw, "p", count);
  Clock::time_point begin = Clock::now();
  add_all(store, pages);
  print_rate("add, 500 at once", count, ms_since(begin));
  begin = Clock::now();
  check_all(store, pages);
  print_rate("check, 500 at once, the newest in memory", count, ms_since(begin));
  store.seal();
  begin = Clock::now();
  check_all(store, pages);
  print_rate("check, 500 at once, all in segments", count, ms_since(begin));
  begin = Clock::now();
  for (std::size_t i = 0; i < count / 10; ++i) (void)store.check(pages[i]);
  print_rate("check, one at a time", count / 10, ms_since(begin));
  std::vector<Page> again = other_pages(draw, "p", count / 2);
  begin = Clock::now();
  add_all(store, again);
  print_rate("replace pages without copies, 500 at once", again.size(), ms_since(begin));
}

void time_pauses(std::size_t copies, int rounds) {
  const TempFolder temp("/tmp");
  SeenStore store = SeenStore::open(temp.path() + "/s", {});
  std::mt19937_64 draw(2);
  const std::string copied = words(draw);
  std::vector<Page> pages;
  for (std::size_t i = 0; i < copies; ++i) {
    pages.push_back({.id = "copy" + std::to_string(i), .bytes = copied});
  }
  add_all(store, pages);
  store.seal();
  const std::vector<Page> others = other_pages(draw, "other", 100);
  Client client(store, others);
  std::atomic<bool> is_over = false;
  // Another client adds pages all the time, like a crawler.
  std::thread adder([&] {
    for (int i = 0; !is_over; ++i) {
      (void)store.check_and_add({.id = "new" + std::to_string(i), .bytes = words(draw)});
    }
  });
  std::mt19937_64 own_draw(3);
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::printf("%-44s %10.1f ms\n", "longest check while nothing is replaced",
              client.take_longest_ms());
  for (int round = 0; round < rounds; ++round) {
    const Page other{.id = "copy" + std::to_string(round), .bytes = words(own_draw)};
    (void)client.take_longest_ms();
    const Clock::time_point begin = Clock::now();
    (void)store.check_and_add(other);
    const double ms = ms_since(begin);
    std::printf("replaced a page with %zu copies in %7.1f ms, longest check meanwhile %8.1f ms\n",
                copies - static_cast<std::size_t>(round), ms, client.take_longest_ms());
  }
  is_over = true;
  adder.join();
  client.end();
}

std::size_t number(char** words, int count, int place, std::size_t usual) {
  return count > place ? static_cast<std::size_t>(std::strtoull(words[place], nullptr, 10)) : usual;
}

}  // namespace
}  // namespace facsim

int main(int count, char** words) {
  std::printf("made pages of 200 words\n");
  facsim::time_pages(facsim::number(words, count, 1, 20'000));
  facsim::time_pauses(facsim::number(words, count, 2, 10'000),
                      static_cast<int>(facsim::number(words, count, 3, 5)));
  return 0;
}
