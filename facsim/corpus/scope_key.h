// SPDX-License-Identifier: Apache-2.0
#pragma once
// Only pages with equal scope keys are compared.

#include <cstdint>
#include <string_view>

#include "facsim/base/hash64.h"
#include "facsim/model/host.h"
#include "facsim/model/policy.h"

namespace facsim {

// Returns PageRow::scope_key for a page of that host in the input file of that number.
[[nodiscard]] inline std::uint64_t scope_key_of(Scope scope, std::string_view host,
                                                std::uint32_t file) {
  switch (scope) {
    case Scope::all:
      return 0;
    case Scope::host:
      return host_scope_key(host);
    case Scope::file:
      return mix64(file + 1);
  }
  return 0;
}

}  // namespace facsim
