// SPDX-License-Identifier: Apache-2.0
#pragma once
// Splits Chinese text into exactly the words of the Python package jieba 0.42.1 (Sun Junyi,
// 2013-2020): the most probable route through the graph of a dictionary's words, and a hidden
// Markov model for what the dictionary leaves in single characters (Viterbi, IEEE Trans.
// Information Theory 13(2), 1967). Keywords are those of its `extract_tags`.
//
// Promise: the same words, and weights equal in all their bits, for every well-formed text.
// Ill-formed UTF-8 counts as U+FFFD, one for each maximal part of a sequence. The route's sums are
// taken in jieba's order, because a tie or a rounding may decide which words are chosen.
//
// The dictionary is not ours: scripts/make_jieba_tables.py makes the table from an installed
// package (docs/formats/jieba-tables.md), and this room gets its bytes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace facsim {

struct JiebaData;

// The dictionary, the idf of its words, and the probabilities of the Markov model.
//
// Immutable: may be shared between threads. Owns what it needs; 6.5 MB. Cost of parse(): 50 ms.
class JiebaTables {
 public:
  // Trusts nothing in `table`. Throws Error{damaged}, with the offset of the damage if it is known,
  // and Error{unsupported} for another version of the format.
  [[nodiscard]] static JiebaTables parse(std::string_view table);

  // XXH3-64 of the table's bytes. Another dictionary gives other words, so this is part of a
  // recipe's id.
  [[nodiscard]] std::uint64_t digest() const noexcept;

  // Words that have a frequency.
  [[nodiscard]] std::size_t word_count() const noexcept;

  // Returns a word's idf from jieba's list; the median of that list if the word is absent.
  [[nodiscard]] double idf_of(std::string_view word) const noexcept;
  [[nodiscard]] double median_idf() const noexcept;

  // For the classes below.
  [[nodiscard]] const JiebaData& data() const noexcept { return *data_; }

  JiebaTables(JiebaTables&&) noexcept;
  JiebaTables& operator=(JiebaTables&&) noexcept;
  ~JiebaTables();

 private:
  explicit JiebaTables(std::unique_ptr<const JiebaData> data) noexcept;
  std::unique_ptr<const JiebaData> data_;
};

// Bytes [begin, end) of the text.
struct JiebaWord {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const JiebaWord&, const JiebaWord&) = default;
};

// Longer texts are rejected: words are numbered with 32 bits.
inline constexpr std::size_t kJiebaTextBytesMax = 0xffffffffU;

// Cuts texts into words; reusable, one for each thread.
//
// Text between blocks of ideographs, ASCII letters, digits and `+ # & . _ % -` is returned one
// character at a time, with CR LF together. Cost: 40 ns a byte of Chinese; time is proportional to
// the text times the dictionary's longest word (16 characters), whatever the text. Besides the
// words, it needs 4 bytes for each character of the longest block, which are retained for the next
// text.
class JiebaSegmenter {
 public:
  // `with_hmm`: jieba's default. Without it, single ideographs remain single.
  JiebaSegmenter(std::shared_ptr<const JiebaTables> tables, bool with_hmm);

  // Clears `words` and fills it; together they cover the text, in order. Throws
  // Error{invalid_argument} for texts of more than kJiebaTextBytesMax bytes.
  void cut(std::string_view utf8, std::vector<JiebaWord>& words);

 private:
  void read_block(std::string_view utf8, std::size_t begin);
  void find_route();
  void cut_block_plain();
  void cut_block_with_hmm();
  void cut_single_characters(std::size_t begin, std::size_t end);
  void cut_unknown(std::size_t begin, std::size_t end);
  void cut_ideographs(std::size_t begin, std::size_t end);
  void cut_latin(std::size_t begin, std::size_t end);
  void add_word(std::size_t end);

  std::shared_ptr<const JiebaTables> tables_;
  const JiebaData* data_;
  bool with_hmm_;

  // The current block. Its characters are in the basic plane.
  std::vector<char16_t> block_;
  std::vector<std::uint8_t> steps_;   // for each character: its best word, less one character
  std::vector<std::uint8_t> states_;  // for a run of ideographs
  std::vector<JiebaWord>* words_ = nullptr;
  std::size_t cut_ = 0;       // characters of the block that are in `words_`
  std::size_t cut_byte_ = 0;  // the byte of the text where they end
};

struct Keyword {
  std::string word;
  double weight = 0;
  friend bool operator==(const Keyword&, const Keyword&) = default;
};

// Finds the words that best describe a text: tf x idf; reusable, one for each thread.
//
// Works like jieba's `extract_tags`: the words found with the Markov model, without single
// characters and English stop words; the weight is the word's count times (idf / count of all
// remaining words). Cost: that of the cut, and 80 ns a word.
class JiebaKeywords {
 public:
  explicit JiebaKeywords(std::shared_ptr<const JiebaTables> tables);

  // Returns the first `top_k` keywords (0: all), largest weight first, ties in the order of their
  // first appearance.
  [[nodiscard]] std::vector<Keyword> extract(std::string_view utf8, std::size_t top_k);

 private:
  struct Counted {
    std::string_view word;
    double weight = 0;
  };

  double count_words(std::string_view utf8);

  std::shared_ptr<const JiebaTables> tables_;
  JiebaSegmenter segmenter_;
  std::vector<JiebaWord> words_;
  std::vector<Counted> counted_;  // in the order of first appearance
  std::unordered_map<std::string_view, std::size_t> places_;
};

}  // namespace facsim
