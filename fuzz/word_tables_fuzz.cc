// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file that a recipe names: a table of idf, a list of stop words, or a list of topic
// words; the first byte chooses. An accepted file gives what its lines contain, in any order.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "facsim/features/idf_table.h"
#include "facsim/features/word_list.h"
#include "fuzz/support.h"

namespace {

using namespace facsim;

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::vector<std::string_view> lines_of(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

// The text gets its own byte order mark; otherwise a first word that begins with one would lose it.
std::string joined(const std::vector<std::string_view>& lines) {
  std::string text(byte_order_mark);
  for (const std::string_view line : lines) text.append(line).append("\n");
  return text;
}

void read_idf(std::string_view text) {
  is_taken({ErrorCode::invalid_argument, ErrorCode::unsupported}, [&] {
    const IdfTable table = IdfTable::parse(text);
    std::vector<std::string_view> lines = lines_of(text);
    const bool is_ours = lines.front().starts_with("# facsim idf ");
    const std::string head(is_ours ? lines.front() : "");
    if (is_ours) lines.erase(lines.begin());
    std::map<std::string_view, double> truth;
    for (std::string_view& line : lines) {
      if (!is_ours) {
        line.remove_prefix(line.find_first_not_of(" \t"));
        line = line.substr(0, line.find_last_not_of(" \t") + 1);
      }
      const std::size_t split = line.find(is_ours ? '\t' : ' ');
      double idf = 0;
      std::from_chars(line.data() + split + 1, line.data() + line.size(), idf);
      truth[line.substr(0, split)] = idf;
    }
    require(table.size() == truth.size());
    std::vector<double> values;
    std::vector<std::string> sorted;  // the same words in another order
    for (const auto& [word, idf] : truth) {
      require(table.has(word) && table.of(word) == idf);
      values.push_back(idf);
      std::string number(32, '\0');
      number.resize(static_cast<std::size_t>(
          std::to_chars(number.data(), number.data() + number.size(), idf).ptr - number.data()));
      sorted.push_back(std::string(word) + (is_ours ? '\t' : ' ') + number + "\r\n");
    }
    std::ranges::sort(values);
    require(table.median() == values[values.size() / 2] &&
            table.of("no such\nword") == table.median());
    std::string again(byte_order_mark);
    if (is_ours) again += head + "\n";
    for (const std::string& line : sorted) again += line;
    require(IdfTable::parse(again).digest() == table.digest());
  });
}

template <class Parse>
void read_list(std::string_view text, const Parse& parse) {
  is_taken({ErrorCode::invalid_argument}, [&] {
    const WordList list = parse(text);
    std::vector<std::string_view> lines = lines_of(text);
    require(parse(joined(lines)).digest() == list.digest());
    const auto is_last = [&](std::string_view line) { return list.factor_of(std::string(line)); };
    for (const std::string_view line : lines) require(is_last(line) >= 0 && is_last(line) <= 1000);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const MemoryBound bound((std::size_t{16} << 20) + 512 * size);
  const std::string_view text = text_of(data + 1, size - 1);
  const UnitKind kind = data[0] / 4 % 2 == 0 ? UnitKind::words : UnitKind::icu_words;
  if (data[0] % 4 == 1) {
    read_list(text, [&](std::string_view list) {
      return WordList::parse_stop_words(list, {.kind = kind, .units_max = 1});
    });
  } else if (data[0] % 4 == 2) {
    read_list(text, [&](std::string_view list) {
      return WordList::parse_topic(list, {.kind = kind, .units_max = 3});
    });
  } else {
    read_idf(text);
  }
  return 0;
}
