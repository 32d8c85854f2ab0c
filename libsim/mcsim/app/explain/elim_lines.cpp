// Puts the ends and starts of ELIMs into a story.
#include "mcsim/app/explain/elim_lines.hpp"

#include <algorithm>
#include <ranges>

#include "mcsim/lim/master_load.hpp"

namespace mcsim::app {

void add_elim_lines(Story& story, const ClusterWorld& world, const ClusterConfig& config, Time end,
                    bool with_host,
                    const std::function<bool(HostId, std::uint32_t elim)>& concerns) {
  if (!world.lsf || !world.lsf->load || world.lsf->load->elims().is_empty()) return;
  const ClusterElims& elims = world.lsf->load->elims();
  const auto events = elims.events_by(end);
  // Backwards, since each is inserted before the lines of its instant.
  for (const ClusterElims::Event& event : events | std::views::reverse) {
    if (!concerns(event.host, event.elim)) continue;
    const auto place = std::ranges::lower_bound(story.lines.begin() + 1, story.lines.end(),
                                                event.at, {}, &StoryLine::from);
    std::string text = elims.programs()[event.elim].name;
    if (with_host) text += " on " + config.hosts[index_of(event.host)].name;
    story.lines.insert(place,
                       {.from = event.at, .event = "elim", .text = text + ": " + event.text});
  }
}

}  // namespace mcsim::app
