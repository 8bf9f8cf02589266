// SPDX-License-Identifier: Apache-2.0
#include "apps/fingerprint_input.h"

#include "apps/output.h"
#include "facsim/base/error.h"

namespace facsim {

FingerprintForm form_of(const std::string& path, const Settings& settings) {
  if (settings.fingerprint_form) return *settings.fingerprint_form;
  if (const std::optional<FingerprintForm> form = fingerprint_form_of(path)) return *form;
  throw Error{ErrorCode::invalid_argument,
              "is not named .hex or .u64; say what is in it with --input hex or --input u64 "
              "(fingerprints of pages: facsim fingerprint PAGES --columns fingerprint,id)",
              path};
}

void BadLines::add(const std::string& path, const FingerprintBlock& block) {
  if (block.bad_lines == 0) return;
  if (count_ == 0) first_ = path + ":" + std::to_string(block.first_bad_line);
  count_ += block.bad_lines;
}

void BadLines::warn() const {
  if (count_ == 0) return;
  print_warning(std::to_string(count_) +
                (count_ == 1 ? " line is no fingerprint and was left out: "
                             : " lines are no fingerprints and were left out, first ") +
                first_);
}

}  // namespace facsim
