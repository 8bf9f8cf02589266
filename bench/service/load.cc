// SPDX-License-Identifier: Apache-2.0
#include "bench/service/load.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "bench/service/made_pages.h"
#include "bench/service/socket.h"
#include "facsim/base/error.h"

namespace facsim::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kComeAgain{20};
constexpr std::string_view kCollection = "/v1/collections/default/";

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::uint64_t count_of(std::string_view text, std::string_view word) {
  std::uint64_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + word.size())) {
    ++count;
  }
  return count;
}

// Pieces [0, pieces) of work, handed out one by one until the time is up.
class Pieces {
 public:
  Pieces(std::uint64_t pieces, double seconds_max) : pieces_(pieces), seconds_max_(seconds_max) {}

  [[nodiscard]] std::optional<std::uint64_t> next() {
    if (is_stopped_ || since(begin_) > seconds_max_) return std::nullopt;
    const std::uint64_t piece = next_++;
    return piece < pieces_ ? std::optional(piece) : std::nullopt;
  }
  // Call this when any connection received an answer.
  void note_answer() {
    const double now = since(begin_);
    const std::lock_guard lock(mutex_);
    silence_ = std::max(silence_, now - last_);
    last_ = now;
  }
  void stop() { is_stopped_ = true; }
  [[nodiscard]] double seconds() const { return since(begin_); }
  [[nodiscard]] double longest_silence() const { return silence_; }

 private:
  const std::uint64_t pieces_;
  const double seconds_max_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<bool> is_stopped_ = false;
  std::mutex mutex_;
  double last_ = 0;
  double silence_ = 0;
};

void add(Told& sum, Told& part) {
  sum.pages += part.pages;
  sum.requests += part.requests;
  sum.bytes += part.bytes;
  sum.seen += part.seen;
  sum.added += part.added;
  sum.too_short += part.too_short;
  sum.copies += part.copies;
  sum.refused += part.refused;
  sum.latencies.insert(sum.latencies.end(), part.latencies.begin(), part.latencies.end());
}

// One thread for each connection; `serve` processes a piece over it.
using Serve = std::function<void(LoopbackSocket&, std::uint64_t piece, Told& told)>;

Told drive(const Wishes& wishes, std::uint64_t pieces, const Serve& serve) {
  Told told;
  std::mutex mutex;
  std::exception_ptr failure;
  const double server_before = cpu_seconds_of(wishes.pid);
  const double own_before = own_cpu_seconds();
  Pieces work(pieces, wishes.seconds_max);
  const auto run = [&] {
    Told part;
    std::exception_ptr failed;
    try {
      LoopbackSocket socket(wishes.port);
      while (const auto piece = work.next()) {
        serve(socket, *piece, part);
        work.note_answer();
      }
    } catch (...) {
      failed = std::current_exception();
      work.stop();
    }
    const std::lock_guard lock(mutex);
    if (failed) failure = failed;
    add(told, part);
  };
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < wishes.connections; ++i) threads.emplace_back(run);
  for (std::thread& thread : threads) thread.join();
  told.seconds = work.seconds();
  told.server_cpu_seconds = cpu_seconds_of(wishes.pid) - server_before;
  told.client_cpu_seconds = own_cpu_seconds() - own_before;
  told.longest_silence = work.longest_silence();
  if (failure) std::rethrow_exception(failure);
  return told;
}

void ask(LoopbackSocket& socket, std::string_view request, Told& told) {
  const Clock::time_point begin = Clock::now();
  HttpAnswer answer = exchange_http(socket, request);
  while (answer.status == 429 && since(begin) < kWaitSeconds) {
    ++told.refused;
    std::this_thread::sleep_for(kComeAgain);
    answer = exchange_http(socket, request);
  }
  told.latencies.push_back(since(begin));
  if (answer.status != 200) {
    throw Error{ErrorCode::io, "status " + std::to_string(answer.status) + ": " + answer.body};
  }
  ++told.requests;
  told.seen += count_of(answer.body, "\"seen\":\"yes\"");
  told.added += count_of(answer.body, "\"added\":true");
  told.too_short += count_of(answer.body, "\"seen\":\"too_short\"");
}

std::uint64_t copies_in(std::uint64_t from, std::uint64_t count) {
  std::uint64_t copies = 0;
  for (std::uint64_t i = from; i < from + count; ++i) copies += MadePages::is_copy(i) ? 1 : 0;
  return copies;
}

struct Range {
  std::uint64_t from = 0;
  std::uint64_t count = 0;
};
Range range_of(const Wishes& wishes, std::uint64_t piece) {
  const std::uint64_t from = piece * wishes.batch;
  return {wishes.from + from, std::min(wishes.batch, wishes.count - from)};
}

MadePages pages_for(const Wishes& wishes) {
  return made_pages(read_bodies(wishes.templates), wishes.folder + "/templates.store");
}

std::uint64_t batches_of(const Wishes& wishes) {
  return (wishes.count + wishes.batch - 1) / wishes.batch;
}

Told load_facts(const Wishes& wishes) {
  const MadePages pages = pages_for(wishes);
  const std::string target = std::string(kCollection) + "fingerprints:check" +
                             (wishes.mode == Mode::add ? "?add=true" : "");
  return drive(wishes, batches_of(wishes),
               [&](LoopbackSocket& socket, std::uint64_t piece, Told& told) {
                 const auto [from, count] = range_of(wishes, piece);
                 const std::string body = pages.lines(from, count);
                 ask(socket, post_text(target, "application/x-ndjson", body), told);
                 told.pages += count;
                 told.bytes += body.size();
                 told.copies += copies_in(from, count);
               });
}

Told load_bodies(const Wishes& wishes) {
  const std::vector<std::string> bodies = read_bodies(wishes.bodies);
  std::vector<std::string> requests;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string url = "https%3A%2F%2Fwww.example.org%2Fpage-" + std::to_string(i);
    const std::string target = std::string(kCollection) + "check" +
                               (wishes.type == "application/json" ? "" : "?url=" + url);
    requests.push_back(post_text(target, wishes.type, bodies[i]));
  }
  return drive(wishes, wishes.count, [&](LoopbackSocket& socket, std::uint64_t piece, Told& told) {
    const auto number = static_cast<std::size_t>(piece % requests.size());
    ask(socket, requests[number], told);
    ++told.pages;
    told.bytes += bodies[number].size();
  });
}

}  // namespace

Told load_service(const Wishes& wishes) {
  if (wishes.mode == Mode::live) {
    const std::string request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return drive(wishes, wishes.count, [&](LoopbackSocket& socket, std::uint64_t, Told& told) {
      ask(socket, request, told);
      ++told.pages;
    });
  }
  return wishes.mode == Mode::bodies ? load_bodies(wishes) : load_facts(wishes);
}

Told load_redis(const Wishes& wishes) {
  const MadePages pages = pages_for(wishes);
  return drive(wishes, batches_of(wishes),
               [&](LoopbackSocket& socket, std::uint64_t piece, Told& told) {
                 const auto [from, count] = range_of(wishes, piece);
                 std::string commands;
                 for (std::uint64_t i = 0; i < count; ++i) {
                   const Hash128 digest = pages.page(from + i).facts.digest;
                   std::string key(reinterpret_cast<const char*>(&digest.low), 8);
                   key.append(reinterpret_cast<const char*>(&digest.high), 8);
                   commands += set_text(key);
                 }
                 const Clock::time_point begin = Clock::now();
                 const std::uint64_t added = exchange_sets(socket, commands, count);
                 told.latencies.push_back(since(begin));
                 ++told.requests;
                 told.pages += count;
                 told.bytes += commands.size();
                 told.added += added;
                 told.seen += count - added;
                 told.copies += copies_in(from, count);
               });
}

}  // namespace facsim::bench
