// SPDX-License-Identifier: Apache-2.0
#include "facsim/corpus/decode_within.h"

#include <algorithm>

#include "facsim/run/page_budget.h"

namespace facsim {
namespace {

// Markup compresses to a fifth or a tenth.
constexpr std::size_t kUsualRatio = 12;
constexpr std::size_t kUsualBytes = std::size_t{128} << 10;
// The memory of a body while it unpacks into a buffer that doubles, including the window of the
// decompressor.
constexpr std::size_t kBytesPerUnpackedByte = 4;

}  // namespace

Decoded decode_within(PageDecoder& decoder, const InputFile& file, const RawRecord& record,
                      MemoryRoom& room) {
  room.need(page_bytes_in_flight(record.bytes.size()));
  const bool may_unpack = file.kind == FileKind::warc || file.kind == FileKind::arc;
  const std::size_t most = decoder.page_bytes_max();
  const std::size_t usual = std::max(kUsualBytes, kUsualRatio * record.bytes.size());
  if (!may_unpack || usual >= most) {
    if (may_unpack) room.need(record.bytes.size() + kBytesPerUnpackedByte * most);
    Decoded decoded = decoder.decode(file, record);
    room.need(page_bytes_in_flight(decoded.page.bytes.size()));
    return decoded;
  }
  room.need(kBytesPerUnpackedByte * usual);
  Decoded decoded = decoder.decode(file, record, usual);
  if (decoded.skip == Skip::too_large) {
    room.need(record.bytes.size() + kBytesPerUnpackedByte * most);
    decoded = decoder.decode(file, record);
  }
  room.need(page_bytes_in_flight(decoded.page.bytes.size()));
  return decoded;
}

}  // namespace facsim
