// SPDX-License-Identifier: Apache-2.0
#pragma once
// The payloads of a corpus' pages, where copies are to have revisit records in the place of
// captures whose payload another one has. No other run knows them.
//
// Memory: 96 bytes a page and the words that name it, some 200 more, beyond the budget in scratch.

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
  std::uint64_t name_offset = 0;  // id, URL, date and digest stand there, one after the other
  std::uint32_t id_bytes = 0;
  std::uint32_t url_bytes = 0;
  std::uint32_t date_bytes = 0;
  std::uint32_t digest_bytes = 0;
  std::uint32_t nanoseconds = 0;
  bool is_known = false;
  bool is_error = false;
  bool is_nameable = false;
  bool is_chunked = false;

  // Of known payloads.
  [[nodiscard]] bool is_same(const PayloadRow& other) const noexcept {
    return digest == other.digest && encoding == other.encoding;
  }
  // True if this capture, and each revisit that names it, can be replayed with the stored body of
  // `other`, whose payload is the same. A head that does not announce chunks would show them.
  [[nodiscard]] bool can_read_body_of(const PayloadRow& other) const noexcept {
    return is_chunked || !other.is_chunked;
  }
};

class Payloads {
 public:
  // `scratch` must outlive this.
  Payloads(Scratch& scratch, std::uint64_t memory_bytes);

  // Of the next page, in input order.
  void add(const std::optional<Payload>& payload);
  // Not known of a page that was not added, such as one of an index.
  [[nodiscard]] PayloadRow at(std::uint32_t page) const;
  [[nodiscard]] CaptureName name_of(const PayloadRow& row) const;
  // Nothing where one of them is not known.
  [[nodiscard]] std::optional<bool> are_same(std::uint32_t page, std::uint32_t other) const;

 private:
  SpillArray<PayloadRow> rows_;
  SpillBytes names_;
};

}  // namespace facsim
