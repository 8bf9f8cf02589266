// SPDX-License-Identifier: Apache-2.0
#include "facsim/engine/witness.h"

#include <algorithm>
#include <span>

#include "facsim/base/hash64.h"
#include "facsim/engine/page_facts.h"
#include "facsim/fingerprint/sketcher.h"

namespace facsim {
namespace {

// So that a folder is never the host of the same name.
constexpr std::uint64_t kOfInput = 0x9e3779b97f4a7c15U;

// Stubs of one page may stand among other menus, but not on another page altogether.
constexpr double kStubsVisibleMin = 0.5;

bool are_of_one_page(const Witness& first, const Witness& second) {
  const bool one_url = first.url != 0 && first.url == second.url;
  return first.site == second.site && (first.title == second.title || one_url);
}

bool are_asked(const Witness& first, const Witness& second) {
  if (first.title == 0 || second.title == 0) return false;
  if (first.is_stub || second.is_stub) return true;
  return first.site == second.site && !are_of_one_page(first, second) &&
         (first.is_short || second.is_short);
}

// Of all visible text; nothing where it was not kept.
const Sketch* visible_sketch(const PageFacts& page) {
  if (page.witness.judged_visible) return page.has_fingerprint ? &page.sketch : nullptr;
  return page.witness.has_text ? &page.witness.text : nullptr;
}

}  // namespace

std::uint64_t site_key(std::string_view host, std::string_view input) noexcept {
  return (host.empty() ? combine(kOfInput, hash64(input)) : hash64(host)) | 1U;
}

std::uint64_t url_key(std::string_view url) noexcept { return url.empty() ? 0 : hash64(url) | 1U; }

void set_origin(Witness& witness, std::string_view host, std::string_view url,
                std::uint64_t input_site) noexcept {
  witness.site = host.empty() ? input_site : site_key(host, {});
  witness.url = url_key(url);
}

std::uint64_t witness_key(const Witness& witness) noexcept {
  if (witness.title == 0) return 0;
  std::uint64_t key = combine(witness.title, witness.site);
  if (witness.has_text) {
    const auto bytes = std::as_bytes(std::span(witness.text.bins));
    key = combine(key, hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return key | 1U;
}

double Testimony::least(double resemblance_min) const noexcept {
  return of_other_pages ? resemblance_min : std::min(kStubsVisibleMin, resemblance_min);
}

std::optional<Testimony> testimony_of(const PageFacts& first, const PageFacts& second) noexcept {
  const Witness& one = first.witness;
  const Witness& other = second.witness;
  if (!are_asked(one, other)) return std::nullopt;
  if (one.judged_visible && other.judged_visible) {
    if (first.digest == second.digest) return std::nullopt;
    if (are_menus_alone(first, second)) return Testimony{};
    return Testimony{.resemblance = estimated_resemblance(one.text, other.text)};
  }
  const Sketch* const visible = visible_sketch(first);
  const Sketch* const other_visible = visible_sketch(second);
  if (visible == nullptr || other_visible == nullptr) return std::nullopt;
  return Testimony{.resemblance = estimated_resemblance(*visible, *other_visible),
                   .of_other_pages = !are_of_one_page(one, other)};
}

bool are_menus_alone(const PageFacts& first, const PageFacts& second) noexcept {
  const Witness& one = first.witness;
  const Witness& other = second.witness;
  return one.judged_visible && other.judged_visible && (!one.has_text || !other.has_text) &&
         first.digest != second.digest && are_asked(one, other);
}

}  // namespace facsim
