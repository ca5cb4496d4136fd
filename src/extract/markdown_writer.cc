#include "extract/markdown_writer.h"

#include "extract/internal/markdown_walk.h"

namespace sitedoor::extract {

MarkdownOutcome WriteMarkdown(html::Node root, const MarkdownOptions& options) {
  if (!root) return {};
  return internal::MarkdownWalk(options).Run(root);
}

}  // namespace sitedoor::extract
