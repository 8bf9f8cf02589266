// SPDX-License-Identifier: Apache-2.0
// Prints the figures that facsim computes for each page of some files, by the profile "balanced"
// with the given recipe.
//
//     analyze RECIPE FILE...

#include <facsim/facsim.h>

#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    const facsim::ReadyProfile judge = facsim::ready_profile("balanced", argv[1]);
    const std::uint32_t bits = judge.profile.recipe.fingerprint.bits;
    facsim::Analyzer analyzer(judge);
    facsim::PageReader reader(std::vector<std::string>(argv + 2, argv + argc));
    for (facsim::Page page; reader.next(page);) {
      const facsim::PageAnalysis& facts = analyzer.analyze(page);
      std::cout << facsim::label_of(reader.name()) << ": " << facts.units << " units, title '"
                << analyzer.document().title << "'\n  fingerprint "
                << (facts.fingerprint ? hex(*facts.fingerprint, bits) : "-") << ", of all text "
                << (facts.visible_fingerprint ? hex(*facts.visible_fingerprint, bits) : "-")
                << "\n  " << analyzer.shingles().size() << " shingles, sketch of "
                << (facts.sketch ? analyzer.sketch_bytes()->size() : 0) << " bytes, "
                << (facts.layout ? "with" : "without") << " a layout\n  "
                << analyzer.judged_text().substr(0, 40) << "...\n";
    }
  } catch (const facsim::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
