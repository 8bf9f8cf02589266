// SPDX-License-Identifier: Apache-2.0
#pragma once
// A request and a response of HTTP as plain values, without a socket.

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace facsim {

[[nodiscard]] inline std::string in_lower_case(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lowered;
}

struct HttpField {
  std::string name;  // of a request in lower case
  std::string value;
};

struct HttpRequest {
  std::string method;
  std::string target;  // as it came: path and query
  std::vector<HttpField> fields;
  std::string body;
  std::size_t held_bytes = 0;  // of the budget of bodies, by the connection, until it is answered

  // The first of this name in lower case; empty where there is none.
  [[nodiscard]] std::string_view field(std::string_view name) const noexcept {
    for (const HttpField& each : fields) {
      if (each.name == name) return each.value;
    }
    return {};
  }
};

struct HttpResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<HttpField> fields = {};
  std::string body = {};
};

}  // namespace facsim
