// SPDX-License-Identifier: Apache-2.0
// gzip through isa-l, zstd, lz4; xz and bzip2 are in stream_packers.cc.
//
// isa-l's level 2 packs English, Chinese and HTML text 7 to 10 % larger than zlib's level 6 in
// members of 20 KB, and 12 to 25 % larger in long ones, at 240 to 370 MB/s a core against 20 to 48;
// its level 3 gains 2 to 9 % at less than half the speed.
//
// zstd searches for matches far back, because similar pages of a crawl are megabytes apart.
// Otherwise a file packed with a large window would grow when pages are removed from it. The
// remaining parts of two corpora (65 MB of English legal texts, 24 MB of Chinese manuals), in
// megabytes and CPU seconds:
//
//   level 3              11.29  0.33    5.46  0.22
//   level 3, window 2^24 10.87  0.5     3.67  0.2
//   level 3, window 2^25 10.73  0.48    3.61  0.20
//   level 3, window 2^27 10.64  0.5     3.61  0.2
//   level 5, window 2^25 10.17  0.97    3.42  0.33
//   level 6, window 2^25  9.71  1.13    3.30  0.44
//   the inputs (2^27)     9.77 (157 MB)  3.29 (79 MB)
//
// 2^25 bytes are 32 MiB in the writer (42 MiB with its tables, of which a frame touches only what
// it reaches) and in every reader; all readers accept up to 2^27 without a flag. The window is
// fixed: the bytes of a result must not depend on --memory.

#include <isa-l/igzip_lib.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <new>
#include <vector>

#include "facsim/files/packer_internal.h"

namespace facsim {

namespace {

constexpr int kGzipLevel = 2;
constexpr int kZstdLevel = 6;
constexpr int kZstdWindowLog = 25;
constexpr std::size_t kLz4StepBytes = std::size_t{256} << 10;

class GzipPacker final : public Packer {
 public:
  void pack(std::string_view bytes, FileOutput& file) override {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, most);
      bytes.remove_prefix(part.size());
      run(part, false, file);
    }
  }
  void end(FileOutput& file) override {
    run({}, true, file);
    fresh_ = true;
  }

 private:
  void run(std::string_view bytes, bool last, FileOutput& file) {
    if (fresh_) begin();
    stream_->next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    stream_->avail_in = static_cast<std::uint32_t>(bytes.size());
    stream_->end_of_stream = last ? 1 : 0;
    do {
      stream_->next_out = out_.data();
      stream_->avail_out = static_cast<std::uint32_t>(out_.size());
      [[maybe_unused]] const int result = isal_deflate(stream_.get());
      assert(result == COMP_OK && "isa-l is given a buffer and a level that it knows");
      const std::size_t produced = out_.size() - stream_->avail_out;
      file.write({reinterpret_cast<const char*>(out_.data()), produced});
    } while (stream_->avail_out == 0 || stream_->avail_in > 0 ||
             (last && stream_->internal_state.state != ZSTATE_END));
  }

  void begin() {
    isal_deflate_init(stream_.get());
    stream_->level = kGzipLevel;
    stream_->level_buf = level_.data();
    stream_->level_buf_size = static_cast<std::uint32_t>(level_.size());
    stream_->gzip_flag = IGZIP_GZIP;
    stream_->flush = NO_FLUSH;
    fresh_ = false;
  }

  std::unique_ptr<isal_zstream> stream_ = std::make_unique<isal_zstream>();
  std::vector<std::uint8_t> level_ = std::vector<std::uint8_t>(ISAL_DEF_LVL2_DEFAULT);
  std::vector<std::uint8_t> out_ = std::vector<std::uint8_t>(kPackedBufferBytes);
  bool fresh_ = true;  // no member is open
};

struct FreeZstd {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};

class ZstdPacker final : public Packer {
 public:
  ZstdPacker() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kZstdLevel);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_windowLog, kZstdWindowLog);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_enableLongDistanceMatching, 1);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }
  void pack(std::string_view bytes, FileOutput& file) override {
    run(bytes, ZSTD_e_continue, file);
  }
  void end(FileOutput& file) override { run({}, ZSTD_e_end, file); }

 private:
  void run(std::string_view bytes, ZSTD_EndDirective directive, FileOutput& file) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    std::size_t left = 0;
    do {
      ZSTD_outBuffer out{out_.data(), out_.size(), 0};
      left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
      // Only a lack of memory can cause an error here.
      if (ZSTD_isError(left) != 0) throw std::bad_alloc();
      file.write({out_.data(), out.pos});
    } while (in.pos < in.size || (directive == ZSTD_e_end && left > 0));
  }

  std::unique_ptr<ZSTD_CCtx, FreeZstd> context_;
  std::vector<char> out_ = std::vector<char>(kPackedBufferBytes);
};

struct FreeLz4 {
  void operator()(LZ4F_cctx* context) const noexcept { LZ4F_freeCompressionContext(context); }
};

class Lz4Packer final : public Packer {
 public:
  Lz4Packer() {
    LZ4F_cctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createCompressionContext(&context, LZ4F_VERSION)) != 0) {
      throw std::bad_alloc();
    }
    context_.reset(context);
    preferences_.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
    preferences_.frameInfo.blockSizeID = LZ4F_max256KB;
    out_.resize(std::max<std::size_t>(LZ4F_compressBound(kLz4StepBytes, &preferences_),
                                      LZ4F_HEADER_SIZE_MAX));
  }

  void pack(std::string_view bytes, FileOutput& file) override {
    begin(file);
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kLz4StepBytes);
      bytes.remove_prefix(part.size());
      put(LZ4F_compressUpdate(context_.get(), out_.data(), out_.size(), part.data(), part.size(),
                              nullptr),
          file);
    }
  }
  void end(FileOutput& file) override {
    begin(file);
    put(LZ4F_compressEnd(context_.get(), out_.data(), out_.size(), nullptr), file);
    fresh_ = true;
  }

 private:
  void begin(FileOutput& file) {
    if (!fresh_) return;
    put(LZ4F_compressBegin(context_.get(), out_.data(), out_.size(), &preferences_), file);
    fresh_ = false;
  }
  void put(std::size_t produced, FileOutput& file) {
    if (LZ4F_isError(produced) != 0) throw std::bad_alloc();
    file.write({out_.data(), produced});
  }

  LZ4F_preferences_t preferences_ = {};
  std::unique_ptr<LZ4F_cctx, FreeLz4> context_;
  std::vector<char> out_;
  bool fresh_ = true;  // no frame is open
};

}  // namespace

std::unique_ptr<Packer> make_gzip_packer() { return std::make_unique<GzipPacker>(); }
std::unique_ptr<Packer> make_zstd_packer() { return std::make_unique<ZstdPacker>(); }
std::unique_ptr<Packer> make_lz4_packer() { return std::make_unique<Lz4Packer>(); }

}  // namespace facsim
