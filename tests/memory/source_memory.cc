// SPDX-License-Identifier: Apache-2.0
// Pages through an iterator within a limit of memory: made-up pages, each third a near-copy of an
// earlier one.
//
//     facsim_source_memory MEGABYTES_OF_PAGES MEMORY_MIB TMP
//
// Fails where the peak is more than 1.5 times the memory and what the program takes by itself. The
// pages are made up; what is measured is what is held of them, not what is found.
#include <malloc.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "facsim/base/hash64.h"
#include "facsim/dedup.h"
#include "facsim/run/peak_memory.h"

namespace facsim {
namespace {

constexpr std::uint64_t kMib = std::uint64_t{1} << 20;
constexpr std::uint64_t kWordsAPage = 600;
// Code, tables of the extractor and buffers of a page: measured 34 MiB.
constexpr std::uint64_t kOwnBytes = 40 * kMib;

class MadePages final : public PageSource {
 public:
  explicit MadePages(std::uint64_t bytes) : bytes_(bytes) {}
  [[nodiscard]] bool next(Page& page) override {
    if (made_ >= bytes_) return false;
    // The third page of three has the words of one long ago, but for a few.
    const bool is_copy = number_ % 3 == 2;
    const std::uint64_t seed = is_copy ? number_ / 2 : number_;
    page.id = std::to_string(number_);
    page.is_unicode = true;
    for (std::uint64_t i = 0; i < kWordsAPage; ++i) {
      const std::uint64_t own = is_copy && i % 97 == 0 ? number_ : seed;
      page.bytes += "w" + std::to_string(mix64(own * kWordsAPage + i) % 1'000'000) + " ";
    }
    made_ += page.bytes.size();
    ++number_;
    return true;
  }

 private:
  std::uint64_t bytes_;
  std::uint64_t made_ = 0;
  std::uint64_t number_ = 0;
};

int run(std::uint64_t megabytes, std::uint64_t memory_bytes, const char* tmp) {
  // As the program does it (apps/allocator.h): what is free goes back to the system.
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
  (void)mallopt(M_TRIM_THRESHOLD, 4 << 20);
  MadePages pages(megabytes * 1'000'000);
  DedupSink nobody;
  DedupOptions options;
  options.limits = {.threads = 2, .memory_bytes = memory_bytes, .tmp = tmp};
  const Summary summary = dedup(pages, nobody, options);
  const std::uint64_t peak = peak_memory_of_process();
  // Twelve bytes a page always.
  const std::uint64_t most = memory_bytes + memory_bytes / 2 + kOwnBytes + 12 * summary.pages_read;
  std::printf("%llu pages, %llu removed, %.1f s, scratch %llu MiB, peak %llu MiB of at most %llu\n",
              static_cast<unsigned long long>(summary.pages_read),
              static_cast<unsigned long long>(summary.removed_total()), summary.seconds,
              static_cast<unsigned long long>(summary.scratch_bytes / kMib),
              static_cast<unsigned long long>(peak / kMib),
              static_cast<unsigned long long>(most / kMib));
  const bool has_spilled = summary.scratch_bytes > megabytes * 1'000'000 / 2;
  return summary.removed_total() > 0 && has_spilled && peak <= most ? 0 : 1;
}

}  // namespace
}  // namespace facsim

int main(int count, char** words) {
  if (count != 4) {
    std::fprintf(stderr, "usage: facsim_source_memory MEGABYTES_OF_PAGES MEMORY_MIB TMP\n");
    return 2;
  }
  return facsim::run(std::strtoull(words[1], nullptr, 10),
                     std::strtoull(words[2], nullptr, 10) * facsim::kMib, words[3]);
}
