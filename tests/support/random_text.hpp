// Settings in words, to explain why a random world fails: default values are left out.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/trace.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

inline std::string seconds(Duration time) {
  if (time >= unlimited) return "unlimited";
  if (time == queues_default) return "default";
  const std::string rest = std::to_string(time.count() % 1000);
  const std::string whole = std::to_string(time.count() / 1000);
  return time.count() % 1000 == 0 ? whole : whole + "." + std::string(3 - rest.size(), '0') + rest;
}
inline std::string seconds(Time time) { return seconds(time.time_since_epoch()); }

/// " name=value"; empty if the value is the usual one.
template <class T>
std::string number(const char* name, T value, std::type_identity_t<T> usual) {
  return value == usual ? "" : std::string(" ") + name + "=" + std::to_string(value);
}
inline std::string length(const char* name, Duration value, Duration usual) {
  return value == usual ? "" : std::string(" ") + name + "=" + seconds(value);
}
inline std::string flag(const char* name, bool value) {
  return value ? std::string(" ") + name : "";
}

/// The number of an enumeration's value; empty for the default.
template <class Enum>
std::string choice(const char* key, Enum value) {
  return number(key, static_cast<int>(value), 0);
}

/// Of a queue, of a cluster, and of the way between two.
std::string to_text(const QueueForwarding& forwarding);
std::string to_text(const ForwardingParameters& forwarding);
std::string to_text(const LinkConfig& link);
/// Leases, load and launches.
std::string to_text(const LimParameters& lim);
std::string lease_text(const ClusterSettings& settings);
std::string thresholds_text(const std::vector<LoadThreshold>& thresholds,
                            const std::vector<ResourceConfig>& resources);
std::string model_text(const ModelConfig& model);
std::string mixture_text(const ClusterConfig& cluster);

}  // namespace mcsim::testing
