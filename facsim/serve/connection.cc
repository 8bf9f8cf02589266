// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <tuple>
#include <utility>

#include "facsim/run/unix_time.h"
#include "facsim/serve/connection_internal.h"
#include "facsim/serve/log_line.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/response_text.h"

namespace facsim {
namespace {

constexpr std::size_t kRequestIdMax = 64;
// A refused client may still be sending; if the connection closed at once, it would not see the
// reason.
constexpr std::chrono::milliseconds kLingerTime{2'000};
constexpr std::size_t kLingerBytesMax = std::size_t{1} << 20;
constexpr std::chrono::milliseconds kWatchEvery{100};
// A head of usual size is accepted even if the body budget is used up; a longer one counts against
// it.
constexpr std::size_t kUsualHeadBytes = std::size_t{4} << 10;

// A body that arrives more slowly than this, 128 KiB a second, is ended once others are refused for
// lack of the memory that it holds.
constexpr std::chrono::seconds kPaceTime{2};
constexpr std::size_t kPaceBytes = std::size_t{256} << 10;

// Frees the memory, which a string keeps if an empty one is assigned to it.
void free_request(HttpRequest& request) {
  HttpRequest none;
  std::swap(request, none);
}

bool is_good_id(std::string_view id) {
  return !id.empty() && id.size() <= kRequestIdMax && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

bool is_head(const HttpRequest& request) { return request.method == "HEAD"; }

}  // namespace

void ServerShared::log(std::string_view level, std::string_view event,
                       std::string_view detail) const {
  if (!hooks.log) return;
  hooks.log(log_line(level, event, detail));
}

asio::awaitable<void> Loop::watch() {
  asio::steady_timer timer(context);
  SteadyTime drained_by = SteadyTime::max();
  while (!shared.is_draining || !connections.empty()) {
    timer.expires_after(kWatchEvery);
    co_await timer.async_wait(kAwait);
    shared.service.look_at_clock();
    SteadyTime now = std::chrono::steady_clock::now();
    if (shared.is_draining && drained_by == SteadyTime::max()) {
      drained_by = now + shared.options.drain_time;
    }
    // The deadline applies to all connections.
    if (now > drained_by) now = SteadyTime::max();
    for (Connection* const connection : connections) connection->look_at_clock(now);
  }
}

Connection::Connection(Loop& loop, Tcp::socket socket)
    : loop_(loop),
      shared_(loop.shared),
      socket_(std::move(socket)),
      reader_(shared_.options.limits),
      share_(shared_.service.bodies()),
      place_(loop.connections.insert(loop.connections.end(), this)) {}

Connection::~Connection() { loop_.connections.erase(place_); }

void Connection::set_deadline(std::chrono::milliseconds after) {
  deadline_ = std::chrono::steady_clock::now() + after;
}

void Connection::look_at_clock(SteadyTime now) {
  if (is_late_) return;
  const bool is_leaving = shared_.is_draining && is_waiting_idle_;
  if (!is_leaving && now <= deadline_ && now != SteadyTime::max()) {
    if (!holds_up_others(now)) return;
    holds_up_others_ = true;
  }
  is_late_ = true;
  boost::system::error_code ignored;
  std::ignore = socket_.cancel(ignored);
}

void Connection::begin_pace(SteadyTime now) {
  pace_ = {.until = now + kPaceTime,
           .bytes_before = reader_.bytes(),
           .refusals_before = shared_.service.bodies().refusals()};
}

bool Connection::holds_up_others(SteadyTime now) {
  if (!pace_ || now < pace_->until) return false;
  const bool is_slow = reader_.bytes() < pace_->bytes_before + kPaceBytes;
  const bool keeps_others_out = share_.keeps_others_out(pace_->refusals_before);
  begin_pace(now);
  return is_slow && keeps_others_out;
}

asio::awaitable<Connection::Came> Connection::read_some() {
  while (!is_late_) {
    boost::system::error_code failure;
    const std::size_t count = socket_.read_some(asio::buffer(loop_.buffer), failure);
    if (!failure) {
      reader_.feed({loop_.buffer.data(), count});
      // A fast client must not starve the others on this thread.
      if (count == loop_.buffer.size()) co_await asio::post(loop_.context, kAwait);
      co_return Came::bytes;
    }
    if (failure != asio::error::would_block && failure != asio::error::try_again) {
      co_return Came::end;
    }
    const auto [waited] = co_await socket_.async_wait(Tcp::socket::wait_read, kAwait);
    if (waited && !is_late_) co_return Came::end;
  }
  co_return Came::late;
}

// Returns false if the connection is over.
asio::awaitable<bool> Connection::read_head() {
  is_waiting_idle_ = reader_.is_idle();
  set_deadline(is_waiting_idle_ ? shared_.options.idle_time : shared_.options.head_time);
  while (!reader_.has_head() && !reader_.refusal()) {
    const Came came = co_await read_some();
    if (came != Came::bytes) {
      if (came == Came::late && !is_waiting_idle_) {
        co_await refuse(problem(408, "the head of the request came too slowly"));
      }
      co_return false;
    }
    if (is_waiting_idle_) set_deadline(shared_.options.head_time);
    is_waiting_idle_ = false;
    if (reader_.bytes() > kUsualHeadBytes && !share_.resize(reader_.bytes())) {
      share_.give_up(reader_.bytes());
      const bool is_body = reader_.has_head();  // some of it arrived with the head
      co_await refuse(problem(429, is_body ? "no room for this body; try again"
                                           : "no room for so long a head; try again"));
      co_return false;
    }
  }
  is_waiting_idle_ = false;
  if (const auto& refusal = reader_.refusal()) {
    request_id_ = next_request_id();
    co_await refuse(problem(refusal->status, refusal->detail.in(shared_.service.words())));
    co_return false;
  }
  co_return true;
}

// Refuses a body that can never fit: a retry would not help.
std::optional<HttpResponse> Connection::refusal_of_size() const {
  const std::size_t all = shared_.service.bodies().body_bytes_max();
  const std::size_t room = all - std::min(all, reader_.head_bytes());
  const std::string_view stated = reader_.request().field("content-length");
  std::uint64_t length = 0;
  (void)std::from_chars(stated.data(), stated.data() + stated.size(), length);
  if (length <= room && reader_.bytes() <= all) return std::nullopt;
  const Sentence detail = "the body has more than " + std::to_string(room) +
                          " bytes, which is all that " + Named::memory +
                          " has for it; send fewer lines, or raise " + Named::memory;
  return problem(413, detail.in(shared_.service.words()));
}

asio::awaitable<bool> Connection::read_body() {
  set_deadline(shared_.options.body_time);
  begin_pace(std::chrono::steady_clock::now());
  if (!reader_.is_done()) {
    if (std::optional<HttpResponse> refused = refusal_of_size()) {
      co_await refuse(*std::move(refused));
      co_return false;
    }
  }
  if (!reader_.is_done() && reader_.expects_continue()) {
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    const auto [failure, count] =
        co_await asio::async_write(socket_, asio::buffer(kContinue), kAwait);
    if (failure) co_return false;
  }
  while (!reader_.is_done() && !reader_.refusal()) {
    if (std::optional<HttpResponse> refused = refusal_of_size()) {
      co_await refuse(*std::move(refused));
      co_return false;
    }
    if (!share_.resize(reader_.bytes())) {
      share_.give_up(reader_.bytes());
      co_await refuse(problem(429, "no room for this body; try again"));
      co_return false;
    }
    const Came came = co_await read_some();
    if (came == Came::late && holds_up_others_) {
      co_await refuse(problem(429,
                              "the body comes slowly, and others need the room it holds; try "
                              "again, or send fewer lines"));
    } else if (came == Came::late) {
      co_await refuse(problem(408, "the body came too slowly"));
    }
    if (came != Came::bytes) co_return false;
  }
  if (const auto& refusal = reader_.refusal()) {
    co_await refuse(problem(refusal->status, refusal->detail.in(shared_.service.words())));
    co_return false;
  }
  co_return true;
}

// Answers in a worker, while this thread serves others, unless answering is faster than handing
// over.
asio::awaitable<HttpResponse> Connection::answer() {
  const Effort effort = shared_.service.effort_of(request_, routed_);
  if (effort == Effort::light) co_return shared_.service.answer(request_, routed_);
  // While a worker is busy, it may hold a lock of the store for long.
  if (effort == Effort::brief && shared_.workers.are_idle() && loop_.brief.may_answer()) {
    co_return loop_.brief.answer([this] { return shared_.service.answer(request_, routed_); });
  }
  HttpResponse response;
  asio::steady_timer done(loop_.context, SteadyTime::max());
  const bool is_taken = shared_.workers.submit([&] {
    response = shared_.service.answer(request_, routed_);
    asio::post(loop_.context, [&done] { done.cancel(); });
  });
  if (!is_taken) co_return problem(429, "too many requests wait; try again");
  co_await done.async_wait(kAwait);
  co_return response;
}

std::string Connection::next_request_id() {
  return shared_.id_prefix + std::to_string(++shared_.requests);
}

void Connection::count_and_log(const HttpRequest& request, const HttpResponse& response,
                               std::optional<std::chrono::nanoseconds> took) const {
  shared_.service.count(routed_, response.status, took);
  // 505 is the client's fault.
  const bool is_failure = response.status >= 500 && response.status != 505;
  if (!shared_.hooks.log || (!shared_.options.log_requests && !is_failure)) return;
  JsonLine line = begin_log_line(is_failure ? "error" : "info", "request");
  line.text("id", request_id_);
  line.text("method", request.method);
  line.text("target", request.target);
  line.number("status", static_cast<std::uint64_t>(response.status));
  line.number("request_bytes", request.body.size());
  line.number("response_bytes", response.body.size());
  if (took) line.number("microseconds", static_cast<std::uint64_t>(took->count() / 1000));
  if (is_failure) line.text("detail", response.body);
  shared_.hooks.log(std::move(line).take());
}

asio::awaitable<bool> Connection::write(HttpResponse response, bool keeps_alive, bool is_to_head) {
  set_deadline(shared_.options.write_time);
  is_late_ = false;
  response.fields.push_back(
      {"Facsim-Durability", std::string(name_of(shared_.service.durability()))});
  const std::string head = head_text(response, request_id_, keeps_alive, unix_ms() / 1000);
  // The answer to HEAD states the length of a body that is not sent.
  const std::array<asio::const_buffer, 2> buffers = {
      asio::buffer(head), is_to_head ? asio::const_buffer() : asio::buffer(response.body)};
  const auto [failure, count] = co_await asio::async_write(socket_, buffers, kAwait);
  co_return !failure;
}

// Refuses the request and closes the connection: anything else from the client is not read as a
// request.
asio::awaitable<void> Connection::refuse(HttpResponse response) {
  const HttpRequest& head = reader_.has_head() ? reader_.request() : request_;
  if (request_id_.empty()) request_id_ = next_request_id();
  count_and_log(head, response, std::nullopt);
  const bool is_to_head = is_head(head);
  pace_.reset();
  // Other requests need the memory now, not when this client has read its answer.
  reader_.drop_body();
  share_.give_back();
  if (co_await write(std::move(response), false, is_to_head)) co_await linger();
}

asio::awaitable<void> Connection::linger() {
  boost::system::error_code ignored;
  std::ignore = socket_.shutdown(Tcp::socket::shutdown_send, ignored);
  set_deadline(kLingerTime);
  std::size_t bytes = 0;
  while (!is_late_ && bytes < kLingerBytesMax) {
    boost::system::error_code failure;
    const std::size_t count = socket_.read_some(asio::buffer(loop_.buffer), failure);
    bytes += count;
    if (!failure) continue;
    if (failure != asio::error::would_block && failure != asio::error::try_again) co_return;
    const auto [waited] = co_await socket_.async_wait(Tcp::socket::wait_read, kAwait);
    if (waited) co_return;
  }
}

asio::awaitable<void> Connection::run() {
  boost::system::error_code ignored;
  std::ignore = socket_.non_blocking(true, ignored);
  std::ignore = socket_.set_option(Tcp::no_delay(true), ignored);
  while (true) {
    request_id_.clear();
    routed_ = {};
    if (!co_await read_head()) co_return;
    const std::string_view wished = reader_.request().field("x-request-id");
    request_id_ = is_good_id(wished) ? std::string(wished) : next_request_id();
    routed_ = shared_.service.route(reader_.request());
    if (std::optional<HttpResponse> refused = std::move(routed_.refusal)) {
      if (!reader_.is_done()) {
        co_await refuse(*std::move(refused));
        co_return;
      }
      const bool keeps_alive = reader_.keeps_alive() && !shared_.is_draining;
      const bool is_to_head = is_head(reader_.request());
      count_and_log(reader_.request(), *refused, std::nullopt);
      (void)reader_.take();
      (void)share_.resize(reader_.bytes());
      share_.settle();
      if (!co_await write(*std::move(refused), keeps_alive, is_to_head) || !keeps_alive) co_return;
      continue;
    }
    if (!co_await read_body()) co_return;
    pace_.reset();
    const bool is_kept = reader_.keeps_alive();
    const bool is_to_head = is_head(reader_.request());
    // The memory is held until the request is answered.
    (void)share_.resize(reader_.bytes());
    share_.settle();
    request_ = reader_.take();
    request_.held_bytes = share_.bytes();
    deadline_ = SteadyTime::max();
    const SteadyTime began = std::chrono::steady_clock::now();
    HttpResponse response = co_await answer();
    const auto took = std::chrono::steady_clock::now() - began;
    count_and_log(request_, response, took);
    free_request(request_);
    (void)share_.resize(reader_.bytes());
    const bool keeps_alive = is_kept && !shared_.is_draining;
    if (!co_await write(std::move(response), keeps_alive, is_to_head) || !keeps_alive) co_return;
  }
}

}  // namespace facsim
