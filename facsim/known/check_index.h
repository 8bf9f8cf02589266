// SPDX-License-Identifier: Apache-2.0
#pragma once
// Is an index as it was written, and can every question be asked of it?

#include <cstdint>
#include <functional>
#include <string>

#include "facsim/base/sentence.h"

namespace facsim {

// Decides if each reported fault is followed by its remedy.
enum class Remedies { told, left_out };

struct IndexCheck {
  std::uint64_t faults = 0;
  // Where there is no fault.
  std::uint64_t entries = 0;
  std::uint64_t segments = 0;
};

// Reads every byte of every segment, and where all are as they were written, every table and name.
// `tell` hears of each fault: where it is and what is wrong. `check`, called now and then, may
// throw. Throws Error for an index that cannot be opened: {not_found, io, unsupported}, and
// {damaged} where its manifest or a file that it names is no longer what it was.
[[nodiscard]] IndexCheck check_index(const std::string& folder,
                                     const std::function<void(const Sentence&)>& tell,
                                     const std::function<void()>& check = {},
                                     Remedies remedies = Remedies::told);

}  // namespace facsim
