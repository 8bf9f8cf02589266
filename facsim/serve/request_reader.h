// SPDX-License-Identifier: Apache-2.0
#pragma once
// Parses the bytes of a connection into requests, one after the other (HTTP/1.1, RFC 9112).
//
// Stricter than the RFC in cases where two readers of the same bytes might disagree on where a
// request ends: both lengths, an unusual length or encoding, a line end without CR, a folded field,
// a second Host are refused with 400, and the connection must be closed. Foreign bytes give a
// request or a refusal; never an exception, and never more memory than the limits.
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

  // Adds received bytes. Bytes after the end of a request wait for the next one.
  void feed(std::string_view bytes);

  // True if everything but the body has arrived.
  [[nodiscard]] bool has_head() const noexcept;
  [[nodiscard]] bool is_done() const noexcept;
  // Why no further request can be read.
  [[nodiscard]] const std::optional<Refusal>& refusal() const noexcept;
  // True if no byte of a request has arrived: a silent client only keeps its connection open.
  [[nodiscard]] bool is_idle() const noexcept;

  // Valid from has_head() on; its body from is_done() on.
  [[nodiscard]] const HttpRequest& request() const noexcept;
  [[nodiscard]] bool keeps_alive() const noexcept;
  // True if the client waits for "100 Continue" before it sends the body.
  [[nodiscard]] bool expects_continue() const noexcept;
  // Memory of head, body and unread bytes, until the request is taken.
  [[nodiscard]] std::size_t bytes() const noexcept;
  [[nodiscard]] std::size_t head_bytes() const noexcept;  // the part of the head, until it is taken

  // Returns the request, and continues with the bytes after it.
  [[nodiscard]] HttpRequest take();
  // Frees the memory of a partial body: its request is refused, and no other is read.
  void drop_body();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace facsim
