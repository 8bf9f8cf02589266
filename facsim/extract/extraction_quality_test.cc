// SPDX-License-Identifier: Apache-2.0
// Measures how much of the true main text of real news pages is found, and how much other text.
//
// F1 of the multisets of lower-cased words against the text that people marked, mean over pages.
// tests/quality/extraction.py has details, and measures other extractors too.

#include <gtest/gtest.h>
#include <simdjson.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "facsim/extract/extractor.h"

namespace facsim {
namespace {

// Runs of ASCII letters, digits and all bytes beyond ASCII, lower-cased.
std::map<std::string, int> word_counts(std::string_view text) {
  std::map<std::string, int> words;
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      word.push_back(static_cast<char>(std::tolower(byte)));
    } else if (!word.empty()) {
      ++words[word];
      word.clear();
    }
  }
  if (!word.empty()) ++words[word];
  return words;
}

double f1(std::string_view found, std::string_view gold) {
  const auto a = word_counts(found);
  const auto b = word_counts(gold);
  double common = 0;
  double total = 0;
  for (const auto& [word, count] : a) {
    total += count;
    const auto other = b.find(word);
    if (other != b.end()) common += std::min(count, other->second);
  }
  for (const auto& [word, count] : b) total += count;
  return total == 0 ? 1 : 2 * common / total;
}

std::string unpacked(const std::filesystem::path& path) {
  std::string text;
  const std::string command = "zstd -dcq '" + path.string() + "'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 65536> buffer{};
  while (pipe != nullptr) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    if (count == 0) break;
    text.append(buffer.data(), count);
  }
  return text;
}

TEST(ExtractionQuality, MainTextOfNewsPages) {
  const char* data = std::getenv("FACSIM_DATA");
  const auto path =
      std::filesystem::path(data == nullptr ? "" : data) / "article_extraction" / "docs.jsonl.zst";
  if (data == nullptr || !std::filesystem::exists(path)) {
    GTEST_SKIP() << "skipped: no data at " << path;
  }
  const std::string text = unpacked(path);
  if (text.empty()) GTEST_SKIP() << "skipped: no program zstd to read " << path;

  simdjson::dom::parser parser;
  Extractor extractor;
  double main = 0;
  double visible = 0;
  int pages = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const simdjson::dom::element json = parser.parse(simdjson::padded_string(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    Page page;
    page.format = PageFormat::html;
    page.is_unicode = true;
    page.bytes = std::string_view(json["html"]);
    const Document document = extractor.extract(page);
    main += f1(document.main_text, std::string_view(json["gold"]));
    visible += f1(document.visible_text, std::string_view(json["gold"]));
    ++pages;
  }
  ASSERT_GT(pages, 100);
  RecordProperty("main_f1", std::to_string(main / pages));
  RecordProperty("visible_f1", std::to_string(visible / pages));
  EXPECT_GE(main / pages, 0.95) << "main text of " << pages << " pages";
  EXPECT_GE(visible / pages, 0.65);
}

}  // namespace
}  // namespace facsim
