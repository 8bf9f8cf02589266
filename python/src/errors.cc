// SPDX-License-Identifier: Apache-2.0
// Maps errors of the core to exceptions of Python, one class for each code (facsim/errors.py).

#include <nanobind/stl/string.h>

#include <exception>

#include "bind.h"
#include "facsim/base/error.h"
#include "labels.h"
#include "words.h"

namespace facsim::python {
namespace {

namespace nb = nanobind;

const char* class_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "InvalidArgumentError";
    case ErrorCode::not_found:
      return "NotFoundError";
    case ErrorCode::io:
      return "IoError";
    case ErrorCode::no_space:
      return "NoSpaceError";
    case ErrorCode::damaged:
      return "DamagedError";
    case ErrorCode::unsupported:
      return "UnsupportedError";
    case ErrorCode::already_exists:
      return "AlreadyExistsError";
    case ErrorCode::cancelled:
      return "CancelledError";
    case ErrorCode::busy:
      return "BusyError";
    case ErrorCode::committed:
      return "CommittedError";
  }
  return "Error";
}

void raise(const Error& error) {
  const nb::object type = nb::module_::import_("facsim.errors").attr(class_of(error.code()));
  const nb::object raised = type(label(error.sentence().in(python_words)), label(error.where()));
  PyErr_SetObject(type.ptr(), raised.ptr());
}

}  // namespace

void bind_errors(nb::module_& module) {
  // For tests: the Python word of every setting that a sentence can name, by its plain name.
  module.def("words_of_settings", [] {
    nb::dict words;
    for (int i = 0; i < static_cast<int>(kFirstAction); ++i) {
      const Named named = static_cast<Named>(i);
      words[label(std::string(name_of(named)))] = label(python_words(named, {}));
    }
    return words;
  });
  nb::register_exception_translator([](const std::exception_ptr& thrown, void* /*unused*/) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace facsim::python
