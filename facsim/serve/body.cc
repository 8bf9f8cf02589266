// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/body.h"

#include <algorithm>
#include <new>
#include <span>

#include "facsim/files/byte_source.h"
#include "facsim/serve/problem.h"

namespace facsim {
namespace {

// The first buffer for a compressed body: enough for most pages.
constexpr std::size_t kFirstBytes = std::size_t{64} << 10;
// A body that cannot double its memory tries an eighth of that growth, then an eighth of this.
constexpr std::size_t kSmallerGrowth = 8;

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

// Doubles the memory, or grows it by as much as is available. The system moves large blocks without
// a copy.
bool Body::grow(std::size_t have, std::size_t most) {
  std::size_t growth = std::max(kFirstBytes, have);
  std::size_t wanted = std::min(most, have + growth);
  while (!share_.resize(wanted)) {
    if (growth == kFirstBytes) {
      share_.give_up(wanted);
      return false;
    }
    growth = std::max(kFirstBytes, growth / kSmallerGrowth);
    wanted = std::min(most, have + growth);
  }
  void* const moved = std::realloc(unpacked_.get(), wanted);  // NOLINT: new cannot grow
  if (moved == nullptr) throw std::bad_alloc();
  (void)unpacked_.release();  // NOLINT(bugprone-unused-return-value): realloc() took it
  unpacked_.reset(static_cast<char*>(moved));
  capacity_ = wanted;
  return true;
}

Body::Body(const HttpRequest& request, BodyBudget& budget, std::size_t bytes_max)
    : share_(budget), view_(request.body) {
  const std::string encoding = in_lower_case(trimmed(request.field("content-encoding")));
  if (encoding.empty() || encoding == "identity") return;
  if (encoding != "gzip" && encoding != "x-gzip" && encoding != "zstd") {
    throw Refused{415, "Content-Encoding may be gzip, zstd or identity, not '" + encoding + "'"};
  }
  // One byte beyond the limit distinguishes "just fits" from "too large".
  const std::size_t all = budget.body_bytes_max();
  const std::size_t room = all - std::min(all, request.held_bytes);
  const std::size_t most = std::min(bytes_max, room - std::min<std::size_t>(room, 1));
  const UnpackedInto unpacked =
      unpack_into(request.body, encoding, [&](std::size_t have) -> std::span<char> {
        if (have > most) return {};
        if (have == capacity_ && !grow(have, most + 1)) return {};
        return {unpacked_.get() + have, capacity_ - have};
      });
  if (unpacked.bytes > most) {
    const bool by_memory = most < bytes_max;
    Sentence detail =
        "the body has more than " + std::to_string(most) + " bytes when it is unpacked";
    if (by_memory) detail += ", which is all that " + Named::memory + " has for it";
    detail += "; send fewer lines, or raise ";
    throw Refused{413, detail + (by_memory ? Named::memory : Named::unpacked_max)};
  }
  if (unpacked.end == UnpackEnd::no_space) throw Refused{429, "no room for this body; try again"};
  if (unpacked.end != UnpackEnd::whole) {
    throw Refused{400, "the body is no whole " + encoding + " stream"};
  }
  view_ = {unpacked_.get(), unpacked.bytes};
  share_.settle();
}

}  // namespace facsim
