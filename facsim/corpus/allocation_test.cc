// SPDX-License-Identifier: Apache-2.0
// Checks that a page costs no allocation once buffers are warm.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "facsim/features/shingles.h"
#include "facsim/features/text_digest.h"
#include "facsim/features/units.h"
#include "facsim/fingerprint/sketcher.h"
#include "facsim/page/fingerprinter.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FACSIM_OWN_ALLOCATOR 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FACSIM_OWN_ALLOCATOR 1
#endif
#endif

#if !defined(FACSIM_OWN_ALLOCATOR)
namespace {
std::atomic<std::uint64_t> allocations = 0;
}

// All forms of new call this one. If gcc 12 inlines one, it sees a free() without its new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace facsim {
namespace {

TEST(Allocation, APageCostsNoneOnceWarm) {
  std::vector<std::string> pages;
  for (int i = 0; i < 40; ++i) {
    std::string page;
    for (int word = 0; word < 50 + 100 * (i % 4); ++word) {
      page += "word" + std::to_string(i * word % 97) + (word % 9 == 0 ? "\u6d77\u5c9b. " : " ");
    }
    pages.push_back(std::move(page));
  }
  for (const NamedRecipe& named : named_recipes()) {
    const bool is_fast = named.name == "balanced" || named.name == "words" ||
                         named.name == "bytes-4" || named.name == "characters-4";
    if (!is_fast) continue;
    Fingerprinter fingerprinter(recipe_named(named.name), {});
    std::vector<std::uint64_t> words;
    std::vector<std::uint64_t> shingles;
    std::vector<std::uint64_t> scratch;
    std::string digest_scratch;
    std::uint64_t sum = 0;
    const auto judge_all = [&] {
      for (const std::string& page : pages) {
        hash_units(page, 0, words);
        sum += fingerprinter.of_text(page, words)->low;
        shingle_set(words, 5, shingles, scratch);
        sum += sketch_of(shingles)->bins[0];
        sum += text_digest(page, digest_scratch).low;
      }
    };
    judge_all();
    const std::uint64_t before = allocations;
    judge_all();
    EXPECT_EQ(allocations - before, 0U) << named.name;
    EXPECT_NE(sum, 0U);
  }
}

}  // namespace
}  // namespace facsim
#endif
