// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/metrics.h"

#include <algorithm>
#include <charconv>

namespace facsim {
namespace {

std::string number_text(double value) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  return {digits.data(), end.ptr};
}

constexpr std::array kAllVerdicts = {SeenVerdict::no, SeenVerdict::yes, SeenVerdict::too_short};
constexpr std::array kCountedKinds = {Kind::exact, Kind::content, Kind::layout, Kind::partial};

}  // namespace

void add_metric(std::string& out, std::string_view name, std::string_view type,
                std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
  out.append(name).append(" ").append(type).append("\n");
}

void add_sample(std::string& out, std::string_view name, std::string_view labels, double value) {
  out.append(name);
  if (!labels.empty()) out.append("{").append(labels).append("}");
  out.append(" ").append(number_text(value)).append("\n");
}

Metrics::Metrics(std::vector<std::string_view> routes)
    : routes_(std::move(routes)), per_route_(routes_.size() + 1) {
  routes_.push_back("other");
}

void Metrics::count_request(std::size_t route, int status,
                            std::optional<std::chrono::nanoseconds> took) noexcept {
  PerRoute& counts = per_route_[std::min(route, per_route_.size() - 1)];
  const int slot = std::clamp(status - kStatusMin, 0, kStatusCount - 1);
  counts.by_status[static_cast<std::size_t>(slot)].fetch_add(1, std::memory_order_relaxed);
  if (!took) return;
  const double seconds = std::chrono::duration<double>(*took).count();
  const auto bucket = std::ranges::lower_bound(kSecondsBuckets, seconds) - kSecondsBuckets.begin();
  counts.buckets[static_cast<std::size_t>(bucket)].fetch_add(1, std::memory_order_relaxed);
  counts.nanoseconds.fetch_add(static_cast<std::uint64_t>(std::max<std::int64_t>(0, took->count())),
                               std::memory_order_relaxed);
}

void Metrics::count_answer(const SeenAnswer& answer) noexcept {
  const std::size_t kind = answer.match ? static_cast<std::size_t>(answer.match->kind) : kKindCount;
  answers_[static_cast<std::size_t>(answer.seen)][kind].fetch_add(1, std::memory_order_relaxed);
  if (answer.added) added_.fetch_add(1, std::memory_order_relaxed);
}

void Metrics::add_requests(std::string& out) const {
  add_metric(out, "facsim_requests_total", "counter", "Requests by route and status.");
  for (std::size_t route = 0; route < routes_.size(); ++route) {
    for (int slot = 0; slot < kStatusCount; ++slot) {
      const std::uint64_t count = per_route_[route].by_status[static_cast<std::size_t>(slot)];
      if (count == 0) continue;
      add_sample(out, "facsim_requests_total",
                 "route=\"" + std::string(routes_[route]) + "\",status=\"" +
                     std::to_string(slot + kStatusMin) + "\"",
                 static_cast<double>(count));
    }
  }
}

void Metrics::add_seconds(std::string& out) const {
  constexpr std::string_view kName = "facsim_request_seconds";
  add_metric(out, kName, "histogram", "Time from the whole request to its answer.");
  for (std::size_t route = 0; route < routes_.size(); ++route) {
    const PerRoute& counts = per_route_[route];
    std::array<std::uint64_t, kSecondsBuckets.size() + 1> buckets{};
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) total += buckets[i] = counts.buckets[i];
    if (total == 0) continue;
    const std::string label = "route=\"" + std::string(routes_[route]) + "\"";
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      so_far += buckets[i];
      const bool is_last = i == kSecondsBuckets.size();
      add_sample(out, std::string(kName) + "_bucket",
                 label + ",le=\"" + (is_last ? "+Inf" : number_text(kSecondsBuckets[i])) + "\"",
                 static_cast<double>(so_far));
    }
    add_sample(out, std::string(kName) + "_sum", label,
               static_cast<double>(counts.nanoseconds.load()) / 1e9);
    add_sample(out, std::string(kName) + "_count", label, static_cast<double>(total));
  }
}

void Metrics::add_answers(std::string& out) const {
  add_metric(out, "facsim_checks_total", "counter", "Pages answered, by verdict and kind.");
  for (const SeenVerdict verdict : kAllVerdicts) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const std::string_view word =
          kind < kCountedKinds.size() ? name_of(kCountedKinds[kind]) : "none";
      add_sample(
          out, "facsim_checks_total",
          "seen=\"" + std::string(name_of(verdict)) + "\",kind=\"" + std::string(word) + "\"",
          static_cast<double>(answers_[static_cast<std::size_t>(verdict)][kind]));
    }
  }
  add_metric(out, "facsim_pages_added_total", "counter", "Pages that were added.");
  add_sample(out, "facsim_pages_added_total", "", static_cast<double>(added_));
}

CheckCounts Metrics::checks() const noexcept {
  // In the order of kCheckNames: the kinds, none, too short, added.
  CheckCounts counts{};
  constexpr std::size_t kNone = kKindCount;
  constexpr auto kTooShort = static_cast<std::size_t>(SeenVerdict::too_short);
  for (std::size_t verdict = 0; verdict < kVerdicts; ++verdict) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const bool is_too_short = kind == kNone && verdict == kTooShort;
      counts.at(is_too_short ? kNone + 1 : kind) += answers_.at(verdict).at(kind);
    }
  }
  counts.back() = added_;
  return counts;
}

std::string Metrics::text() const {
  std::string out;
  add_requests(out);
  add_seconds(out);
  add_answers(out);
  add_metric(out, "facsim_connections", "gauge", "Connections that are open.");
  add_sample(out, "facsim_connections", "", static_cast<double>(connections_));
  add_metric(out, "facsim_connections_refused_total", "counter",
             "Connections closed at once because too many were open.");
  add_sample(out, "facsim_connections_refused_total", "",
             static_cast<double>(refused_connections_));
  return out;
}

}  // namespace facsim
