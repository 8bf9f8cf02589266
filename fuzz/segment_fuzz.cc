// SPDX-License-Identifier: Apache-2.0
// Any bytes as a segment file: as they are, and with checksums made right where the header says
// that they stand, so that what lies behind the checksums is reached as well.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "facsim/base/error.h"
#include "facsim/base/hash64.h"
#include "facsim/store/segment.h"
#include "facsim/store/tombstones.h"

namespace {

constexpr std::size_t kHeaderBytes = 128;

void require(bool condition) {
  if (!condition) std::abort();
}

// A file in memory that has a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes)
      : descriptor_(::memfd_create("facsim-fuzz", MFD_CLOEXEC)) {
    require(descriptor_ >= 0);
    require(::write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

template <class T>
T number_at(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

void put_number(std::string& bytes, std::size_t at, std::uint64_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// docs/formats/segment.md says where everything stands.
std::string sealed(std::string bytes) {
  if (bytes.size() < kHeaderBytes) return bytes;
  const std::string_view all = bytes;
  put_number(bytes, 16, bytes.size());
  const auto table = number_at<std::uint64_t>(bytes, 24);
  const std::uint64_t table_bytes = std::uint64_t{64} * number_at<std::uint32_t>(bytes, 12);
  if (table <= all.size() && table_bytes <= all.size() - table) {
    put_number(bytes, 32, facsim::hash64(all.substr(table, table_bytes)));
    put_number(bytes, 48, facsim::hash64(all.substr(table + table_bytes)));
  }
  put_number(bytes, kHeaderBytes - 8, facsim::hash64(all.substr(0, kHeaderBytes - 8)));
  return bytes;
}

bool can_be_loaded(const std::string& path) {
  try {
    (void)facsim::Segment::open(path, facsim::Residence::loaded);
    return true;
  } catch (const facsim::Error& failed) {
    require(failed.code() == facsim::ErrorCode::damaged);
    return false;
  }
}

void read(const std::string& bytes) {
  const MemoryFile file(bytes);
  try {
    const facsim::Segment segment = facsim::Segment::open(file.path());
    std::uint64_t end = kHeaderBytes;
    for (const facsim::SectionInfo& section : segment.sections()) {
      require(section.offset >= end && section.offset <= bytes.size());
      require(section.bytes <= bytes.size() - section.offset);
      end = section.offset + section.bytes;
      const auto view = segment.section(section.name);
      require(view.size() == section.bytes);
      require(std::equal(
          view.begin(), view.end(),
          std::as_bytes(std::span(bytes)).begin() + static_cast<std::ptrdiff_t>(section.offset)));
    }
    const auto damages = segment.verify();
    for (const facsim::SegmentDamage& damage : damages) {
      require(damage.offset <= bytes.size() && damage.bytes <= bytes.size() - damage.offset);
    }
    require(can_be_loaded(file.path()) == damages.empty());
    const auto ordinals = facsim::read_tombstones(segment, 1000);
    require(damages.empty() && ordinals.size() <= 1000);
  } catch (const facsim::Error& failed) {
    require(failed.code() == facsim::ErrorCode::damaged ||
            failed.code() == facsim::ErrorCode::unsupported);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  read(sealed(bytes));
  return 0;
}
