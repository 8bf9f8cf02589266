// SPDX-License-Identifier: Apache-2.0
// The program: finds the command, runs it, and turns what it throws into an exit status.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "apps/allocator.h"
#include "apps/commands.h"
#include "apps/flags.h"
#include "apps/help.h"
#include "apps/interrupt.h"
#include "apps/output.h"
#include "apps/program_words.h"
#include "facsim/base/error.h"

namespace facsim {
namespace {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kInterrupted = 130;

int status_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument:
      return kWrongUsage;
    case ErrorCode::cancelled:
      return kInterrupted;
    default:
      return kFailed;
  }
}

// If a standard stream is closed, the next file opened would get its number, and messages or
// results would go into that file. /dev/null takes its place, opened so that reading standard input
// and writing to the others fail as they do on a closed stream.
void hold_standard_streams() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) < 0) {
      const int wrong_way = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
      [[maybe_unused]] const int held = ::open("/dev/null", wrong_way);
    }
  }
}

void run(const std::vector<std::string>& words) {
  if (words.empty()) {
    throw Error(ErrorCode::invalid_argument, "no command given (see 'facsim help')");
  }
  std::string name = words.front();
  if (name == "--help" || name == "-h") name = "help";
  if (name == "--version" || name == "-V") name = "version";
  const Command& command = command_named(name);
  const Settings settings = parse_flags(command, std::vector(words.begin() + 1, words.end()));
  if (settings.help != HelpChoice::none) return print_help_of(command, settings);
  bound_allocator(settings.limits.memory_bytes, settings.limits.threads);
  command.run(settings);
}

int guarded_run(const std::vector<std::string>& words) {
  try {
    run(words);
    return kDone;
  } catch (const Error& error) {
    print_message(error.sentence().in(program_words));
    return status_of(error.code());
  } catch (const PipeClosed&) {
    // All temporary files are gone by now, so end as a program without a handler would.
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  } catch (const std::bad_alloc&) {
    print_message("out of memory; lower --threads, --page-max or --memory");
  } catch (const std::exception& error) {
    print_message(error.what());
  }
  return kFailed;
}

}  // namespace
}  // namespace facsim

int main(int argc, char** argv) {
  facsim::hold_standard_streams();
  facsim::catch_interrupts();
  return facsim::guarded_run({argv + (argc > 0 ? 1 : 0), argv + argc});
}
