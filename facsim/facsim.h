// SPDX-License-Identifier: Apache-2.0
#pragma once
// All that facsim promises its users: every door, with the nouns that they speak of.
//
// A header that the package installs is promised (CONTRIBUTING.md says what may change in which
// version); what is not reached from here is not installed. No foreign library shows in any of
// them. Whatever can go wrong by the caller's doing or the system's throws Error; a strange page
// never does. An object that was moved from may only be destroyed or assigned to.

#include "facsim/analyze.h"
#include "facsim/base/error.h"
#include "facsim/base/version.h"
#include "facsim/compare.h"
#include "facsim/dedup.h"
#include "facsim/dedup_folder.h"
#include "facsim/dedup_options.h"
#include "facsim/dedup_sink.h"
#include "facsim/dedup_texts.h"
#include "facsim/folder_options.h"
#include "facsim/hamming_index.h"
#include "facsim/page_index.h"
#include "facsim/page_source.h"
#include "facsim/read_pages.h"
#include "facsim/ready_profile.h"
#include "facsim/run_options.h"
#include "facsim/seen.h"
