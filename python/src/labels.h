// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ids, URLs, file names and messages in the form that Python and Arrow accept: they come from
// records, file systems and indexes, and may contain any bytes.

#include <nanobind/nanobind.h>

#include <string>

#include "facsim/base/utf.h"

namespace facsim::python {

// The text, with U+FFFD for bytes that are not UTF-8.
[[nodiscard]] inline std::string well_formed(const std::string& text) {
  return is_utf8(text) ? text : to_utf8(utf8_to_characters(text));
}

[[nodiscard]] inline nanobind::str label(const std::string& text) {
  const std::string valid = well_formed(text);
  return nanobind::str(valid.data(), valid.size());
}

[[nodiscard]] inline nanobind::object label_or_none(const std::string& text) {
  return text.empty() ? nanobind::none() : nanobind::object(label(text));
}

}  // namespace facsim::python
