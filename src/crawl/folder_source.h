// FolderSource: the pages of a folder of built HTML.
//
// Every regular file that ends in .html, .htm or .xhtml (any case) below the folder, in order of
// id. Files and folders whose name starts with a dot are left out, and reported. Symbolic links to
// files and folders inside the folder are followed, and what they lead to says which page it really
// is. A link to a folder that it lies in is a loop, and reported; so are links that lead outside,
// and how many were not followed because links to folders of links gave too many pages.
//
// An error page (404.html, 404/index.html or 50x.html at the top) is left out unless `include` has
// its very path.
//
// Globs are matched against the path below the folder, as it is on disk: `*` and `?` stop at '/',
// `**` does not, `**/` is any number of folders (none too), `?`, `[a-z]` and `[!a-z]` are one
// character of Unicode, a backslash takes the next character as it is. A glob that ends in a slash,
// or in a name without wildcards that is a folder's, means everything below that folder. "/" and
// "./" in front say nothing. docs/reference/globs.md has examples.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/fetched_page.h"

namespace sitedoor::crawl {

struct FolderSourceOptions {
  std::string folder;
  std::string base_url;              // "" when not configured
  std::vector<std::string> include;  // globs; empty: everything
  std::vector<std::string> exclude;  // globs; these win
  std::uint64_t most_page_bytes = 64u << 20;
};

// A page that was found but not read yet.
struct FolderEntry {
  std::string id;
  std::string path;  // on disk
  std::uint64_t bytes = 0;
  // Of the listed page that this one is, when it was reached through a symbolic link; "" otherwise.
  std::string real_id = "";
  std::string real_path = "";  // below the folder, on disk, without symbolic links
};

// Something in the folder that gives no page, with the reason ("unreadable: Permission denied",
// "larger than 64 MiB"). Files that are no pages are one entry an extension ("*.png", "41 files").
struct SkippedEntry {
  std::string path;  // below the folder; valid UTF-8 (other bytes are U+FFFD)
  std::string reason;
  enum class Kind {
    kExcluded,
    kUnreadable,
    kTooLarge,
    kSymlinkLoop,
    kOutside,
    kNotHtml,
    kEmpty,
    kBrokenLink,
  } kind = Kind::kExcluded;
};

struct FolderListing {
  std::vector<FolderEntry> pages;  // ascending id
  std::vector<SkippedEntry> skipped;
  std::vector<std::string> warnings;  // globs that matched no page
};

// Errors: kNotFound when the folder is not there, kInvalidArgument when it is a file or a glob is
// malformed.
Result<FolderListing> ListFolder(const FolderSourceOptions& options);

// Reads one entry, where it really was when it was listed: a file or folder that has become a
// symbolic link since is not read. Thread-safe. Errors: kNotFound, kUnavailable, kUnsupported (not
// text); one page's error never ends the build.
Result<FetchedPage> ReadEntry(const FolderSourceOptions& options, const FolderEntry& entry);

// kInvalidArgument, naming the glob, when it is empty, has a class without ']' or ends in a lone
// backslash.
Status CheckGlob(std::string_view glob);

// Glob match as include and exclude use it; a malformed one matches nothing. At most |glob| steps a
// byte of the path.
bool MatchesGlob(std::string_view glob, std::string_view path);

}  // namespace sitedoor::crawl
