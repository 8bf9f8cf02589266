// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/kept_copies.h"

#include <algorithm>

namespace facsim {
namespace {

constexpr std::uint64_t kCheckEvery = 4096;  // pages
constexpr std::size_t kSampleBytesMax = std::size_t{32} << 20;
constexpr std::size_t kRecordsMax = std::size_t{1} << 20;
constexpr std::size_t kContentsMax = std::size_t{2} << 20;

}  // namespace

bool KeptCopies::add(std::string_view url, std::uint64_t content) {
  is_full_ = is_full_ || places_.size() >= pages_max_ || url.size() > bytes_max_ - text_.size();
  if (is_full_) return false;
  text_.append(url);
  places_.push_back({.content = content, .end = text_.size()});
  return true;
}

void KeptCopies::visit(const VisitCopy& visit) const {
  std::size_t begin = 0;
  for (const Place& place : places_) {
    if (!visit(std::string_view(text_).substr(begin, place.end - begin), place.content)) return;
    begin = place.end;
  }
}

MirrorReport asked_mirrors(const KeptCopies& kept, MirrorOptions options,
                           const std::function<void()>& check) {
  options.sample_bytes_max = std::min(options.sample_bytes_max, kSampleBytesMax);
  options.records_max = std::min(options.records_max, kRecordsMax);
  options.contents_max = std::min(options.contents_max, kContentsMax);
  std::uint64_t visited = 0;
  MirrorReport report = find_mirrors(
      [&](const VisitCopy& visit) {
        kept.visit([&](std::string_view url, std::uint64_t content) {
          if (++visited % kCheckEvery == 0) check();
          return visit(url, content);
        });
      },
      options);
  report.truncated = report.truncated || kept.is_full();
  return report;
}

}  // namespace facsim
