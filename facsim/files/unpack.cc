// SPDX-License-Identifier: Apache-2.0
// Unpacks a body in memory. The limit comes first: a kilobyte can unpack to a gigabyte.

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "facsim/files/byte_source.h"
#include "facsim/files/unpacker.h"

namespace facsim {

namespace {

constexpr std::size_t kFirstOutputBytes = std::size_t{16} << 10;
// A page is seldom packed to less than an eighth: with space for all of it, a gzip member can be
// unpacked in one piece.
constexpr std::size_t kUsualRatio = 8;
constexpr std::size_t kFirstOutputBytesMax = std::size_t{256} << 10;

// Returns the name in lower case, without surrounding white space.
std::string tidy(std::string_view name) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = std::min(name.find_first_not_of(kSpace), name.size());
  name.remove_prefix(begin);
  name = name.substr(0, name.find_last_not_of(kSpace) + 1);
  std::string tidied(name);
  for (char& c : tidied) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return tidied;
}

// How unpacking a body ended.
struct BodyEnd {
  bool damaged = false;
  std::size_t bytes_behind = 0;  // bytes after a stream that was complete
};

using Space = std::function<std::span<char>(std::size_t have)>;

// How unpacking all members ended.
struct Ended {
  std::size_t bytes = 0;
  bool is_begun = false;  // the body begins with a member, or is empty
  bool is_whole = false;
  bool lacks_space = false;
};

// Unpacks all members of `packed`. Bytes after the last member are ignored, as in browsers.
Ended run_into(Unpacker& unpacker, std::string_view packed, const Space& space,
               BodyEnd* end = nullptr) {
  Ended ended;
  while (true) {
    const Start start = unpacker.look_at(packed.substr(0, kStartBytes));
    if (start.kind == StartKind::skippable || start.kind == StartKind::dictionary) {
      const std::uint64_t frame_bytes = start.header_bytes + start.content_bytes;
      packed.remove_prefix(
          static_cast<std::size_t>(std::min<std::uint64_t>(frame_bytes, packed.size())));
      continue;
    }
    if (start.kind != StartKind::member) {
      ended.is_whole = ended.is_begun || packed.empty();
      ended.is_begun = ended.is_whole;
      return ended;
    }
    unpacker.begin_member();
    ended.is_begun = true;
    Step step;
    do {
      const std::span<char> room = space(ended.bytes);
      ended.lacks_space = room.empty();
      if (ended.lacks_space) return ended;
      step = unpacker.step(packed, room);
      ended.bytes += step.produced;
      packed.remove_prefix(step.consumed);
    } while (step.end == StepEnd::more && (step.consumed > 0 || step.produced > 0));
    if (end != nullptr) *end = {step.end == StepEnd::damaged, packed.size()};
    if (step.end == StepEnd::damaged && ended.bytes == 0) ended.is_begun = false;
    if (step.end != StepEnd::member_end) return ended;
    if (unpacker.magic().empty()) {
      ended.is_whole = true;
      return ended;
    }
  }
}

// Unpacks at most `bytes_max` bytes.
std::optional<Unpacked> run(Unpacker& unpacker, std::string_view packed, std::size_t bytes_max,
                            BodyEnd* end = nullptr) {
  Unpacked result;
  const std::size_t first_room =
      std::clamp(packed.size() * kUsualRatio, kFirstOutputBytes, kFirstOutputBytesMax);
  const auto space = [&](std::size_t have) -> std::span<char> {
    if (have > bytes_max) return {};
    // One byte more than allowed, to distinguish "just fits" from "too large".
    result.bytes.resize(have + std::min(bytes_max - have + 1, std::max(have, first_room)));
    return std::span(result.bytes).subspan(have);
  };
  const Ended ended = run_into(unpacker, packed, space, end);
  result.too_large = ended.bytes > bytes_max;
  result.bytes.resize(std::min(ended.bytes, bytes_max));
  if (!ended.is_begun) return std::nullopt;
  result.complete = ended.is_whole && !result.too_large;
  return result;
}

// "deflate" means zlib's wrapper by the standard and bare deflate by some servers.
std::optional<Unpacked> run_deflate(std::string_view packed, std::size_t bytes_max) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(packed[i]); };
  const bool wrapped = packed.size() >= 2 && (byte(0) & 0x0fU) == 8 &&
                       ((unsigned{byte(0)} << 8U) + byte(1)) % 31 == 0;
  if (wrapped) {
    auto unpacked = run(*make_deflate_unpacker(true), packed, bytes_max);
    if (unpacked) return unpacked;
  }
  return run(*make_deflate_unpacker(false), packed, bytes_max);
}

// Any bytes can begin like a stream: byte_source.h says which are accepted.
std::optional<Unpacked> run_brotli(std::string_view packed, std::size_t bytes_max) {
  BodyEnd end;
  std::optional<Unpacked> unpacked = run(*make_brotli_unpacker(), packed, bytes_max, &end);
  const bool is_stream = !end.damaged && end.bytes_behind <= packed.size() / 2;
  return is_stream ? std::move(unpacked) : std::nullopt;
}

std::optional<Unpacked> unpack_one(std::string_view packed, std::string_view encoding,
                                   std::size_t bytes_max) {
  if (encoding.empty() || encoding == "identity") {
    const bool fits = packed.size() <= bytes_max;
    return Unpacked{std::string(packed.substr(0, bytes_max)), fits, !fits};
  }
  if (packed.empty()) return Unpacked{{}, true, false};
  if (encoding == "gzip" || encoding == "x-gzip") {
    return run(*make_gzip_unpacker(), packed, bytes_max);
  }
  if (encoding == "deflate") return run_deflate(packed, bytes_max);
  if (encoding == "br") return run_brotli(packed, bytes_max);
  if (encoding == "zstd") {
    return run(*make_zstd_unpacker(kZstdBodyWindowLogMax), packed, bytes_max);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Unpacked> unpack(std::string_view packed, std::string_view encoding,
                               std::size_t bytes_max) {
  bytes_max = std::min(bytes_max, std::numeric_limits<std::size_t>::max() / 2);
  std::vector<std::string> encodings;
  for (std::string_view rest = encoding;;) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    encodings.push_back(tidy(rest.substr(0, comma)));
    if (comma == rest.size()) break;
    if (encodings.size() == kEncodingsMax) return std::nullopt;
    rest.remove_prefix(comma + 1);
  }
  // The last encoding named was applied last. A body that is still packed may be a little larger
  // than its unpacked content.
  const std::size_t packed_max = bytes_max + bytes_max / 8 + 1024;
  const auto most = [&] { return encodings.size() > 1 ? packed_max : bytes_max; };
  std::optional<Unpacked> result = unpack_one(packed, encodings.back(), most());
  for (encodings.pop_back(); result && !encodings.empty(); encodings.pop_back()) {
    auto inner = unpack_one(result->bytes, encodings.back(), most());
    if (inner) {
      inner->complete = inner->complete && result->complete;
      inner->too_large = inner->too_large || result->too_large;
    }
    result = std::move(inner);
  }
  return result;
}

UnpackedInto unpack_into(std::string_view packed, std::string_view encoding, const Space& space) {
  const std::string name = tidy(encoding);
  const auto unpacker = name == "zstd" ? make_zstd_unpacker(kZstdBodyWindowLogMax)
                        : name == "gzip" || name == "x-gzip" ? make_gzip_unpacker()
                                                             : nullptr;
  if (!unpacker) return {.end = UnpackEnd::damaged};
  const Ended ended = run_into(*unpacker, packed, space);
  UnpackEnd end = ended.is_whole ? UnpackEnd::whole : UnpackEnd::damaged;
  if (ended.lacks_space) end = UnpackEnd::no_space;
  return {.end = end, .bytes = ended.bytes};
}

}  // namespace facsim
