// SPDX-License-Identifier: Apache-2.0
#pragma once
// For tests only: packs bytes with each format's own library, and writes them to files.

#include <brotli/encode.h>
#include <bzlib.h>
#include <lz4frame.h>
#include <lzma.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "facsim/files/byte_source.h"
#include "facsim/files/folder_for_test.h"

namespace facsim::for_test {

enum class Wrapper { gzip, zlib, none };

inline std::string deflated(std::string_view bytes, Wrapper wrapper = Wrapper::gzip, int level = 6,
                            gz_header* header = nullptr) {
  z_stream stream = {};
  const int bits = wrapper == Wrapper::gzip ? 31 : wrapper == Wrapper::zlib ? 15 : -15;
  deflateInit2(&stream, level, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY);
  if (header != nullptr) deflateSetHeader(&stream, header);
  std::string packed(deflateBound(&stream, bytes.size()) + 1024, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string gzip_member(std::string_view bytes, int level = 6) {
  return deflated(bytes, Wrapper::gzip, level);
}

inline std::string zstd_frame(std::string_view bytes, int level = 3, int window_log = 0,
                              std::string_view dictionary = {}) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  if (window_log > 0) {
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  }
  ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  ZSTD_outBuffer out{packed.data(), packed.size(), 0};
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  // In two calls if the window matters, so that the size is not known at the start.
  if (window_log > 0) ZSTD_compressStream2(context, &out, &in, ZSTD_e_continue);
  if (ZSTD_compressStream2(context, &out, &in, ZSTD_e_end) != 0) throw std::runtime_error("zstd");
  ZSTD_freeCCtx(context);
  packed.resize(out.pos);
  return packed;
}

inline std::string lz4_frame(std::string_view bytes, bool long_blocks = false) {
  LZ4F_preferences_t preferences = {};
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  preferences.frameInfo.blockSizeID = long_blocks ? LZ4F_max4MB : LZ4F_max64KB;
  std::string packed(LZ4F_compressFrameBound(bytes.size(), &preferences), '\0');
  packed.resize(
      LZ4F_compressFrame(packed.data(), packed.size(), bytes.data(), bytes.size(), &preferences));
  return packed;
}

inline std::string brotli_stream(std::string_view bytes, int quality = 5) {
  std::string packed(BrotliEncoderMaxCompressedSize(bytes.size()) + 64, '\0');
  std::size_t size = packed.size();
  if (BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, bytes.size(),
                            reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                            reinterpret_cast<std::uint8_t*>(packed.data())) != BROTLI_TRUE) {
    throw std::runtime_error("brotli");
  }
  packed.resize(size);
  return packed;
}

inline std::string xz_stream(std::string_view bytes) {
  std::string packed(lzma_stream_buffer_bound(bytes.size()), '\0');
  std::size_t size = 0;
  if (lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr,
                              reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                              reinterpret_cast<std::uint8_t*>(packed.data()), &size,
                              packed.size()) != LZMA_OK) {
    throw std::runtime_error("xz");
  }
  packed.resize(size);
  return packed;
}

inline std::string bzip2_stream(std::string_view bytes, int hundred_kb = 1) {
  auto size = static_cast<unsigned>(bytes.size() + bytes.size() / 100 + 700);
  std::string packed(size, '\0');
  if (BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(bytes.data()),
                               static_cast<unsigned>(bytes.size()), hundred_kb, 0, 0) != BZ_OK) {
    throw std::runtime_error("bzip2");
  }
  packed.resize(size);
  return packed;
}

inline std::string pack(Packing packing, std::string_view bytes) {
  switch (packing) {
    case Packing::gzip:
      return gzip_member(bytes);
    case Packing::zstd:
      return zstd_frame(bytes);
    case Packing::lz4:
      return lz4_frame(bytes);
    case Packing::xz:
      return xz_stream(bytes);
    case Packing::bzip2:
      return bzip2_stream(bytes);
    case Packing::none:
      break;
  }
  return std::string(bytes);
}

// A skippable frame of zstd and lz4; `kind` is 0..15, and 13 is that of a WARC.zst's dictionary.
inline std::string skippable_frame(std::string_view content, unsigned kind = 0) {
  std::string frame = {static_cast<char>(0x50U + kind), '\x2a', '\x4d', '\x18'};
  for (unsigned i = 0; i < 4; ++i) frame += static_cast<char>(content.size() >> (8 * i));
  return frame.append(content);
}

// Text that compresses like text, deterministic for a seed.
inline std::string some_text(std::size_t bytes, std::uint64_t seed = 1) {
  std::string text;
  std::uint64_t state = seed * 0x9e3779b97f4a7c15U + 1;
  while (text.size() < bytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::uint64_t word = (state >> 33) % 997;
    for (; word > 0; word /= 7) text += static_cast<char>('a' + word % 7 * 3);
    text += (state >> 60) == 0 ? '\n' : ' ';
  }
  text.resize(bytes);
  return text;
}

struct ReadAll {
  std::string bytes;
  std::optional<Damage> damage;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> starts;  // unpacked, packed
};

// Reads everything that a file unpacks to, `step` bytes at a time.
inline ReadAll read_all(const std::string& path, std::size_t step = 1U << 16) {
  const auto source = open_bytes(path);
  ReadAll all;
  std::string buffer(step, '\0');
  while (const std::size_t n = source->read(buffer)) {
    const std::size_t before = all.bytes.size();
    all.bytes.append(buffer, 0, n);
    for (std::size_t at = before; at < all.bytes.size(); ++at) {
      if (const auto packed = source->member_at(at)) all.starts.emplace_back(at, *packed);
    }
  }
  all.damage = source->damage();
  return all;
}

}  // namespace facsim::for_test
