// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/server.h"

#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <optional>
#include <random>
#include <thread>
#include <tuple>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/run/unix_time.h"
#include "facsim/serve/connection_internal.h"
#include "facsim/serve/problem.h"
#include "facsim/serve/response_text.h"

namespace facsim {
namespace {

constexpr std::chrono::milliseconds kAcceptAgain{50};
// Files that are not connections: the program's own, and those of a collection (256 for its rows,
// and its segments).
constexpr rlim_t kOwnFiles = 64;
constexpr rlim_t kCollectionFiles = 320;

// Returns as many as the files of the stores allow, but at least half of all files.
std::size_t connections_within_files(std::size_t wished, std::size_t collections) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return wished;
  const rlim_t others = kOwnFiles + collections * kCollectionFiles;
  const rlim_t left = files.rlim_cur > 2 * others ? files.rlim_cur - others : files.rlim_cur / 2;
  return std::min<std::size_t>(wished, left);
}

std::string new_id_prefix() {
  std::random_device draw;
  std::array<char, 9> digits{};
  (void)std::snprintf(digits.data(), digits.size(), "%08x", draw());
  return std::string(digits.data()) + "-";
}

// Counts a connection from its acceptance, so that those on the way to their thread are included.
class Counted {
 public:
  explicit Counted(Metrics& metrics) : metrics_(&metrics) { metrics_->connection_opened(); }
  ~Counted() {
    if (metrics_ != nullptr) metrics_->connection_closed();
  }
  Counted(Counted&& other) noexcept : metrics_(std::exchange(other.metrics_, nullptr)) {}
  Counted& operator=(Counted&& other) = delete;

 private:
  Metrics* metrics_;
};

Tcp::acceptor listen(asio::io_context& context, const Listening& at,
                     std::optional<std::size_t> waiting_max) {
  const Tcp::endpoint endpoint(asio::ip::make_address(at.address), at.port);
  try {
    Tcp::acceptor acceptor(context);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(Tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    if (waiting_max) acceptor.listen(static_cast<int>(*waiting_max));
    return acceptor;
  } catch (const boost::system::system_error& failure) {
    throw Error{ErrorCode::io, "cannot be listened to: " + failure.code().message(),
                at.address + ":" + std::to_string(at.port)};
  }
}

asio::awaitable<void> serve(Loop& loop, Tcp::socket socket, [[maybe_unused]] Counted counted) {
  if (loop.shared.is_draining) co_return;  // its deadline would not be checked
  Connection connection(loop, std::move(socket));
  co_await connection.run();
}

}  // namespace

Listening parse_listening(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::string address = text.substr(0, std::min(colon, text.size()));
  if (address.size() > 2 && address.front() == '[' && address.back() == ']') {
    address = address.substr(1, address.size() - 2);
  }
  boost::system::error_code failure;
  (void)asio::ip::make_address(address, failure);
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const bool has_port = colon != std::string::npos && colon + 1 < text.size();
  const auto parsed = std::from_chars(text.data() + (has_port ? colon + 1 : 0), end, port);
  if (failure || !has_port || parsed.ec != std::errc() || parsed.ptr != end) {
    throw Error{ErrorCode::invalid_argument,
                "'" + text + "' is no ADDRESS:PORT, as 127.0.0.1:7700 or [::1]:7700"};
  }
  return {address, port};
}

// Does not listen, because a client must not find the port open and then closed again.
void require_free(const Listening& listening) {
  asio::io_context context;
  (void)listen(context, listening, std::nullopt);
}

void raise_file_limit() noexcept {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  (void)::setrlimit(RLIMIT_NOFILE, &files);  // otherwise the current limit remains
}

bool is_loopback(const std::string& address) {
  boost::system::error_code failure;
  const auto parsed = asio::ip::make_address(address, failure);
  return !failure && parsed.is_loopback();
}

class Server::Impl {
 public:
  Impl(Service& service, Workers& workers, ServerOptions options, ServerHooks hooks)
      : shared_{service, workers, std::move(options), std::move(hooks)} {
    shared_.id_prefix = new_id_prefix();
    connections_max_ =
        connections_within_files(shared_.options.connections_max, service.collections());
    for (int i = 0; i < std::max(1, shared_.options.threads); ++i) {
      loops_.push_back(std::make_unique<Loop>(shared_));
    }
    listen();
  }

  void run() {
    signals_.emplace(loops_.front()->context, SIGTERM, SIGINT, SIGHUP);
    asio::co_spawn(loops_.front()->context, take_signals(), asio::detached);
    asio::co_spawn(loops_.front()->context, accept(), asio::detached);
    for (const auto& loop : loops_) {
      asio::co_spawn(loop->context, loop->watch(), asio::detached);
    }
    const Tcp::endpoint bound = acceptor_->local_endpoint();
    if (shared_.hooks.started) shared_.hooks.started(bound.address().to_string(), bound.port());
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < loops_.size(); ++i) {
      threads.emplace_back([loop = loops_[i].get()] { loop->context.run(); });
    }
    loops_.front()->context.run();
    for (std::thread& thread : threads) thread.join();
  }

  void stop() {
    asio::post(loops_.front()->context, [this] { begin_draining(); });
  }

 private:
  void listen() {
    acceptor_.emplace(facsim::listen(loops_.front()->context,
                                     {shared_.options.address, shared_.options.port},
                                     std::min<std::size_t>(connections_max_, 4096)));
  }

  asio::awaitable<void> accept() {
    asio::steady_timer again(loops_.front()->context);
    std::size_t next = 0;
    while (acceptor_->is_open()) {
      Loop& loop = *loops_[next++ % loops_.size()];
      Tcp::socket socket(loop.context);
      const auto [failure] = co_await acceptor_->async_accept(socket, kAwait);
      if (!acceptor_->is_open()) break;
      if (failure) {  // an error of one connection, or too many open files
        again.expires_after(kAcceptAgain);
        co_await again.async_wait(kAwait);
        continue;
      }
      if (shared_.service.metrics().connections() >= connections_max_) {
        turn_away(socket);
        continue;
      }
      asio::co_spawn(loop.context,
                     serve(loop, std::move(socket), Counted(shared_.service.metrics())),
                     asio::detached);
    }
  }

  void turn_away(Tcp::socket& socket) {
    shared_.service.metrics().count_refused_connection();
    const HttpResponse response = problem(503, "too many connections; try again");
    const std::string text = head_text(response, {}, false, unix_ms() / 1000) + response.body;
    boost::system::error_code ignored;
    std::ignore = socket.non_blocking(true, ignored);
    (void)socket.write_some(asio::buffer(text), ignored);
    std::ignore = socket.shutdown(Tcp::socket::shutdown_send, ignored);
  }

  asio::awaitable<void> take_signals() {
    while (!shared_.is_draining) {
      const auto [failure, number] = co_await signals_->async_wait(kAwait);
      if (failure) co_return;
      if (number == SIGHUP) {
        if (shared_.hooks.reload) shared_.hooks.reload();
      } else {
        begin_draining();
      }
    }
  }

  void begin_draining() {
    if (shared_.is_draining.exchange(true)) return;
    shared_.log("info", "stopping", "no new connections; requests that have come are answered");
    shared_.service.begin_draining();
    boost::system::error_code ignored;
    std::ignore = acceptor_->close(ignored);
    std::ignore = signals_->cancel(ignored);
    // A second signal ends the program at once.
    std::ignore = signals_->clear(ignored);
  }

  ServerShared shared_;
  std::size_t connections_max_ = 0;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::optional<Tcp::acceptor> acceptor_;
  std::optional<asio::signal_set> signals_;
};

Server::Server(Service& service, Workers& workers, ServerOptions options, ServerHooks hooks)
    : impl_(std::make_unique<Impl>(service, workers, std::move(options), std::move(hooks))) {}
Server::~Server() = default;
void Server::run() { impl_->run(); }
void Server::stop() { impl_->stop(); }

}  // namespace facsim
