#include "crawl/folder_source.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/open_folder.h"
#include "html/byte_form.h"
#include "net/url.h"
#include "text/utf8.h"

namespace sitedoor::crawl {
namespace {

namespace fs = std::filesystem;
using Identity = std::pair<dev_t, ino_t>;

// Links to folders may give so many pages for each that is really there, and some more.
constexpr std::size_t kMostLinkedForEach = 8;
constexpr std::size_t kMostLinkedAnyway = 100;

// A folder to be read.
struct Pending {
  std::string path;  // below the root, "" for the root itself
  std::string real;  // the same without symbolic links
  // The folders that it lies in, itself last: a link back into the chain is a loop.
  std::vector<Identity> chain;
  std::size_t links = 0;  // on the way to it
};

std::string Joined(const std::string& folder, std::string_view name) {
  return folder.empty() ? std::string(name) : folder + "/" + std::string(name);
}

std::string Reason(int error) {
  return ::strerror(error);
}  // NOLINT(concurrency-mt-unsafe): listing is one thread

std::string Extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size()) return "";
  return AsciiLowered(name.substr(dot + 1));
}

bool IsHtmlName(std::string_view name) {
  const std::string extension = Extension(name);
  return extension == "html" || extension == "htm" || extension == "xhtml";
}

// What static hosts answer with when there is no such page, or when they cannot answer.
bool IsErrorPage(std::string_view path) {
  constexpr std::array<std::string_view, 4> kNames = {"404.html", "404.htm", "404/index.html",
                                                      "50x.html"};
  return std::ranges::find(kNames, path) != kNames.end();
}

std::string Mebibytes(std::uint64_t bytes) {
  constexpr std::uint64_t kMebibyte = 1u << 20;
  return bytes % kMebibyte == 0 ? std::to_string(bytes / kMebibyte) + " MiB"
                                : std::to_string(bytes) + " bytes";
}

class Lister {
 public:
  Lister(const FolderSourceOptions& options, std::string root)
      : options_(options),
        root_(std::move(root)),
        include_used_(options.include.size()),
        exclude_used_(options.exclude.size()) {}

  FolderListing Run(Identity root) {
    folders_.push_back({"", "", {root}});
    ReadFolders();
    const auto bound = [](std::size_t real) {
      return real * kMostLinkedForEach + kMostLinkedAnyway;
    };
    const std::size_t most_pages = listing_.pages.size() + bound(listing_.pages.size());
    const std::size_t most_folders = folders_read_ + bound(folders_read_);
    // Those that are met on fewer links come first, so that each of the folder's own is followed
    // before any that is met below another.
    while (!links_.empty() && listing_.pages.size() < most_pages && folders_read_ < most_folders) {
      Pending folder = std::move(links_.extract(links_.begin()).mapped());
      folders_.push_back(std::move(folder));
      ReadFolders();
    }
    if (!links_.empty()) {
      Skip(links_.begin()->second.path, SkippedEntry::Kind::kExcluded,
           "this and " + std::to_string(links_.size() - 1) +
               " more symbolic links were not followed: links to folders give too many pages");
    }
    for (const auto& [extension, count] : other_files_) {
      Skip(extension.empty() ? "(no extension)" : "*." + extension, SkippedEntry::Kind::kNotHtml,
           count == 1 ? "1 file is not HTML" : std::to_string(count) + " files are not HTML");
    }
    TellUnusedGlobs();
    std::ranges::sort(listing_.pages, {}, &FolderEntry::id);
    NameRealPages();
    std::ranges::stable_sort(listing_.skipped, {}, &SkippedEntry::path);
    return std::move(listing_);
  }

 private:
  void Skip(const std::string& path, SkippedEntry::Kind kind, std::string reason) {
    listing_.skipped.push_back({text::Repair(path), std::move(reason), kind});
  }

  std::string OnDisk(const std::string& path) const {
    return path.empty() ? root_ : root_ + "/" + path;
  }

  void ReadFolders() {
    while (!folders_.empty()) {
      const Pending folder = std::move(folders_.back());
      folders_.pop_back();
      ++folders_read_;
      ReadFolder(folder);
    }
  }

  // Where the real page was left out, the one that a link leads to stands for itself.
  void NameRealPages() {
    for (FolderEntry& entry : listing_.pages) {
      if (entry.real_id.empty()) continue;
      const bool is_listed =
          std::ranges::binary_search(listing_.pages, entry.real_id, {}, &FolderEntry::id);
      if (entry.real_id == entry.id || !is_listed) entry.real_id.clear();
    }
  }

  void ReadFolder(const Pending& folder) {
    DIR* const stream = ::opendir(OnDisk(folder.path).c_str());
    if (stream == nullptr) {
      Skip(Joined(folder.path, ""), SkippedEntry::Kind::kUnreadable,
           "unreadable: " + Reason(errno));
      return;
    }
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* const entry = ::readdir(stream)) names.emplace_back(entry->d_name);
    if (errno != 0)
      Skip(folder.path, SkippedEntry::Kind::kUnreadable, "not read to its end: " + Reason(errno));
    ::closedir(stream);
    std::ranges::sort(names);
    for (const std::string& name : names) {
      if (name == "." || name == "..") continue;
      Visit(folder, name);
    }
  }

  void Visit(const Pending& folder, const std::string& name) {
    const std::string path = Joined(folder.path, name);
    struct stat found{};
    const bool is_there = ::lstat(OnDisk(path).c_str(), &found) == 0;
    if (name.starts_with('.')) {
      const bool is_folder = is_there && S_ISDIR(found.st_mode);
      if (is_folder || IsHtmlName(name))
        Skip(is_folder ? path + "/" : path, SkippedEntry::Kind::kExcluded,
             "hidden: its name starts with a dot");
      return;
    }
    if (!is_there) {
      Skip(path, SkippedEntry::Kind::kUnreadable, "unreadable: " + Reason(errno));
    } else if (S_ISLNK(found.st_mode)) {
      VisitLink(folder, path, {found.st_dev, found.st_ino});
    } else if (S_ISDIR(found.st_mode)) {
      Pending below{path, Joined(folder.real, name), folder.chain, folder.links};
      below.chain.emplace_back(found.st_dev, found.st_ino);
      folders_.push_back(std::move(below));
    } else {
      AddFile(path, Joined(folder.real, name), found);
    }
  }

  void VisitLink(const Pending& folder, const std::string& path, Identity link) {
    std::error_code error;
    const std::string target = fs::canonical(OnDisk(path), error).string();
    if (error == std::errc::too_many_symbolic_link_levels) {
      Skip(path, SkippedEntry::Kind::kSymlinkLoop, "symbolic link that leads back to itself");
      return;
    }
    if (error) {
      // A link to an image that is gone is nobody's concern.
      const bool gone = error == std::errc::no_such_file_or_directory;
      if (gone && !IsHtmlName(path)) return;
      if (gone) {
        Skip(path, SkippedEntry::Kind::kBrokenLink, "symbolic link to nothing");
      } else {
        Skip(path, SkippedEntry::Kind::kUnreadable, "unreadable: " + error.message());
      }
      return;
    }
    if (target != root_ && !target.starts_with(root_ == "/" ? root_ : root_ + "/")) {
      struct stat found{};
      const bool is_page =
          ::stat(target.c_str(), &found) == 0 && (S_ISDIR(found.st_mode) || IsHtmlName(path));
      if (is_page)
        Skip(path, SkippedEntry::Kind::kOutside, "symbolic link that leads outside the folder");
      return;
    }
    struct stat found{};
    const std::string real =
        target == root_ ? "" : target.substr(root_ == "/" ? 1 : root_.size() + 1);
    if (::stat(target.c_str(), &found) != 0) {
      Skip(path, SkippedEntry::Kind::kUnreadable, "unreadable: " + Reason(errno));
    } else if (!S_ISDIR(found.st_mode)) {
      AddFile(path, real, found);
    } else {
      // The same link is met again below a followed one: a loop is reported once.
      const bool is_new = seen_links_.insert(link).second;
      const Identity identity{found.st_dev, found.st_ino};
      if (std::ranges::find(folder.chain, identity) == folder.chain.end()) {
        Pending below{path, real, folder.chain, folder.links + 1};
        below.chain.push_back(identity);
        links_.emplace(std::pair(below.links, path), std::move(below));
      } else if (is_new) {
        Skip(path, SkippedEntry::Kind::kSymlinkLoop, "symbolic link to a folder that it lies in");
      }
    }
  }

  void AddFile(const std::string& path, const std::string& real, const struct stat& found) {
    if (!IsHtmlName(path)) {
      ++other_files_[text::Repair(Extension(path.substr(path.rfind('/') + 1)))];
    } else if (!S_ISREG(found.st_mode)) {
      Skip(path, SkippedEntry::Kind::kUnreadable, "not a regular file");
    } else if (const auto reason = LeftOutBecause(path)) {
      Skip(path, SkippedEntry::Kind::kExcluded, *reason);
    } else if (found.st_size == 0) {
      Skip(path, SkippedEntry::Kind::kEmpty, "empty file");
    } else if (static_cast<std::uint64_t>(found.st_size) > options_.most_page_bytes) {
      Skip(path, SkippedEntry::Kind::kTooLarge,
           "larger than " + Mebibytes(options_.most_page_bytes) + " (" +
               std::to_string(found.st_size) + " bytes)");
    } else {
      listing_.pages.push_back({net::PercentEncode(path, "/"), OnDisk(path),
                                static_cast<std::uint64_t>(found.st_size),
                                net::PercentEncode(real, "/"), real});
    }
  }

  // All globs are asked, so that each which matches something is known.
  std::optional<std::string> LeftOutBecause(const std::string& path) {
    const std::string* excluded_by = nullptr;
    for (std::size_t i = 0; i < options_.exclude.size(); ++i) {
      if (!MatchesGlob(options_.exclude[i], path)) continue;
      exclude_used_[i] = true;
      if (excluded_by == nullptr) excluded_by = &options_.exclude[i];
    }
    bool is_included = options_.include.empty();
    for (std::size_t i = 0; i < options_.include.size(); ++i) {
      if (!MatchesGlob(options_.include[i], path)) continue;
      include_used_[i] = true;
      is_included = true;
    }
    if (excluded_by != nullptr) return "excluded by \"" + *excluded_by + "\"";
    if (IsErrorPage(path) && !IsIncludedByName(path)) {
      return "the site's error page; include \"" + path + "\"" +
             (options_.include.empty() ? " and \"**\"" : "") + " to index it";
    }
    if (!is_included) return "not in what include names";
    return std::nullopt;
  }

  bool IsIncludedByName(std::string_view path) const {
    return std::ranges::any_of(options_.include, [&](std::string_view glob) {
      return glob.ends_with(path) &&
             (glob.size() == path.size() || glob == "/" + std::string(path) ||
              glob == "./" + std::string(path));
    });
  }

  void TellUnusedGlobs() {
    for (std::size_t i = 0; i < include_used_.size(); ++i) {
      if (!include_used_[i])
        listing_.warnings.push_back("include \"" + text::Repair(options_.include[i]) +
                                    "\" matches no page");
    }
    for (std::size_t i = 0; i < exclude_used_.size(); ++i) {
      if (!exclude_used_[i])
        listing_.warnings.push_back("exclude \"" + text::Repair(options_.exclude[i]) +
                                    "\" matches no page");
    }
  }

  const FolderSourceOptions& options_;
  const std::string root_;                         // canonical
  std::vector<bool> include_used_, exclude_used_;  // whether a glob matched a page
  std::vector<Pending> folders_;
  std::size_t folders_read_ = 0;
  std::map<std::pair<std::size_t, std::string>, Pending> links_;  // to folders, by links and path
  std::set<Identity> seen_links_;
  std::map<std::string, std::uint64_t> other_files_;  // by extension
  FolderListing listing_;
};

}  // namespace

Result<FolderListing> ListFolder(const FolderSourceOptions& options) {
  for (const auto* globs : {&options.include, &options.exclude}) {
    for (const std::string& glob : *globs) RETURN_IF_ERROR(CheckGlob(glob));
  }
  if (options.folder.empty()) {
    return Fail(ErrorCode::kInvalidArgument, "no folder of built HTML is named",
                "give the folder, as in: sitedoor build --source public");
  }
  std::error_code error;
  const fs::path root = fs::canonical(options.folder, error);
  if (error == std::errc::no_such_file_or_directory) {
    return Fail(ErrorCode::kNotFound, "there is no folder " + options.folder,
                "build your site first, or name the folder that its HTML is written to");
  }
  if (error)
    return Fail(ErrorCode::kUnavailable,
                "cannot open the folder " + options.folder + ": " + error.message());
  struct stat found{};
  if (::stat(root.c_str(), &found) != 0) {
    return Fail(ErrorCode::kUnavailable,
                "cannot open the folder " + options.folder + ": " + Reason(errno));
  }
  if (!S_ISDIR(found.st_mode)) {
    return Fail(ErrorCode::kInvalidArgument, options.folder + " is a file, not a folder",
                "name the folder that it lies in");
  }
  return Lister(options, root.string()).Run({found.st_dev, found.st_ino});
}

Result<FetchedPage> ReadEntry(const FolderSourceOptions& options, const FolderEntry& entry) {
  const auto refuse = [&](ErrorCode code, const std::string& why) {
    return Fail(code, "cannot read " + text::Repair(entry.path) + ": " + why);
  };
  const auto folder = OpenFolder::Open(options.folder);
  if (!folder) return Fail(folder.error().code, text::Repair(folder.error().message));
  const auto file = folder->File(entry.real_path);
  if (!file) return Fail(file.error().code, text::Repair(file.error().message));
  FetchedPage page;
  page.id = entry.id;
  if (!options.base_url.empty()) {
    page.url = options.base_url.ends_with('/') ? options.base_url + entry.id
                                               : options.base_url + "/" + entry.id;
    page.final_url = page.url;
  }
  // One byte more than listed, so that a file that has grown is read whole and one past the limit
  // is seen.
  page.body.resize(std::min<std::uint64_t>(file->bytes, options.most_page_bytes) + 1);
  std::size_t size = 0;
  while (true) {
    const ssize_t got =
        ::read(file->descriptor.number(), page.body.data() + size, page.body.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return refuse(ErrorCode::kUnavailable,
                    std::error_code(errno, std::generic_category()).message());
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (size > options.most_page_bytes) {
      return refuse(ErrorCode::kUnavailable, "larger than " + Mebibytes(options.most_page_bytes));
    }
    if (size == page.body.size()) page.body.resize(size * 2);
  }
  page.body.resize(size);
  if (html::FormOf(page.body) == html::ByteForm::kNotText)
    return refuse(ErrorCode::kUnsupported, "not text");
  return page;
}

}  // namespace sitedoor::crawl
