// RawClient: bytes to and from a server on loopback, for tests that must send what no HTTP client
// would.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace sitedoor::testing {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  RawClient(RawClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        connected_(other.connected_),
        unread_(std::move(other.unread_)) {}
  RawClient(const RawClient&) = delete;
  ~RawClient() { Close(); }

  bool connected() const { return connected_; }

  RawClient& Send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) break;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return *this;
  }

  // One response: head, and as much body as Content-Length says (none after HEAD). "" when the
  // connection ends first.
  std::string ReadResponse(std::string_view method = "GET") {
    std::size_t end = std::string::npos;
    while ((end = unread_.find("\r\n\r\n")) == std::string::npos) {
      if (!Fill()) return "";
    }
    std::size_t size = end + 4;
    const std::size_t at = unread_.find("content-length: ");
    if (method != "HEAD" && at < end) size += std::strtoul(unread_.c_str() + at + 16, nullptr, 10);
    while (unread_.size() < size) {
      if (!Fill()) return "";
    }
    std::string response = unread_.substr(0, size);
    unread_.erase(0, size);
    return response;
  }

  // Everything until the server closes. "timeout" when it does not.
  std::string ReadToEnd() {
    while (Fill()) {
    }
    if (timed_out_) return "timeout";
    return std::exchange(unread_, "");
  }

  void EndSending() { ::shutdown(socket_, SHUT_WR); }
  void Close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }
  // Closes with a reset, as a crashing client does.
  void Reset() {
    const linger now{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    Close();
  }

 private:
  bool Fill() {
    char buffer[16 << 10];
    const ssize_t got = ::recv(socket_, buffer, sizeof buffer, 0);
    timed_out_ = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (got <= 0) return false;
    unread_.append(buffer, static_cast<std::size_t>(got));
    return true;
  }

  int socket_ = -1;
  bool connected_ = false;
  bool timed_out_ = false;
  std::string unread_;
};

}  // namespace sitedoor::testing
