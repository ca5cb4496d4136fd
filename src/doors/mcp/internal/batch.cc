#include "doors/mcp/internal/batch.h"

namespace sitedoor::doors::mcp::internal {
namespace {

// The id of a message that has a tool run; nullopt of one that costs nothing, be it a notification
// or no message at all.
std::optional<std::string> IdOfToolCall(const boost::json::value& message) {
  const boost::json::object* object = message.if_object();
  if (object == nullptr) return std::nullopt;
  const boost::json::value* method = object->if_contains("method");
  const boost::json::value* id = object->if_contains("id");
  if (method == nullptr || *method != "tools/call" || id == nullptr) return std::nullopt;
  return IdText(*id);
}

}  // namespace

std::optional<std::chrono::seconds> Batch::Wait() {
  if (calls_++ == 0 || !allowance_) return std::nullopt;
  if (!wait_) wait_ = allowance_();
  return wait_;
}

Reply Batch::Answer(const boost::json::value& message) {
  if (const auto id = IdOfToolCall(message)) {
    if (const auto wait = Wait()) {
      return {200, FailureText(*id, kTransportError, http::TooManyRequests(*wait),
                               R"({"retryAfterSeconds":)" + std::to_string(wait->count()) + "}")};
    }
  }
  return dispatcher_.Answer(message, envelope_);
}

std::optional<Reply> Batch::Step() {
  const Reply reply = Answer(messages_[next_++]);
  if (!reply.body.empty()) {
    answers_ += answers_.empty() ? '[' : ',';
    answers_ += reply.body;
  }
  if (next_ < messages_.size()) return std::nullopt;
  if (answers_.empty()) return Reply{202, ""};
  return Reply{200, std::move(answers_) + "]"};
}

}  // namespace sitedoor::doors::mcp::internal
