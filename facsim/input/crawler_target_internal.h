// SPDX-License-Identifier: Apache-2.0
#pragma once
// Recognizes the target URIs of a crawler's own records: its notes about a page or about itself
// (the rendered text, a screenshot, a look-up, its arguments and log), not the response of a
// server.
//
// Known are the URIs of browsertrix-crawler, ArchiveWeb.page, Heritrix, wget, wpull, qwarc,
// crocoite, brozzler, warcprox, pywb and the renderers of the UK Web Archive, and every `urn:WORD:`
// before the URL of a page. Any other URI may be a page, even if its scheme is unknown. Pure; no
// allocation.

#include <string_view>

namespace facsim {

// `target`: without brackets; letter case is ignored.
[[nodiscard]] bool is_crawler_target(std::string_view target) noexcept;

}  // namespace facsim
