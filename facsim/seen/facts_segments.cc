// SPDX-License-Identifier: Apache-2.0
#include "facsim/seen/facts_segments.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "facsim/base/error.h"
#include "facsim/known/page_manifest.h"
#include "facsim/known/segment_sections.h"
#include "facsim/page/analysis.h"
#include "facsim/run/run_scratch.h"
#include "facsim/store/index_folder.h"

namespace facsim {
namespace {

namespace fs = std::filesystem;

Manifest first_manifest(const Profile& profile, int max_distance) {
  check_profile(profile);
  require_indexable(profile.recipe, "an index of pages");
  Manifest first = manifest_for_pages(profile, max_distance);
  require_design(first, {});
  return first;
}

}  // namespace

FactsSegment write_facts_segment(const std::string& path, const Profile& profile,
                                 const FactsSegmentOptions& options,
                                 const std::function<bool(FactsPage&)>& next) {
  const Manifest manifest = first_manifest(profile, options.max_distance);
  RunScratch scratch(options.tmp);
  const IndexChangeOptions changes{.design = {},
                                   .memory_bytes = options.memory_bytes,
                                   .costs = {},
                                   .threads = 1,
                                   .check = options.check};
  PageBatch batch(manifest, changes, scratch.get());
  for (FactsPage page; next(page);) {
    if (page.name.id.empty() && page.name.file.empty()) {
      throw Error{ErrorCode::invalid_argument,
                  "page " + std::to_string(batch.size()) +
                      " has no id and no file that it stands in; give each page an id"};
    }
    batch.add(page.question.facts, page.name, page.root, page.question.anchors);
  }
  FactsSegment made{path, batch.size(), {}};
  if (made.entries == 0) return made;
  SegmentWriter file(path, name_of(manifest.kind), manifest.recipe);
  SegmentSink sink(file, options.check);
  batch.write(sink);
  made.stamp = file.commit();
  return made;
}

int facts_distance(const std::string& folder, const Profile& profile, std::optional<int> wanted,
                   FactsCommit how) {
  const int usual = wanted.value_or(usual_distance(profile));
  (void)first_manifest(profile, usual);
  if (how == FactsCommit::overwrite || !is_index_folder(folder)) return usual;
  const Manifest manifest = read_manifest(folder);
  require_pages_of(profile.recipe, manifest, folder);
  const int served = static_cast<int>(manifest.max_distance);
  if (wanted && *wanted != served) {
    throw Error{ErrorCode::invalid_argument,
                "serves distances up to " + std::to_string(served) + ", not " +
                    std::to_string(*wanted) + "; leave the distance out",
                folder};
  }
  return served;
}

std::uint64_t commit_facts_segments(const std::string& folder, const Profile& profile,
                                    int max_distance, FactsCommit how,
                                    std::span<const FactsSegment> segments, const LockWait& wait) {
  const bool is_over = how == FactsCommit::overwrite;
  IndexWriter writer(folder, is_over ? IndexWriter::Start::anew : IndexWriter::Start::either,
                     "facsim.spark", wait);
  Manifest next = writer.manifest();
  if (is_over || next.generation == 0) {
    Manifest first = first_manifest(profile, max_distance);
    first.generation = next.generation;
    first.next_segment = next.next_segment;
    next = std::move(first);
  }
  require_pages_of(profile.recipe, next, folder);
  if (static_cast<int>(next.max_distance) != max_distance) {
    throw Error{ErrorCode::invalid_argument,
                "another program made an index of other distances meanwhile; write again", folder};
  }
  std::uint64_t entries = 0;
  for (const FactsSegment& segment : segments) {
    if (segment.entries == 0) continue;
    SegmentEntry entry{segment_name(next.next_segment++), segment.entries, segment.stamp, {}};
    std::error_code failed;
    fs::rename(segment.path, writer.path_of(entry.name), failed);
    if (failed) {
      throw Error{ErrorCode::io, "cannot be moved into the index: " + failed.message(),
                  segment.path};
    }
    entries += segment.entries;
    next.segments.push_back(std::move(entry));
  }
  writer.commit(std::move(next));
  return entries;
}

}  // namespace facsim
