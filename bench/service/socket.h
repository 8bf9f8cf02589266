// SPDX-License-Identifier: Apache-2.0
#pragma once
// A connection to a port of this machine, and the two protocols used over it.
//
// Blocking; only one thread at a time. A server that does not answer within kWaitSeconds has
// failed: throws Error{io}.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim::bench {

inline constexpr int kWaitSeconds = 120;

class LoopbackSocket {
 public:
  explicit LoopbackSocket(std::uint16_t port);
  ~LoopbackSocket();
  LoopbackSocket(const LoopbackSocket&) = delete;
  LoopbackSocket& operator=(const LoopbackSocket&) = delete;

  void send(std::string_view bytes);
  // Appends what was received to `bytes`, at least one byte.
  void receive(std::string& bytes);

 private:
  int file_ = -1;
};

struct HttpAnswer {
  int status = 0;
  std::string body;
};
[[nodiscard]] std::string post_text(std::string_view target, std::string_view type,
                                    std::string_view body);
[[nodiscard]] HttpAnswer exchange_http(LoopbackSocket& socket, std::string_view request);

// A pipeline of SET key 1 NX, and the number of keys that were new.
[[nodiscard]] std::string set_text(std::string_view key);
[[nodiscard]] std::uint64_t exchange_sets(LoopbackSocket& socket, std::string_view commands,
                                          std::uint64_t count);

}  // namespace facsim::bench
