// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/problem.h"

#include <algorithm>
#include <array>

#include "facsim/report/json_line.h"
#include "facsim/seen.h"

namespace facsim {
namespace {

struct Title {
  int status;
  std::string_view text;
};

constexpr std::array kTitles = {
    Title{200, "OK"},
    Title{201, "Created"},
    Title{204, "No Content"},
    Title{400, "Bad Request"},
    Title{401, "Unauthorized"},
    Title{403, "Forbidden"},
    Title{404, "Not Found"},
    Title{405, "Method Not Allowed"},
    Title{408, "Request Timeout"},
    Title{409, "Conflict"},
    Title{411, "Length Required"},
    Title{413, "Content Too Large"},
    Title{414, "URI Too Long"},
    Title{415, "Unsupported Media Type"},
    Title{417, "Expectation Failed"},
    Title{422, "Unprocessable Content"},
    Title{429, "Too Many Requests"},
    Title{431, "Request Header Fields Too Large"},
    Title{500, "Internal Server Error"},
    Title{503, "Service Unavailable"},
    Title{505, "HTTP Version Not Supported"},
    Title{507, "Insufficient Storage"},
};

JsonLine problem_line(int status, std::string_view detail) {
  JsonLine line;
  line.text("type", "about:blank");
  line.text("title", title_of(status));
  line.number("status", static_cast<std::uint64_t>(status));
  line.text("detail", detail);
  return line;
}

}  // namespace

std::string_view title_of(int status) noexcept {
  const auto* const found = std::ranges::find(kTitles, status, &Title::status);
  return found == kTitles.end() ? "Error" : found->text;
}

int status_of(const Error& error) noexcept {
  if (const auto* const refused = dynamic_cast<const Refused*>(&error)) return refused->status();
  if (dynamic_cast<const RetryKeyTaken*>(&error) != nullptr) return 422;
  switch (error.code()) {
    case ErrorCode::invalid_argument:
      return 400;
    case ErrorCode::not_found:
      return 404;
    case ErrorCode::already_exists:
      return 409;
    case ErrorCode::no_space:
      return 507;
    case ErrorCode::busy:
    case ErrorCode::cancelled:
    case ErrorCode::io:  // a failing disk: nothing is changed until the store is opened again
      return 503;
    default:
      return 500;
  }
}

std::string problem_json(int status, std::string_view detail) {
  return problem_line(status, detail).take();
}

std::string line_problem_json(std::size_t line, std::string_view detail) {
  JsonLine json = problem_line(400, detail);
  json.number("line", line);
  return std::move(json).take();
}

HttpResponse problem(int status, std::string_view detail) {
  HttpResponse response{.status = status,
                        .content_type = "application/problem+json",
                        .body = problem_json(status, detail) + "\n"};
  if (status == 429 || status == 503) {
    response.fields.push_back({"Retry-After", std::to_string(kRetryAfterSeconds)});
  }
  if (status == 401) response.fields.push_back({"WWW-Authenticate", "Bearer"});
  return response;
}

HttpResponse problem(const Error& error, Words words) {
  HttpResponse response = problem(status_of(error), error.sentence().in(words));
  if (const auto* const refused = dynamic_cast<const MethodRefused*>(&error)) {
    response.fields.push_back({"Allow", refused->allowed()});
  }
  return response;
}

}  // namespace facsim
