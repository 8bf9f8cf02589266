// SPDX-License-Identifier: Apache-2.0
#pragma once
// The counters of the service, in the text format of Prometheus (version 0.0.4). Counting takes
// some 20 ns and no lock. Callable from any thread.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/model/seen_answer.h"
#include "facsim/serve/check_history.h"

namespace facsim {

// Upper bounds of the buckets of a histogram of seconds.
inline constexpr std::array kSecondsBuckets = {0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                               0.01,   0.025,   0.05,   0.1,   0.25,   0.5,
                                               1.0,    2.5,     5.0,    10.0};

class Metrics {
 public:
  // Routes by their names; requests without a route are counted under "other".
  explicit Metrics(std::vector<std::string_view> routes);

  // `route`: its index in that list, or the size of the list. `took`: std::nullopt for a refused
  // request, which the histogram leaves out.
  void count_request(std::size_t route, int status,
                     std::optional<std::chrono::nanoseconds> took) noexcept;
  void count_answer(const SeenAnswer& answer) noexcept;
  void count_refused_connection() noexcept { ++refused_connections_; }
  void connection_opened() noexcept { ++connections_; }
  void connection_closed() noexcept { --connections_; }
  [[nodiscard]] std::uint64_t connections() const noexcept { return connections_; }

  [[nodiscard]] CheckCounts checks() const noexcept;
  [[nodiscard]] std::string text() const;

 private:
  static constexpr int kStatusMin = 100;
  static constexpr int kStatusCount = 500;
  struct PerRoute {
    std::array<std::atomic<std::uint64_t>, kStatusCount> by_status = {};
    std::array<std::atomic<std::uint64_t>, kSecondsBuckets.size() + 1> buckets = {};
    std::atomic<std::uint64_t> nanoseconds = 0;
  };
  static constexpr std::size_t kVerdicts = 3;
  static constexpr std::size_t kKinds = kKindCount + 1;  // the last: none

  void add_requests(std::string& out) const;
  void add_seconds(std::string& out) const;
  void add_answers(std::string& out) const;

  std::vector<std::string_view> routes_;
  std::vector<PerRoute> per_route_;
  std::array<std::array<std::atomic<std::uint64_t>, kKinds>, kVerdicts> answers_ = {};
  std::atomic<std::uint64_t> added_ = 0;
  std::atomic<std::uint64_t> refused_connections_ = 0;
  std::atomic<std::uint64_t> connections_ = 0;
};

// Adds the header of a metric, or one line of it, for figures that are not counted here.
void add_metric(std::string& out, std::string_view name, std::string_view type,
                std::string_view help);
// `labels`: `collection="default"`, or empty.
void add_sample(std::string& out, std::string_view name, std::string_view labels, double value);

}  // namespace facsim
