// SPDX-License-Identifier: Apache-2.0
#pragma once
// Holds an exception at a border that exceptions may not cross, to rethrow it on the other side.

#include <exception>

namespace facsim {

class KeptException {
 public:
  // Returns false if `call` has thrown.
  template <class Call>
  [[nodiscard]] bool holds_back(const Call& call) noexcept {
    try {
      call();
      return true;
    } catch (...) {
      thrown_ = std::current_exception();
      return false;
    }
  }
  void rethrow() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  std::exception_ptr thrown_;
};

}  // namespace facsim
