// What a match is worth. Tuned together over collections of claims, questions, documentation and
// five languages (benchmarks/relevance_benchmark.cc); differences of a few thousandths of nDCG are
// noise, so the values are round.
#pragma once

namespace sitedoor::search {

struct ScoringParameters {
  // Worth of a word's terms, as a share of the word's idf.
  double exact = 0.35;       // beside a stem
  double exact_alone = 1.0;  // numbers, identifiers, scripts without stems
  double stem = 0.65;
  double unfolded = 0.2;    // on top, where the diacritics are the same too
  double part = 0.5;        // of an identifier that the index holds whole
  double part_alone = 0.8;  // of one that it does not hold
  double spelling = 0.8;    // pre-commit for precommit, Zürich for Zuerich
  double compound = 0.2;    // pre-commit for the two words pre commit, on top
  double prefix = 0.6;
  double one_edit = 0.7;
  double two_edits = 0.5;

  // Of the words that only ask: "how do I" in "how do I unstage a file". Manuals seldom say "I" or
  // "how", which would make them the most telling words of a question.
  double asking = 0.2;

  double idf_power = 1.15;

  // A chunk's sum is multiplied by floor + (1 - floor) * covered, covered being the matched words'
  // share of the query's idf.
  double coverage_floor = 0.6;

  // A page whose title (or a chunk whose heading) is the query: on top, as a share of the query's
  // whole idf.
  double title_equal = 1.0;
  double heading_equal = 0.3;

  // A page's further chunks add this share of their score, each next one a share less.
  double further_chunk = 0.25;

  // Factor for pages in another language than the query's, where that is clear.
  double other_language = 0.6;
};

}  // namespace sitedoor::search
