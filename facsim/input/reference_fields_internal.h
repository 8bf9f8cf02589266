// SPDX-License-Identifier: Apache-2.0
#pragma once
// The header fields of a WARC record that name a capture, on their way to ReferenceKeys.

#include <string_view>

#include "facsim/input/reference_keys.h"

namespace facsim {

// The value of a field that names a record, or 0.
[[nodiscard]] std::uint64_t record_key_of(std::string_view value);

// Views into the header; of a field that is repeated the last counts, as for record ids.
class ReferenceFields {
 public:
  // Shown every field. Names in any case.
  void see(std::string_view name, std::string_view value) noexcept;
  // Of a response or resource: what revisits may call it.
  [[nodiscard]] ReferenceKeys of_original() const;
  // Of a revisit: what it calls its original.
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
