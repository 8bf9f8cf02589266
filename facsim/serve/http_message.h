// SPDX-License-Identifier: Apache-2.0
#pragma once
// An HTTP request and response as plain values, without a socket.

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
  std::string name;  // in lower case if of a request
  std::string value;
};

struct HttpRequest {
  std::string method;
  std::string target;  // as received: path and query
  std::vector<HttpField> fields;
  std::string body;
  std::size_t held_bytes =
      0;  // bytes of the body budget, held by the connection until it is answered

  // Returns the first field of this name, given in lower case; empty if there is none.
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
