// SPDX-License-Identifier: Apache-2.0
#include "facsim/page/witness.h"

#include <span>

#include "facsim/base/hash64.h"

namespace facsim {

std::uint64_t site_key(std::string_view host) noexcept {
  if (host.starts_with("www.")) host.remove_prefix(4);
  return hash64(host) | 1U;
}

std::uint64_t url_key(std::string_view url) noexcept { return url.empty() ? 0 : hash64(url) | 1U; }

bool have_one_url(const Witness& first, const Witness& second) noexcept {
  return first.url != 0 && first.url == second.url;
}

void set_origin(Witness& witness, std::string_view host, std::string_view url) noexcept {
  witness.site = site_key(host);
  witness.url = url_key(url);
}

std::uint64_t witness_key(const Witness& witness) noexcept {
  if (witness.title == 0) return 0;
  std::uint64_t key = combine(combine(witness.title, witness.marks), witness.site);
  key = combine(key, witness.url);
  if (witness.has_text) {
    const auto bytes = std::as_bytes(std::span(witness.text.bins));
    key = combine(key, hash64({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  }
  return key | 1U;
}

std::uint64_t short_witness_key(const Witness& witness) noexcept {
  return witness.title == 0 ? 0 : combine(witness.title, witness.marks) | 1U;
}

}  // namespace facsim
