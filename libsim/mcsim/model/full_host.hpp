// Hosts as they are when jobs have taken all: without LIMs there is never more load.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "mcsim/model/idle_host.hpp"
#include "mcsim/model/select.hpp"

namespace mcsim::model {

/// A host of which jobs have taken all slots and all that they can reserve. Without LIMs nothing
/// brings more load, or leaves less of anything. Source: docs/rules/scheduling.md, 1.
class FullHost {
 public:
  explicit FullHost(const IdleHost& idle) : idle_(idle) {}

  std::optional<double> number(ResourceId id) const {
    const auto of_idle = idle_.number(id);
    switch (index_of(id)) {
      case builtin::r15s:
      case builtin::r1m:
      case builtin::r15m:
        return load();
      case builtin::ut:
        return std::min(load(), 1.0);
      default:
        return of_idle && idle_.is_taken_by_jobs(id) ? 0.0 : of_idle;
    }
  }
  std::optional<std::string_view> text(ResourceId id) const { return idle_.text(id); }
  std::string_view local_type() const { return idle_.local_type(); }
  std::string_view local_model() const { return idle_.local_model(); }

 private:
  double load() const {
    const double processors = idle_.number(resource(builtin::ncpus)).value_or(1);
    return static_cast<double>(idle_.slots()) / processors;
  }

  const IdleHost& idle_;
};

static_assert(HostLookup<FullHost>);

}  // namespace mcsim::model
