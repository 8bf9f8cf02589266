// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decodes a record after requesting memory for it. A body may unpack to a thousand times its bytes,
// which is known only after unpacking: it is unpacked up to the usual size of such a body, and if
// that is too small, once more with memory for the largest page allowed.

#include "facsim/base/memory_room.h"
#include "facsim/input/page_decoder.h"

namespace facsim {

[[nodiscard]] Decoded decode_within(PageDecoder& decoder, const InputFile& file,
                                    const RawRecord& record, MemoryRoom& room);

}  // namespace facsim
