// SPDX-License-Identifier: Apache-2.0
#pragma once
// The payloads of a corpus' pages, for copies with revisit records in place of captures whose
// payload another one has. Other runs do not read them.
//
// Memory: 96 bytes per page and about 200 more for its names, beyond the budget in scratch.

#include <cstdint>
#include <optional>

#include "facsim/base/scratch.h"
#include "facsim/base/spill_array.h"
#include "facsim/input/payload.h"

namespace facsim {

struct PayloadRow {
  Sha256 digest{};
  std::uint64_t encoding = 0;
  std::int64_t unix_time = 0;
  std::uint64_t body_bytes = 0;
  std::uint64_t name_offset = 0;  // of id, URL, date and digest, one after the other
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  std::uint32_t date_bytes = 0;
  std::uint32_t digest_bytes = 0;
  std::uint32_t nanoseconds = 0;
  bool is_known = false;
  bool is_error = false;
  bool is_nameable = false;
  bool is_chunked = false;

  // Both payloads must be known.
  [[nodiscard]] bool is_same(const PayloadRow& other) const noexcept {
    return digest == other.digest && encoding == other.encoding;
  }
  // True if this capture, and each revisit that names it, can be replayed with the stored body of
  // `other`, whose payload is the same. With a head that does not announce chunks, replay would
  // show the chunk marks.
  [[nodiscard]] bool can_read_body_of(const PayloadRow& other) const noexcept {
    return is_chunked || !other.is_chunked;
  }
};

class Payloads {
 public:
  // `scratch` must outlive this.
  Payloads(Scratch& scratch, std::uint64_t memory_bytes);

  // Adds the payload of the next page, in input order.
  void add(const std::optional<Payload>& payload);
  // Unknown for a page that was not added, such as one of an index.
  [[nodiscard]] PayloadRow at(std::uint32_t page) const;
  [[nodiscard]] CaptureName name_of(const PayloadRow& row) const;
  // Returns nothing if one of them is not known.
  [[nodiscard]] std::optional<bool> are_same(std::uint32_t page, std::uint32_t other) const;

 private:
  SpillArray<PayloadRow> rows_;
  SpillBytes names_;
};

}  // namespace facsim
