// SPDX-License-Identifier: Apache-2.0
// Asks the library for jieba's words, for tests that compare it with the package.
//
//   facsim_jieba_driver TABLES words|words-hmm|keywords:K|measure <JSON >JSON
//
// Reads one JSON string a line and answers each with one line: an array of words, or of pairs
// [word, weight] (all digits of the weight). `measure` prints figures at the end instead.

#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "facsim/features/jieba.h"

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string slurp(const char* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(std::string(path) + ": cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

nlohmann::json words_of(facsim::JiebaSegmenter& segmenter, const std::string& text) {
  std::vector<facsim::JiebaWord> words;
  segmenter.cut(text, words);
  nlohmann::json answer = nlohmann::json::array();
  for (const auto [begin, end] : words) answer.push_back(text.substr(begin, end - begin));
  return answer;
}

nlohmann::json keywords_of(facsim::JiebaKeywords& keywords, const std::string& text,
                           std::size_t top_k) {
  nlohmann::json answer = nlohmann::json::array();
  for (const auto& [word, weight] : keywords.extract(text, top_k)) {
    answer.push_back({word, weight});
  }
  return answer;
}

// Megabytes a second over all texts of standard input, the best of five rounds.
void measure(const std::shared_ptr<const facsim::JiebaTables>& tables, double load_seconds) {
  std::vector<std::string> texts;
  std::size_t bytes = 0;
  for (std::string line; std::getline(std::cin, line);) {
    texts.push_back(nlohmann::json::parse(line).get<std::string>());
    bytes += texts.back().size();
  }
  const auto rate = [&](auto&& work) {
    double best = 1e300;
    for (int round = 0; round < 5; ++round) {
      const auto begin = Clock::now();
      for (const std::string& text : texts) work(text);
      best = std::min(best, seconds_since(begin));
    }
    return static_cast<double>(bytes) / best / 1e6;
  };
  facsim::JiebaSegmenter plain(tables, false);
  facsim::JiebaSegmenter with_hmm(tables, true);
  facsim::JiebaKeywords keywords(tables);
  std::vector<facsim::JiebaWord> words;
  const double plain_rate = rate([&](const std::string& text) { plain.cut(text, words); });
  const double hmm_rate = rate([&](const std::string& text) { with_hmm.cut(text, words); });
  const double keyword_rate =
      rate([&](const std::string& text) { static_cast<void>(keywords.extract(text, 50)); });
  std::printf("load %.1f ms; %.1f MB: words %.1f MB/s, with HMM %.1f MB/s, keywords %.1f MB/s\n",
              load_seconds * 1e3, static_cast<double>(bytes) / 1e6, plain_rate, hmm_rate,
              keyword_rate);
}

void answer(const std::shared_ptr<const facsim::JiebaTables>& tables, const std::string& mode) {
  facsim::JiebaSegmenter segmenter(tables, mode == "words-hmm");
  facsim::JiebaKeywords keywords(tables);
  const std::string wish = "keywords:";
  const std::size_t top_k = mode.starts_with(wish) ? std::stoul(mode.substr(wish.size())) : 0;
  for (std::string line; std::getline(std::cin, line);) {
    const auto text = nlohmann::json::parse(line).get<std::string>();
    const bool wants_keywords = mode.starts_with(wish);
    std::cout << (wants_keywords ? keywords_of(keywords, text, top_k) : words_of(segmenter, text))
              << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3) {
    std::cerr << "usage: facsim_jieba_driver TABLES words|words-hmm|keywords:K|measure\n";
    return 2;
  }
  const std::string bytes = slurp(argv[1]);
  const auto begin = Clock::now();
  const auto tables =
      std::make_shared<const facsim::JiebaTables>(facsim::JiebaTables::parse(bytes));
  const double load_seconds = seconds_since(begin);
  const std::string mode = argv[2];
  if (mode == "measure") {
    measure(tables, load_seconds);
  } else {
    answer(tables, mode);
  }
  return 0;
} catch (const std::exception& wrong) {
  std::cerr << "facsim_jieba_driver: " << wrong.what() << '\n';
  return 1;
}
