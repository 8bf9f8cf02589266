// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sockets of the service: HTTP/1.1 with keep-alive and pipelining.
//
// A few threads serve many connections; none of them ever waits for the store, which workers query.
// A client that sends or reads too slowly loses its connection, and occupies neither a thread nor
// much memory.
//
// run() ends after SIGTERM or SIGINT: requests that have arrived are answered, then connections
// close. SIGHUP calls hooks.reload.

#include <cstdint>
#include <memory>
#include <string>

#include "facsim/serve/server_options.h"
#include "facsim/serve/service.h"
#include "facsim/serve/workers.h"

namespace facsim {

// The address to listen on: "127.0.0.1:7700", "[::1]:7700". parse_listening() throws
// Error{invalid_argument}.
struct Listening {
  std::string address;
  std::uint16_t port = 0;
};
[[nodiscard]] Listening parse_listening(const std::string& text);
// Throws Error{io} if the address is not available, before anything else is created.
void require_free(const Listening& listening);
[[nodiscard]] bool is_loopback(const std::string& address);

// Raises the limit of open files to the system's maximum. Call it before stores are opened.
void raise_file_limit() noexcept;

class Server {
 public:
  // Both must outlive this. Throws Error{io} if the address is not available.
  Server(Service& service, Workers& workers, ServerOptions options, ServerHooks hooks);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void run();
  // Does the same as SIGTERM. Callable from any thread.
  void stop();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace facsim
