// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the beginning of a file, and words system errors.

#include <optional>
#include <string>

#include "facsim/base/error.h"
#include "facsim/files/byte_source.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {

struct Beginning {
  Packing packing = Packing::none;
  std::string bytes;   // unpacked; of a damaged file as many bytes as can be read
  bool whole = false;  // the file has no more bytes
};

// Reads at most `bytes_max` bytes. Throws Error{not_found, io}.
[[nodiscard]] Beginning beginning_of(const std::string& path, std::size_t bytes_max = kSniffBytes);

// Returns the problem and its remedy if a file is packed once more than its packing shows: servers
// pack files that are already packed, and wget saves them so.
[[nodiscard]] std::optional<std::string> why_packed_twice(const Beginning& beginning);

// Throws Error{not_found, io} with a sentence for errno.
[[noreturn]] void throw_system_error(int error, const std::string& path);
// Returns that sentence.
[[nodiscard]] std::string system_reason(int error);

}  // namespace facsim
