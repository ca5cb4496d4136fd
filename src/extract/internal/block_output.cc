#include "extract/internal/block_output.h"

#include <algorithm>
#include <utility>

namespace sitedoor::extract::internal {

void BlockOutput::Push(Container container) {
  if (container.kind != Kind::kList) {
    container.transparent = visible_depth_ >= kMostNesting;
    if (!container.transparent) ++visible_depth_;
  }
  containers_.push_back(std::move(container));
}

void BlockOutput::OpenList(bool numbered) {
  Container list{.kind = Kind::kList};
  list.numbered = numbered;
  list.mark = numbered ? '.' : '-';
  const bool joins = closed_list_end_ == out_.size() && closed_list_depth_ == containers_.size() &&
                     closed_list_numbered_ == numbered;
  if (joins && closed_list_mark_ == list.mark) list.mark = numbered ? ')' : '*';
  Push(std::move(list));
}

void BlockOutput::OpenBulletList() { OpenList(false); }
void BlockOutput::OpenNumberedList() { OpenList(true); }

void BlockOutput::OpenItem(int number) {
  const Container* list = InList() ? &containers_.back() : nullptr;
  Container item{.kind = Kind::kItem};
  item.marker_pending = true;
  if (list != nullptr && list->numbered) {
    item.marker = std::to_string(std::clamp(number, 0, 999'999'999));
    item.marker += list->mark;
  } else {
    item.marker = list != nullptr ? list->mark : '-';
  }
  item.marker += ' ';
  item.indent = static_cast<unsigned char>(item.marker.size());
  Push(std::move(item));
}

void BlockOutput::OpenItemContinuation() {
  Container item{.kind = Kind::kItem};
  item.indent = InList() && containers_.back().started ? containers_.back().indent : 0;
  Push(std::move(item));
}

void BlockOutput::Close() {
  if (containers_.empty()) return;
  const Container closed = std::move(containers_.back());
  containers_.pop_back();
  if (closed.kind != Kind::kList && !closed.transparent) --visible_depth_;
  common_ = std::min(common_, containers_.size());
  if (closed.kind == Kind::kItem && !closed.marker_pending && InList()) {
    containers_.back().loose = closed.loose;
    containers_.back().indent = closed.indent;
  }
  if (closed.kind == Kind::kList && closed.started) {
    closed_list_end_ = out_.size();
    closed_list_depth_ = containers_.size();
    closed_list_numbered_ = closed.numbered;
    closed_list_mark_ = closed.mark;
  }
}

void BlockOutput::WritePrefix(std::size_t depth) {
  for (std::size_t i = 0; i < depth; ++i) {
    Container& container = containers_[i];
    if (container.kind == Kind::kList) {
      if (i + 1 < depth && containers_[i + 1].kind == Kind::kItem) {
        container.started = true;
      } else if (container.started) {
        out_.append(container.indent,
                    ' ');  // what stands directly in a list goes on with its last item
      }
      continue;
    }
    if (container.transparent) continue;
    if (container.kind == Kind::kQuote) {
      out_ += "> ";
    } else if (container.marker_pending) {
      out_ += container.marker;
      container.marker_pending = false;
    } else {
      out_.append(container.indent, ' ');
    }
  }
}

std::size_t BlockOutput::LinePrefixBytes() const {
  std::size_t bytes = 0;
  for (const Container& container : containers_) {
    if (container.transparent) continue;
    const bool is_quote = container.kind == Kind::kQuote;
    bytes += is_quote ? 2 : std::max<std::size_t>(container.indent, container.marker.size());
  }
  return bytes;
}

void BlockOutput::WriteEmptyLine(std::size_t depth) {
  const std::size_t begin = out_.size();
  WritePrefix(depth);
  while (out_.size() > begin && out_.back() == ' ') out_.pop_back();
  out_ += '\n';
}

// Only a list that is bulleted or starts with 1 can interrupt a paragraph.
bool BlockOutput::NextListInterrupts() const {
  for (std::size_t i = common_; i < containers_.size(); ++i) {
    const Container& container = containers_[i];
    if (container.kind == Kind::kQuote) return true;
    if (container.kind != Kind::kItem || !container.marker_pending) continue;
    const char first = container.marker.front();
    return first < '0' || first > '9' || container.marker.starts_with("1.") ||
           container.marker.starts_with("1)");
  }
  return false;
}

// Before every block but an item after a tight one, and a list right under the text of its item.
bool BlockOutput::NeedsEmptyLine() {
  Container* around = common_ > 0 ? &containers_[common_ - 1] : nullptr;
  const bool new_container = common_ < containers_.size();
  if (new_container && around != nullptr && around->kind == Kind::kList) {
    const bool after_item = last_depth_ > common_;  // not after text directly in the list
    const bool is_item = containers_[common_].marker_pending;
    return !after_item || around->loose || (!is_item && !NextListInterrupts());
  }
  if (around == nullptr || around->kind != Kind::kItem) return true;
  const bool list_under_text = new_container && containers_[common_].kind == Kind::kList &&
                               last_kind_ == BlockKind::kParagraph && last_depth_ == common_;
  if (list_under_text && NextListInterrupts()) return false;
  around->loose = true;
  return true;
}

void BlockOutput::Separate() {
  if (out_.empty()) {
    break_requested_ = false;
    return;
  }
  if (break_requested_) {
    break_requested_ = false;
    WriteEmptyLine(common_);
    WritePrefix(common_);
    out_ += "---\n";
    WriteEmptyLine(common_);
  } else if (NeedsEmptyLine()) {
    WriteEmptyLine(common_);
  }
}

std::size_t BlockOutput::Begin(BlockKind kind) {
  block_begin_ = out_.size();
  Separate();
  const std::size_t line = out_.size();
  WritePrefix(containers_.size());
  last_kind_ = kind;
  last_depth_ = containers_.size();
  last_line_ = line;
  for (std::string& id : pending_marks_) marks_.push_back({std::move(id), line});
  pending_marks_.clear();
  return line;
}

std::vector<document::Anchor> BlockOutput::TakeMarks() {
  std::erase_if(marks_, [&](const document::Anchor& mark) { return mark.offset >= out_.size(); });
  return std::move(marks_);
}

void BlockOutput::NewLine() {
  out_ += '\n';
  WritePrefix(containers_.size());
}

void BlockOutput::EmptyLine() {
  out_ += '\n';
  WriteEmptyLine(containers_.size());
  out_.pop_back();
}

void BlockOutput::End() {
  out_ += '\n';
  common_ = containers_.size();
  if (out_.size() > most_bytes_) {
    out_.resize(block_begin_);
    full_ = true;
  }
}

std::string BlockOutput::Take() {
  std::string text;
  text.swap(out_);
  return text;
}

std::size_t BlockOutput::Write(std::string_view lines, BlockKind kind) {
  const std::size_t begin = Begin(kind);
  std::size_t at = 0;
  while (true) {
    const std::size_t end = lines.find('\n', at);
    Append(lines.substr(at, end - at));
    if (end == std::string_view::npos) break;
    at = end + 1;
    if (at < lines.size() && lines[at] == '\n') {
      EmptyLine();
    } else {
      NewLine();
    }
  }
  End();
  return begin;
}

}  // namespace sitedoor::extract::internal
