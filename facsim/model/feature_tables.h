// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables that a recipe may name, as far as their owner must know them.

#include <memory>

namespace facsim {

class IdfTable;
class JiebaTables;
class WordList;

// The tables of a recipe; a table that it does not name is null. Shared between threads.
struct FeatureTables {
  std::shared_ptr<const IdfTable> idf;  // from the recipe's own file
  std::shared_ptr<const JiebaTables> jieba;
  std::shared_ptr<const WordList> stop_words;
  std::shared_ptr<const WordList> topic;
};

}  // namespace facsim
