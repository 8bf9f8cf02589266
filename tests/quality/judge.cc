// SPDX-License-Identifier: Apache-2.0
// facsim_judge CORPUS.jsonl DUPLICATES.jsonl...: were the removals right, how many are missing?
//
// Joins the rows of `facsim dedup` to the corpus by byte offset (ids may repeat), measures every
// removed page against the representative that its row names, and compares the number of right
// removals with that of a greedy leader in file order which knows every exact resemblance.
// Rows of programs that name no representative have their `offset` alone: with --best-kept each
// removed page is measured against the kept page that it resembles most, wherever that stands.
// Prints one JSON object, for several files of rows a list of them. Exit status 0 whatever the
// verdict; 1 where the files cannot be judged.

#include <simdjson.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exact.h"

namespace {

using judge::Text;

struct Options {
  std::string corpus;
  std::vector<std::string> duplicates;
  double good = 0.8;             // a removal is right at or above
  double bad = 0.7;              // and bad below
  std::uint32_t units_min = 20;  // shorter texts may be merged only when equal
  double tolerance = 0.0005;     // between the reported resemblance and ours
  std::size_t examples = 10;     // cases that are listed of each kind
  bool best_kept = false;        // rows name nobody
};

struct Corpus {
  std::vector<std::string> ids;
  std::vector<Text> texts;
  std::unordered_map<std::uint64_t, std::uint32_t> page_at;  // by offset of its line
  std::size_t shingle_count = 0;
  std::size_t bad_lines = 0;
};

struct Row {
  std::uint32_t page = 0;
  std::uint32_t representative = 0;
  double resemblance = 0;  // ours
  double reported = -1;    // the row's
};

std::string utf8_member(simdjson::dom::element& object, const char* name) {
  std::string_view value;
  if (object[name].get(value) != simdjson::SUCCESS) return {};
  return std::string(value);
}

Corpus read_corpus(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  Corpus corpus;
  judge::ShingleNumbers numbers;
  simdjson::dom::parser parser;
  std::string line;
  std::uint64_t offset = 0;
  while (std::getline(file, line)) {
    simdjson::dom::element object;
    std::string_view text;
    if (parser.parse(line).get(object) != simdjson::SUCCESS ||
        object["text"].get(text) != simdjson::SUCCESS) {
      ++corpus.bad_lines;
    } else {
      corpus.page_at[offset] = static_cast<std::uint32_t>(corpus.texts.size());
      corpus.ids.push_back(utf8_member(object, "id"));
      corpus.texts.push_back(numbers.read(text));
    }
    offset += line.size() + 1;
  }
  corpus.shingle_count = numbers.count();
  return corpus;
}

// Counts of what must never happen, with the first examples of each.
class Faults {
 public:
  explicit Faults(std::size_t examples) : examples_(examples) {}
  void add(const char* name, nlohmann::ordered_json example) {
    ++counts_[name];
    auto& list = lists_[name];
    if (list.size() < examples_) list.push_back(std::move(example));
  }
  [[nodiscard]] nlohmann::ordered_json to_json() const {
    nlohmann::ordered_json json;
    for (const char* name : {"unknown_offset", "wrong_id", "removed_twice", "not_kept",
                             "wrong_resemblance", "short_not_equal", "missed", "not_best"}) {
      const auto found = counts_.find(name);
      json[name]["count"] = found == counts_.end() ? 0 : found->second;
      if (found != counts_.end()) json[name]["first"] = lists_.at(name);
    }
    return json;
  }

 private:
  std::size_t examples_;
  std::unordered_map<std::string, std::size_t> counts_;
  std::unordered_map<std::string, std::vector<nlohmann::ordered_json>> lists_;
};

nlohmann::ordered_json describe(const Corpus& corpus, const Row& row) {
  return {{"id", corpus.ids[row.page]},
          {"representative", corpus.ids[row.representative]},
          {"resemblance", row.resemblance},
          {"reported", row.reported}};
}

// The rows whose pages exist; the others are faults.
std::vector<Row> read_rows(const Options& options, const std::string& path, const Corpus& corpus,
                           Faults& faults) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<Row> rows;
  std::vector<bool> seen(corpus.texts.size());
  std::string line;
  while (std::getline(file, line)) {
    const auto json = nlohmann::json::parse(line);
    const auto page = corpus.page_at.find(json.at("offset").get<std::uint64_t>());
    const auto representative =
        options.best_kept
            ? page
            : corpus.page_at.find(json.at("representative_offset").get<std::uint64_t>());
    if (page == corpus.page_at.end() || representative == corpus.page_at.end()) {
      faults.add("unknown_offset", line);
      continue;
    }
    if (seen[page->second]) faults.add("removed_twice", line);
    seen[page->second] = true;
    Row row{page->second, representative->second, 0, -1};
    if (options.best_kept) {
      rows.push_back(row);
      continue;
    }
    if (json.at("id") != corpus.ids[row.page] ||
        json.at("representative") != corpus.ids[row.representative]) {
      faults.add("wrong_id", line);
    }
    if (json.at("resemblance").is_number()) row.reported = json.at("resemblance").get<double>();
    rows.push_back(row);
  }
  return rows;
}

// Gives each row the kept page that it resembles most; itself and 0 where none is like it.
void measure_best_kept(const Corpus& corpus, std::vector<Row>& rows) {
  std::vector<bool> removed(corpus.texts.size());
  for (const Row& row : rows) removed[row.page] = true;
  judge::KeptPages kept(corpus.texts, corpus.shingle_count);
  judge::Best kept_empty;  // texts without a unit share no shingle, and are equal
  for (std::uint32_t page = 0; page < corpus.texts.size(); ++page) {
    if (removed[page]) continue;
    kept.keep(page);
    if (corpus.texts[page].shingles.empty()) kept_empty = {page, 1};
  }
  for (Row& row : rows) {
    const bool is_empty = corpus.texts[row.page].shingles.empty();
    const judge::Best best = is_empty ? kept_empty : kept.best(row.page);
    if (best.page < 0) continue;
    row.representative = static_cast<std::uint32_t>(best.page);
    row.resemblance = best.resemblance;
  }
}

// Measures each row, and notes where it contradicts the texts or another row.
void measure(const Options& options, const Corpus& corpus, std::vector<Row>& rows, Faults& faults) {
  std::vector<bool> removed(corpus.texts.size());
  for (const Row& row : rows) removed[row.page] = true;
  for (Row& row : rows) {
    const Text& page = corpus.texts[row.page];
    const Text& representative = corpus.texts[row.representative];
    // Texts without a single unit have nothing to compare; then only equality can have decided.
    const bool empty = page.shingles.empty() && representative.shingles.empty();
    row.resemblance = empty ? 1 : judge::resemblance(page, representative);
    if (removed[row.representative]) faults.add("not_kept", describe(corpus, row));
    if (!empty && std::abs(row.resemblance - row.reported) > options.tolerance) {
      faults.add("wrong_resemblance", describe(corpus, row));
    }
    const bool is_short = std::min(page.units, representative.units) < options.units_min;
    if (is_short && row.resemblance < 1) faults.add("short_not_equal", describe(corpus, row));
  }
}

struct Greedy {
  std::size_t removals = 0;
  std::size_t short_removals = 0;  // of texts that may be merged only when equal
};

// Pages in file order; each joins the kept page that it resembles most, if enough, else is kept.
Greedy greedy_leader(const Options& options, const Corpus& corpus) {
  Greedy greedy;
  judge::KeptPages kept(corpus.texts, corpus.shingle_count);
  for (std::uint32_t page = 0; page < corpus.texts.size(); ++page) {
    if (kept.best(page).resemblance < options.good) {
      kept.keep(page);
      continue;
    }
    ++greedy.removals;
    if (corpus.texts[page].units < options.units_min) ++greedy.short_removals;
  }
  return greedy;
}

// Holds the rows against the leader rule itself (for --keep first): a kept page must not resemble
// an earlier kept one, and a removed page must name the kept page that it resembles most.
void compare_with_rule(const Options& options, const Corpus& corpus, const std::vector<Row>& rows,
                       Faults& faults) {
  std::vector<const Row*> row_of(corpus.texts.size());
  for (const Row& row : rows) row_of[row.page] = &row;
  judge::KeptPages kept(corpus.texts, corpus.shingle_count);
  for (std::uint32_t page = 0; page < corpus.texts.size(); ++page) {
    if (corpus.texts[page].units < options.units_min) continue;
    const judge::Best best = kept.best(page);
    const Row* row = row_of[page];
    if (row == nullptr) kept.keep(page);
    if (best.page < 0 || best.resemblance < options.good) continue;
    const Row ideal{page, static_cast<std::uint32_t>(best.page), best.resemblance,
                    row == nullptr ? -1 : row->resemblance};
    if (row == nullptr) {
      faults.add("missed", describe(corpus, ideal));
    } else if (row->resemblance + 1e-12 < best.resemblance) {
      faults.add("not_best", describe(corpus, ideal));
    }
  }
}

double ratio(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1 : static_cast<double>(part) / static_cast<double>(whole);
}

nlohmann::ordered_json verdict(const Options& options, const std::string& duplicates,
                               const Corpus& corpus, const Greedy& greedy) {
  Faults faults(options.examples);
  std::vector<Row> rows = read_rows(options, duplicates, corpus, faults);
  if (options.best_kept) {
    measure_best_kept(corpus, rows);
  } else {
    measure(options, corpus, rows, faults);
    compare_with_rule(options, corpus, rows, faults);
  }

  const auto good = static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const Row& row) { return row.resemblance >= options.good; }));
  const auto bad = static_cast<std::size_t>(std::count_if(
      rows.begin(), rows.end(), [&](const Row& row) { return row.resemblance < options.bad; }));
  const double precision = ratio(good, rows.size());
  const double recall = ratio(good, greedy.removals);
  const double capped = std::min(1.0, recall);
  const double sum = precision + capped;

  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::pair(a.resemblance, a.page) < std::pair(b.resemblance, b.page);
  });
  nlohmann::ordered_json worst = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < std::min(rows.size(), options.examples); ++i) {
    worst.push_back(describe(corpus, rows[i]));
  }
  return {{"pages", corpus.texts.size()},
          {"bad_lines", corpus.bad_lines},
          {"removals", rows.size()},
          {"good", good},
          {"bad", bad},
          {"bad_share", rows.empty() ? 0 : ratio(bad, rows.size())},
          {"precision", precision},
          {"greedy_removals", greedy.removals},
          {"greedy_short_removals", greedy.short_removals},
          {"recall", recall},
          {"f1", sum == 0 ? 0 : 2 * precision * capped / sum},
          {"faults", faults.to_json()},
          {"worst", worst}};
}

nlohmann::ordered_json verdicts(const Options& options) {
  const Corpus corpus = read_corpus(options.corpus);
  const Greedy greedy = greedy_leader(options, corpus);
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const std::string& duplicates : options.duplicates) {
    all.push_back(verdict(options, duplicates, corpus, greedy));
  }
  return all.size() == 1 ? all.front() : all;
}

constexpr const char* kUsage =
    "usage: facsim_judge CORPUS.jsonl DUPLICATES.jsonl...\n"
    "                    [--good .8] [--bad .7] [--min-units 20] [--examples 10] [--best-kept]\n"
    "       facsim_judge --units < TEXT     the units of a text, one a line\n";

Options parse(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> files;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& name = arguments[i];
    if (!name.starts_with("--")) {
      files.push_back(name);
      continue;
    }
    if (name == "--best-kept") {
      options.best_kept = true;
      continue;
    }
    if (i + 1 == arguments.size()) throw std::invalid_argument(name + " needs a value");
    const std::string& value = arguments[++i];
    if (name == "--good") {
      options.good = std::stod(value);
    } else if (name == "--bad") {
      options.bad = std::stod(value);
    } else if (name == "--min-units") {
      options.units_min = static_cast<std::uint32_t>(std::stoul(value));
    } else if (name == "--examples") {
      options.examples = std::stoul(value);
    } else {
      throw std::invalid_argument("unknown option " + name);
    }
  }
  if (files.size() < 2) throw std::invalid_argument("two files are needed");
  options.corpus = files[0];
  options.duplicates.assign(files.begin() + 1, files.end());
  return options;
}

void print_units() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
  for (const std::string& unit : judge::split(text)) std::cout << unit << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments == std::vector<std::string>{"--units"}) {
      print_units();
    } else {
      std::cout << verdicts(parse(arguments))
                       .dump(2, ' ', false, nlohmann::json::error_handler_t::replace)
                << '\n';
    }
  } catch (const std::invalid_argument& error) {
    std::cerr << "facsim_judge: " << error.what() << '\n' << kUsage;
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "facsim_judge: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
