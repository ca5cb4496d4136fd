#include "html/charset.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unicode/ucnv.h>
#include "html/byte_form.h"

#include "text/utf8.h"

namespace sitedoor::html {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kPrivetIn1251 = "\xCF\xF0\xE8\xE2\xE5\xF2";
constexpr std::string_view kNihongoInShiftJis = "\x93\xFA\x96\x7B\x8C\xEA";
constexpr std::string_view kZhongwenInGb = "\xD6\xD0\xCE\xC4";

TEST(Charset, ByteOrderMarkBeatsEveryDeclaration) {
  const DecodedText text =
      DecodeHtml("\xEF\xBB\xBF<meta charset=windows-1251>\xC3\xBC", "iso-8859-1");
  EXPECT_EQ(text.charset, "UTF-8");
  EXPECT_EQ(text.evidence, CharsetEvidence::kByteOrderMark);
  EXPECT_EQ(text.utf8, "<meta charset=windows-1251>ü");
}

TEST(Charset, ReadsUtf16OfBothOrders) {
  using namespace std::string_view_literals;
  EXPECT_EQ(DecodeHtml("\xFF\xFE<\0p\0>\0\x3D\xD8\x00\xDE"sv).utf8, "<p>😀");
  EXPECT_EQ(DecodeHtml("\xFE\xFF\0<\0p\0>\x04\x1F"sv).utf8, "<p>П");
  EXPECT_EQ(DecodeHtml("<\0p\0>\0x\0"sv).utf8, "<p>x");
  EXPECT_EQ(DecodeHtml("\0<\0p\0>\0x"sv).utf8, "<p>x");
}

TEST(Charset, LoneSurrogatesInUtf16AreReplaced) {
  using namespace std::string_view_literals;
  const DecodedText text = DecodeHtml("\xFF\xFE<\0p\0>\0\x3D\xD8x\0"sv);
  EXPECT_EQ(text.utf8, "<p>\uFFFDx");
  EXPECT_TRUE(text.had_errors);
}

TEST(Charset, TransportBeatsMeta) {
  const DecodedText text =
      DecodeHtml("<meta charset=utf-8>" + std::string(kPrivetIn1251), "Windows-1251");
  EXPECT_THAT(text.utf8, HasSubstr("Привет"));
  EXPECT_EQ(text.evidence, CharsetEvidence::kTransport);
}

// B058
TEST(Charset, ReadsMetaWithoutAHeader) {
  const DecodedText text =
      DecodeHtml("<meta charset=windows-1251><p>" + std::string(kPrivetIn1251));
  EXPECT_THAT(text.utf8, HasSubstr("Привет"));
  EXPECT_EQ(text.charset, "windows-1251");
  EXPECT_EQ(text.evidence, CharsetEvidence::kMeta);
}

// B060
TEST(Charset, ReadsUnquotedMetaAndOddLabels) {
  for (const std::string_view label :
       {"Shift_JIS", "x-sjis", "'shift-jis'", "\"MS_Kanji\"", "windows-31j"}) {
    const DecodedText text = DecodeHtml("<html><head><meta charset=" + std::string(label) + "><p>" +
                                        std::string(kNihongoInShiftJis));
    EXPECT_THAT(text.utf8, HasSubstr("日本語")) << label;
  }
}

// B061
TEST(Charset, ReadsHttpEquivWithoutMimePartAndTakesGbkForGb18030) {
  const DecodedText text = DecodeHtml("<meta http-equiv=Content-Type content=\"charset=gbk\"><p>" +
                                      std::string(kZhongwenInGb));
  EXPECT_THAT(text.utf8, HasSubstr("中文"));
  EXPECT_EQ(text.charset, "gb18030");
  EXPECT_THAT(DecodeHtml("<META CONTENT='text/html; charset = gb2312' HTTP-EQUIV='content-type'>" +
                         std::string(kZhongwenInGb))
                  .utf8,
              HasSubstr("中文"));
}

// B062
TEST(Charset, DeclaredUtf8ThatIsNotFallsThroughToTheNextEvidence) {
  const DecodedText from_meta =
      DecodeHtml("<meta charset=gb2312><p>" + std::string(kZhongwenInGb), "utf-8");
  EXPECT_THAT(from_meta.utf8, HasSubstr("中文"));
  EXPECT_EQ(from_meta.evidence, CharsetEvidence::kMeta);
  const std::string german =
      "<meta charset=utf-8><p>Gr\xFC\xDF"
      "e aus M\xFCnchen";
  const DecodedText guessed = DecodeHtml(german, "utf-8");
  EXPECT_THAT(guessed.utf8, HasSubstr("Grüße aus München"));
  EXPECT_EQ(guessed.evidence, CharsetEvidence::kGuess);
}

TEST(Charset, OneBrokenByteDoesNotTurnUtf8IntoMojibake) {
  const DecodedText text =
      DecodeHtml("<meta charset=utf-8><p>Größe, Übung, Straße, Äpfel, schön \xFF", "utf-8");
  EXPECT_THAT(text.utf8, HasSubstr("Größe, Übung"));
  EXPECT_TRUE(text.had_errors);
}

TEST(Charset, Utf8WithABadByteOrACutEndIsUtf8) {
  struct {
    std::string bytes, expected_text;
  } const cases[] = {
      {"It’s na\xEFve", "It’s na\uFFFDve"},
      {"It costs 5 \xE2\x82", "It costs 5 \uFFFD"},
      {"Grüße und 日本 \xE6\x97", "Grüße und 日本 \uFFFD"},
      {"Grüße, Größe und M\xFCnchen", "Grüße, Größe und M\uFFFDnchen"},
      {"schöne W\xFF Wörter", "schöne W\uFFFD Wörter"},
  };
  for (const std::size_t sentences : {0, 1, 50}) {
    for (const auto& test : cases) {
      std::string html = "<p>";
      for (std::size_t i = 0; i < sentences; ++i)
        html += "Plain words without any accents at all. ";
      const DecodedText text = DecodeHtml(html + test.bytes);
      EXPECT_TRUE(text.utf8.ends_with(test.expected_text)) << text.utf8;
      EXPECT_EQ(text.charset, "UTF-8");
      EXPECT_TRUE(text.had_errors);
    }
  }
}

TEST(Charset, AnAccentAtTheEndIsNoCutSequence) {
  EXPECT_EQ(DecodeHtml("<p>Un caf\xE9").utf8, "<p>Un café");
}

TEST(Charset, FindsMetaBehindALongComment) {
  const std::string html = "<!--" + std::string(5'000, '-') + "x--><script>var a = 1;</script>" +
                           "<meta charset=windows-1251><p>" + std::string(kPrivetIn1251);
  EXPECT_THAT(DecodeHtml(html).utf8, HasSubstr("Привет"));
}

TEST(Charset, IgnoresMetaInsideACommentAndUnknownLabels) {
  const std::string html = "<!-- <meta charset=shift_jis> --><meta charset=nonsense><p>\xC3\xBC";
  EXPECT_THAT(DecodeHtml(html, "x-unknown").utf8, HasSubstr("ü"));
}

TEST(Charset, IgnoresMetaThatAScriptHoldsAsText) {
  for (const char* script : {"<script>", "<SCRIPT type=x>", "<!-- <script> --><style>"}) {
    const std::string page =
        std::string(script) + "var t = '<meta charset=koi8-r>';</script></style><p>Größe, Übung";
    const DecodedText text = DecodeHtml(page);
    EXPECT_THAT(text.utf8, HasSubstr("Größe, Übung")) << script;
    EXPECT_EQ(text.evidence, CharsetEvidence::kValidUtf8);
  }
  const std::string real = "<script>1</script><!-- <script> --><meta charset=windows-1251><p>";
  EXPECT_THAT(DecodeHtml(real + std::string(kPrivetIn1251)).utf8, HasSubstr("Привет"));
}

TEST(Charset, MetaThatSaysUtf16MeansUtf8) {
  EXPECT_THAT(DecodeHtml("<meta charset=utf-16><p>\xC3\xBC").utf8, HasSubstr("ü"));
}

TEST(Charset, UndeclaredValidUtf8IsUtf8) {
  const DecodedText text = DecodeHtml("<p>日本語");
  EXPECT_EQ(text.charset, "UTF-8");
  EXPECT_EQ(text.evidence, CharsetEvidence::kValidUtf8);
  EXPECT_FALSE(text.had_errors);
}

struct GuessCase {
  std::string_view bytes, expected_text, charset;
};

TEST(Charset, GuessesLegacyEncodingsFromOrdinarySentences) {
  const GuessCase cases[] = {
      {"<p>D\xE9j\xE0 vu \x96 na\xEFve \x93"
       "caf\xE9\x94</p>",
       "Déjà vu – naïve “café”", "windows-1252"},
      {"<p>\xC4\xEE\xE1\xF0\xEE \xEF\xEE\xE6\xE0\xEB\xEE\xE2\xE0\xF2\xFC \xED\xE0 \xED\xE0\xF8 "
       "\xF1\xE0\xE9\xF2. "
       "\xD1\xEC\xEE\xF2\xF0\xE8\xF2\xE5 \xE4\xEE\xEA\xF3\xEC\xE5\xED\xF2\xE0\xF6\xE8\xFE "
       "\xED\xE8\xE6\xE5.</p>",
       "Добро пожаловать на наш сайт", "windows-1251"},
      {"<p>\xC0\xA5 \xBC\xAD\xB9\xF6\xB8\xA6 \xBC\xB3\xC4\xA1\xC7\xCF\xB4\xC2 "
       "\xB9\xE6\xB9\xFD\xC0\xBB "
       "\xBC\xB3\xB8\xED\xC7\xD5\xB4\xCF\xB4\xD9.</p>",
       "웹 서버를 설치하는 방법을", "EUC-KR"},
      {"<p>\xC8"
       "e\x9Atina: P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl "
       "\xEF\xE1"
       "belsk\xE9 \xF3"
       "dy. Nastaven\xED serveru se ukl\xE1"
       "d\xE1 do souboru.</p>",
       "Čeština: Příliš žluťoučký kůň", "windows-1250"},
      {"<p>Aby zainstalowa\xE6 serwer, nale\xBFy uruchomi\xE6 nast\xEApuj\xB9"
       "ce polecenie w katalogu g\xB3\xF3wnym, je\x9Cli.</p>",
       "należy uruchomić następujące polecenie", "windows-1250"},
      {"<p>Pour installer le serveur, ex\xE9"
       "cutez la commande suivante \xE0 la racine du d\xE9p\xF4t, puis v\xE9rifiez "
       "l\x92\xE9tat.</p>",
       "exécutez la commande suivante à la racine du dépôt, puis vérifiez l’état", "windows-1252"},
      {"<p>\x1B$B$3$N%Z!<%8$G$O@_DjJ}K!$r@bL@$7$^$9\x1B(B</p>",
       "このページでは設定方法を説明します", "ISO-2022-JP"},
      {"<p>"
       "\x82\xB1\x82\xCC\x83\x79\x81\x5B\x83\x57\x82\xC5\x82\xCD\x90\xDD\x92\xE8\x95\xFB\x96\x40"
       "\x82\xF0"
       "\x90\xE0\x96\xBE\x82\xB5\x82\xDC\x82\xB7\x81\x42</p>",
       "このページでは設定方法を説明します", "Shift_JIS"},
  };
  for (const GuessCase& test : cases) {
    const DecodedText text = DecodeHtml(test.bytes);
    EXPECT_THAT(text.utf8, HasSubstr(std::string(test.expected_text))) << test.charset;
    EXPECT_EQ(text.charset, test.charset);
    EXPECT_EQ(text.evidence, CharsetEvidence::kGuess);
  }
}

std::string Encoded(std::string_view utf8, const char* charset) {
  std::string bytes(2 * utf8.size(), '\0');
  UErrorCode error = U_ZERO_ERROR;
  const int32_t size =
      ucnv_convert(charset, "UTF-8", bytes.data(), static_cast<int32_t>(bytes.size()), utf8.data(),
                   static_cast<int32_t>(utf8.size()), &error);
  EXPECT_TRUE(U_SUCCESS(error)) << charset;
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

TEST(Charset, GuessesTheEncodingOfASentenceInItsLanguage) {
  struct {
    const char* charset;
    std::string_view text;
  } const cases[] = {
      {"windows-874", "หน้านี้อธิบายการติดตั้งโปรแกรมและการตั้งค่า"},
      {"windows-874", "โปรแกรมนี้ใช้ได้ฟรี เพราะเป็นซอฟต์แวร์เสรี และทำงานได้บน Linux"},
      {"koi8-u", "Ця сторінка описує встановлення програми та її налаштування"},
      {"koi8-r", "Это страница документации о нашей программе. Установка проста."},
      {"koi8-r", "Добро пожаловать"},
      {"windows-1251", "Ця сторінка описує встановлення програми та її налаштування"},
      {"windows-1251", "Это страница документации о нашей программе. Установка проста."},
      {"windows-1251", "Добро пожаловать"},
      {"windows-1251", "Привет мир"},
      {"ibm866", "/usr/share/vim/gvimrc Системные настройки интерфейса."},
      {"koi8-r", "/usr/share/vim/gvimrc Системные настройки интерфейса."},
      {"gb18030", "T[设备/], troffdevice[=设备/] 此选项用于更改 groff (也可能是 troff) 的输出"},
      {"windows-1251", "Тази страница описва инсталирането на програмата и настройките"},
      {"ibm866", "Это страница документации о нашей программе. Установка проста."},
      {"windows-1257", "Šis puslapis aprašo programos diegimą ir jos nustatymus. Žąsys ėjo."},
      {"windows-1257", "Šajā lapā ir aprakstīta programmas instalēšana un tās iestatījumi."},
      {"windows-1250", "Zażółć gęślą jaźń. Proszę wybrać właściwą opcję, żeby zapisać źródło."},
      {"iso-8859-2", "Zażółć gęślą jaźń. Proszę wybrać właściwą opcję, żeby zapisać źródło."},
      {"windows-1250", "Ta strona opisuje, jak zainstalować program i zmienić jego ustawienia."},
      {"iso-8859-2", "Táto stránka opisuje, ako nainštalovať program a zmeniť nastavenia."},
      {"windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy. Tato stránka popisuje instalaci."},
      {"windows-1250", "Árvíztűrő tükörfúrógép. Ez az oldal a program telepítését írja le."},
      {"windows-1250", "Ova stranica opisuje kako instalirati program i što sve možete učiniti."},
      {"windows-1252", "Die Größe der Tür – „schön“ – für Jürgen, 20 €."},
      {"windows-1252", "L’été dernier, le garçon a mangé à la fenêtre où naît l’âme."},
      {"windows-1252", "Esta página describe cómo instalar el programa en español. ¿Qué más?"},
      {"windows-1252", "Esta página descreve a instalação do programa e as suas configurações."},
      {"windows-1252", "Den här sidan beskriver hur du installerar programmet på två sätt."},
      {"windows-1252", "Tällä sivulla kerrotaan, miten ohjelma asennetaan ja säädetään."},
      {"windows-1252", "Þessi síða lýsir því hvernig á að setja upp forritið og stillingar."},
      {"windows-1252", "The café’s naïve owner wrote a “résumé” – it cost 5 € and 20 ° of heat."},
      {"windows-1252", "peekfd fäster till en körande process och fångar upp alla läsningar"},
      {"windows-1254", "İstanbul'da güneşli bir gün. Çocuklar şarkı söylüyor ve oynuyor."},
      {"windows-1253", "Αυτή είναι μια σελίδα τεκμηρίωσης για το λογισμικό μας. Άρθρο 5."},
      {"windows-1255", "דף זה מתאר את התקנת התוכנית ואת ההגדרות שלה"},
      {"windows-1256", "هذه الصفحة تشرح تثبيت البرنامج وإعداداته"},
      {"gb18030", "这是一个关于软件的文档页面。我们在这里介绍如何安装和使用该软件。"},
      {"big5", "這是一個關於軟體的文件頁面。我們在這裡介紹如何安裝和使用該軟體。"},
      {"euc-kr", "이것은 소프트웨어에 대한 문서 페이지입니다. 설치 방법을 설명합니다."},
      {"shift_jis", "これはソフトウェアに関する文書のページです。使い方を説明します。"},
      {"euc-jp", "これはソフトウェアに関する文書のページです。使い方を説明します。"},
  };
  for (const auto& test : cases) {
    const std::string html =
        "<title>T</title><main><h1>H</h1><p>" + Encoded(test.text, test.charset) + "</p></main>";
    const DecodedText text = DecodeHtml(html);
    EXPECT_THAT(text.utf8, HasSubstr(std::string(test.text)))
        << test.charset << " read as " << text.charset;
    EXPECT_FALSE(text.had_errors) << test.charset;
  }
}

TEST(Charset, OneDamagedCharacterDoesNotChangeTheGuess) {
  std::string bytes =
      Encoded("这是一个关于软件的文档页面。我们在这里介绍如何安装和使用该软件。", "gb18030");
  bytes += "\xFF. " + bytes;
  const DecodedText text = DecodeHtml("<p>" + bytes);
  EXPECT_EQ(text.charset, "gb18030");
  EXPECT_THAT(text.utf8, HasSubstr("\uFFFD"));
}

TEST(Charset, EveryEncodingGivesValidUtf8FromAnyBytes) {
  std::string all;
  for (int i = 0; i < 3 * 256; ++i) all += static_cast<char>(i * 167 + i / 256);
  for (const std::string_view label :
       {"utf-8", "utf-16le", "utf-16be", "gbk", "big5", "euc-jp", "iso-2022-jp", "shift_jis",
        "euc-kr", "koi8-r", "windows-1252", "x-user-defined", "replacement", "iso-8859-8-i",
        "macintosh"}) {
    EXPECT_TRUE(text::IsValid(DecodeHtml(all, label).utf8)) << label;
  }
}

TEST(Charset, EmptyInputIsEmptyUtf8) {
  EXPECT_EQ(DecodeHtml("").utf8, "");
  EXPECT_EQ(DecodeHtml("<").utf8, "<");
}

std::string InUtf16(std::u16string_view text, bool is_little) {
  std::string bytes;
  for (const char16_t c : text) {
    const char low = static_cast<char>(c & 0xFF), high = static_cast<char>(c >> 8);
    bytes += is_little ? low : high;
    bytes += is_little ? high : low;
  }
  return bytes;
}

TEST(Charset, Utf16NeedsNoMarkInAnyLanguage) {
  for (const bool is_little : {true, false}) {
    for (const std::u16string_view page :
         {u"<p>Объект записи правил", u"\n<!doctype html><p>日本語の規則を説明する", u"<p>a"}) {
      const DecodedText decoded = DecodeHtml(InUtf16(page, is_little));
      EXPECT_EQ(decoded.charset, is_little ? "UTF-16LE" : "UTF-16BE");
      EXPECT_FALSE(decoded.had_errors);
    }
    std::u16string russian = u"<p>";
    for (int i = 0; i < 5000; ++i) russian += u"правило ";
    EXPECT_EQ(FormOf(InUtf16(russian, is_little)),
              is_little ? ByteForm::kUtf16Le : ByteForm::kUtf16Be);
  }
}

TEST(Charset, Utf32WithAMarkIsRead) {
  const std::string little("\xFF\xFE\0\0<\0\0\0\xE5\x65\0\0\x00\xF6\x01\0", 16);
  const DecodedText decoded = DecodeHtml(little);
  EXPECT_EQ(decoded.utf8, "<日😀");
  EXPECT_EQ(decoded.charset, "UTF-32LE");
  const std::string big("\0\0\xFE\xFF\0\0\0<\0\x11\0\0", 12);
  EXPECT_EQ(DecodeHtml(big).utf8, "<\xEF\xBF\xBD");
  EXPECT_TRUE(DecodeHtml(big).had_errors);
}

TEST(Charset, ImagesAndArchivesAreNoText) {
  EXPECT_EQ(FormOf(std::string_view("\x89PNG\r\n\x1A\n\0\0", 10)), ByteForm::kNotText);
  EXPECT_EQ(FormOf("\x1F\x8B\x08"), ByteForm::kNotText);
  EXPECT_EQ(FormOf("<p>words"), ByteForm::kBytes);
  EXPECT_EQ(FormOf(""), ByteForm::kBytes);
}

TEST(Charset, Utf8BeyondChanceIsThatWhateverItDeclares) {
  for (const std::string charset : {"iso-8859-1", "windows-1251", "windows-1256", "shift_jis"}) {
    const std::string page = "<meta charset=" + charset + "><p>“Größe” – 日本語, naïve cafés";
    const DecodedText decoded = DecodeHtml(page);
    EXPECT_EQ(decoded.utf8.data(), page.data());  // no copy
    EXPECT_EQ(decoded.charset, "UTF-8") << charset;
    EXPECT_EQ(decoded.evidence, CharsetEvidence::kValidUtf8);
    EXPECT_FALSE(decoded.contradicts.empty());
  }
  EXPECT_EQ(DecodeHtml("<meta charset=latin1><p>café, café, café").charset, "UTF-8");
  EXPECT_EQ(DecodeHtml("<meta charset=gbk><p>这是一个说明规则的页面").charset, "UTF-8");
  EXPECT_EQ(DecodeHtml("<p>Überall schön gemütlich für Mädchen", "iso-8859-1").charset, "UTF-8");
}

TEST(Charset, ADeclarationThatIsPlausibleWins) {
  // CAFÉ®, half-width katakana, and two characters of GBK that are UTF-8 as well.
  EXPECT_EQ(DecodeHtml("<meta charset=iso-8859-1>CAF\xC9\xAE CAF\xC9\xAE CAF\xC9\xAE").charset,
            "windows-1252");
  EXPECT_EQ(DecodeHtml("<meta charset=shift_jis>\xC3\xBD \xC4\xB8 \xC5\xB1 \xC6\xB2").charset,
            "Shift_JIS");
  EXPECT_EQ(DecodeHtml("<meta charset=gbk>\xD2\xBB \xD2\xB2").charset, "gb18030");
  EXPECT_EQ(DecodeHtml("<meta charset=windows-1252>Gr\xF6\xDF"
                       "e")
                .contradicts,
            "");
}

TEST(DecodeHtml, ZeroBytesInAPageOfSingleBytesAreDamage) {
  std::string page =
      "<!DOCTYPE html><html><head><meta charset=utf-8><title>Grüße</title></head><p>";
  for (int i = 0; i < 200; ++i) page += std::string("<\0b>\0", 5) + "Öl <\0";
  EXPECT_EQ(FormOf(page), ByteForm::kBytes);
  const DecodedText decoded = DecodeHtml(page);
  EXPECT_EQ(decoded.charset, "UTF-8");
  EXPECT_NE(decoded.utf8.find("Grüße"), std::string_view::npos);
}

TEST(DecodeHtml, SaysThatWhatIsDeclaredAsUtf8IsNot) {
  const std::string words = "\xD6\xD0\xCE\xC4\xCA\xD6\xB2\xE1\xB5\xC4\xB5\xDA\xD2\xBB\xD5\xC2";
  std::string text;
  for (int i = 0; i < 20; ++i) text += "<p>" + words + "</p>";
  const std::string declared = "<meta charset=utf-8>" + text;
  for (const DecodedText& decoded : {DecodeHtml(declared), DecodeHtml(text, "utf-8"),
                                     DecodeHtml("<meta charset=gb2312>" + text, "utf-8")}) {
    EXPECT_EQ(decoded.charset, "gb18030");
    EXPECT_EQ(decoded.contradicts, "UTF-8");
    EXPECT_FALSE(decoded.had_errors);
  }
  EXPECT_EQ(DecodeHtml("<meta charset=gb2312>" + text).contradicts, "");
  EXPECT_EQ(DecodeHtml(text).contradicts, "");
}

}  // namespace
}  // namespace sitedoor::html
