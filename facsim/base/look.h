// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a long computation calls now and then, so that whoever waits for it can end it.
//
// It may throw, and what it throws comes out of the computation. Between two calls lie some 16 MB
// of text, a tenth of a second or less. Callers that need no such thing give none, which costs
// nothing.

#include <cstddef>
#include <functional>
#include <limits>

namespace facsim {

using Look = std::function<void()>;

// Says when it is time for the next look, by what has been done so far: bytes, units, values.
class LookOut {
 public:
  LookOut(const Look& look, std::size_t every)
      : look_(look), every_(every), next_(look ? every : std::numeric_limits<std::size_t>::max()) {}
  [[nodiscard]] std::size_t next() const noexcept { return next_; }
  void at(std::size_t done) {
    if (done < next_) return;
    look_();
    next_ = done + every_;
  }

 private:
  const Look& look_;
  std::size_t every_;
  std::size_t next_;
};

inline constexpr std::size_t kLookBytes = std::size_t{16} << 20;
inline constexpr std::size_t kLookValues = std::size_t{1} << 20;

}  // namespace facsim
