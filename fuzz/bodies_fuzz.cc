// SPDX-License-Identifier: Apache-2.0
// Packed bodies and files: arbitrary bytes, and bytes that are packed here, several layers over one
// another, then cut and damaged as the input specifies.
//
// Undamaged content comes out as it went in, output never exceeds the limit, and content with a
// gzip checksum is never mistaken for other content.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/packed_for_test.h"
#include "facsim/input/http_message_internal.h"
#include "fuzz/damaged_sections.h"

namespace {

using namespace facsim;
using for_test::Wrapper;

// As many layers as a body may have, and a few more.
constexpr std::size_t kLayersMax = kEncodingsMax + 2;
constexpr std::size_t kContentBytesMax = 60'000;
constexpr std::size_t kReadBytesMax = std::size_t{8} << 20;
constexpr Packing kPackings[] = {Packing::gzip, Packing::zstd, Packing::lz4, Packing::xz,
                                 Packing::bzip2};

struct Layer {
  std::string_view name;
  std::string (*pack)(std::string_view bytes);
};
const Layer kLayers[] = {
    {"gzip", [](std::string_view bytes) { return for_test::gzip_member(bytes); }},
    {"x-gzip",
     [](std::string_view bytes) {
       return for_test::gzip_member(bytes.substr(0, 100)) +
              for_test::gzip_member(bytes.substr(std::min<std::size_t>(100, bytes.size())), 0);
     }},
    {"deflate", [](std::string_view bytes) { return for_test::deflated(bytes, Wrapper::zlib); }},
    {"deflate", [](std::string_view bytes) { return for_test::deflated(bytes, Wrapper::none); }},
    {"zstd", [](std::string_view bytes) { return for_test::zstd_frame(bytes); }},
    {"br", [](std::string_view bytes) { return for_test::brotli_stream(bytes); }},
    {"identity", [](std::string_view bytes) { return std::string(bytes); }},
};

// True if no reader can mistake the bytes for a text that was stored decoded.
bool is_surely_packed(std::string_view bytes) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 9; };
  const std::string_view beginning = bytes.substr(0, 512);
  const bool may_be_markup = bytes.find_first_not_of(" \t\r\n\f") == bytes.find('<');
  return std::ranges::any_of(beginning, is_control) && !may_be_markup;
}

std::string content_of(InputBytes& in) {
  const std::uint64_t copies = 1 + in.take(1) % 64 * (in.take(1) % 16);
  const std::string_view piece = in.take_text(in.size());
  std::string content;
  for (std::uint64_t i = 0; i < copies && content.size() < kContentBytesMax; ++i) content += piece;
  return content;
}

struct Hit {
  explicit Hit(InputBytes& in) : at(in.take(2)), value(in.take(1)) {}
  std::uint64_t at;
  std::uint64_t value;
};

// Changes at most 7 places; cuts the bytes at a place whose value is 0.
bool damage(std::string& bytes, const std::vector<Hit>& hits) {
  const std::string before = bytes;
  for (const Hit& hit : hits) {
    if (bytes.empty()) break;
    const std::size_t at = hit.at % bytes.size();
    if (hit.value == 0) {
      bytes.resize(at);
    } else {
      bytes[at] = static_cast<char>(static_cast<unsigned char>(bytes[at]) ^ hit.value);
    }
  }
  return bytes != before;
}

std::string chunked(std::string_view bytes, std::size_t chunk_bytes) {
  std::string body;
  const auto add = [&](std::string_view chunk) {
    char digits[20];
    std::snprintf(digits, sizeof digits, "%zx\r\n", chunk.size());
    body.append(digits).append(chunk).append("\r\n");
  };
  for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) add(bytes.substr(at, chunk_bytes));
  add({});
  return body;
}

HttpBody read_body(const std::string& message, std::size_t bytes_max) {
  const HttpHead head = parse_http_head(message);
  require(head.header_bytes <= message.size());
  if (!head.is_http) return {};
  const HttpBody body =
      read_http_body(head, std::string_view(message).substr(head.header_bytes), bytes_max);
  require(body.bytes.size() <= bytes_max);
  require(body.skip == Skip::none || body.bytes.empty());
  return body;
}

// Builds a body of several layers; the last chosen one is applied last.
void read_built_body(InputBytes& in) {
  const std::size_t layers = in.take(1) % (kLayersMax + 1);
  std::vector<const Layer*> chosen;
  for (std::size_t i = 0; i < layers; ++i) chosen.push_back(&kLayers[in.take(1) % 7]);
  const std::uint64_t chunk_bytes = in.take(2);
  const std::size_t bytes_max = 16 + in.take(2);
  std::vector<Hit> hits;
  for (std::uint64_t left = in.take(1) % 8; left > 0; --left) hits.emplace_back(in);
  const std::string content = content_of(in);
  std::string body = content;
  std::string names;
  std::size_t largest = content.size();
  bool is_plain = true;
  for (const Layer* layer : chosen) {
    body = layer->pack(body);
    largest = std::max(largest, body.size());
    is_plain = is_plain && (layer->name == "identity" || is_surely_packed(body));
    names.append(names.empty() ? "" : ", ").append(layer->name);
  }
  const bool is_damaged = damage(body, hits);
  std::string message = "HTTP/1.1 200 OK\r\nContent-Encoding: " + names + "\r\n";
  if (chunk_bytes % 2 == 1) message += "Transfer-Encoding: chunked\r\n";
  message += "\r\n" + (chunk_bytes % 2 == 1 ? chunked(body, chunk_bytes) : body);
  const HttpBody read = read_body(message, bytes_max);
  if (!is_damaged && is_plain && !content.empty() && layers > 0 && layers <= kEncodingsMax) {
    if (content.size() > bytes_max) require(read.skip == Skip::too_large);
    if (largest <= bytes_max) require(read.skip == Skip::none && !read.is_damaged);
    if (read.skip == Skip::none) require(read.bytes == content);
  }
  if (layers > kEncodingsMax && !body.empty()) require(read.skip != Skip::none);
  const bool has_checksum = layers == 1 && chosen.front()->name == "gzip";
  if (has_checksum && read.skip == Skip::none && !read.is_damaged) {
    require(read.bytes == content || read.bytes == body);
  }
}

// A file of some members.
void read_built_file(InputBytes& in) {
  const Packing packing = kPackings[in.take(1) % 5];
  const std::size_t members = 1 + in.take(1) % 4;
  std::vector<Hit> hits;
  for (std::uint64_t left = in.take(1) % 8; left > 0; --left) hits.emplace_back(in);
  const std::string content = content_of(in);
  std::string packed;
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < members; ++i) {
    const std::size_t begin = content.size() * i / members;
    const std::size_t end = content.size() * (i + 1) / members;
    starts.push_back(packed.size());
    packed += for_test::pack(packing, std::string_view(content).substr(begin, end - begin));
  }
  const bool is_damaged = damage(packed, hits);
  const MemoryFile file(packed);
  const auto source = open_bytes(file.path());
  std::string unpacked;
  std::string buffer(1 + content.size() % 5000, '\0');
  while (const std::size_t got = source->read(buffer)) {
    unpacked.append(buffer, 0, got);
    if (unpacked.size() > kReadBytesMax) return;
  }
  if (!is_damaged) {
    require(unpacked == content && !source->damage());
    if (content.size() >= members) require(source->member_at(0) == starts.front());
  }
  if (is_damaged && packing == Packing::gzip && packing_of(packed) == packing) {
    // A cut between two members cannot be detected.
    require(content.starts_with(unpacked) || source->damage());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  InputBytes in(text_of(data, size));
  const std::uint64_t kind = in.take(1) % 4;
  if (kind == 0) {
    const std::size_t bytes_max = in.take(2);
    // A zstd body may request a window of 128 MiB.
    const MemoryBound bound((std::size_t{160} << 20) + 64 * size);
    (void)read_body(std::string(in.take_text(in.size())), bytes_max);
  } else if (kind == 1) {
    const MemoryBound bound(std::size_t{192} << 20);
    read_built_body(in);
  } else {
    read_built_file(in);
  }
  return 0;
}
