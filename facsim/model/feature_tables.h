// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables that a recipe may name, as far as their owner has to know: that they are there.

#include <memory>

namespace facsim {

class IdfTable;
class JiebaTables;
class WordList;

// What a recipe's files hold; those that it does not name are empty. Shared between threads.
struct FeatureTables {
  std::shared_ptr<const IdfTable> idf;  // of the recipe's own file
  std::shared_ptr<const JiebaTables> jieba;
  std::shared_ptr<const WordList> stop_words;
  std::shared_ptr<const WordList> topic;
};

}  // namespace facsim
