// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files of fingerprints on the command line.

#include <cstdint>
#include <string>

#include "apps/settings.h"
#include "facsim/input/fingerprint_file.h"

namespace facsim {

// By --input, else by the name. Throws Error{invalid_argument} where neither says.
[[nodiscard]] FingerprintForm form_of(const std::string& path, const Settings& settings);

// Lines that are no fingerprint, for one warning at the end.
class BadLines {
 public:
  void add(const std::string& path, const FingerprintBlock& block);
  void warn() const;

 private:
  std::uint64_t count_ = 0;
  std::string first_;  // "FILE:LINE"
};

}  // namespace facsim
