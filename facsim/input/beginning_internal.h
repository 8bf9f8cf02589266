// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a file begins, and what the system says where it does not let us look.

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

// Throws Error{not_found, io} with a sentence for errno.
[[noreturn]] void throw_system_error(int error, const std::string& path);
// That sentence.
[[nodiscard]] std::string system_reason(int error);
// What an Error says, without its place.
[[nodiscard]] std::string reason_of(const Error& error);

}  // namespace facsim
