// SPDX-License-Identifier: Apache-2.0
#pragma once
// The kernels as tables of plain functions over pointers; users take kernels.h.
//
// A kernel's source is compiled for machines that not everybody has. Whatever inline function of a
// shared header it emitted, the linker might pick for the whole program, and the program would stop
// with an illegal instruction elsewhere. So kernels see this header only, which has no functions.

#include <array>
#include <cstddef>
#include <cstdint>

#include "facsim/base/hash64.h"
#include "facsim/model/feature.h"

namespace facsim {

// A message for MD5, which reads the first `size` <= 16 of the bytes; the others may be anything.
struct Md5Message {
  std::array<unsigned char, 16> bytes{};
  std::uint32_t size = 0;
};
static_assert(sizeof(Md5Message) == 20 && sizeof(Feature) == 16, "kernels step by these");

// `sums` are 64 numbers that are added to. Window kernels are told how many windows of `size` units
// begin at `text`; `key` is what the packed units are mixed with.
struct RawKernels {
  std::int64_t (*add_weighted)(const Feature* features, std::size_t count, std::int64_t* sums);
  void (*add_hashes)(const std::uint64_t* hashes, std::size_t count, std::int64_t* sums);
  void (*add_byte_windows)(const char* text, std::size_t windows, unsigned size, std::uint64_t key,
                           std::int64_t* sums);
  void (*add_utf16_windows)(const char16_t* text, std::size_t windows, unsigned size,
                            std::uint64_t key, std::int64_t* sums);
  void (*md5_words)(const Md5Message* messages, std::size_t count, Hash128* digests);
};

extern const RawKernels kScalarKernels;
#if defined(__x86_64__)
extern const RawKernels kAvx2Kernels;
extern const RawKernels kAvx512Kernels;
#endif

}  // namespace facsim
