// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: the message or code of a call that must fail.

#include <optional>
#include <string>

#include "facsim/base/error.h"

namespace facsim::for_test {

inline std::string refusal(const auto& call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// std::nullopt if nothing was thrown.
inline std::optional<ErrorCode> code_of(const auto& call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return error.code();
  }
  return std::nullopt;
}

}  // namespace facsim::for_test
