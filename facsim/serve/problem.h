// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors in the form of HTTP: a status, and an object of application/problem+json (RFC 9457).

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/serve/http_message.h"

namespace facsim {

// Seconds after which a client that was refused for lack of memory may try again.
inline constexpr int kRetryAfterSeconds = 1;

// Only a status and a sentence that names the remedy can answer the request.
class Refused : public Error {
 public:
  Refused(int status, Sentence detail)
      : Error(ErrorCode::invalid_argument, std::move(detail)), status_(status) {}
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

// The path exists, but for other methods.
class MethodRefused : public Refused {
 public:
  explicit MethodRefused(std::string allowed)
      : Refused(405, "this path takes " + allowed), allowed_(std::move(allowed)) {}
  [[nodiscard]] const std::string& allowed() const noexcept { return allowed_; }

 private:
  std::string allowed_;
};

// Returns e.g. "Not Found"; "Error" for a status that this service does not use.
[[nodiscard]] std::string_view title_of(int status) noexcept;
[[nodiscard]] int status_of(const Error& error) noexcept;

// {"type":"about:blank","title":...,"status":...,"detail":...}
[[nodiscard]] std::string problem_json(int status, std::string_view detail);
// The problem of one line of a batch, with its number from 1: "line".
[[nodiscard]] std::string line_problem_json(std::size_t line, std::string_view detail);
// Includes Retry-After if that helps.
[[nodiscard]] HttpResponse problem(int status, std::string_view detail);
[[nodiscard]] HttpResponse problem(const Error& error, Words words);

}  // namespace facsim
