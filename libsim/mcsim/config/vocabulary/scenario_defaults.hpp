// Writes what a scenario leaves out into it, and puts its keys into the vocabulary's order.
#pragma once

#include "mcsim/model/model_config.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// Removes members that are null and adds the constant defaults of the vocabulary. What is of a
/// wrong shape stays as it is, for the check to find.
void write_defaults(JsonNode& scenario);

/// Adds the objects and lists among them, which paths may lead through. No default that depends on
/// another member is among these, so that a member that comes later has its effect.
void write_containers(JsonNode& scenario);

/// The same for one cluster.
void write_cluster_defaults(JsonNode& cluster);

/// Whether a cluster says that it runs LSF 10 or a later one.
bool is_lsf_10(const JsonNode& cluster);

/// Adds JOB_SCHEDULING_INTERVAL and JOB_ACCEPT_INTERVAL where a cluster leaves them out: LSF's
/// defaults (of its `lsf_version`, or `model.session_interval`'s), or 0 for a baseline, which
/// decides whenever something happens.
void write_interval_defaults(JsonNode& cluster, bool is_baseline, SessionInterval interval);

/// Puts the members of all objects into the vocabulary's order, and drops the places of items that
/// were left out.
void arrange_keys(JsonNode& scenario);

}  // namespace mcsim::config
