// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/response_text.h"

#include <array>
#include <ctime>

#include "facsim/serve/problem.h"

namespace facsim {
namespace {

void add_field(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ");
  for (const char c : value) out += static_cast<unsigned char>(c) < ' ' || c == 0x7f ? ' ' : c;
  out += "\r\n";
}

}  // namespace

std::string http_date(std::int64_t unix_time) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto time = static_cast<std::time_t>(unix_time);
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  std::array<char, 64> text{};  // the names of strftime() depend on the locale
  const std::size_t size = std::strftime(text.data(), text.size(), "%d . %Y %H:%M:%S GMT", &parts);
  std::string date(text.data(), size);
  date.replace(date.find('.'), 1, kMonths.at(static_cast<std::size_t>(parts.tm_mon)));
  return std::string(kDays.at(static_cast<std::size_t>(parts.tm_wday))) + ", " + date;
}

std::string head_text(const HttpResponse& response, std::string_view request_id, bool keeps_alive,
                      std::int64_t unix_time) {
  std::string out = "HTTP/1.1 " + std::to_string(response.status) + " ";
  out.append(title_of(response.status)).append("\r\n");
  add_field(out, "Server", "facsim");
  add_field(out, "Date", http_date(unix_time));
  if (!response.content_type.empty()) add_field(out, "Content-Type", response.content_type);
  if (response.status != 204) {
    add_field(out, "Content-Length", std::to_string(response.body.size()));
  }
  for (const HttpField& field : response.fields) add_field(out, field.name, field.value);
  if (!request_id.empty()) add_field(out, "X-Request-Id", request_id);
  if (!keeps_alive) add_field(out, "Connection", "close");
  return out += "\r\n";
}

}  // namespace facsim
