// Usage: mcsim_growth            the families: name, n of the usual test, what there are n of
//        mcsim_growth NAME N     the scenario of a family
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "growth/families.hpp"

int main(int count, char** words) {
  using mcsim::testing::growth::families;
  if (count == 1)
    for (const auto& family : families())
      std::printf("%s %d %s\n", family.name, family.small, family.grows);
  if (count == 3)
    for (const auto& family : families())
      if (family.name == std::string_view(words[1]))
        std::puts(family.scenario(std::atoi(words[2])).c_str());
  return count == 1 || count == 3 ? 0 : 2;
}
