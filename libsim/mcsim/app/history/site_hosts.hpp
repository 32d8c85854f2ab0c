// The hosts of a site by what lshosts -w prints, for a scenario without LSF's files.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// One that runs jobs. What is empty or 0 is not known.
struct SiteHost {
  std::string type;
  std::string model;
  std::string cpuf;
  std::int64_t ncpus = 0;
  std::int64_t maxmem = 0;  ///< MB
  std::int64_t maxswp = 0;  ///< MB
};

using SiteHosts = std::map<std::string, SiteHost>;

/// How many hosts lshosts does not say the processors of.
struct HostGuesses {
  std::uint64_t untold = 0;   ///< it does not name them
  std::uint64_t smaller = 0;  ///< it says fewer than were in use at a time
};
/// Adds hosts that lshosts has, if any, to those that jobs ran on (SiteFacts::hosts, whose numbers
/// become processors): a host has as many as it says, and at least as many as were in use.
HostGuesses add_told_hosts(const SiteHosts& told, std::map<std::string, std::int64_t>& hosts);

/// Reads the file `path`, called `shown_name` in diagnostics. Errors: all that is wrong with it, as
/// where it lies beside LSF's files; that no host is in it.
Expected<SiteHosts, Diagnostics> read_site_hosts(const std::string& path,
                                                 const std::string& shown_name);

}  // namespace mcsim::app
