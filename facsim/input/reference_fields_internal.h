// SPDX-License-Identifier: Apache-2.0
#pragma once
// Collects the header fields of a WARC record that name a capture, to make ReferenceKeys.

#include <string_view>

#include "facsim/input/reference_keys.h"

namespace facsim {

// Returns the key of a field that names a record, or 0.
[[nodiscard]] std::uint64_t record_key_of(std::string_view value);

// Views into the header; if a field is repeated, the last counts, as for record ids.
class ReferenceFields {
 public:
  // Call for every field. Letter case of names is ignored.
  void see(std::string_view name, std::string_view value) noexcept;
  // For a response or resource: the names that revisits may use for it.
  [[nodiscard]] ReferenceKeys of_original() const;
  // For a revisit: the names of its original.
  [[nodiscard]] ReferenceKeys of_revisit() const;

 private:
  std::string_view record_id_;
  std::string_view url_;
  std::string_view date_;
  std::string_view digest_;
  std::string_view refers_to_;
  std::string_view refers_to_url_;
  std::string_view refers_to_date_;
};

}  // namespace facsim
