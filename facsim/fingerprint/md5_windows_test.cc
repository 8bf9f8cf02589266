// SPDX-License-Identifier: Apache-2.0
#include "facsim/fingerprint/md5_windows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "facsim/base/utf.h"
#include "facsim/fingerprint/text_hash.h"

namespace facsim {
namespace {

VoteSums by_hand(std::u16string_view text) {
  VoteSums sums{};
  for (std::size_t i = 0; i + 4 <= text.size(); ++i) {
    const std::uint64_t digest = md5_hash(to_utf8(text.substr(i, 4))).low;
    for (unsigned bit = 0; bit < 64; ++bit) sums[bit] += (digest >> bit) & 1;
  }
  return sums;
}

// One object for all texts, so that its cache is used across texts.
RC_GTEST_PROP(Md5Windows, AreTheDigestsOfEveryWindow, ()) {
  for (const Kernel kernel : {Kernel::scalar, best_kernel()}) {
    Md5Windows windows(fingerprint_kernels(kernel));
    for (int texts = 0; texts < 3; ++texts) {
      const auto numbers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));
      constexpr std::u16string_view kLetters(u"ab\u00e9\u4e2d\0", 5);
      std::u16string text;
      for (const int number : numbers) text += kLetters[static_cast<std::size_t>(number)];
      VoteSums sums{};
      const std::size_t count = windows.add(text, sums);
      RC_ASSERT(count == (text.size() < 4 ? 0 : text.size() - 3));
      RC_ASSERT(sums == by_hand(text));
    }
  }
}

TEST(Md5Windows, ManyDifferentWindowsPushOneAnotherOut) {
  std::u16string text;
  for (std::uint32_t i = 0; i < 70'000; ++i) {
    text += static_cast<char16_t>(0x4e00 + mix64(i) % 0x5000);
  }
  Md5Windows windows(fingerprint_kernels(best_kernel()));
  VoteSums sums{};
  (void)windows.add(text, sums);
  VoteSums again{};
  (void)windows.add(text, again);
  EXPECT_EQ(sums, again);
  EXPECT_EQ(sums, by_hand(text));
}

}  // namespace
}  // namespace facsim
