// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/body.h"

#include <algorithm>
#include <optional>

#include "facsim/files/byte_source.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

// Room for what honest bodies unpack to; only of what is larger all that is allowed is taken.
constexpr std::size_t kUsualRatio = 32;
constexpr std::size_t kUsualBytesMin = std::size_t{64} << 10;

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

}  // namespace

BodyType body_type_of(std::string_view content_type) {
  BodyType type;
  const std::size_t end = std::min(content_type.find(';'), content_type.size());
  type.name = in_lower_case(trimmed(content_type.substr(0, end)));
  std::string_view rest = content_type.substr(end);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t next = std::min(rest.find(';'), rest.size());
    const std::string_view parameter = trimmed(rest.substr(0, next));
    rest.remove_prefix(next);
    const std::size_t equals = parameter.find('=');
    if (equals == std::string_view::npos || in_lower_case(parameter.substr(0, equals)) != "charset")
      continue;
    std::string_view value = parameter.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    type.charset = std::string(value);
  }
  return type;
}

Body::Body(const HttpRequest& request, BodyBudget& budget, std::size_t bytes_max)
    : share_(budget), view_(request.body) {
  const std::string encoding = in_lower_case(trimmed(request.field("content-encoding")));
  if (encoding.empty() || encoding == "identity") return;
  if (encoding != "gzip" && encoding != "x-gzip" && encoding != "zstd") {
    throw Refused{415, "Content-Encoding may be gzip, zstd or identity, not '" + encoding + "'"};
  }
  const std::size_t usual =
      std::min(bytes_max, std::max(kUsualBytesMin, request.body.size() * kUsualRatio));
  std::optional<Unpacked> unpacked;
  for (const std::size_t room : {usual, bytes_max}) {
    if (!share_.resize(room)) throw Refused{429, "no room for this body; try again"};
    unpacked = unpack(request.body, encoding, room);
    if (!unpacked || !unpacked->too_large) break;
  }
  if (unpacked && unpacked->too_large) {
    throw Refused{413, "the body has more than " + std::to_string(bytes_max) +
                           " bytes when it is unpacked; send fewer lines, or raise --unpacked-max"};
  }
  if (!unpacked || !unpacked->complete) {
    throw Refused{400, "the body is no whole " + encoding + " stream"};
  }
  unpacked_ = std::move(unpacked->bytes);
  view_ = unpacked_;
  (void)share_.resize(unpacked_.size());
}

}  // namespace facsim
