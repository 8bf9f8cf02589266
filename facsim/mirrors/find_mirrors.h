// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which hosts and paths hold the same pages, and which rewrites of URLs lead to copies?
//
// After DUST (Bar-Yossef, Keidar, Schonfeld, WWW 2007; ACM TWEB 3(1), 2009): known copies propose
// rules, all pages say what they are worth, and rules that others explain are left out. Parameters
// and their values are negative evidence too, as in Dasgupta, Kumar, Sasturkar (KDD 2008) and
// Koppula et al. (WSDM 2010). What is found is applied, and what is left is looked at again.
//
// The pages are read twice a round, three times in the first, four rounds at most. Cost: 16 bytes a
// page (32 while the table grows), and within options what is sampled: some 0.6 GB at most as they
// are by default. Time: some 2 us a page and round, and 0.2 us for each rule that is for its URL.
// Deterministic. One thread.

#include <cstdint>
#include <functional>
#include <string_view>

#include "facsim/mirrors/mirror_options.h"
#include "facsim/mirrors/mirror_report.h"

namespace facsim {

// A page; pages that are copies of one another have the same content. False: no more.
using VisitCopy = std::function<bool(std::string_view url, std::uint64_t content)>;
// Gives all pages, each time it is called the same.
using ReadCopies = std::function<void(const VisitCopy& visit)>;

// What `read` throws comes out.
[[nodiscard]] MirrorReport find_mirrors(const ReadCopies& read, const MirrorOptions& options = {});

}  // namespace facsim
