#include "document/document.h"

namespace sitedoor::document {

std::string_view StrategyName(Strategy strategy) {
  switch (strategy) {
    case Strategy::kMain:
      return "main";
    case Strategy::kMainArticle:
      return "main-article";
    case Strategy::kLoneArticle:
      return "article";
    case Strategy::kDensity:
      return "density";
    case Strategy::kVisibleText:
      return "visible-text";
    case Strategy::kSelectors:
      return "selectors";
  }
  return "visible-text";
}

}  // namespace sitedoor::document
