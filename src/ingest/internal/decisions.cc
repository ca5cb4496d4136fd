#include "ingest/internal/decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "text/language.h"

namespace sitedoor::ingest {
namespace {

constexpr std::size_t kFewestForATemplate = 4;
// Versions of one page that are called differently; more are pages of their own.
constexpr std::size_t kMostVersions = 20;

bool IsVersion(std::string_view step) {
  if (step.starts_with('v') || step.starts_with('V')) step.remove_prefix(1);
  return !step.empty() && step.front() >= '0' && step.front() <= '9' &&
         step.find_first_not_of("0123456789.x") == std::string_view::npos;
}

// 0 for a page's natural path, 1 for that of the newest version, 2 for one of another version, for
// printing, or of an archive: where the same page stands in several places, the lowest is the one.
int EditionRank(std::string_view id) {
  constexpr std::array<std::string_view, 3> kNewest = {"latest", "stable", "current"};
  constexpr std::array<std::string_view, 8> kOther = {
      "print", "_print", "printable", "print.html", "archive", "old", "dev", "amp"};
  int rank = 0;
  while (!id.empty()) {
    const std::size_t end = std::min(id.find('/'), id.size());
    const std::string_view step = id.substr(0, end);
    const bool is_folder = end < id.size();
    if (is_folder && std::ranges::find(kNewest, step) != kNewest.end()) rank = std::max(rank, 1);
    if ((is_folder && IsVersion(step)) || std::ranges::find(kOther, step) != kOther.end()) rank = 2;
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return rank;
}

class Decider {
 public:
  Decider(std::span<const PageFacts> pages, const SiteUrls& urls) : pages_(pages), urls_(urls) {
    decisions_.pages.resize(pages.size());
    is_named_.resize(pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) decisions_.pages[i].keeper = i;
  }

  Decisions Run() {
    for (std::size_t i = 0; i < pages_.size(); ++i) JudgeAlone(i);
    MergeCanonicals();
    MergeEqualText();
    const std::vector<std::optional<std::size_t>> ends = Ends();
    for (std::size_t i = 0; i < pages_.size(); ++i) Finish(i, ends[i]);
    return std::move(decisions_);
  }

 private:
  Decision& At(std::size_t i) { return decisions_.pages[i]; }

  void JudgeAlone(std::size_t i) {
    const PageFacts& page = pages_[i];
    Decision& decision = At(i);
    if (!page.failure.empty()) {
      decision.outcome = PageOutcome::kFailed;
      decision.detail = page.failure;
    } else if (page.no_index) {
      decision.outcome = PageOutcome::kNoIndex;
      decision.detail = "asks not to be indexed";
      if (!page.refresh_url.empty()) decision.detail += "; leads to " + page.refresh_url;
    } else if (HasPagesInFrames(i)) {
      decision.outcome = PageOutcome::kFrames;
      decision.detail = "a frameset; the pages in its frames are indexed by themselves";
    } else if (page.real && (page.chunk_count > 0 || !page.refresh_url.empty())) {
      decision.outcome = PageOutcome::kDuplicate;
      decision.detail = "a link to " + pages_[*page.real].id;
      decision.keeper = *page.real;
      decision.is_alias = true;
    } else if (!page.refresh_url.empty() &&
               page.extraction.kept_characters <= kMostRedirectCharacters) {
      JudgeRedirect(i);
    } else if (page.chunk_count == 0) {
      decision.outcome = PageOutcome::kEmpty;
      decision.detail = "no text";
    }
  }

  // Where none of the frames is there, the frameset is all that there is of them.
  bool HasPagesInFrames(std::size_t i) const {
    return std::ranges::any_of(pages_[i].frame_urls, [&](const std::string& frame) {
      return urls_.Locate(frame, pages_[i].id).has_value();
    });
  }

  void JudgeRedirect(std::size_t i) {
    const auto target = urls_.Locate(pages_[i].refresh_url, pages_[i].id);
    if (target == i) return;  // a page that reloads itself is a page
    Decision& decision = At(i);
    decision.outcome = PageOutcome::kRedirect;
    if (target) {
      decision.keeper = *target;
      decision.is_alias = true;
    } else {
      decision.detail = "to " + pages_[i].refresh_url + ", which is not among the pages found";
    }
  }

  // Where each page leads after redirects and merges so far; nullopt in a circle, or at a page that
  // is not indexed. Each step is taken once.
  std::vector<std::optional<std::size_t>> Ends() const {
    std::vector<std::optional<std::size_t>> ends(pages_.size());
    std::vector<char> seen(pages_.size(), 0);
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < pages_.size(); ++start) {
      path.clear();
      std::size_t at = start;
      for (; !seen[at]; at = decisions_.pages[at].keeper) {
        seen[at] = 1;
        path.push_back(at);
        const Decision& decision = decisions_.pages[at];
        if (IsIndexed(decision)) ends[at] = at;
        if (IsIndexed(decision) || !decision.is_alias) break;
      }
      for (const std::size_t i : path) ends[i] = ends[at];
    }
    return ends;
  }

  void MergeCanonicals() {
    // What each indexed page names, if that is another page of the folder.
    std::vector<std::optional<std::size_t>> named(pages_.size());
    std::unordered_map<std::size_t, std::size_t> named_by;
    std::size_t indexed = 0;
    const std::vector<std::optional<std::size_t>> ends = Ends();
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (At(i).outcome != PageOutcome::kIndexed) continue;
      ++indexed;
      if (pages_[i].canonical_url.empty()) continue;
      const auto target = urls_.Locate(pages_[i].canonical_url, pages_[i].id);
      if (!target) {
        WarnOfCanonical(i);
      } else if (*target == i) {
        // Under a base URL that is known, the page's own word for its address is its URL.
        if (!urls_.base_url().empty()) At(i).url = PublishedUrl(pages_[i].canonical_url);
        is_named_[i] = 1;
      } else {
        named[i] = ends[*target];
        if (!named[i]) {
          At(i).warnings.push_back("its canonical link names " + pages_[*target].id +
                                   ", which is not indexed");
        } else if (*named[i] == i) {
          // A link to this very page: where it is published.
          if (pages_[*target].real == i && !urls_.base_url().empty())
            At(i).url = PublishedUrl(pages_[i].canonical_url);
          named[i].reset();
        } else {
          ++named_by[*named[i]];
        }
      }
    }
    for (const auto& [target, count] : named_by) IgnoreIfShared(target, count, indexed, named);
    IgnoreCirclesOfDifferentTexts(named);
    MergeNamed(named);
  }

  // A template that gives every page the front page's canonical link would leave one page of the
  // site.
  void IgnoreIfShared(std::size_t target, std::size_t count, std::size_t indexed,
                      std::vector<std::optional<std::size_t>>& named) {
    if (count < 2) return;
    if (count * 2 <= indexed) return IgnoreThatDiffer(target, named);
    // On a small site the old versions of a page may be the most: they are called what it is.
    const auto is_version = [&](std::size_t i) {
      return named[i] == target && pages_[i].title == pages_[target].title;
    };
    bool has_version = false;
    for (std::size_t i = 0; i < pages_.size() && !has_version; ++i) has_version = is_version(i);
    if (count < kFewestForATemplate && has_version) return;
    decisions_.warnings.push_back(
        fmt::format("{} of {} pages name {} as their canonical page: those links are ignored",
                    count, indexed, pages_[target].id));
    for (auto& other : named) {
      if (other == target) other.reset();
    }
  }

  // Pages of other titles and texts are no versions of the one page that they name; a few may be.
  void IgnoreThatDiffer(std::size_t target, std::vector<std::optional<std::size_t>>& named) {
    std::vector<std::size_t> different;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      const bool differs = named[i] == target && pages_[i].title != pages_[target].title &&
                           pages_[i].text_hash != pages_[target].text_hash;
      if (differs) different.push_back(i);
    }
    if (different.size() <= kMostVersions) return;
    decisions_.warnings.push_back(fmt::format(
        "{} pages of other titles and texts name {} as their canonical page: those links are "
        "ignored",
        different.size(), pages_[target].id));
    for (const std::size_t i : different) named[i].reset();
  }

  // Pages that name each other and say different things: no one of them stands for the others.
  void IgnoreCirclesOfDifferentTexts(std::vector<std::optional<std::size_t>>& named) {
    std::vector<std::size_t> walk_of(pages_.size(), 0);  // the walk that came here first, from 1
    for (std::size_t start = 0; start < pages_.size(); ++start) {
      std::size_t at = start;
      for (; walk_of[at] == 0 && named[at]; at = *named[at]) walk_of[at] = start + 1;
      if (walk_of[at] != start + 1) continue;
      std::vector<std::size_t> circle;
      do {
        circle.push_back(at);
        at = *named[at];
      } while (at != circle.front());
      const auto same_text = [&](std::size_t i) {
        return pages_[i].text_hash == pages_[circle.front()].text_hash;
      };
      if (std::ranges::all_of(circle, same_text)) continue;
      for (const std::size_t i : circle) {
        At(i).warnings.push_back(fmt::format(
            "its canonical link names {}, and leads in a circle of {} pages whose texts "
            "differ: ignored",
            pages_[*named[i]].id, circle.size()));
        named[i].reset();
      }
    }
  }

  // Every page becomes an alias of the one at the end of its chain of links; where a chain ends in
  // a circle, of the best page of the circle. Each link is followed once.
  void MergeNamed(const std::vector<std::optional<std::size_t>>& named) {
    constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
    std::vector<std::size_t> keeper(pages_.size(), kUnknown);
    std::vector<char> on_path(pages_.size(), 0);
    for (std::size_t start = 0; start < pages_.size(); ++start) {
      std::vector<std::size_t> path;
      std::size_t at = start;
      while (keeper[at] == kUnknown && !on_path[at] && named[at]) {
        on_path[at] = 1;
        path.push_back(at);
        at = *named[at];
      }
      std::size_t end = keeper[at] == kUnknown ? at : keeper[at];
      if (keeper[at] == kUnknown && on_path[at]) {
        const auto circle = std::ranges::find(path, at);
        end = *std::min_element(circle, path.end(), [&](std::size_t one, std::size_t other) {
          return IsBetter(one, other);
        });
        At(end).warnings.push_back("its canonical link leads in a circle of " +
                                   std::to_string(path.end() - circle) + " pages");
      }
      keeper[at] = end;
      for (const std::size_t i : path) {
        keeper[i] = end;
        on_path[i] = 0;
      }
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (!named[i] || keeper[i] == i) continue;
      is_named_[keeper[i]] = 1;
      At(i).outcome = PageOutcome::kDuplicate;
      At(i).keeper = keeper[i];
      At(i).is_alias = true;
      At(i).detail = "its canonical page is " + pages_[keeper[i]].id;
    }
  }

  // Pages that look different and of which the same little was kept are not the same page.
  static bool SameText(const PageFacts& a, const PageFacts& b) {
    return a.title == b.title && a.extraction.visible_characters == b.extraction.visible_characters;
  }

  void MergeEqualText() {
    std::unordered_map<std::string_view, std::size_t> best_with;
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (At(i).outcome != PageOutcome::kIndexed) continue;
      const auto [best, is_first] = best_with.emplace(pages_[i].text_hash, i);
      if (!is_first && SameText(pages_[best->second], pages_[i]) && IsBetter(i, best->second))
        best->second = i;
    }
    for (std::size_t i = 0; i < pages_.size(); ++i) {
      if (At(i).outcome != PageOutcome::kIndexed) continue;
      const std::size_t keeper = best_with.at(pages_[i].text_hash);
      if (keeper == i || !SameText(pages_[keeper], pages_[i])) continue;
      At(i).outcome = PageOutcome::kDuplicate;
      At(i).keeper = keeper;
      At(i).is_alias = true;
      At(i).detail = "same title and text as " + pages_[keeper].id;
    }
  }

  // Whether page `i` is the one of the two that its readers should be led to.
  bool IsBetter(std::size_t i, std::size_t other) const {
    const auto rank = [&](std::size_t page) {
      const std::string& id = pages_[page].id;
      return std::tuple(is_named_[page] == 0, EditionRank(id), IsInAnotherLanguagesFolder(page),
                        std::ranges::count(id, '/'), !IsFoldersIndex(id), id.size(),
                        std::string_view(id));
    };
    return rank(i) < rank(other);
  }

  // A page that is not translated yet often stands in the folders of all languages.
  bool IsInAnotherLanguagesFolder(std::size_t page) const {
    const std::string folder = text::LanguageInPath(pages_[page].id);
    return !folder.empty() && !pages_[page].language.empty() &&
           text::PrimaryLanguage(folder) != text::PrimaryLanguage(pages_[page].language);
  }

  void WarnOfCanonical(std::size_t i) {
    At(i).warnings.push_back("its canonical link names " + PublishedUrl(pages_[i].canonical_url) +
                             ", which is not among the pages found: ignored");
  }

  void Finish(std::size_t i, std::optional<std::size_t> keeper) {
    Decision& decision = At(i);
    if (decision.outcome == PageOutcome::kIndexed) {
      if (decision.url.empty()) decision.url = urls_.UrlOf(pages_[i].id);
      return;
    }
    if (!decision.is_alias) return;
    decision.is_alias = keeper.has_value();
    if (keeper) decision.keeper = *keeper;
    if (decision.outcome != PageOutcome::kRedirect) return;
    decision.detail = keeper ? "to " + pages_[*keeper].id
                             : "to " + pages_[decision.keeper].id + ", which is not indexed";
  }

  const std::span<const PageFacts> pages_;
  const SiteUrls& urls_;
  Decisions decisions_;
  std::vector<char> is_named_;  // by a canonical link, its own or another page's
};

}  // namespace

Decisions Decide(std::span<const PageFacts> pages, const SiteUrls& urls) {
  return Decider(pages, urls).Run();
}

}  // namespace sitedoor::ingest
