// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a connection become requests, one after the other (HTTP/1.1, RFC 9112).
//
// Stricter than the RFC allows where two readers of the same bytes might disagree on where a
// request ends: both lengths, an odd length or encoding, a line end without CR, a folded field, a
// second Host are refused with 400, and the connection must be closed. Foreign bytes give a request
// or a refusal; never an exception, and never more memory than the limits.
//
// One thread at a time.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "facsim/base/sentence.h"
#include "facsim/serve/http_message.h"

namespace facsim {

struct RequestLimits {
  std::size_t head_bytes_max = std::size_t{32} << 10;
  std::size_t body_bytes_max = std::size_t{32} << 20;
};

struct Refusal {
  int status = 400;
  Sentence detail;
};

class RequestReader {
 public:
  explicit RequestReader(const RequestLimits& limits);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // Bytes that came. Those behind the end of a request wait for the next one.
  void feed(std::string_view bytes);

  // All but the body is there.
  [[nodiscard]] bool has_head() const noexcept;
  [[nodiscard]] bool is_done() const noexcept;
  // Why no request can come any more.
  [[nodiscard]] const std::optional<Refusal>& refusal() const noexcept;
  // Nothing of a request has come: a client that stays silent here has only kept its connection.
  [[nodiscard]] bool is_idle() const noexcept;

  // From has_head() on; the body from is_done() on.
  [[nodiscard]] const HttpRequest& request() const noexcept;
  [[nodiscard]] bool keeps_alive() const noexcept;
  // The client waits for "100 Continue" before it sends the body.
  [[nodiscard]] bool expects_continue() const noexcept;
  // What head, body and unread bytes take, until the request is taken.
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] std::size_t head_bytes() const noexcept;  // of them the head's, until it is taken

  // Takes the request, and reads on behind it.
  [[nodiscard]] HttpRequest take();
  // Gives back the memory of what came of a body: its request is refused, and no other is read.
  void drop_body();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
