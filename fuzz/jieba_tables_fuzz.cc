// SPDX-License-Identifier: Apache-2.0
// Undamaged tables of jieba cut a text like the slow twin. With damage under a valid checksum they
// are refused, or their words cover the text.
//
// The input: the number of faults, the faults (8 bytes each), then words, each preceded by its
// length and score, then a text.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "facsim/features/jieba.h"
#include "facsim/features/jieba_slow_for_test.h"
#include "fuzz/damaged_sections.h"

namespace {

using namespace facsim;

// Few enough letters that words overlap; the last ones belong to no block.
constexpr std::u32string_view kLetters =
    U"\u4e00\u4e2d\u6587\u5b57\u7b26\u9fd5ab0+#. \n\u3002\U0001f600";
constexpr std::size_t kBlockLetters = 12;

std::u32string word_of(InputBytes& in, std::size_t size, std::size_t letters) {
  std::u32string word;
  for (std::size_t i = 0; i < size; ++i) word += kLetters[in.take(1) % letters];
  return word;
}

JiebaSource source_of(InputBytes& in) {
  JiebaSource source;
  for (std::uint64_t left = in.take(1) % 24; left > 0; --left) {
    const std::uint64_t size = in.take(1);
    const double score = -static_cast<double>(in.take(1)) / 8;
    const std::u32string word = word_of(in, 1 + size % 5, kBlockLetters);
    if (size / 8 % 2 == 0) source.scores[word] = score;
    if (size / 16 % 2 == 0) source.idfs[word] = -score;
    if (size / 32 % 2 == 0 && is_jieba_han(word[0])) {
      source.emissions[word[0]] = {score, score / 2, -3, -static_cast<double>(size) / 16};
    }
  }
  return source;
}

std::vector<std::string> cut(const JiebaTables& tables, const std::string& text, bool with_hmm) {
  const std::shared_ptr<const JiebaTables> shared(&tables, [](const JiebaTables*) {});
  JiebaSegmenter segmenter(shared, with_hmm);
  std::vector<JiebaWord> words;
  segmenter.cut(text, words);
  std::vector<std::string> strings;
  std::size_t at = 0;
  for (const JiebaWord& word : words) {
    require(word.begin == at && word.end > at && word.end <= text.size());
    at = word.end;
    strings.push_back(text.substr(word.begin, word.end - word.begin));
  }
  require(at == text.size());
  return strings;
}

void ask(const JiebaTables& tables, const std::string& text) {
  for (const std::string& word : cut(tables, text, true)) require(tables.idf_of(word) >= 0);
  const std::shared_ptr<const JiebaTables> shared(&tables, [](const JiebaTables*) {});
  require(JiebaKeywords(shared).extract(text, 3).size() <= 3);
}

// Faults hit the header and numbers, or nodes and labels, but seldom the emissions between them.
void damage(std::string& table, std::size_t nodes_at, InputBytes& faults, std::uint64_t count) {
  for (; count > 0; --count) {
    const std::uint64_t where = faults.take(3);
    const std::uint64_t value = faults.take(4);
    const std::uint64_t bytes = 1 + faults.take(1) % 4;
    const std::size_t tail = table.size() - nodes_at;
    std::size_t at = where % 3 == 0 ? 24 + where / 3 % 400 : nodes_at + where / 3 % tail;
    for (std::uint64_t b = 0; b < bytes && at < table.size(); ++b, ++at) {
      table[at] = static_cast<char>(value >> (8 * b));
    }
  }
  seal_jieba_table(table);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const MemoryBound bound((std::size_t{48} << 20) + 256 * size);
  InputBytes in(text_of(data, size));
  const std::uint64_t faults_count = in.take(1) % 6;
  InputBytes faults(in.take_text(8 * faults_count));
  const JiebaSource source = source_of(in);
  const std::u32string text = word_of(in, std::min<std::size_t>(in.size(), 400), kLetters.size());
  const std::string utf8 = utf8_of(text);
  std::string table = jieba_table_of(source);
  if (faults_count == 0) {
    const JiebaTables tables = JiebaTables::parse(table);
    for (const bool with_hmm : {false, true}) {
      std::vector<std::string> truth;
      for (const std::u32string& word : slow_words(source, text, with_hmm)) {
        truth.push_back(utf8_of(word));
      }
      require(cut(tables, utf8, with_hmm) == truth);
    }
    for (const auto& [word, idf] : source.idfs) require(tables.idf_of(utf8_of(word)) == idf);
    ask(tables, utf8);
    return 0;
  }
  damage(table, nodes_offset_of(source), faults, faults_count);
  is_taken({ErrorCode::damaged, ErrorCode::unsupported},
           [&] { ask(JiebaTables::parse(table), utf8); });
  return 0;
}
