// RawServer: gives every client the same bytes, whatever it asks, and keeps the connection open;
// for tests of what no HTTP server would answer.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace sitedoor::testing {

class RawServer {
 public:
  explicit RawServer(std::string answer) : answer_(std::move(answer)) {
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const bound = reinterpret_cast<sockaddr*>(&address);
    if (::bind(socket_, bound, size) == 0 && ::listen(socket_, 8) == 0 &&
        ::getsockname(socket_, bound, &size) == 0) {
      port_ = ntohs(address.sin_port);
    }
    thread_ = std::jthread([this](const std::stop_token& stop) { Serve(stop); });
  }
  RawServer(const RawServer&) = delete;
  ~RawServer() {
    thread_.request_stop();
    ::shutdown(socket_, SHUT_RDWR);  // wakes accept
    thread_.join();
    ::close(socket_);
  }

  std::uint16_t port() const { return port_; }

 private:
  void Serve(const std::stop_token& stop) {
    std::vector<int> clients;
    while (!stop.stop_requested()) {
      const int client = ::accept(socket_, nullptr, nullptr);
      if (client < 0) continue;
      clients.push_back(client);
      ::send(client, answer_.data(), answer_.size(), MSG_NOSIGNAL);
    }
    for (const int client : clients) ::close(client);
  }

  const std::string answer_;
  int socket_ = -1;
  std::uint16_t port_ = 0;
  std::jthread thread_;
};

}  // namespace sitedoor::testing
