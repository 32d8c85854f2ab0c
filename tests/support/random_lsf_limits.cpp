// Random rows of section Limit, with all consumers and resources.
#include <algorithm>
#include <set>
#include <utility>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;

/// Draws one row.
class SectionMaker {
 public:
  SectionMaker(LsfDraft& draft, const ClusterSettings& settings)
      : draft_(draft), dice_(draft.limits), settings_(settings) {}

  LimitSection draw() {
    draw_consumers();
    bool any = draw_slots();
    any = draw_amounts() || any;
    if (!any || dice_.one_in(3)) {
      limit_.jobs = dice_.number(1, 4);
      draft_.has_used(limit_jobs);
    }
    return std::move(limit_);
  }

 private:
  template <class T>
  void column(LimitConsumers<T>& consumers, const std::vector<T>& known, LsfFeature together,
              LsfFeature each) {
    // Few worlds have application profiles: where there are some, limits name them.
    if (known.empty() || (together != limit_apps && dice_.one_in(2))) return;
    consumers.each = dice_.one_in(2);
    consumers.all = dice_.one_in(consumers.each ? 2 : 4);
    for (const T id : known)
      if (dice_.one_in(consumers.all ? 4 : 2)) consumers.listed.push_back(id);
    if (!consumers.all && consumers.listed.empty()) consumers.listed.push_back(dice_.one_of(known));
    if (consumers.is_given()) draft_.has_used(consumers.each ? each : together);
  }

  template <class T>
  static std::vector<T> ids(std::size_t size) {
    std::vector<T> all;
    for (std::size_t at = 0; at < size; ++at) all.push_back(static_cast<T>(at));
    return all;
  }

  std::vector<NameId> users() const {
    std::set<NameId> found;
    for (std::size_t at = 0; at < draft_.cluster.trace.size(); ++at)
      found.insert(draft_.cluster.trace[static_cast<JobIndex>(at)].user);
    found.erase(none<NameId>);
    return {found.begin(), found.end()};
  }

  void draw_consumers() {
    column(limit_.users, users(), limit_users, limit_per_user);
    column(limit_.queues, ids<QueueId>(settings_.queues.size()), limit_queues, limit_per_queue);
    column(limit_.hosts, ids<HostId>(settings_.hosts.size()), limit_hosts, limit_per_host);
    column(limit_.projects, draft_.projects, limit_projects, limit_per_project);
    column(limit_.applications, ids<ApplicationId>(settings_.applications.size()), limit_apps,
           limit_per_app);
  }

  bool draw_slots() {
    bool any = false;
    if (dice_.one_in(2)) {
      limit_.slots = dice_.one_in(8) ? 0 : dice_.number(1, 8);
      draft_.has_used(limit_slots);
      any = true;
    }
    if (limit_.hosts.each && dice_.one_in(2)) {
      limit_.slots_per_processor.thousandths = dice_.one_of<std::int64_t>({250, 500, 1000, 1500});
      draft_.has_used(limit_slots_per_processor);
      any = true;
    }
    return any;
  }

  bool draw_amounts() {
    if (!draft_.wants(rusage)) return false;
    if (limit_.hosts.each && dice_.one_in(3)) {
      limit_.amounts.push_back(
          {.resource = resource(builtin::mem), .percent = dice_.number(1, 10) * 10});
      draft_.has_used(limit_percent);
    } else if (dice_.one_in(2)) {
      limit_.amounts.push_back(
          {.resource = resource(builtin::mem), .most = dice_.between(1, 8) * 500 * amount_unit});
      draft_.has_used(limit_mem);
    }
    if (dice_.one_in(2)) {
      const ResourceId id = draft_.wants(shared_resource) ? own::licence : own::scratch;
      limit_.amounts.push_back({.resource = id, .most = dice_.between(1, 6) * amount_unit});
      draft_.has_used(limit_resource);
    }
    return !limit_.amounts.empty();
  }

  LsfDraft& draft_;
  Dice& dice_;
  const ClusterSettings& settings_;
  LimitSection limit_;
};

void draw_rows(LsfDraft& draft, ClusterSettings& settings) {
  settings.limits.clear();
  for (std::int64_t left = draft.limits.between(1, 4); left > 0; --left)
    settings.limits.push_back(SectionMaker(draft, settings).draw());
}

void draw_preempt_for(LsfDraft& draft, PreemptForLimits& spared) {
  Dice& dice = draft.limits;
  spared = {.group_max = dice.one_in(3), .group_jlp = dice.one_in(3), .host_jlu = dice.one_in(3)};
  if (spared != PreemptForLimits{}) draft.has_used(limit_preempt_for);
}

}  // namespace

void draw_sections(LsfDraft& draft, NameTable& projects) {
  if (draft.limits.one_in(8)) return;
  for (const char* const name : {"default", "p1", "p2"})
    draft.projects.push_back(projects.id(name));
  for (JobProfile& profile : draft.cluster.profiles)
    if (draft.limits.one_in(2)) profile.project = draft.limits.one_of(draft.projects);
  draw_preempt_for(draft, draft.cluster.params.preempt_for);
  draw_rows(draft, draft.cluster);
}

void change_sections(LsfDraft& draft, ClusterSettings& settings) {
  if (draft.projects.empty() || draft.limits.one_in(3)) return;
  if (draft.limits.one_in(2)) return draw_rows(draft, settings);
  for (LimitSection& limit : settings.limits)
    if (limit.slots < no_limit) limit.slots = draft.limits.number(0, 8);
  draw_preempt_for(draft, settings.params.preempt_for);
}

}  // namespace mcsim::testing
