// SPDX-License-Identifier: Apache-2.0
#pragma once
// One connection, and what all connections of a server share. A connection belongs to the single
// thread that runs its io_context, so it needs no lock.

#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string>

#include "facsim/serve/body_budget.h"
#include "facsim/serve/brief_answers.h"
#include "facsim/serve/request_reader.h"
#include "facsim/serve/server_options.h"
#include "facsim/serve/service.h"
#include "facsim/serve/workers.h"

namespace facsim {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
// Awaiting gives a tuple that begins with the error; nothing is thrown.
inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
using SteadyTime = std::chrono::steady_clock::time_point;

struct ServerShared {
  Service& service;
  Workers& workers;
  const ServerOptions options;
  const ServerHooks hooks;
  std::atomic<bool> is_draining = false;
  std::atomic<std::uint64_t> requests = 0;
  std::string id_prefix = {};  // of request ids, different in each process

  void log(std::string_view level, std::string_view event, std::string_view detail) const;
};

class Connection;

// One thread's io_context and its connections. Checks their deadlines several times a second: a
// timer for each connection would cost more than everything else in a request.
class Loop {
 public:
  explicit Loop(ServerShared& server) : shared(server) {}

  ServerShared& shared;
  asio::io_context context{1};
  std::list<Connection*> connections;
  std::array<char, 65'536> buffer{};  // what is read goes at once into the connection's reader
  BriefAnswers brief;

  asio::awaitable<void> watch();  // until a draining server has no connections left
};

class Connection {
 public:
  Connection(Loop& loop, Tcp::socket socket);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // Serves requests until one side ends. The coroutine keeps the connection alive.
  asio::awaitable<void> run();
  void look_at_clock(SteadyTime now);

 private:
  enum class Came { bytes, end, late };
  // The bytes of a body that arrive within a period, and the refusals of others in that period.
  struct Pace {
    SteadyTime until;
    std::size_t bytes_before = 0;
    BodyBudget::Refusals refusals_before = {};
  };

  asio::awaitable<Came> read_some();
  asio::awaitable<bool> read_head();
  asio::awaitable<bool> read_body();
  [[nodiscard]] std::optional<HttpResponse> refusal_of_size() const;
  asio::awaitable<HttpResponse> answer();
  asio::awaitable<bool> write(HttpResponse response, bool keeps_alive, bool is_to_head);
  asio::awaitable<void> refuse(HttpResponse response);
  asio::awaitable<void> linger();
  [[nodiscard]] std::string next_request_id();
  // `took`: std::nullopt for a request that was refused before it was processed.
  void count_and_log(const HttpRequest& request, const HttpResponse& response,
                     std::optional<std::chrono::nanoseconds> took) const;
  void set_deadline(std::chrono::milliseconds after);
  void begin_pace(SteadyTime now);
  // Call at the end of each period; begins the next one. True if the body arrived too slowly while
  // others were refused memory of the kind that this one holds.
  [[nodiscard]] bool holds_up_others(SteadyTime now);

  Loop& loop_;
  ServerShared& shared_;
  Tcp::socket socket_;
  RequestReader reader_;
  BodyBudget::Share share_;
  std::list<Connection*>::iterator place_;
  SteadyTime deadline_ = SteadyTime::max();
  bool is_waiting_idle_ = false;  // for the next request
  bool is_late_ = false;
  std::optional<Pace> pace_;  // while a body arrives
  bool holds_up_others_ = false;
  RoutedHead routed_;    // of the request that is being read or answered
  HttpRequest request_;  // while it is being answered
  std::string request_id_;
};

}  // namespace facsim
