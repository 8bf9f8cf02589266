// SPDX-License-Identifier: Apache-2.0
// Times the library doing the work for which bench/whole/python_overhead.py times the Python
// package.
//
//     facsim_overhead FILE     (one text a line)
//
// For each line of standard input, "fingerprint" or "dedup", it does that work once on one thread
// and prints the wall and CPU seconds, and a number that depends on the answer.
#include <time.h>

#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "facsim/facsim.h"

namespace {

using facsim::Page;

class Texts final : public facsim::PageSource {
 public:
  explicit Texts(const std::vector<std::string>& texts) : texts_(texts) {}
  [[nodiscard]] bool next(Page& page) override {
    if (next_ == texts_.size()) return false;
    page.is_unicode = true;
    page.bytes.assign(texts_[next_++]);
    return true;
  }

 private:
  const std::vector<std::string>& texts_;
  std::size_t next_ = 0;
};

std::uint64_t fingerprints(const std::vector<std::string>& texts) {
  // The same figures as in Python's fingerprint().
  const facsim::Figures figures = {
      .visible_fingerprint = false, .sketch = false, .digest = false, .units = false};
  facsim::Analyzer analyzer({}, figures);
  std::vector<std::uint64_t> made;
  for (const std::string& text : texts) {
    const auto& fingerprint = analyzer.analyze(text).fingerprint;
    made.push_back(fingerprint ? fingerprint->low : 0);
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t value : made) sum ^= value;
  return sum;
}

std::uint64_t removals(const std::vector<std::string>& texts) {
  Texts pages(texts);
  facsim::DedupCollector told;
  facsim::DedupOptions options;
  options.limits.tmp = "/tmp";
  (void)facsim::dedup(pages, told, options);
  return told.removed_pages.size();
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::vector<std::string> texts;
  std::ifstream file(argv[1]);
  for (std::string line; std::getline(file, line);) texts.push_back(line);
  for (std::string work; std::getline(std::cin, work);) {
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = cpu_seconds();
    const std::uint64_t sum = work == "dedup" ? removals(texts) : fingerprints(texts);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - wall;
    std::cout << passed.count() << ' ' << cpu_seconds() - cpu << ' ' << sum << std::endl;
  }
}
