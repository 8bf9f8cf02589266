// SPDX-License-Identifier: Apache-2.0
#pragma once
// The address and limits of a server, and its callbacks.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "facsim/serve/request_reader.h"

namespace facsim {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 7700;  // 0: any free port
  int threads = 1;
  std::size_t connections_max = 10'000;
  RequestLimits limits = {};
  std::chrono::milliseconds head_time{10'000};   // until a head is complete
  std::chrono::milliseconds body_time{60'000};   // until its body is complete
  std::chrono::milliseconds idle_time{120'000};  // between requests
  std::chrono::milliseconds write_time{60'000};  // until the client has received a response
  std::chrono::milliseconds drain_time{30'000};  // for running requests at shutdown
  bool log_requests = false;                     // otherwise only those that the service failed
};

// All may be called from any of the server's threads.
struct ServerHooks {
  std::function<void(std::string line)> log = {};  // a line of JSON
  std::function<void(const std::string& address, std::uint16_t port)> started = {};
  std::function<void()> reload = {};
};

}  // namespace facsim
