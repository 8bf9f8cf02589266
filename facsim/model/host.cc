// SPDX-License-Identifier: Apache-2.0
#include "facsim/model/host.h"

#include "facsim/base/hash64.h"

namespace facsim {

std::string host_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos)
    url.remove_prefix(at + 1);
  if (url.starts_with('[')) {
    url = url.substr(0, url.find(']') + 1);
  } else {
    url = url.substr(0, url.rfind(':'));
  }
  while (url.ends_with('.')) url.remove_suffix(1);
  return lower_host(url);
}

std::string lower_host(std::string_view host) {
  std::string lower(host);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::uint64_t host_scope_key(std::string_view host) noexcept { return hash64(host) | 1U; }

}  // namespace facsim
