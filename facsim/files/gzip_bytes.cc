// SPDX-License-Identifier: Apache-2.0
#include "facsim/files/gzip_bytes.h"

#include <libdeflate.h>

#include <cassert>
#include <memory>
#include <new>

namespace facsim {
namespace {

constexpr int kLevel = 9;

struct FreeCompressor {
  void operator()(libdeflate_compressor* compressor) const noexcept {
    libdeflate_free_compressor(compressor);
  }
};

}  // namespace

std::string gzip_bytes(std::string_view bytes) {
  const std::unique_ptr<libdeflate_compressor, FreeCompressor> compressor(
      libdeflate_alloc_compressor(kLevel));
  if (!compressor) throw std::bad_alloc();
  std::string packed(libdeflate_gzip_compress_bound(compressor.get(), bytes.size()), '\0');
  const std::size_t size = libdeflate_gzip_compress(compressor.get(), bytes.data(), bytes.size(),
                                                    packed.data(), packed.size());
  assert(size > 0 && "the bound is enough");
  packed.resize(size);
  return packed;
}

}  // namespace facsim
