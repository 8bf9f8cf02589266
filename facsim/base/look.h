// SPDX-License-Identifier: Apache-2.0
#pragma once
// A callback that long computations call regularly, so that the caller can cancel them.
//
// It may throw; the computation passes the exception on. Between two calls are some 16 MB of text,
// a tenth of a second or less. An empty callback costs nothing.

#include <cstddef>
#include <functional>
#include <limits>

namespace facsim {

using Look = std::function<void()>;

// Computes when the next call is due from the work done so far: bytes, units, values.
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
