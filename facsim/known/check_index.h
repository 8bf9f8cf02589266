// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks that an index is as it was written, and that all of it can be queried.

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/sentence.h"

namespace facsim {

// Decides if each reported fault is followed by its remedy.
enum class Remedies { told, left_out };

struct IndexCheck {
  std::uint64_t faults = 0;
  // Set if there is no fault.
  std::uint64_t entries = 0;
  std::uint64_t segments = 0;
};

// Reads every byte of every segment and, if all are as they were written, every table and name.
// `tell` is called for each fault: where it is and what is wrong. `check` is called now and then
// and may throw. Throws Error if the index cannot be opened: {not_found, io, unsupported}, and
// {damaged} if its manifest or a file that it names has changed.
[[nodiscard]] IndexCheck check_index(const std::string& folder,
                                     const std::function<void(const Sentence&)>& tell,
                                     const std::function<void()>& check = {},
                                     Remedies remedies = Remedies::told);

}  // namespace facsim
