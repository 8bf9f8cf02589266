// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sockets of the service: HTTP/1.1 with keep-alive and pipelining.
//
// Few threads hold many connections; none of them ever waits for the store, which workers ask. Who
// sends or reads too slowly loses the connection, and holds neither a thread nor much memory.
//
// run() ends after SIGTERM or SIGINT: requests that have come are answered, then connections close.
// SIGHUP calls hooks.reload.

#include <cstdint>
#include <memory>
#include <string>

#include "facsim/serve/server_options.h"
#include "facsim/serve/service.h"
#include "facsim/serve/workers.h"

namespace facsim {

// "127.0.0.1:7700", "[::1]:7700". Throws Error{invalid_argument}.
struct Listening {
  std::string address;
  std::uint16_t port = 0;
};
[[nodiscard]] Listening parse_listening(const std::string& text);
// Throws Error{io} where the address cannot be listened to, before anything else is made.
void require_free(const Listening& listening);
[[nodiscard]] bool is_loopback(const std::string& address);

// As many files as the system lets this process have. Call it before stores are opened.
void raise_file_limit() noexcept;

class Server {
 public:
  // Both must outlive this. Throws Error{io} where the address cannot be listened to.
  Server(Service& service, Workers& workers, ServerOptions options, ServerHooks hooks);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void run();
  // As SIGTERM does. From any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace facsim
