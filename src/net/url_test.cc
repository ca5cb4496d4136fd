#include "net/url.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace sitedoor::net {
namespace {

std::string Parsed(std::string_view text) {
  const auto url = Url::Parse(text);
  return url ? url->Text() : "error";
}

std::string Resolved(std::string_view text, std::string_view base) {
  const auto base_url = Url::Parse(base);
  if (!base_url) return "bad base";
  const auto url = Url::Parse(text, *base_url);
  return url ? url->Text() : "error";
}

TEST(Url, HasTheParts) {
  const auto url = Url::Parse("https://user:pw@Example.COM:8443/a/b?q=1&r=/?#frag?#");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->Text(), "https://user:pw@example.com:8443/a/b?q=1&r=/?#frag?#");
  EXPECT_EQ(url->TextWithoutFragment(), "https://user:pw@example.com:8443/a/b?q=1&r=/?");
  EXPECT_EQ(url->Scheme(), "https");
  EXPECT_EQ(url->Host(), "example.com");
  EXPECT_EQ(url->Port(), "8443");
  EXPECT_EQ(url->Path(), "/a/b");
  EXPECT_EQ(url->Query(), "q=1&r=/?");
  EXPECT_EQ(url->Fragment(), "frag?#");
  EXPECT_EQ(url->Origin(), "https://example.com:8443");
  EXPECT_TRUE(url->IsHttp());
}

TEST(Url, HasEmptyPartsWhereThereAreNone) {
  const auto url = Url::Parse("mailto:someone@example.com");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->Host(), "");
  EXPECT_EQ(url->Path(), "someone@example.com");
  EXPECT_EQ(url->Origin(), "null");
  EXPECT_FALSE(url->IsHttp());
  const auto file = Url::Parse("file:///usr/share/doc/a%20b.html");
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->Path(), "/usr/share/doc/a%20b.html");
}

TEST(Url, SaysWhetherThereIsAUserNameOrAPassword) {
  EXPECT_TRUE(Url::Parse("https://u:p@e.org/")->HasCredentials());
  EXPECT_TRUE(Url::Parse("https://u@e.org/")->HasCredentials());
  EXPECT_FALSE(Url::Parse("https://e.org/u:p@x")->HasCredentials());
  EXPECT_FALSE(Url::Parse("mailto:a@e.org")->HasCredentials());
}

TEST(Url, ReadsIpv6Hosts) {
  const auto url = Url::Parse("http://[2001:DB8::1]:8080/x");
  ASSERT_TRUE(url.has_value());
  EXPECT_EQ(url->Host(), "[2001:db8::1]");
  EXPECT_EQ(url->Port(), "8080");
}

// B022: a relative <base href> resolves against the page and then is the base itself.
TEST(Url, ABaseThatIsRelativeResolvesAgainstThePage) {
  EXPECT_EQ(Resolved("a.html", Resolved("/docs/", "https://example.com/x/y.html")),
            "https://example.com/docs/a.html");
}

// B024
TEST(Url, RelativeLinksDependOnTheTrailingSlash) {
  EXPECT_EQ(Resolved("a", "https://example.com/repo"), "https://example.com/a");
  EXPECT_EQ(Resolved("a", "https://example.com/repo/"), "https://example.com/repo/a");
}

// B030, B032
TEST(Url, ReadsEveryFormOfHref) {
  constexpr std::string_view kBase = "https://example.com/dir/page.html?old#f";
  EXPECT_EQ(Resolved("//cdn.example.net/x", kBase), "https://cdn.example.net/x");
  EXPECT_EQ(Resolved("./x", kBase), "https://example.com/dir/x");
  EXPECT_EQ(Resolved("?q", kBase), "https://example.com/dir/page.html?q");
  EXPECT_EQ(Resolved("#anchor", kBase), "https://example.com/dir/page.html?old#anchor");
  EXPECT_EQ(Resolved("  /pad\ted\n.html \r", kBase), "https://example.com/paded.html");
  EXPECT_EQ(Resolved("\\back\\slash", kBase), "https://example.com/back/slash");
  EXPECT_EQ(Resolved("", kBase), "https://example.com/dir/page.html?old");
  EXPECT_EQ(Resolved("https:/one-slash.example", "http://example.com/"),
            "https://one-slash.example/");
  EXPECT_EQ(Resolved("https:relative", kBase), "https://example.com/dir/relative");
}

// B033
TEST(Url, DotsBeyondTheRootStayAtTheRoot) {
  EXPECT_EQ(Resolved("../../../x", "https://example.com/a/b/"), "https://example.com/x");
  EXPECT_EQ(Resolved("a/%2e%2E/b", "https://example.com/"), "https://example.com/b");
}

// B039, B047
TEST(Url, NormalizesSchemeHostPortAndEmptyPath) {
  EXPECT_EQ(Parsed("HTTPS://EXAMPLE.com:443"), "https://example.com/");
  EXPECT_EQ(Parsed("http://example.com:80/a/../b"), "http://example.com/b");
  EXPECT_EQ(Parsed("https://example.com:80/"), "https://example.com:80/");
}

// B042, B044, B045
TEST(Url, SpacesAndPercentSignsAreEncodedOnce) {
  EXPECT_EQ(Parsed("https://example.com/ci.lesson study"), "https://example.com/ci.lesson%20study");
  EXPECT_EQ(Parsed("https://example.com/ci.lesson%20study"),
            "https://example.com/ci.lesson%20study");
  EXPECT_EQ(Parsed("https://example.com/a%E2%80%93b"), "https://example.com/a%E2%80%93b");
  EXPECT_EQ(Parsed("https://example.com/100%-free%u011f"), "https://example.com/100%-free%u011f");
}

// B046
TEST(Url, ABackslashIsASlashInThePathAlone) {
  EXPECT_EQ(Parsed("https://h.example\\a\\b?c=\\d#\\e"), "https://h.example/a/b?c=%5Cd#%5Ce");
  EXPECT_EQ(Resolved("?c=\\d", "https://h.example/a"), "https://h.example/a?c=%5Cd");
}

TEST(Url, IsAsciiWhateverStandsBehindAPercentSign) {
  EXPECT_EQ(Parsed("http://h/%é"), "http://h/%%C3%A9");
}

TEST(Url, AHostHasNoCapitalsHoweverTheyAreWritten) {
  EXPECT_EQ(Parsed("http://h%41.Example/A"), "http://ha.example/A");
}

TEST(Url, NonAsciiTextIsEncodedAndHostsBecomePunycode) {
  EXPECT_EQ(Parsed("https://example.com/käse?q=ü#ö"),
            "https://example.com/k%C3%A4se?q=%C3%BC#%C3%B6");
  EXPECT_EQ(Parsed("https://bücher.example/"), "https://xn--bcher-kva.example/");
}

TEST(Url, ReadsAddressesAsBrowsersDo) {
  EXPECT_EQ(Parsed("http://0x7f.1/"), "http://127.0.0.1/");
  EXPECT_EQ(Parsed("http://2130706433/"), "http://127.0.0.1/");
}

TEST(Url, RefusesWhatIsNone) {
  for (const std::string_view text :
       {"", "relative/path", "http://", "http://a b/", "https://exa%00mple.com/", "http://[::1",
        "http://example.com:99999/", "//host/x"}) {
    EXPECT_EQ(Parsed(text), "error") << text;
  }
  const auto url = Url::Parse("no scheme");
  EXPECT_EQ(url.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(url.error().message, "not a url: \"no scheme\"");
  EXPECT_FALSE(Url::Parse("https://example.com/" + std::string(100'000, 'a')).has_value());
}

TEST(Url, ParsingTwiceChangesNothing) {
  for (const std::string_view text :
       {"https://example.com/a?b#c", "http://user@h/%41?", "file:///x/../y", "mailto:a@b",
        "data:text/html,<p>", "web+demo:/.//not-a-host/"}) {
    const std::string once = Parsed(text);
    EXPECT_EQ(Parsed(once), once) << text;
  }
}

TEST(Url, ManyBasesInTurnDoNotMixUp) {
  for (int i = 0; i < 100; ++i) {
    const std::string host = "https://h" + std::to_string(i % 3) + ".example";
    EXPECT_EQ(Resolved("x", host + "/d/"), host + "/d/x");
  }
}

TEST(Percent, DecodesValidTripletsOnly) {
  EXPECT_EQ(PercentDecode("a%20b%C3%bc%zz%2"), "a bü%zz%2");
  EXPECT_EQ(PercentDecode("%%41%"), "%A%");
}

TEST(Percent, EncodesAllButUnreservedAndKept) {
  EXPECT_EQ(PercentEncode("a b/ü~%", "/"), "a%20b/%C3%BC~%25");
  EXPECT_EQ(PercentEncode("a/b"), "a%2Fb");
}

TEST(Percent, DecodingUndoesEncoding) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_EQ(PercentDecode(PercentEncode(all)), all);
}

}  // namespace
}  // namespace sitedoor::net
