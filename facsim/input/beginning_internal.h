// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a file begins, and what the system says where it does not let us look.

#include <optional>
#include <string>

#include "facsim/base/error.h"
#include "facsim/files/byte_source.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {

struct Beginning {
  Packing packing = Packing::none;
  std::string bytes;   // unpacked; as many as can be had of a damaged file
  bool whole = false;  // there is no more
};

// At most `bytes_max` bytes. Throws Error{not_found, io}.
[[nodiscard]] Beginning beginning_of(const std::string& path, std::size_t bytes_max = kSniffBytes);

// What is wrong and what helps where a file is packed once more than its packing says: servers pack
// what is packed already, and wget keeps it so.
[[nodiscard]] std::optional<std::string> why_packed_twice(const Beginning& beginning);

// Throws Error{not_found, io} with a sentence for errno.
[[noreturn]] void throw_system_error(int error, const std::string& path);
// That sentence.
[[nodiscard]] std::string system_reason(int error);
// What an Error says, without its place.

}  // namespace facsim
