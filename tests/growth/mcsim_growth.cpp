// Usage: mcsim_growth            the families: name, n of the usual test, what there are n of
//        mcsim_growth NAME N     the scenario of a family
//        mcsim_growth NAME N command   what is done with it: words before the scenario's name
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "growth/families.hpp"

int main(int count, char** words) {
  using mcsim::testing::growth::families;
  if (count == 1)
    for (const auto& family : families())
      std::printf("%s %d %s\n", family.name, family.small, family.grows);
  const bool asks_command = count == 4 && words[3] == std::string_view("command");
  if (count == 3 || asks_command)
    for (const auto& family : families())
      if (family.name == std::string_view(words[1])) {
        const int n = std::atoi(words[2]);
        const std::string command = family.command == nullptr ? "run" : family.command(n);
        std::puts((asks_command ? command : family.scenario(n)).c_str());
      }
  return count == 1 || count == 3 || asks_command ? 0 : 2;
}
