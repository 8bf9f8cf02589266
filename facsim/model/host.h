// SPDX-License-Identifier: Apache-2.0
#pragma once
// The host that a URL names.
//
// A host has one spelling here, that of the name system, however a page spelled it: lower case, and
// labels beyond ASCII in the form "xn--..." (RFC 3492). So "Bücher.example", "b%C3%BCcher.example"
// and "xn--bcher-kva.example" are one host. Letters are folded one by one (Unicode 15.0, simple
// case folding, except U+03C2, as in IDNA), full-width letters and dots become those of ASCII, and
// invisible characters are dropped. That is UTS 46 without its normal form, so a letter and its
// accent as two characters make a different host than the same as one character. A label that is
// too long for the name system, and a host that is not UTF-8, are only converted to lower case in
// ASCII.
//
// A host in ASCII costs one pass and the answer's string.

#include <cstdint>
#include <string>
#include <string_view>

namespace facsim {

// Returns the host of an absolute URL in that spelling, without port and user; empty if there is
// none.
[[nodiscard]] std::string host_of(std::string_view url);

// Returns a host in the spelling of host_of().
[[nodiscard]] std::string known_host(std::string_view host);

// The scope key of pages of this host, for Scope::host.
[[nodiscard]] std::uint64_t host_scope_key(std::string_view host) noexcept;

}  // namespace facsim
