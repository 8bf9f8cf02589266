// SPDX-License-Identifier: Apache-2.0
#include "facsim/features/idf_table.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/base/utf.h"

namespace facsim {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kHeader = "# facsim idf ";
constexpr std::string_view kDocuments = " documents=";
constexpr std::uint64_t kIdfVersionRead = 1;
constexpr std::uint64_t kDigestSeed = 0x6964662d7461626cU;
constexpr std::size_t kWordsMax = 0x7fffffffU;

[[noreturn]] void refuse_line(std::size_t line, const std::string& what,
                              ErrorCode code = ErrorCode::invalid_argument) {
  throw Error(code, what, "idf table: line " + std::to_string(line));
}

// Returns the number that `text` as a whole represents.
template <class T>
std::optional<T> number_in(std::string_view text) {
  T number{};
  const char* end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::string_view trimmed_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t begin = line.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlanks) - begin + 1);
}

// Removes the next line from the front of `rest` and returns it without its end.
std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Returns the number of documents in the first line of our format.
std::uint64_t read_header(std::string_view line) {
  line.remove_prefix(kHeader.size());
  const std::size_t version_end = line.find(' ');
  const auto version = number_in<std::uint64_t>(line.substr(0, version_end));
  if (!version) refuse_line(1, "the header gives no version");
  if (*version != kIdfVersionRead) {
    refuse_line(1,
                "has version " + std::to_string(*version) + ", this program reads version " +
                    std::to_string(kIdfVersionRead),
                ErrorCode::unsupported);
  }
  line.remove_prefix(std::min(version_end, line.size()));
  if (!line.starts_with(kDocuments)) refuse_line(1, "the header gives no `documents=N`");
  const auto documents = number_in<std::uint64_t>(line.substr(kDocuments.size()));
  if (!documents) refuse_line(1, "the header gives no `documents=N`");
  return *documents;
}

struct Line {
  std::string_view word;
  double idf = 0;
};

// `separator`: a space in jieba's format, a tab in ours.
Line read_line(std::string_view line, char separator, std::size_t number) {
  const std::string_view blank = separator == ' ' ? "blank" : "tab";
  if (separator == ' ') line = trimmed_line(line);
  const std::size_t split = line.find(separator);
  if (split == std::string_view::npos || split == 0) {
    refuse_line(number, "is not a word, a " + std::string(blank) + " and its idf");
  }
  Line read{line.substr(0, split), 0};
  const auto idf = number_in<double>(line.substr(split + 1));
  if (!idf) refuse_line(number, "what follows its first " + std::string(blank) + " is no number");
  // With larger values, sums of a page's weights could exceed the range of doubles.
  constexpr double kIdfMost = 1e9;
  if (!std::isfinite(*idf) || *idf < 0 || *idf > kIdfMost) {
    refuse_line(number, "an idf must be a number from 0 to 1e9");
  }
  if (!is_utf8(read.word)) refuse_line(number, "its word is not UTF-8");
  read.idf = *idf;
  return read;
}

std::uint32_t short_hash(std::string_view word) noexcept {
  return static_cast<std::uint32_t>(hash64(word) >> 32);
}

}  // namespace

IdfTable IdfTable::parse(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  IdfTable table;
  std::size_t number = 0;
  char separator = ' ';
  if (text.starts_with(kHeader)) {
    separator = '\t';
    number = 1;
    table.documents_ = read_header(take_line(text));
  }
  while (!text.empty()) {
    const Line line = read_line(take_line(text), separator, ++number);
    table.add(line.word, line.idf);
  }
  if (table.entries_.empty()) refuse_line(number, "there is no word before the end");
  table.finish();
  return table;
}

std::string_view IdfTable::word_of(const Entry& entry) const noexcept {
  return std::string_view(text_).substr(entry.begin, entry.size);
}

std::size_t IdfTable::slot_of(std::string_view word, std::uint32_t hash) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return slot;
    const Entry& entry = entries_[slots_[slot] - 1];
    if (entry.hash == hash && word_of(entry) == word) return slot;
  }
}

void IdfTable::grow_slots() {
  slots_.assign(std::max<std::size_t>(slots_.size() * 2, 16), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void IdfTable::add(std::string_view word, double idf) {
  constexpr std::size_t kWordBytesMax = 0xffffffffU;
  if (entries_.size() == kWordsMax || word.size() > kWordBytesMax) {
    throw Error(ErrorCode::invalid_argument, "more than 2^31 - 1 words, or one over 4 GiB",
                "idf table");
  }
  if (entries_.size() * 2 >= slots_.size()) grow_slots();
  const std::uint32_t hash = short_hash(word);
  const std::size_t slot = slot_of(word, hash);
  if (slots_[slot] != 0) {
    entries_[slots_[slot] - 1].idf = idf;
    return;
  }
  entries_.push_back({text_.size(), static_cast<std::uint32_t>(word.size()), hash, idf});
  text_.append(word);
  slots_[slot] = static_cast<std::uint32_t>(entries_.size());
}

void IdfTable::finish() {
  std::vector<double> values;
  values.reserve(entries_.size());
  for (Entry& entry : entries_) {
    if (entry.idf == 0) entry.idf = 0;  // -0 equals 0, so the digests must be equal
    values.push_back(entry.idf);
    // A sum does not depend on the order of the lines.
    digest_ += mix64(hash64(word_of(entry), std::bit_cast<std::uint64_t>(entry.idf)));
  }
  digest_ = combine(digest_ ^ kDigestSeed, entries_.size());
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  median_ = *middle;
}

const IdfTable::Entry* IdfTable::find(std::string_view word) const noexcept {
  const std::size_t slot = slot_of(word, short_hash(word));
  return slots_[slot] == 0 ? nullptr : &entries_[slots_[slot] - 1];
}

bool IdfTable::has(std::string_view word) const noexcept { return find(word) != nullptr; }

double IdfTable::of(std::string_view word) const noexcept {
  const Entry* entry = find(word);
  return entry == nullptr ? median_ : entry->idf;
}

}  // namespace facsim
