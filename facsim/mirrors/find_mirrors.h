// SPDX-License-Identifier: Apache-2.0
#pragma once
// Finds hosts and paths that hold the same pages, and rewrites of URLs that lead to copies.
//
// After DUST (Bar-Yossef, Keidar, Schonfeld, WWW 2007; ACM TWEB 3(1), 2009): known copies propose
// rules, all pages are used to evaluate them, and rules that others explain are left out.
// Parameters and their values are negative evidence too, as in Dasgupta, Kumar, Sasturkar (KDD
// 2008) and Koppula et al. (WSDM 2010). The rules found are applied, and the result is searched
// again.
//
// The pages are read twice a round, three times in the first, for at most six rounds. Cost: 16
// bytes a page (32 while the table grows), and samples within the limits of the options: some 0.6
// GB at most with the defaults. Time: some 2 us a page and round, and 0.2 us for each rule that
// applies to its URL. Deterministic. One thread.

#include <cstdint>
#include <functional>
#include <string_view>

#include "facsim/mirrors/mirror_options.h"
#include "facsim/mirrors/mirror_report.h"

namespace facsim {

// Called for each page; pages that are copies of one another have the same content. Returns false
// to stop.
using VisitCopy = std::function<bool(std::string_view url, std::uint64_t content)>;
// Visits all pages, the same ones in each call.
using ReadCopies = std::function<void(const VisitCopy& visit)>;

// Passes on exceptions of `read`.
[[nodiscard]] MirrorReport find_mirrors(const ReadCopies& read, const MirrorOptions& options = {});

}  // namespace facsim
