// Load and resources of hosts in the naive reference. docs/rules/scheduling.md, sections 1 and 5.
#pragma once

#include <optional>
#include <string_view>

#include "mcsim/model/select.hpp"
#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// One host as a select string or the order of hosts sees it.
class HostView {
 public:
  HostView(const State& state, HostId host, HostId from) : state_(state), id_(host), from_(from) {}

  std::optional<double> number(ResourceId id) const;
  std::optional<std::string_view> text(ResourceId id) const;
  std::string_view local_type() const { return state_.settings->type_of(from_); }
  std::string_view local_model() const { return state_.settings->model_of(from_); }

 private:
  std::optional<double> load(ResourceId id) const;

  const State& state_;
  HostId id_;
  HostId from_;
};

/// From one step of a decay to the next.
Duration decay_step(const State& state);
/// How much of a use is still held when its job has run for `since_start`.
Amount left_of(const ResourceUse& use, Duration since_start, Duration step);

/// Whether this host has all resources that the job would take.
/// For how many slots of a job that waits a host has all resources.
std::int64_t slots_for_resources(const State& state, const Job& job, HostId host);
bool has_resources(const State& state, const Job& job, HostId host,
                   const std::vector<ResourceUse>& uses);

/// The resources that a suspended job gave back, and needs again to resume.
std::vector<ResourceUse> given_back(const State& state, const Job& job);

}  // namespace mcsim::testing::naive
