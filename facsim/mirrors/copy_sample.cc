// SPDX-License-Identifier: Apache-2.0
#include "facsim/mirrors/copy_sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "facsim/base/hash64.h"

namespace facsim {

bool CopySample::is_in(std::uint64_t content) const noexcept {
  return halvings_ == 0 || mix64(content ^ 0x6d6972726f72U) >> (64 - halvings_) == 0;
}

void CopySample::add(std::uint64_t content, std::string_view url) {
  if (!is_in(content)) return;
  if (text_.size() + url.size() + (places_.size() + 1) * sizeof(Place) > bytes_max_) {
    halve();
    if (!is_in(content)) return;
  }
  places_.push_back({content, static_cast<std::uint32_t>(url.size()), text_.size()});
  text_.append(url);
}

// Texts are moved to the front of the same string, in their order, so no second one is needed.
void CopySample::halve() {
  if (halvings_ == 63) return;
  ++halvings_;
  std::size_t end = 0;
  std::size_t kept = 0;
  for (const Place place : places_) {
    if (!is_in(place.content)) continue;
    std::copy_n(text_.data() + place.begin, place.bytes, text_.data() + end);
    places_[kept++] = {place.content, place.bytes, end};
    end += place.bytes;
  }
  places_.resize(kept);
  text_.resize(end);
}

double CopySample::share() const noexcept { return std::ldexp(1.0, -halvings_); }

std::vector<std::vector<std::string_view>> CopySample::copies() {
  const auto text_of = [this](const Place& place) {
    return std::string_view(text_).substr(place.begin, place.bytes);
  };
  std::sort(places_.begin(), places_.end(), [&](const Place& a, const Place& b) {
    if (a.content != b.content) return a.content < b.content;
    return text_of(a) < text_of(b);
  });
  std::vector<std::vector<std::string_view>> found;
  for (std::size_t begin = 0; begin < places_.size();) {
    std::vector<std::string_view> urls;
    std::size_t end = begin;
    for (; end < places_.size() && places_[end].content == places_[begin].content; ++end) {
      const std::string_view url = text_of(places_[end]);
      if (urls.empty() || urls.back() != url) urls.push_back(url);
    }
    if (urls.size() > 1) found.push_back(std::move(urls));
    begin = end;
  }
  return found;
}

}  // namespace facsim
