// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which target URIs are a crawler's own records: what it noted about a page or about itself (the
// text as rendered, a screenshot, a look-up, its arguments and log), not what a server sent.
//
// Known are those that browsertrix-crawler, ArchiveWeb.page, Heritrix, wget, wpull, qwarc,
// crocoite, brozzler, warcprox, pywb and the renderers of the UK Web Archive write, and each
// `urn:WORD:` that stands before the URL of a page. Any other URI may be a page, also of a scheme
// that nobody knows. Pure; no allocation.

#include <string_view>

namespace facsim {

// `target` without brackets; in any case.
[[nodiscard]] bool is_crawler_target(std::string_view target) noexcept;

}  // namespace facsim
