// SPDX-License-Identifier: Apache-2.0
#pragma once
// The rarity of words: their idf, read from a list in a file.
//
// Two formats are supported, both UTF-8, one word a line:
//   jieba's   `word idf`, one space between them
//   ours      a first line `# facsim idf 1 documents=N`, then `word<TAB>idf`; a word may contain
//   spaces
// A word that occurs twice gets its last value; an absent word gets the median, as in jieba.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace facsim {

// Immutable: may be shared between threads. Owns its words: their bytes and 24 more for each.
class IdfTable {
 public:
  // Throws Error{invalid_argument}, which names the line, if a line is malformed (no word, no
  // number, an idf that is negative or not finite, ill-formed UTF-8) and if there are no words at
  // all. Throws Error{unsupported} for a later version of our format. Spaces around a line in
  // jieba's format, CR before LF and a byte order mark are ignored. Cost: 100 ns a line.
  [[nodiscard]] static IdfTable parse(std::string_view text);

  // Returns the word's idf, or median(). Cost: one hash and one look-up, 30 ns.
  [[nodiscard]] double of(std::string_view word) const noexcept;
  [[nodiscard]] bool has(std::string_view word) const noexcept;

  // Element size() / 2 of the values in ascending order.
  [[nodiscard]] double median() const noexcept { return median_; }
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  // The number of documents that the list was learned from; 0 if it is not recorded.
  [[nodiscard]] std::uint64_t documents() const noexcept { return documents_; }

  // Equal for tables that give equal answers: the order of the lines, the format and the number of
  // documents do not matter. Part of a recipe's id.
  [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }

 private:
  struct Entry {
    std::uint64_t begin = 0;  // in text_
    std::uint32_t size = 0;
    std::uint32_t hash = 0;
    double idf = 0;
  };

  IdfTable() = default;
  void add(std::string_view word, double idf);
  void finish();
  void grow_slots();
  [[nodiscard]] std::string_view word_of(const Entry& entry) const noexcept;
  // Returns the slot that contains the word or would contain it.
  [[nodiscard]] std::size_t slot_of(std::string_view word, std::uint32_t hash) const noexcept;
  [[nodiscard]] const Entry* find(std::string_view word) const noexcept;

  std::string text_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // open addressing: the index of an entry plus one, or 0
  std::uint64_t documents_ = 0;
  std::uint64_t digest_ = 0;
  double median_ = 0;
};

}  // namespace facsim
