// SPDX-License-Identifier: Apache-2.0
#pragma once
// Turns exceptions of Arrow into a code and a sentence.

#include <parquet/exception.h>

#include <exception>
#include <new>
#include <string>

#include "facsim/tables/arrow_words.h"
#include "facsim/tables/parquet_plugin.h"

namespace facsim::parquet {

class Guard {
 public:
  // Returns the result of the call, or false if it throws; why() then has the reason.
  template <class Call>
  [[nodiscard]] bool call(const Call& call) noexcept {
    try {
      return call();
    } catch (const std::bad_alloc&) {
      set(Problem::no_memory, "there is not enough memory for it");
    } catch (const ::parquet::ParquetStatusException& error) {
      if (error.status().IsOutOfMemory()) {
        set(Problem::no_memory, "there is not enough memory for it");
      } else {
        set(Problem::damaged, error.what());
      }
    } catch (const std::exception& error) {
      set(Problem::damaged, error.what());
    } catch (...) {
      set(Problem::other, "an unknown fault");
    }
    if (lender_failed_) problem_ = Problem::lender;
    return false;
  }
  void set(Problem problem, const char* text) noexcept {
    problem_ = problem;
    try {
      text_ = text;
      problem_ = problem_of_words(problem, text_);
    } catch (...) {
      text_.clear();
    }
  }
  [[nodiscard]] Why why() const noexcept { return {problem_, text_}; }
  // Users of a Source, a Sink or an Annotator set this if that fails.
  [[nodiscard]] bool& lender_failed() noexcept { return lender_failed_; }

 private:
  Problem problem_ = Problem::none;
  std::string text_;
  bool lender_failed_ = false;
};

}  // namespace facsim::parquet
