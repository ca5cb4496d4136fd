// BlockOutput: the growing Markdown, one block after the other, inside quotes and list items.
//
// It knows what each line begins with ("> ", a list item's indentation), which blocks an empty line
// separates, and where the text must be cut. A marker ("- ", "3. ") is written with the first line
// of its item, so an item without content leaves nothing behind.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace sitedoor::extract::internal {

// Not thread-safe.
class BlockOutput {
 public:
  // Nested deeper than this, quotes and items add no more indentation: it would make the output
  // quadratic.
  static constexpr std::size_t kMostNesting = 20;

  explicit BlockOutput(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void OpenQuote() { Push({.kind = Kind::kQuote}); }
  void OpenBulletList();
  void OpenNumberedList();
  // In the innermost list. `number` counts in numbered lists only.
  void OpenItem(int number);
  void OpenItemContinuation();  // more of the list's last item: a list directly inside a list
  bool InList() const { return !containers_.empty() && containers_.back().kind == Kind::kList; }
  void Close();  // the innermost of what is open

  // One block of several lines; the text has no newline at its end. Returns where its first line
  // begins in the output.
  enum class BlockKind { kParagraph, kHeading, kOther };
  std::size_t Write(std::string_view lines, BlockKind kind);

  // A block written piece by piece: Begin, then the first line's text and NewLine before every
  // other, then End.
  std::size_t Begin(BlockKind kind);
  void Append(std::string_view text) { out_ += text; }
  void NewLine();    // and what lines begin with here
  void EmptyLine();  // a whole empty line inside the block; NewLine follows
  void End();

  // An id that the page has here: of the block that begins next, or of the last one begun.
  void MarkNext(std::string_view id) { pending_marks_.emplace_back(id); }
  void MarkLast(std::string_view id) { marks_.push_back({std::string(id), last_line_}); }
  // In order of offset; marks of what was cut are left out.
  std::vector<document::Anchor> TakeMarks();

  // A thematic break, when blocks stand on both sides of it.
  void RequestBreak() { break_requested_ = !out_.empty(); }

  // What a line may still hold before the output passes most_bytes, when it is the first of a block
  // (`Next`) or the next one of the block begun.
  std::size_t RoomInNextBlock() const {
    return Room(out_.empty() ? LinePrefixBytes() + 2 : 4 * LinePrefixBytes() + 8);
  }
  std::size_t RoomInNextLine() const { return Room(LinePrefixBytes() + 4); }
  std::size_t RoomInNextTwoLines() const { return Room(2 * LinePrefixBytes() + 8); }
  std::size_t RoomInLine() const { return Room(1); }

  // most_bytes was passed all the same; the block that did so is gone again.
  bool Full() const { return full_; }
  const std::string& Text() const { return out_; }
  std::string Take();

 private:
  enum class Kind : unsigned char { kQuote, kList, kItem };
  struct Container {
    Kind kind;
    bool marker_pending = false;  // items
    bool loose = false;           // items: an empty line inside. Lists: the last item had one
    bool started = false;         // lists: an item was written
    bool numbered = false;        // lists
    char mark = '-';              // lists: '-' or '*', '.' or ')'
    bool transparent = false;     // past kMostNesting
    unsigned char indent = 0;     // items: width of the marker. Lists: of the last item's
    std::string marker = {};      // items
  };

  void Push(Container container);
  void OpenList(bool numbered);
  bool NextListInterrupts() const;
  bool NeedsEmptyLine();
  void Separate();
  std::size_t LinePrefixBytes() const;  // at most
  std::size_t Room(std::size_t reserved) const {
    const std::size_t used = out_.size() + reserved;
    return used < most_bytes_ ? most_bytes_ - used : 0;
  }
  void WritePrefix(std::size_t depth);
  void WriteEmptyLine(std::size_t depth);

  const std::size_t most_bytes_;
  std::string out_;
  std::vector<Container> containers_;
  std::size_t common_ = 0;         // how many containers have stayed open since the last block
  std::size_t visible_depth_ = 0;  // containers that indent
  std::vector<std::string> pending_marks_;
  std::vector<document::Anchor> marks_;
  std::size_t last_line_ = 0;    // where the last block's first line begins
  std::size_t block_begin_ = 0;  // end of the output before the block being written
  BlockKind last_kind_ = BlockKind::kOther;
  std::size_t last_depth_ = 0;  // containers open when the last block was written
  bool break_requested_ = false;
  bool full_ = false;
  // The list that was closed last, while nothing has been written since: a like one would continue
  // it.
  std::size_t closed_list_end_ = static_cast<std::size_t>(-1);
  std::size_t closed_list_depth_ = 0;
  bool closed_list_numbered_ = false;
  char closed_list_mark_ = 0;
};

}  // namespace sitedoor::extract::internal
