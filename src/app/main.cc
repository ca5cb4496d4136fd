#include <unistd.h>

#include <cstdlib>

#include "app/program.h"
#include "base/map_guard.h"

int main(int argc, char** argv) {
  using sitedoor::app::Console;
  sitedoor::app::PrepareStreams();
  sitedoor::InstallMapGuard();
  // https://no-color.org: set and not empty.
  const char* const no_colour = std::getenv("NO_COLOR");
  Console console(no_colour != nullptr && *no_colour != '\0' ? Console::Colour::kNever
                                                             : Console::Colour::kOnTerminals);
  if (argc > 0) console.CallProgram(argv[0]);
  return sitedoor::app::RunProgram({argv + (argc > 0 ? 1 : 0), argv + argc}, environ, console);
}
