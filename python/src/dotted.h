// SPDX-License-Identifier: Apache-2.0
#pragma once
// A name with dots, which may lead into a struct or a dict (facsim/input/json_field_internal.h).

#include <optional>
#include <string_view>

namespace facsim::python {

// Calls leads(first, rest) for the whole name, without a rest, then for the longest part before a
// dot, the next longest and so on, until it returns true. Returns true if it did.
template <class Leads>
bool along_dots(std::string_view name, const Leads& leads) {
  using Rest = std::optional<std::string_view>;
  if (leads(name, Rest())) return true;
  for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = name.rfind('.', dot - 1)) {
    if (leads(name.substr(0, dot), Rest(name.substr(dot + 1)))) return true;
  }
  return false;
}

}  // namespace facsim::python
