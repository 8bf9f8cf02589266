// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: what a call that must fail says.

#include <string>

#include "facsim/base/error.h"

namespace facsim::for_test {

inline std::string refusal(auto call) {
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace facsim::for_test
