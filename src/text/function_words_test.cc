#include "text/function_words.h"

#include <gtest/gtest.h>

namespace sitedoor::text {
namespace {

TEST(IsFunctionWord, KnowsWhatQuestionsAreMadeOf) {
  for (const char* word : {"how", "How", "I", "the", "do", "what's", "don’t", "wie", "für",
                           "pourquoi", "dónde", "perché", "não", "waarom"}) {
    EXPECT_TRUE(IsFunctionWord(word)) << word;
  }
}

TEST(IsFunctionWord, LeavesWordsThatNameSomething) {
  for (const char* word : {"", "'", "ferry", "install", "die", "son", "plus", "hat", "howto", "C++",
                           "v1", "harbour's", "的", "the-the", "internationalization"}) {
    EXPECT_FALSE(IsFunctionWord(word)) << word;
  }
}

}  // namespace
}  // namespace sitedoor::text
