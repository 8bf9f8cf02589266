// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which host does a URL name?
//
// A host has one spelling here, that of the name system, whatever a page wrote: lower case, and
// labels beyond ASCII in the form "xn--..." (RFC 3492). So "Bücher.example", "b%C3%BCcher.example"
// and "xn--bcher-kva.example" are one host. Letters are folded one by one (Unicode 15.0, simple
// case folding, but U+03C2 stays, as in IDNA), full-width letters and dots become those of ASCII,
// and characters that no reader sees are dropped: that is UTS 46 without its normal form, so a
// letter and its accent in two characters make another host than the two in one. A label that is
// too long for the name system, and a host that is no UTF-8, only come into ASCII's lower case.
//
// A host in ASCII costs one pass and the answer's string.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// Host of an absolute URL in that spelling, without port and user; empty where there is none.
[[nodiscard]] std::string host_of(std::string_view url);

// A host as host_of() writes it.
[[nodiscard]] std::string known_host(std::string_view host);

// The key of pages of this host where only those of one host are compared.
[[nodiscard]] std::uint64_t host_scope_key(std::string_view host) noexcept;

}  // namespace facsim
