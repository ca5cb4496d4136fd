#include "ingest/build.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_set>

#include "base/checksum.h"
#include "base/directory.h"
#include "html/out_of_memory.h"
#include "index/generation_writer.h"
#include "index/snapshot.h"
#include "ingest/internal/changes.h"
#include "ingest/internal/decisions.h"
#include "ingest/internal/guards.h"
#include "ingest/internal/outline.h"
#include "ingest/internal/page_store.h"
#include "ingest/internal/raw_page.h"
#include "ingest/internal/site_name.h"
#include "ingest/internal/site_repeats.h"
#include "ingest/internal/site_urls.h"
#include "net/url.h"
#include "text/utf8.h"

namespace sitedoor::ingest {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kRefusedReportName = "refused.json";
constexpr std::chrono::milliseconds kProgressInterval{200};
constexpr std::size_t kMostFramesetCharacters = 400;
// Of HTML: pages above read one at a time, and pages above may run out of memory alone.
constexpr std::uint64_t kHugeBytes = 8u << 20;
constexpr std::uint64_t kLargeBytes = 1u << 20;

// Copies of a page for other languages and versions lead into their own folders. Where a page is
// little more than its links, these are what it says.
std::string TextHash(const StoredPage& page) {
  constexpr std::size_t kFewestCharacters = 200;
  if (page.document.extraction.kept_characters < kFewestCharacters)
    return page.document.content_hash;
  Xxh128 sum;
  const auto add = [&sum](std::string_view text) {
    sum.Add(text);
    sum.Add(std::string_view("\0", 1));
  };
  add(page.document.title);
  for (const document::Chunk& chunk : page.chunks) {
    for (const std::string& heading : chunk.heading_path) add(heading);
    add(chunk.text);
  }
  return sum.Hex();
}

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string Now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

// "2026-08-15T10:00:00Z" gives "2026-08-16", on which it may be elsewhere already; "" for no date.
std::string DayAfter(std::string_view time) {
  int year = 0;
  unsigned month = 0, day = 0;
  const std::string date(time.substr(0, 10));
  if (std::sscanf(date.c_str(), "%4d-%2u-%2u", &year, &month, &day) != 3) return "";
  const std::chrono::year_month_day read{std::chrono::year(year), std::chrono::month(month),
                                         std::chrono::day(day)};
  if (!read.ok()) return "";
  const std::chrono::year_month_day next = std::chrono::sys_days(read) + std::chrono::days(1);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(next.year()),
                     static_cast<unsigned>(next.month()), static_cast<unsigned>(next.day()));
}

class ProgressTeller {
 public:
  explicit ProgressTeller(const std::function<void(const Progress&)>& tell) : tell_(tell) {}

  void Begin(Progress::Stage stage, std::uint64_t total) {
    stage_ = stage;
    total_ = total;
    begun_ = Clock::now();
    last_ = {};
  }
  // At most once an interval, but for the last page.
  void Tell(std::uint64_t done) {
    if (!tell_ || (done < total_ && Clock::now() - last_ < kProgressInterval)) return;
    last_ = Clock::now();
    const double seconds = SecondsSince(begun_);
    tell_({stage_, done, total_, seconds > 0 ? static_cast<double>(done) / seconds : 0});
  }

 private:
  const std::function<void(const Progress&)>& tell_;
  Progress::Stage stage_ = Progress::Stage::kReading;
  std::uint64_t total_ = 0;
  Clock::time_point begun_, last_;
};

class Builder {
 public:
  Builder(const BuildOptions& options, const std::function<void(const Progress&)>& progress)
      : options_(options), progress_(progress) {}

  Result<BuildReport> Run() {
    const Clock::time_point start = Clock::now();
    report_.built_at = options_.built_at.empty() ? Now() : options_.built_at;
    front_extraction_ = options_.extraction;
    front_extraction_.latest_date = DayAfter(report_.built_at);
    ASSIGN_OR_RETURN(crawl::FolderListing listing, crawl::ListFolder(options_.source));
    entries_ = std::move(listing.pages);
    report_.skipped = std::move(listing.skipped);
    report_.warnings = std::move(listing.warnings);
    if (entries_.empty() && ::access(options_.index_path.c_str(), F_OK) != 0) {
      // A folder that has nothing to build from gets no index folder.
      report_.refused = FailedGuards(Counted(), options_.guards);
      if (!report_.refused.empty()) return std::move(report_);
    }
    ASSIGN_OR_RETURN(directory_, OpenDirectory(options_.index_path));
    ASSIGN_OR_RETURN(auto writers_directory, OpenDirectory(options_.index_path));
    // Taken before the reading starts: a second build ends here, not after its work.
    ASSIGN_OR_RETURN(writer_, index::GenerationWriter::Begin(std::move(writers_directory),
                                                             {.threads = options_.threads}));
    ReadPrevious();
    ChooseBaseUrl();
    front_ = SpeakingFrontPage(entries_);
    extraction_ = front_extraction_;
    extraction_.repeats = DeriveSiteRepeats(source_, entries_, options_.site_name);
    RETURN_IF_ERROR(ReadPages());
    const SiteUrls urls(facts_, report_.site_url);
    decisions_ = Decide(facts_, urls);
    Report();
    Compare();
    report_.refused = FailedGuards(Counted(), options_.guards);
    if (report_.refused.empty()) RETURN_IF_ERROR(Write(urls, start));
    report_.seconds = SecondsSince(start);
    RETURN_IF_ERROR(KeepRefusedReport());
    return std::move(report_);
  }

 private:
  // A live index that cannot be read is no reason to refuse a new one, but the newest generation
  // that can be read still says how many pages the site had.
  void ReadPrevious() {
    auto live = index::ReadLiveManifest(*directory_);
    if (live && *live) {
      report_.previous = *std::move(live);
      return;
    }
    auto generations = index::ListGenerations(*directory_);
    const bool is_there = generations && !generations->empty();
    if (live && !is_there) return;  // the first build
    report_.warnings.push_back(
        (live ? "the live index has lost its manifest.json"
              : "the live index cannot be read: " + live.error().message) +
        (is_there ? "; compared with generation " + generations->front().generation
                  : "; there is no older one to compare with"));
    if (is_there) report_.previous = std::move(generations->front());
  }

  void ChooseBaseUrl() {
    source_ = options_.source;
    BaseUrl derived;
    if (source_.base_url.empty()) derived = DeriveBaseUrl(source_, entries_);
    if (source_.base_url.empty()) source_.base_url = std::move(derived.url);
    if (!source_.base_url.empty() && !source_.base_url.ends_with('/')) source_.base_url += '/';
    report_.site_url = source_.base_url;
    if (source_.base_url.empty()) {
      report_.warnings.push_back(WhyNoBaseUrl(derived));
    }
  }

  Status ReadPages() {
    facts_.resize(entries_.size());
    store_ = std::make_unique<PageStore>(options_.index_path, entries_.size(),
                                         options_.most_bytes_in_memory);
    progress_.Begin(Progress::Stage::kReading, entries_.size());
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t wanted = options_.threads == 0 ? cores : options_.threads;
    const std::size_t count = std::min(wanted, std::max<std::size_t>(1, entries_.size()));
    working_ = count;
    {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < count; ++i) workers.emplace_back([this] { Work(); });
      std::unique_lock lock(mutex_);
      while (!changed_.wait_for(lock, kProgressInterval, [this] { return working_ == 0; })) {
        lock.unlock();
        progress_.Tell(done_);
        lock.lock();
      }
    }
    progress_.Tell(done_);
    if (!failed_) ReadAgain();
    if (failed_) return std::unexpected(*std::move(failed_));
    FillLinked();
    return {};
  }

  // A page that a symbolic link leads to was read where it really is.
  void FillLinked() {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].real_id.empty()) continue;
      const auto real =
          std::ranges::lower_bound(entries_, entries_[i].real_id, {}, &crawl::FolderEntry::id);
      const auto number = static_cast<std::size_t>(real - entries_.begin());
      facts_[i] = facts_[number];
      facts_[i].id = entries_[i].id;
      facts_[i].real = number;
    }
  }

  void Work() {
    for (std::size_t i; (i = next_++) < entries_.size() && !stop_;) {
      facts_[i].id = entries_[i].id;
      const bool is_read = entries_[i].real_id.empty();  // see FillLinked
      if (is_read && !Attempt(i)) {
        const std::lock_guard lock(mutex_);
        again_.push_back(i);
      }
      ++done_;
    }
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  // False when the page's memory ran out.
  bool Attempt(std::size_t i) {
    // Two that are huge at once, or one after the other in two threads whose allocators keep what
    // is free, would need twice the memory.
    if (entries_[i].bytes <= kHugeBytes) return AttemptBesideOthers(i);
    const std::lock_guard one_huge_page(huge_page_);
    const bool was_read = AttemptBesideOthers(i);
    ::malloc_trim(0);
    return was_read;
  }

  // The one place that catches what a page throws.
  bool AttemptBesideOthers(std::size_t i) {
    try {
      const html::PageTask task;
      if (const auto read = ReadOne(i); !read) Stop(read.error());
    } catch (const std::bad_alloc&) {
      return false;
    } catch (const std::exception& error) {
      facts_[i].failure = fmt::format("unexpected: {}", error.what());
    }
    return true;
  }

  // Pages whose memory ran out beside others get all of it, one after the other. Where it is not
  // enough for a page of common size, it is not enough for the build.
  void ReadAgain() {
    for (const std::size_t i : again_) {
      facts_[i] = {};
      facts_[i].id = entries_[i].id;
      if (Attempt(i)) continue;
      facts_[i] = {};
      facts_[i].id = entries_[i].id;
      if (entries_[i].bytes < kLargeBytes) {
        return Stop({ErrorCode::kUnavailable, "out of memory",
                     "give it more, or fewer threads (build.threads); a live index stays as it "
                     "was"});
      }
      facts_[i].failure = "out of memory: give the build more";
    }
  }

  void Stop(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = error;
    stop_ = true;
  }

  // Errors are of the build as a whole; a page's own are in its facts.
  Status ReadOne(std::size_t i) {
    PageFacts& facts = facts_[i];
    auto page = crawl::ReadEntry(source_, entries_[i]);
    if (!page) {
      facts.failure = page.error().message;
      return {};
    }
    const extract::ExtractOptions& options = i == front_ ? front_extraction_ : extraction_;
    auto extraction =
        extract::ExtractPage({page->body, page->url, page->transport_charset, facts.id}, options);
    if (!extraction) {
      facts.failure = extraction.error().message;
      return {};
    }
    const bool is_frameset =
        !extraction->directives.frame_urls.empty() &&
        extraction->document.extraction.kept_characters <= kMostFramesetCharacters;
    if (is_frameset) {
      facts.frame_urls = extraction->directives.frame_urls;
      const std::string without = WithoutFrames(page->body);
      auto text =
          extract::ExtractPage({without, page->url, page->transport_charset, facts.id}, options);
      if (text) extraction = std::move(text);
    }
    StoredPage stored{std::move(extraction->document), {}};
    stored.document.id = facts.id;
    if (stored.document.title.empty()) {
      const auto& outline = stored.document.outline;
      const std::string title =
          outline.empty() ? net::PercentDecode(facts.id) : outline.front().text;
      stored.document.title = text::Prefix(title, index::kMostTitleBytes);
    }
    stored.chunks = document::ChunkDocument(stored.document, options_.chunker);
    const extract::Directives& directives = extraction->directives;
    facts.canonical_url = directives.canonical_url;
    facts.refresh_url = directives.refresh_url;
    facts.no_index = directives.no_index;
    facts.content_hash = stored.document.content_hash;
    facts.runs_scripts = FindTag(page->body, "<script") != std::string_view::npos;
    facts.title = stored.document.title;
    facts.head_title = std::move(extraction->head_title);
    facts.site_name = std::move(extraction->site_name);
    facts.text_hash = TextHash(stored);
    facts.language = stored.document.language;
    facts.breadcrumbs = stored.document.breadcrumbs;
    facts.charset = extraction->charset;
    facts.charset_evidence = html::CharsetEvidenceName(extraction->charset_evidence);
    facts.extraction = stored.document.extraction;
    facts.chunk_count = static_cast<std::uint32_t>(stored.chunks.size());
    if (facts.no_index || facts.chunk_count == 0) return {};
    return store_->Put(i, std::move(stored));
  }

  void Report() {
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      const PageFacts& facts = facts_[i];
      const Decision& decision = decisions_.pages[i];
      PageReport& page = report_.pages.emplace_back();
      page.id = facts.id;
      page.outcome = decision.outcome;
      page.detail = decision.detail;
      page.charset = facts.charset;
      page.charset_evidence = facts.charset_evidence;
      page.extraction = facts.extraction;
      for (const std::string& warning : decision.warnings)
        page.extraction.warnings.push_back(warning);
      page.chunks = decision.outcome == PageOutcome::kIndexed ? facts.chunk_count : 0;
    }
    for (const std::string& warning : decisions_.warnings) report_.warnings.push_back(warning);
  }

  // What the last build says of its pages, where it can be read: a report is no reason to fail.
  void Compare() {
    if (!report_.previous) return;
    const auto last = index::Snapshot::OpenGeneration(options_.index_path, *report_.previous,
                                                      index::Verification::kStructure);
    if (!last) return;
    const auto last_report = (*last)->ReadReport();
    if (!last_report) return;
    auto changes = CompareWithLast(report_.previous->generation, *last_report, report_.pages);
    if (!changes) return;
    report_.changes = *std::move(changes);
    lost_ = LostPages(**last);
    if (const std::size_t pages = report_.changes->lost_all_code.size(); pages > 0) {
      report_.warnings.push_back(
          fmt::format("{} lost all code blocks since the last build: sitedoor report names them",
                      pages == 1 ? "1 page" : fmt::format("{} pages", pages)));
    }
  }

  // Of the pages that are gone, those that lead nowhere now and whose text is nowhere else.
  std::vector<std::string> LostPages(const index::Snapshot& last) const {
    const SiteUrls urls(facts_, report_.site_url);
    const auto leads_to_a_page = [&](const std::string& id) {
      const std::string_view name(id);
      const bool is_index = IsFoldersIndex(name);
      const std::size_t dot = is_index ? name.rfind('/') + 1 : name.rfind('.');
      for (const std::string_view spelled : {name, name.substr(0, dot)}) {
        const auto page = spelled.empty() ? std::nullopt : urls.Locate(spelled, "");
        if (page && (IsIndexed(decisions_.pages[*page]) || decisions_.pages[*page].is_alias))
          return true;
      }
      return false;
    };
    std::unordered_set<std::string_view> hashes;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (IsIndexed(decisions_.pages[i])) hashes.insert(facts_[i].content_hash);
    }
    std::vector<std::string> lost;
    for (const std::string& id : report_.changes->gone) {
      if (leads_to_a_page(id)) continue;
      const auto number = last.FindPage(id);
      const auto page = number ? last.ReadPage(*number)
                               : Result<document::Document>(Fail(ErrorCode::kNotFound, id));
      if (!page || !hashes.contains(page->content_hash)) lost.push_back(id);
    }
    return lost;
  }

  GuardCounts Counted() const {
    constexpr std::size_t kMostExamples = 3;
    GuardCounts counts = CountForGuards(facts_, decisions_.pages, report_.skipped);
    if (report_.previous) counts.previous = report_.previous->page_count;
    if (lost_) {
      counts.gone = lost_->size();
      counts.gone_examples.assign(
          lost_->begin(),
          lost_->begin() + static_cast<std::ptrdiff_t>(std::min(lost_->size(), kMostExamples)));
    }
    return counts;
  }

  static bool HasOtherIndexPage(std::size_t page, const std::string& folder, const SiteUrls& urls) {
    for (const char* name : {"index.html", "index.htm", "index.xhtml"}) {
      const std::string id = (folder.ends_with('/') ? folder : folder + "/") + name;
      if (const auto other = urls.Locate(id, ""); other && *other != page) return true;
    }
    return false;
  }

  // Ids that lead to each indexed page, besides its own.
  std::vector<std::vector<std::string>> Aliases(const SiteUrls& urls) const {
    std::vector<std::vector<std::string>> aliases(facts_.size());
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      const Decision& decision = decisions_.pages[i];
      const bool is_indexed = decision.outcome == PageOutcome::kIndexed;
      if (!is_indexed && !decision.is_alias) continue;
      auto& of_keeper = aliases[decision.keeper];
      if (!is_indexed) of_keeper.push_back(facts_[i].id);
      for (std::string& alias : IndexAliases(facts_[i].id)) {
        // Where a folder has index.htm and index.html, "folder/" is one of them only.
        if (urls.Locate(alias, "") != i) continue;
        // Spelled out where the look-up by a normal form of URLs would find both.
        if (!urls.base_url().empty() && HasOtherIndexPage(i, alias, urls))
          of_keeper.push_back(urls.UrlOf(alias));
        of_keeper.push_back(std::move(alias));
      }
      const std::string url = urls.UrlOf(facts_[i].id);
      if (url != facts_[i].id && url != decisions_.pages[decision.keeper].url)
        of_keeper.push_back(url);
    }
    for (auto& of_one : aliases) {
      std::ranges::sort(of_one);
      of_one.erase(std::ranges::unique(of_one).begin(), of_one.end());
    }
    return aliases;
  }

  Status Write(const SiteUrls& urls, Clock::time_point start) {
    std::vector<std::vector<std::string>> aliases = Aliases(urls);
    const std::size_t front = FrontPage(facts_, decisions_.pages);
    document::Document front_page;
    const auto indexed = static_cast<std::uint64_t>(
        std::ranges::count(decisions_.pages, PageOutcome::kIndexed, &Decision::outcome));
    progress_.Begin(Progress::Stage::kIndexing, indexed);
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < facts_.size(); ++i) {
      if (decisions_.pages[i].outcome != PageOutcome::kIndexed) continue;
      ASSIGN_OR_RETURN(StoredPage page, store_->Take(i));
      page.document.url = decisions_.pages[i].url;
      page.document.aliases = std::move(aliases[i]);
      RETURN_IF_ERROR(writer_->AddPage(page.document, page.chunks));
      if (i == front) front_page = std::move(page.document);
      progress_.Tell(++done);
    }
    progress_.Begin(Progress::Stage::kWriting, indexed);
    progress_.Tell(indexed);
    report_.site_name = SiteName();
    const std::string instructions = WriteInstructions(
        {report_.site_name, report_.site_url,
         SpeaksForTheSite(front, facts_, decisions_.pages) ? front_page.description : "",
         report_.built_at, indexed, Sections(facts_, decisions_.pages, front_page, urls)});
    report_.seconds = SecondsSince(start);
    ASSIGN_OR_RETURN(report_.manifest,
                     writer_->Commit({report_.site_name, report_.site_url, report_.built_at,
                                      instructions, Languages(facts_, decisions_.pages)},
                                     EncodeReport(report_)));
    return {};
  }

  std::string SiteName() const {
    if (!options_.site_name.empty()) return options_.site_name;
    if (std::string name = NameFromPages(facts_, decisions_.pages); !name.empty()) return name;
    const auto url = net::Url::Parse(report_.site_url);
    return url ? std::string(url->Host()) : "website";
  }

  Status KeepRefusedReport() {
    if (report_.refused.empty()) return directory_->Remove(kRefusedReportName);
    if (report_.site_name.empty()) report_.site_name = options_.site_name;
    const Status kept = WriteAtomically(*directory_, kRefusedReportName, EncodeReport(report_));
    // What the guards say counts more than that it cannot be kept.
    if (!kept) report_.warnings.push_back("the report is not kept: " + kept.error().message);
    return {};
  }

  const BuildOptions& options_;
  // A front page is called what its site is called.
  extract::ExtractOptions extraction_, front_extraction_;
  std::size_t front_ = 0;
  ProgressTeller progress_;
  crawl::FolderSourceOptions source_;
  BuildReport report_;
  std::unique_ptr<Directory> directory_;
  std::unique_ptr<index::GenerationWriter> writer_;
  std::vector<crawl::FolderEntry> entries_;
  std::vector<PageFacts> facts_;
  Decisions decisions_;
  std::unique_ptr<PageStore> store_;
  std::optional<std::vector<std::string>> lost_;  // ids, where the last build can be compared

  std::atomic<std::size_t> next_ = 0, done_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::mutex huge_page_;
  std::size_t working_ = 0;         // under mutex_
  std::vector<std::size_t> again_;  // under mutex_ while workers run
  std::optional<Error> failed_;     // under mutex_
};

}  // namespace

Result<BuildReport> BuildIndex(const BuildOptions& options,
                               const std::function<void(const Progress&)>& progress) {
  return Builder(options, progress).Run();
}

}  // namespace sitedoor::ingest
