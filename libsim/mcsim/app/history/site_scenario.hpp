// The scenario of an import: the site's cluster, its jobs, and what people did.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/app/history/event_book.hpp"
#include "mcsim/app/history/job_rows.hpp"
#include "mcsim/app/history/site_hosts.hpp"

namespace mcsim::app {

struct SiteParts {
  std::string cluster;  ///< its name
  std::string about;
  std::int64_t start = 0;    ///< virtual time 0, in seconds since 1970
  bool has_conf = false;     ///< the folder has LSF's files, in conf
  bool has_lshosts = false;  ///< what lshosts -w prints is known
  SiteHosts told_hosts{};    ///< what it says, where there is no conf
  bool is_lava = false;      ///< its scheduler comes from Platform Lava, and has_conf
};

/// The text of scenario.json, which lies beside the table `jobs` and perhaps conf.
std::string site_scenario(const SiteParts& parts, const std::string& jobs, const SiteFacts& facts,
                          const EventBook& events, const JobRows& rows);

}  // namespace mcsim::app
