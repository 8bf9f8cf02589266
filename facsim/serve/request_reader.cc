// SPDX-License-Identifier: Apache-2.0
#include "facsim/serve/request_reader.h"

#include <algorithm>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/parser.hpp>

#include "facsim/serve/head_check.h"

namespace facsim {
namespace {

namespace http = boost::beast::http;
namespace beast = boost::beast;

// The limit of a line in a chunked body: a size, or a trailer after the last chunk.
constexpr std::size_t kChunkLineBytesMax = std::size_t{16} << 10;
// The limits of framing in a chunked body: for each byte of the body, and in addition. Without
// them, unused extensions could make a body endless.
constexpr std::size_t kFramingPerByteMax = 16;
constexpr std::size_t kFramingBytesMax = std::size_t{64} << 10;
// Empty lines before a request, which some clients send after a body.
constexpr std::size_t kEmptyLinesMax = 4;
// The least memory of a parsed field, in the parser and in the request.
constexpr std::size_t kFieldBytes = 128;
// The most capacity for unread bytes that a connection holds from one request to the next.
constexpr std::size_t kUnreadBytesKept = 4096;

// A body that takes memory as it arrives. Beast's own allocates what Content-Length claims.
struct GrowingBody {
  using value_type = std::string;

  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>& /*head*/, value_type& body) : body_(body) {}
    void init(const boost::optional<std::uint64_t>& /*length*/, beast::error_code& failure) {
      failure = {};
    }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, beast::error_code& failure) {
      failure = {};
      const std::size_t before = body_.size();
      for (const auto buffer : beast::buffers_range_ref(buffers)) {
        body_.append(static_cast<const char*>(buffer.data()), buffer.size());
      }
      return body_.size() - before;
    }
    void finish(beast::error_code& failure) { failure = {}; }

   private:
    value_type& body_;
  };
};

Refusal refusal_of(const beast::error_code& failure, const RequestLimits& limits) {
  if (failure == http::error::header_limit) {
    return {431, "the head has more than " + std::to_string(limits.head_bytes_max) + " bytes"};
  }
  if (failure == http::error::body_limit) {
    return {413, "the body has more than " + std::to_string(limits.body_bytes_max) +
                     " bytes; send fewer lines, or raise " + Named::body_max};
  }
  if (failure == http::error::bad_version) return {505, "this service speaks HTTP/1.1"};
  return {400, "no request of HTTP/1.1: " + failure.message()};
}

}  // namespace

struct RequestReader::State {
  using Parser = http::request_parser<GrowingBody>;

  RequestLimits limits;
  std::string unread;
  std::size_t looked = 0;       // bytes of `unread` that were searched for lines
  std::size_t empty_lines = 0;  // before this request
  std::size_t body_read = 0;    // bytes of the body as received, with chunk framing
  std::size_t head_bytes = 0;   // memory of the parsed head
  std::optional<Parser> parser;
  HttpRequest request;
  std::optional<Refusal> refusal;
  bool has_head = false;
  bool is_done = false;
  bool keeps_alive = false;
  bool expects_continue = false;

  void begin() {
    parser.emplace();
    // One more than the limit enforced below, so that this class reports the excess.
    parser->header_limit(static_cast<std::uint32_t>(limits.head_bytes_max + 1));
    parser->body_limit(limits.body_bytes_max);
    parser->eager(false);
    request = {};
    // Neither clear() nor erase() frees memory, so a silent connection would hold that of a body.
    if (unread.capacity() > kUnreadBytesKept && unread.size() <= kUnreadBytesKept) {
      std::string(unread).swap(unread);
    }
    looked = empty_lines = body_read = head_bytes = 0;
    has_head = is_done = keeps_alive = expects_continue = false;
  }

  void refuse(Refusal why) {
    refusal = std::move(why);
    unread.clear();
  }

  void advance() {
    if (!refusal && !has_head) read_head();
    if (!refusal && has_head && !is_done) read_body();
  }

  void skip_empty_lines() {
    while (unread.starts_with("\r\n")) {
      if (++empty_lines > kEmptyLinesMax) return refuse({400, "empty lines before the request"});
      unread.erase(0, 2);
    }
  }

  void read_head() {
    if (looked == 0) skip_empty_lines();
    if (refusal) return;
    const std::size_t from = looked;
    const std::size_t end = unread.find("\r\n\r\n", from < 3 ? 0 : from - 3);
    const std::size_t head = end == std::string::npos ? unread.size() : end + 4;
    const std::string_view fault = fault_of_lines(std::string_view(unread).substr(0, head), looked);
    if (!fault.empty()) return refuse({400, std::string(fault)});
    if (head > limits.head_bytes_max) {
      return refuse(refusal_of(http::make_error_code(http::error::header_limit), limits));
    }
    if (end == std::string::npos) return;
    beast::error_code failure;
    const std::size_t used = parser->put({unread.data(), head}, failure);
    if (failure) return refuse(refusal_of(failure, limits));
    if (used != head || !parser->is_header_done()) {
      return refuse({400, "the head ends before its empty line"});
    }
    unread.erase(0, head);
    take_head(head);
  }

  void take_head(std::size_t bytes) {
    const auto& message = parser->get();
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    for (const auto& field : message) {
      request.fields.push_back({in_lower_case(field.name_string()), std::string(field.value())});
    }
    head_bytes = std::max(bytes, request.fields.size() * kFieldBytes);
    const std::string_view fault = fault_of_fields(request, message.version() == 11);
    if (!fault.empty()) return refuse({400, std::string(fault)});
    const std::string_view wrong_target = take_absolute_target(request);
    if (!wrong_target.empty()) return refuse({400, std::string(wrong_target)});
    const std::string_view expected = request.field("expect");
    expects_continue = in_lower_case(expected) == "100-continue";
    if (!expected.empty() && !expects_continue) {
      return refuse({417, "Expect other than 100-continue"});
    }
    keeps_alive = message.keep_alive();
    has_head = true;
    is_done = parser->is_done();
  }

  void read_body() {
    std::size_t at = 0;
    while (!is_done && at < unread.size()) {
      beast::error_code failure;
      at += parser->put({unread.data() + at, unread.size() - at}, failure);
      is_done = parser->is_done();
      if (failure == http::error::need_more) break;
      if (failure) return refuse(refusal_of(failure, limits));
    }
    unread.erase(0, at);
    if (!is_done && unread.size() > kChunkLineBytesMax) {
      return refuse({400, "a line of the chunked body is too long"});
    }
    body_read += at;
    if (body_read > kFramingBytesMax + (kFramingPerByteMax + 1) * parser->get().body().size()) {
      return refuse({400, "the chunks of the body have more around them than in them"});
    }
    if (is_done) request.body = std::move(parser->get().body());
  }
};

RequestReader::RequestReader(const RequestLimits& limits) : state_(std::make_unique<State>()) {
  state_->limits = limits;
  state_->begin();
}
RequestReader::~RequestReader() = default;

void RequestReader::feed(std::string_view bytes) {
  if (state_->refusal) return;
  state_->unread += bytes;
  state_->advance();
}

bool RequestReader::has_head() const noexcept { return state_->has_head; }
bool RequestReader::is_done() const noexcept { return state_->is_done; }
const std::optional<Refusal>& RequestReader::refusal() const noexcept { return state_->refusal; }
bool RequestReader::is_idle() const noexcept {
  return !state_->has_head && state_->unread.empty() && !state_->refusal;
}
const HttpRequest& RequestReader::request() const noexcept { return state_->request; }
bool RequestReader::keeps_alive() const noexcept { return state_->keeps_alive; }
bool RequestReader::expects_continue() const noexcept { return state_->expects_continue; }
std::size_t RequestReader::bytes() const noexcept {
  return state_->unread.size() + state_->head_bytes + state_->request.body.size() +
         state_->parser->get().body().size();
}

std::size_t RequestReader::head_bytes() const noexcept { return state_->head_bytes; }

void RequestReader::drop_body() {
  state_->refuse({413, "its body was dropped"});
  std::string().swap(state_->unread);
  std::string().swap(state_->request.body);
  if (!state_->is_done) std::string().swap(state_->parser->get().body());
}

HttpRequest RequestReader::take() {
  HttpRequest taken = std::move(state_->request);
  state_->begin();
  state_->advance();
  return taken;
}

}  // namespace facsim
