// SPDX-License-Identifier: Apache-2.0
#include "bench/service/socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

#include "facsim/base/error.h"

namespace facsim::bench {
namespace {

[[noreturn]] void fail(const std::string& what) {
  throw Error{ErrorCode::io, what + ": " + std::strerror(errno), "loopback"};
}

std::uint64_t content_length(std::string_view head) {
  constexpr std::string_view kName = "Content-Length: ";
  const std::size_t at = head.find(kName);
  std::uint64_t length = 0;
  if (at == std::string_view::npos) return 0;
  (void)std::from_chars(head.data() + at + kName.size(), head.data() + head.size(), length);
  return length;
}

}  // namespace

LoopbackSocket::LoopbackSocket(std::uint16_t port) : file_(::socket(AF_INET, SOCK_STREAM, 0)) {
  if (file_ < 0) fail("no socket");
  const timeval patience{.tv_sec = kWaitSeconds, .tv_usec = 0};
  (void)::setsockopt(file_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  (void)::setsockopt(file_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const int yes = 1;
  (void)::setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(port);
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(file_, reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0) {
    ::close(file_);
    fail("nobody listens");
  }
}

LoopbackSocket::~LoopbackSocket() { ::close(file_); }

void LoopbackSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) fail("cannot be sent to");
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void LoopbackSocket::receive(std::string& bytes) {
  std::array<char, 65'536> room{};
  while (true) {
    const ssize_t came = ::recv(file_, room.data(), room.size(), 0);
    if (came < 0 && errno == EINTR) continue;
    if (came <= 0) fail("closed, or silent");
    bytes.append(room.data(), static_cast<std::size_t>(came));
    return;
  }
}

std::string post_text(std::string_view target, std::string_view type, std::string_view body) {
  std::string text = "POST ";
  text.append(target).append(" HTTP/1.1\r\nHost: localhost\r\nContent-Type: ").append(type);
  text.append("\r\nContent-Length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  return text.append(body);
}

HttpAnswer exchange_http(LoopbackSocket& socket, std::string_view request) {
  constexpr std::string_view kHeadEnd = "\r\n\r\n";
  constexpr std::string_view kBegin = "HTTP/1.1 ";
  socket.send(request);
  std::string bytes;
  std::size_t end = std::string::npos;
  while ((end = bytes.find(kHeadEnd)) == std::string::npos) socket.receive(bytes);
  const std::size_t head = end + kHeadEnd.size();
  const std::size_t whole =
      head + static_cast<std::size_t>(content_length(std::string_view(bytes).substr(0, head)));
  bytes.reserve(whole);
  while (bytes.size() < whole) socket.receive(bytes);
  HttpAnswer answer;
  if (bytes.starts_with(kBegin)) answer.status = std::atoi(bytes.c_str() + kBegin.size());
  answer.body = bytes.substr(head);
  return answer;
}

std::string set_text(std::string_view key) {
  std::string text = "*4\r\n$3\r\nSET\r\n$" + std::to_string(key.size()) + "\r\n";
  return text.append(key).append("\r\n$1\r\n1\r\n$2\r\nNX\r\n");
}

// The reply is "+OK" for a new key, "$-1" for an existing one; both have equal length.
std::uint64_t exchange_sets(LoopbackSocket& socket, std::string_view commands,
                            std::uint64_t count) {
  constexpr std::size_t kReplyBytes = 5;
  socket.send(commands);
  std::string bytes;
  while (bytes.size() < count * kReplyBytes) socket.receive(bytes);
  std::uint64_t taken = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kReplyBytes) {
    if (bytes[at] == '-') throw Error{ErrorCode::io, "Redis says " + bytes.substr(at)};
    taken += bytes[at] == '+' ? 1 : 0;
  }
  return taken;
}

}  // namespace facsim::bench
