// SPDX-License-Identifier: Apache-2.0
// HTML and text files: the file is the page. The rest of a truncated or damaged file is not a page:
// it could be kept instead of a complete copy.
#include "facsim/input/byte_window_internal.h"
#include "facsim/input/readers_internal.h"
#include "facsim/input/sniff_internal.h"

namespace facsim {
namespace {

class WholeFileReader final : public RecordReader {
 public:
  WholeFileReader(std::unique_ptr<ByteSource> source, std::size_t page_bytes_max,
                  std::uint64_t large_bytes_max)
      : window_(std::move(source)),
        page_bytes_max_(page_bytes_max),
        large_bytes_max_(large_bytes_max) {}

  bool next(RawRecord& record) override {
    if (done_) return false;
    done_ = true;
    record = {};
    record.role = RecordRole::page;
    // Step by step, so that small files never need the memory of large ones.
    std::string_view view = window_.fill(1);
    for (std::size_t seen = 0; view.size() > seen && view.size() <= page_bytes_max_;) {
      seen = view.size();
      view = window_.fill(seen + 1);
    }
    if (view.size() > page_bytes_max_) {
      record.skip = Skip::too_large;
      pass(record);
    } else if (is_clipped()) {
      record.skip = Skip::clipped_record;
      window_.consume(view.size());
    } else if (view.empty()) {
      record.skip = Skip::no_text;
    } else {
      record.bytes.assign(view);
      window_.consume(view.size());
    }
    record.extent.end = window_.position();
    return true;
  }

  std::optional<Damage> damage() const override { return window_.source().damage(); }
  std::uint64_t packed_position() const override { return window_.source().packed_position(); }

 private:
  // Skips the file without storing it.
  void pass(RawRecord& record) {
    LargeDigest digest(large_bytes_max_);
    if (large_bytes_max_ > 0) record.bytes.assign(window_.fill(1).substr(0, kSniffBytes));
    for (std::string_view view = window_.fill(1); !view.empty(); view = window_.fill(1)) {
      digest.add(view);
      window_.consume(view.size());
    }
    const std::optional<LargeBytes> large = is_clipped() ? std::nullopt : digest.finish();
    if (large) {
      record.large = {*large};
    } else {
      record.bytes.clear();
    }
  }

  // Call after all bytes were read. Other bytes after a complete text only cause a warning.
  [[nodiscard]] bool is_clipped() const {
    const std::optional<Damage> damage = window_.source().damage();
    return damage && !damage->outside_members;
  }

  ByteWindow window_;
  std::size_t page_bytes_max_;
  std::uint64_t large_bytes_max_;
  bool done_ = false;
};

}  // namespace

std::unique_ptr<RecordReader> whole_file_record(std::unique_ptr<ByteSource> source,
                                                std::size_t page_bytes_max,
                                                std::uint64_t large_bytes_max) {
  return std::make_unique<WholeFileReader>(std::move(source), page_bytes_max, large_bytes_max);
}

}  // namespace facsim
