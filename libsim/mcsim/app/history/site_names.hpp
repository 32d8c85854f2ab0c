// The names that a site's configuration has: what jobs of a history call otherwise is gone, or was
// never told.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/history/import_request.hpp"
#include "mcsim/app/history/pseudonyms.hpp"
#include "mcsim/model/resource.hpp"

namespace mcsim::app {

struct SiteNames {
  using Names = std::set<std::string, std::less<>>;

  bool has_conf = false;
  bool is_complete = true;  ///< false: nobody knows whether there are others
  Names hosts{};            ///< and their groups
  Names queues{};
  Names apps{};
  std::vector<ResourceConfig> resources = model::builtin_resources();

  /// Whether one of `known` is there; true where nobody knows.
  bool has(const Names& known, std::string_view name) const {
    return !is_complete || known.contains(name);
  }
  /// Adds hosts that the scenario lists.
  void add(const std::map<std::string, std::int64_t>& listed);
  /// Those words of a list of hosts (bsub -m) that name what is there.
  std::string known_hosts(std::string_view asked) const;
};

/// By the files of --conf. `names`: null, or what hides them.
SiteNames site_names(const ImportRequest& request, Pseudonyms* names);

}  // namespace mcsim::app
