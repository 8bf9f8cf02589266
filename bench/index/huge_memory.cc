// SPDX-License-Identifier: Apache-2.0
#include "bench/index/huge_memory.h"

#include <sys/mman.h>

#include <cstring>
#include <new>
#include <stdexcept>

namespace facsim::bench {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kSectionAlignment = 4096;

constexpr std::size_t up_to(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

HugeMemory::HugeMemory(std::size_t bytes) : bytes_(up_to(bytes, kHugePage)) {
  void* const memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  (void)::madvise(memory, bytes_, MADV_HUGEPAGE);
  begin_ = static_cast<std::byte*>(memory);
}

HugeMemory::~HugeMemory() { ::munmap(begin_, bytes_); }

void HugeSections::begin(std::string_view name) {
  const std::size_t end = open_ == nullptr ? 0 : open_->begin + open_->bytes;
  open_ = &sections_[std::string(name)];
  open_->begin = up_to(end, kSectionAlignment);
}

void HugeSections::write(std::span<const std::byte> bytes) {
  const std::size_t end = open_->begin + open_->bytes;
  if (bytes.size() > memory_.bytes().size() - end) {
    throw std::length_error("the index takes more memory than was reserved for it");
  }
  if (!bytes.empty()) std::memcpy(memory_.bytes().data() + end, bytes.data(), bytes.size());
  open_->bytes += bytes.size();
}

std::optional<std::span<const std::byte>> HugeSections::find(std::string_view name) const {
  const auto found = sections_.find(name);
  if (found == sections_.end()) return std::nullopt;
  return memory_.bytes().subspan(found->second.begin, found->second.bytes);
}

std::size_t HugeSections::bytes() const noexcept {
  std::size_t sum = 0;
  for (const auto& [name, section] : sections_) sum += section.bytes;
  return sum;
}

}  // namespace facsim::bench
