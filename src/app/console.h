// Console: results on stdout, everything else on stderr, and no write that fails unseen.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sitedoor::app {

// Not thread-safe, except that PrintNote may be called while another thread logs.
class Console {
 public:
  enum class Colour { kNever, kOnTerminals };

  // `colour` is the owner's wish (NO_COLOR); a stream that is no terminal has none in any case.
  explicit Console(Colour colour);

  // Results. Buffered; goes out when enough has come together and at Flush.
  void Print(std::string_view text);
  // Errors: kUnavailable when any write failed (a full disk, a closed stream). A reader that has
  // gone away
  // (`| head`) is not an error: what is left is dropped, and ReaderIsGone() says so.
  Status Flush();
  bool ReaderIsGone() const { return reader_is_gone_; }

  // One line on stderr; "\n" is added.
  void PrintNote(std::string_view line);
  void PrintError(const Error& error);
  void PrintWarning(std::string_view text);
  // A line that the next one replaces on a terminal, and an own line elsewhere. EndStatus keeps the
  // last one.
  void ShowStatus(std::string_view line);
  void EndStatus();

  // What a hint calls the program by: a path as it was typed, or "sitedoor" where it is on the
  // PATH.
  void CallProgram(std::string_view typed) {
    program_ = typed.find('/') == std::string_view::npos ? "sitedoor" : typed;
  }
  const std::string& program() const { return program_; }

  bool OutputIsTerminal() const { return output_is_terminal_; }
  bool NotesAreOnTerminal() const { return notes_are_on_terminal_; }
  // `text` in bold where stdout shows it, otherwise as it is.
  std::string Bold(std::string_view text) const;
  std::string Faint(std::string_view text) const;

 private:
  void WriteOut();
  std::string NoteStyled(std::string_view code, std::string_view text) const;

  std::string program_ = "sitedoor";
  bool output_is_terminal_ = false, notes_are_on_terminal_ = false;
  bool output_has_colour_ = false, notes_have_colour_ = false;
  bool status_is_shown_ = false;
  bool reader_is_gone_ = false;
  int write_error_ = 0;
  std::string buffer_;
};

// Makes 0, 1 and 2 open descriptors, so that no file of the index ever gets one of their numbers,
// and has writes to a closed pipe fail instead of ending the process. A stdout that was closed
// refuses writes. Call it first in main.
void PrepareStreams();

// "1 page", "2 pages".
std::string Counted(std::uint64_t count, std::string_view thing);

// Text from outside (titles, paths) for a terminal: control characters are left out, but for line
// breaks and tabs.
std::string ForTerminal(std::string_view text);

}  // namespace sitedoor::app
