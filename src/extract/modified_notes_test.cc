#include "extract/internal/modified_notes.h"

#include <gtest/gtest.h>

#include "extract/internal/written_date.h"

namespace sitedoor::extract::internal {
namespace {

std::string DateOf(const std::string& body) {
  const auto tree = html::Tree::Parse("<body>" + body);
  ModifiedNotes notes;
  for (html::Node at = tree->Body(); at; at = at.Next(tree->Body())) {
    if (at.IsText()) notes.VisitText(at);
    if (at.IsElement()) notes.VisitElement(at);
  }
  return notes.Date();
}

TEST(ModifiedNotes, AreReadInManyLanguages) {
  for (const char* note : {"Last updated: June 11, 2024",
                           "This page was last edited on 11 June 2024, at 07:21 (UTC).",
                           "Page last modified: Jun 11 2024 at 07:21 AM.",
                           "Updated 11 June 2024",
                           "© 2020, Acme. Last updated on Jun 11, 2024. Created with a tool.",
                           "Zuletzt aktualisiert: 11. Juni 2024",
                           "Letzte Änderung: 11.06.2024",
                           "Diese Seite wurde zuletzt am 11. Juni 2024 um 07:21 Uhr bearbeitet.",
                           "Dernière mise à jour : 11 juin 2024",
                           "La dernière modification de cette page a été faite le 11 juin 2024.",
                           "Última actualización: 11 de junio de 2024",
                           "Última atualização: 11 de junho de 2024",
                           "Ultimo aggiornamento: 11 giugno 2024",
                           "Laatst bijgewerkt: 11 juni 2024",
                           "Ostatnia aktualizacja: 11 czerwca 2024",
                           "Последнее обновление: 11 июня 2024 г.",
                           "Poslední aktualizace: 11. června 2024",
                           "Senast uppdaterad: 11 juni 2024",
                           "Sidst opdateret: 11. juni 2024",
                           "Viimeksi päivitetty 11.6.2024",
                           "Son güncelleme: 11 Haziran 2024",
                           "Utolsó frissítés: 2024. június 11.",
                           "Τελευταία ενημέρωση: 11 Ιουνίου 2024",
                           "最終更新日：2024年6月11日",
                           "最后更新于 2024年6月11日",
                           "마지막 업데이트: 2024년 6월 11일"}) {
    EXPECT_EQ(DateOf(std::string("<footer><p>") + note + "</p></footer>"), "2024-06-11") << note;
  }
}

TEST(ModifiedNotes, HaveTheirDateBesideTheirWords) {
  for (const char* html :
       {"<p>Last update: <span>June 11, 2024</span></p><p>And then much else that has no end yet, "
        "and goes on and on.</p>",
        "<div><div>Last updated</div><div>11 June 2024</div></div>",
        "<dl><dt>Published<dd>1 January 2020<dt>Last updated<dd>11 June 2024</dl>",
        "<div>Created by <span>Ann</span>, last modified on Jun 11, 2024</div><p>And then much "
        "else that has no end yet, and goes on and on.",
        "<div>Ann edited this page <relative-time datetime=2024-06-11T07:21:00Z>x</relative-time>",
        "<li id=footer-info-lastmod>Sivua on muutettu 11. kesäkuuta 2024 kello 07.21.",
        "<span class=git-revision-date-localized-plugin>June 11, 2024</span>"
        "<span title=Created></span><span class=git-revision-date>January 1, 2020</span>"}) {
    EXPECT_EQ(DateOf(html), "2024-06-11") << html;
  }
}

TEST(ModifiedNotes, AreNoSentencesNorThoseOfOthers) {
  for (const char* html :
       {"<p>The format was last updated on June 11, 2024 when the team moved the whole of the "
        "storage layer to the new one, and since then nothing changed.",
        "<p>The config was updated in June 2024.", "<p>Last updated: 08/09/2024",
        "<p>Copyright June 11, 2024", "<p>Updated the parser. Released June 11, 2024",
        "<table><tr><th>Last updated<th>By<tr><td>2024-06-11<td>Ann</table>",
        "<p>Updated June 1, 2024<p>Updated June 2, 2024<p>Updated June 3, 2024",
        "<div class=comment><p>Last edited June 11, 2024</div>",
        "<p hidden>Last updated: June 11, 2024", "<p>Last updated: June 31, 2024"}) {
    EXPECT_EQ(DateOf(html), "") << html;
  }
}

TEST(FirstDateIn, SaysWhereItStands) {
  const auto date = FirstDateIn("am 11. Juni 2024 um 7");
  ASSERT_TRUE(date.has_value());
  EXPECT_EQ(date->begin, 3u);
  EXPECT_EQ(date->end, 16u);
  EXPECT_EQ(FirstDateIn("June 2024")->iso, "2024-06");
  EXPECT_EQ(FirstDateIn("13/06/2024")->iso, "2024-06-13");
  EXPECT_EQ(FirstDateIn("06/13/2024")->iso, "2024-06-13");
  for (const char* none : {"", "6/7/2024", "31 June 2024", "version 1.2.3", "June", "2024", "1/2"})
    EXPECT_FALSE(FirstDateIn(none).has_value()) << none;
}

TEST(LowerCased, KeepsPlaces) {
  EXPECT_EQ(LowerCased("ÄÖÉ ŁŽÝ ΑΆΊΎ ОБНОВЛЕНО Ђ 中文 ABC"), "äöé łžý αάίΎ обновлено ђ 中文 abc");
}

TEST(WithCapital, ChangesTheFirstLetterAlone) {
  for (const auto& [text, capital] :
       {std::pair("updated", "Updated"), std::pair("última", "Última"),
        std::pair("обновлено", "Обновлено"), std::pair("τελευταία", "Τελευταία"),
        std::pair("更新", "更新"), std::pair("šest", "Šest"), std::pair("", "")})
    EXPECT_EQ(WithCapital(text), capital);
}

}  // namespace
}  // namespace sitedoor::extract::internal
