// SPDX-License-Identifier: Apache-2.0
// Takes pages one by one from a queue, a database or any iterator, and sends each answer to a sink.

#include <facsim/facsim.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

std::atomic<bool> stopped = false;

// Any range of pages is a source.
template <class Iterator>
class Pages final : public facsim::PageSource {
 public:
  Pages(Iterator begin, Iterator end) : at_(begin), end_(end) {}
  bool next(facsim::Page& page) override {
    if (at_ == end_) return false;
    page = *at_++;
    return true;
  }

 private:
  Iterator at_;
  Iterator end_;
};

class Printer final : public facsim::DedupSink {
 public:
  void kept(const facsim::SinkPage& page) override {
    std::cout << label_of(page.name) << " is kept\n";
  }
  void removed(const facsim::SinkPage& page, const facsim::SinkPage& representative,
               const facsim::Match& match) override {
    std::cout << label_of(page.name) << " repeats " << label_of(representative.name) << ": "
              << name_of(match.kind) << ", resemblance " << match.resemblance << '\n';
  }
};

}  // namespace

int main() {
  const std::string words =
      "From the first of November the ferry leaves at nine, at noon and at four on weekdays. On "
      "Sundays there is one crossing at eleven, and none in heavy seas. Bicycles travel free of "
      "charge, dogs need a ticket of their own, and cars have to be booked a day ahead.";
  std::vector<facsim::Page> pages(3);
  pages[0].id = "short";
  pages[0].bytes = words;  // plain text, the default of PageFormat
  pages[1].id = "page";
  pages[1].format = facsim::PageFormat::html;
  pages[1].bytes = "<title>Ferry</title><main><p>" + words + " The harbour office.</p></main>";
  pages[2].id = "other";
  pages[2].bytes = "The library is closed from Monday to Wednesday while it gets new lamps.";

  std::signal(SIGINT, [](int) { stopped = true; });
  facsim::DedupOptions options;
  options.policy.keep = {facsim::Keep::longest};
  options.policy.remove = {facsim::Kind::exact, facsim::Kind::content, facsim::Kind::partial};
  options.limits.threads = 2;
  options.limits.memory_bytes = std::uint64_t{256} << 20;
  options.limits.tmp = std::filesystem::temp_directory_path().string();  // for all beyond it
  facsim::RunHooks hooks{.progress =
                             [](const facsim::ProgressState& now) {
                               std::clog << now.stage << ' ' << now.pages << '\n';
                             },
                         .cancelled = &stopped};
  try {
    Pages source(pages.begin(), pages.end());
    Printer sink;
    const facsim::Summary summary = facsim::dedup(source, sink, options, hooks);
    std::cout << summary.pages_kept << " kept, " << summary.removed_total() << " removed\n";
  } catch (const facsim::Error& error) {
    std::cerr << error.what() << '\n';
    return error.code() == facsim::ErrorCode::cancelled ? 130 : 1;
  }
}
