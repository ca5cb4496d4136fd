#include "app/console.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <system_error>

namespace sitedoor::app {
namespace {

constexpr std::size_t kBufferBytes = 64 << 10;

// The number of the error, 0 for none.
int WriteAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

}  // namespace

void PrepareStreams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is this one. stdout is opened for reading, so that writing to it still
    // fails.
    if (::open("/dev/null", descriptor == 2 ? O_WRONLY : O_RDONLY) < 0) ::_exit(2);
  }
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a write past the limit fails instead, and says so
}

Console::Console(Colour colour)
    : output_is_terminal_(::isatty(STDOUT_FILENO) == 1),
      notes_are_on_terminal_(::isatty(STDERR_FILENO) == 1),
      output_has_colour_(output_is_terminal_ && colour == Colour::kOnTerminals),
      notes_have_colour_(notes_are_on_terminal_ && colour == Colour::kOnTerminals) {}

void Console::Print(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferBytes) WriteOut();
}

void Console::WriteOut() {
  const int error = write_error_ != 0 || reader_is_gone_ ? 0 : WriteAll(STDOUT_FILENO, buffer_);
  buffer_.clear();
  if (error == EPIPE) {
    reader_is_gone_ = true;
  } else if (error != 0) {
    write_error_ = error;
  }
}

Status Console::Flush() {
  WriteOut();
  if (write_error_ == 0) return {};
  return Fail(ErrorCode::kUnavailable,
              "cannot write the result: " +
                  std::error_code(write_error_, std::generic_category()).message());
}

std::string Console::NoteStyled(std::string_view code, std::string_view text) const {
  if (!notes_have_colour_) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void Console::PrintNote(std::string_view line) {
  EndStatus();
  WriteAll(STDERR_FILENO, std::string(line) + "\n");
}

void Console::PrintError(const Error& error) {
  PrintNote(NoteStyled("1;31", "error:") + " " + ForTerminal(error.message));
  if (!error.hint.empty())
    PrintNote("  " + NoteStyled("1;36", "hint:") + " " + ForTerminal(error.hint));
}

void Console::PrintWarning(std::string_view text) {
  PrintNote(NoteStyled("1;33", "warning:") + " " + ForTerminal(text));
}

void Console::ShowStatus(std::string_view line) {
  if (!notes_are_on_terminal_) {
    WriteAll(STDERR_FILENO, std::string(line) + "\n");
    return;
  }
  WriteAll(STDERR_FILENO, "\r\x1b[K" + std::string(line));
  status_is_shown_ = true;
}

void Console::EndStatus() {
  if (!status_is_shown_) return;
  status_is_shown_ = false;
  WriteAll(STDERR_FILENO, "\n");
}

std::string Console::Bold(std::string_view text) const {
  return output_has_colour_ ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string Console::Faint(std::string_view text) const {
  return output_has_colour_ ? "\x1b[2m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string Counted(std::uint64_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

std::string ForTerminal(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // C1 controls are C2 80 to C2 9F in UTF-8.
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
      ++i;
      continue;
    }
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) continue;
    shown += text[i];
  }
  return shown;
}

}  // namespace sitedoor::app
