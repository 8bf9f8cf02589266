// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which host does a URL name?

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// Host of an absolute URL in lower case, without port and user; empty where there is none.
[[nodiscard]] std::string host_of(std::string_view url);

// A host as host_of() writes it.
[[nodiscard]] std::string lower_host(std::string_view host);

// The key of pages of this host where only those of one host are compared.
[[nodiscard]] std::uint64_t host_scope_key(std::string_view host) noexcept;

}  // namespace facsim
