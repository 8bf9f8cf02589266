// SPDX-License-Identifier: Apache-2.0
// facsim_age_index IDX: makes an index of pages one that the version of the recipes before this
// program's had read.
//
// Its fingerprints stay; the ids of its recipe become others, in the manifest and in each segment,
// and the recipe's text names the version before. For tests of what is refused then, and of what
// helps.

#include <cstdint>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include "facsim/store/index_folder.h"
#include "facsim/store/segment.h"

namespace facsim {
namespace {

// The id of another recipe.
RecipeId earlier(RecipeId id) { return RecipeId{static_cast<std::uint64_t>(id) ^ 1U}; }

void age_segment(const IndexWriter& writer, Manifest& next, SegmentEntry& entry) {
  const Segment segment = Segment::open(writer.path_of(entry.name));
  entry.name = segment_name(next.next_segment++);
  SegmentWriter aged(writer.path_of(entry.name), segment.kind(), next.recipe);
  for (const SectionInfo& section : segment.sections()) {
    aged.add(section.name, segment.section(section.name));
  }
  entry.stamp = aged.commit();
  if (!entry.tombstones) return;
  // They are called by their segment's name and what comes behind it.
  const std::string old_name = entry.tombstones->name;
  std::string& name = entry.tombstones->name;
  name.replace(0, name.find('-'), entry.name.substr(0, entry.name.find('.')));
  std::filesystem::copy_file(writer.path_of(old_name), writer.path_of(name));
}

void age_index(const std::string& folder) {
  IndexWriter writer(folder, IndexWriter::Start::existing, "facsim_age_index");
  Manifest next = writer.manifest();
  next.recipe = earlier(next.recipe);
  if (next.sketch_recipe) next.sketch_recipe = earlier(*next.sketch_recipe);
  const std::string now = "\nversion = " + std::to_string(kRecipeVersion) + "\n";
  const std::string before = "\nversion = " + std::to_string(kRecipeVersion - 1) + "\n";
  next.recipe_text.replace(next.recipe_text.find(now), now.size(), before);
  for (SegmentEntry& entry : next.segments) age_segment(writer, next, entry);
  writer.commit(std::move(next));
}

}  // namespace
}  // namespace facsim

int main(int count, char** words) {
  try {
    if (count != 2) {
      std::cerr << "usage: facsim_age_index IDX\n";
      return 2;
    }
    facsim::age_index(words[1]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "facsim_age_index: " << error.what() << '\n';
    return 1;
  }
}
