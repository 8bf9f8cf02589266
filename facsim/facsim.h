// SPDX-License-Identifier: Apache-2.0
#pragma once
// The whole public interface of facsim: every public header, with the types that they use.
//
// The installed headers are the promised ones (CONTRIBUTING.md says what may change in which
// version); a header that is not reached from here is not installed. They expose no foreign
// library. Every failure that the caller or the system causes throws Error; a strange page never
// does. A moved-from object may only be destroyed or assigned to.

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
