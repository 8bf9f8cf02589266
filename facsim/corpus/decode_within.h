// SPDX-License-Identifier: Apache-2.0
#pragma once
// Decodes a record, and asks for the room first. A body may unpack to a thousand times its bytes,
// which is known only once it is unpacked: it is unpacked up to what a body of such a record
// usually has, and where that is too little once more with room for the largest page there may be.

#include "facsim/base/memory_room.h"
#include "facsim/input/page_decoder.h"

namespace facsim {

[[nodiscard]] Decoded decode_within(PageDecoder& decoder, const InputFile& file,
                                    const RawRecord& record, MemoryRoom& room);

}  // namespace facsim
