// SPDX-License-Identifier: Apache-2.0
// xz and bzip2: slow to pack, and mostly one stream for a whole file, so a copy without some pages
// has to pack all of it again.
//
// Similar pages of a crawl are megabytes apart (see packers.cc), so for xz a long dictionary helps
// more than a high preset. Megabytes and CPU seconds for 40 MB of English legal texts and of
// Chinese manuals:
//
//   preset 1               3.15   1.7    8.64   4.8
//   preset 3               2.84   8.6    7.20  21.2
//   preset 6 (8 MiB)       2.35  17.9    2.93  25.3
//   preset 1, 16 MiB       3.06   2.7    2.59   3.4
//   preset 2, 16 MiB       2.86   5.8    2.36   5.6
//
// The last takes 126 MB in the writer and 16 MiB in every reader. bzip2's blocks end at 900 KB.
#include <bzlib.h>
#include <lzma.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <new>
#include <vector>

#include "facsim/files/packer_internal.h"

namespace facsim {

namespace {

constexpr std::uint32_t kXzPreset = 2;
constexpr std::uint32_t kXzDictionaryBytes = std::uint32_t{16} << 20;
constexpr int kBzip2BlockSize = 9;
class XzPacker final : public Packer {
 public:
  XzPacker() {
    if (lzma_lzma_preset(&options_, kXzPreset)) throw std::bad_alloc();
    options_.dict_size = kXzDictionaryBytes;
  }
  ~XzPacker() override { lzma_end(&stream_); }
  XzPacker(const XzPacker&) = delete;
  XzPacker& operator=(const XzPacker&) = delete;

  void pack(std::string_view bytes, FileOutput& file) override { run(bytes, LZMA_RUN, file); }
  void end(FileOutput& file) override {
    run({}, LZMA_FINISH, file);
    fresh_ = true;
  }

 private:
  void run(std::string_view bytes, lzma_action action, FileOutput& file) {
    if (fresh_) begin();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    lzma_ret result = LZMA_OK;
    do {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(out_.data());
      stream_.avail_out = out_.size();
      result = lzma_code(&stream_, action);
      // Only a lack of memory can cause an error here.
      if (result != LZMA_OK && result != LZMA_STREAM_END) throw std::bad_alloc();
      file.write({out_.data(), out_.size() - stream_.avail_out});
    } while (action == LZMA_FINISH ? result != LZMA_STREAM_END : stream_.avail_in > 0);
  }

  // The encoder reuses its memory for the next stream.
  void begin() {
    const lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options_}, {LZMA_VLI_UNKNOWN, nullptr}};
    if (lzma_stream_encoder(&stream_, filters, LZMA_CHECK_CRC64) != LZMA_OK) throw std::bad_alloc();
    fresh_ = false;
  }

  lzma_options_lzma options_ = {};
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::vector<char> out_ = std::vector<char>(kPackedBufferBytes);
  bool fresh_ = true;  // no stream is open
};

class Bzip2Packer final : public Packer {
 public:
  Bzip2Packer() = default;
  ~Bzip2Packer() override {
    if (!fresh_) BZ2_bzCompressEnd(&stream_);
  }
  Bzip2Packer(const Bzip2Packer&) = delete;
  Bzip2Packer& operator=(const Bzip2Packer&) = delete;

  void pack(std::string_view bytes, FileOutput& file) override {
    constexpr std::size_t most = std::numeric_limits<unsigned>::max();
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, most);
      bytes.remove_prefix(part.size());
      run(part, BZ_RUN, file);
    }
  }
  void end(FileOutput& file) override {
    run({}, BZ_FINISH, file);
    BZ2_bzCompressEnd(&stream_);
    fresh_ = true;
  }

 private:
  void run(std::string_view bytes, int action, FileOutput& file) {
    if (fresh_) begin();
    // bzip2 only reads through next_in; its field lacks the const.
    stream_.next_in = const_cast<char*>(bytes.data());
    stream_.avail_in = static_cast<unsigned>(bytes.size());
    int result = BZ_OK;
    do {
      stream_.next_out = out_.data();
      stream_.avail_out = static_cast<unsigned>(out_.size());
      result = BZ2_bzCompress(&stream_, action);
      assert(result >= BZ_OK && "bzip2 is asked in the order that it wants");
      file.write({out_.data(), out_.size() - stream_.avail_out});
    } while (action == BZ_FINISH ? result != BZ_STREAM_END : stream_.avail_in > 0);
  }

  void begin() {
    stream_ = {};
    if (BZ2_bzCompressInit(&stream_, kBzip2BlockSize, 0, 0) != BZ_OK) throw std::bad_alloc();
    fresh_ = false;
  }

  bz_stream stream_ = {};
  std::vector<char> out_ = std::vector<char>(kPackedBufferBytes);
  bool fresh_ = true;  // no stream is open
};

}  // namespace

std::unique_ptr<Packer> make_xz_packer() { return std::make_unique<XzPacker>(); }
std::unique_ptr<Packer> make_bzip2_packer() { return std::make_unique<Bzip2Packer>(); }

}  // namespace facsim
