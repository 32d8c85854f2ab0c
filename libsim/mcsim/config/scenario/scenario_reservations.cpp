// A cluster's advance reservations: on which hosts, how many slots of each, and for whom.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "mcsim/config/scenario/scenario_leases.hpp"
#include "mcsim/config/settings/borrow_names.hpp"
#include "mcsim/config/settings/reservation_room.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/put.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

class ReservationReader {
 public:
  ReservationReader(ScenarioDraft& draft, ClusterId cluster)
      : draft_(draft), cluster_(draft[cluster]), id_(cluster) {}

  void read(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const auto start = in.duration("start"_key);
    const auto end = in.duration("end"_key);
    if (start && end && *end <= *start)
      draft_.complaints.error(at, "end"_key, "expected an instant after `start`");
    const auto hosts = hosts_of(in, at);
    const auto users =
        read_users(draft_, cluster_, at, "users"_key, in.text("users"_key).value_or(""));
    const bool readable =
        users && in.text("users"_key) && in.has("slots"_key) == in.whole("slots"_key).has_value();
    if (!start || !end || !hosts || *end <= *start || !readable) return;
    ReservationConfig reservation{
        .start = Time{*start}, .end = Time{*end}, .parts = {}, .users = *users};
    take_slots(reservation, *hosts, in.whole("slots"_key), at);
    refuse_shared(*hosts, reservation, at);
    for (const ReservationConfig::Part& part : reservation.parts)
      of_host_[part.host].push_back(
          {reservation.start, at.position, reservation.end, part.slots.count()});
    cluster_.config.reservations.push_back(std::move(reservation));
  }

  /// The reservations that hold on a host at one time must fit its MXJ at that time.
  void check_room(const JsonAt& at_list) {
    for (const auto& [host, reserved] : of_host_) check_host(host, reserved, at_list);
  }

 private:
  /// In the order written. None: complained about.
  std::optional<std::vector<HostId>> hosts_of(const Fields& in, const JsonAt& at) {
    std::vector<HostId> hosts;
    taken_.assign(cluster_.config.hosts.size(), false);
    bool all_known = true;
    const std::string text = in.text("hosts"_key).value_or("");
    for (const std::string_view word : split_words(text)) {
      const auto group = cluster_.host_groups.find(word);
      if (group != cluster_.host_groups.end())
        add_new(hosts, group->second);
      else
        all_known = add_names(hosts, word, at) && all_known;
    }
    if (!all_known) return std::nullopt;
    if (text.empty())
      for (std::size_t i = 0; i < cluster_.config.hosts.size(); ++i)
        if (!cluster_.config.hosts[i].home) hosts.push_back(static_cast<HostId>(i));
    return hosts;
  }

  bool add_names(std::vector<HostId>& hosts, std::string_view word, const JsonAt& at) {
    if (word.find('@') != word.npos) return add_borrowed(hosts, word, at);
    const auto names = expand_hosts(word);
    if (!names) {
      draft_.complaints.error(at, "hosts"_key,
                              "expected hosts, ranges of hosts and groups, got " + in_quotes(word));
      return false;
    }
    for (const std::string& name : *names) {
      const auto host = draft_.find_host(at, "hosts"_key, name, id_);
      if (!host) return false;
      add_new(hosts, {*host});
    }
    return true;
  }

  bool add_borrowed(std::vector<HostId>& hosts, std::string_view word, const JsonAt& at) {
    bool all_good = true;
    std::set<std::string> told;  // many hosts of a range may share a complaint
    for (const std::string& name : expand_borrowed(word))
      if (const auto host = cluster_.hosts.find(name); host != cluster_.hosts.end())
        add_new(hosts, {host->second});
      else if (told.size() < TreeComplaints::most)
        all_good = complain_unknown(name, told, at) && all_good;
    return all_good;
  }
  /// True: it was only warned of.
  bool complain_unknown(const std::string& name, std::set<std::string>& told, const JsonAt& at) {
    using Why = NotBorrowed::Kind;
    const NotBorrowed why = why_not_borrowed(draft_, id_, name);
    const bool is_new = told.insert(why.text).second;
    if (is_new && (why.kind == Why::cluster_unknown || why.kind == Why::host_unknown))
      draft_.complaints.error(at, "hosts"_key, why.text);
    if (why.kind != Why::never_lent || !draft_.borrowed_known) return false;
    if (is_new)
      draft_.complaints.warning(at, "hosts"_key, why.text + ": nothing is reserved there");
    return true;
  }

  void add_new(std::vector<HostId>& hosts, const std::vector<HostId>& more) {
    for (const HostId host : more) {
      if (taken_[index_of(host)]) continue;
      taken_[index_of(host)] = true;
      hosts.push_back(host);
    }
  }

  void take_slots(ReservationConfig& reservation, const std::vector<HostId>& hosts,
                  std::optional<std::int64_t> wanted, const JsonAt& at) {
    std::int64_t left = wanted.value_or(INT64_MAX);
    for (const HostId host : hosts) {
      const std::int64_t there = cluster_.config.hosts[index_of(host)].mxj.count();
      const std::int64_t taken = std::min(there, left);
      left -= taken;
      if (taken > 0) reservation.parts.push_back({host, Slots{static_cast<std::int32_t>(taken)}});
    }
    std::ranges::sort(reservation.parts, {}, &ReservationConfig::Part::host);
    if (wanted && left > 0)
      draft_.complaints.warning(at, "slots"_key,
                                counted(*wanted, "slot") + (*wanted == 1 ? " is" : " are") +
                                    " asked for, and its hosts have " +
                                    std::to_string(*wanted - left));
  }

  /// Source: Platform LSF 7.0.6, MultiCluster guide, Shared Lease.
  void refuse_shared(const std::vector<HostId>& hosts, const ReservationConfig& reservation,
                     const JsonAt& at) {
    for (const HostId host : hosts) {
      const HostConfig& config = cluster_.config.hosts[index_of(host)];
      const auto& parts = reservation.parts;
      const bool is_taken =
          std::ranges::find(parts, host, &ReservationConfig::Part::host) != parts.end();
      const bool is_shared =
          config.home ? may_be_shared(draft_[config.home->cluster], config.home->host, id_)
                      : is_taken && may_be_shared(cluster_, host);
      if (is_shared)
        draft_.complaints.error(at, "hosts"_key,
                                "host " + config.name +
                                    " may be in a shared lease, and advance reservations do not "
                                    "go with that: expected other hosts");
      else if (config.home)
        draft_.complaints.warning(at, "hosts"_key,
                                  "nothing is reserved on " + config.name +
                                      ": it has no slots but those that a lease gives it");
      else if (is_taken && may_be_lent_whole(cluster_, host))
        draft_.complaints.warning(at, "hosts"_key,
                                  "host " + config.name +
                                      " may be exported as a whole: while it is, nothing of it is "
                                      "kept for the reservation");
    }
  }

  /// MXJ as the cluster is configured, and as changes make it.
  std::vector<MxjSince> mxj_of(HostId host) const {
    std::vector<MxjSince> mxj{{Time{}, cluster_.config.hosts[index_of(host)].mxj.count()}};
    for (const TimelineEntry& change : cluster_.changes) {
      const std::int64_t now = change.settings->hosts[index_of(host)].mxj.count();
      if (now != mxj.back().mxj) mxj.push_back({change.at, now});
    }
    return mxj;
  }

  void check_host(HostId id, const std::vector<ReservedSlots>& reserved, const JsonAt& at_list) {
    const std::vector<MxjSince> mxj = mxj_of(id);
    for (const Shortage& shortage : shortages(reserved, mxj)) {
      if (!complained_.insert(shortage.reservation).second) continue;
      const bool by_change = shortage.has.since != mxj.front().since;
      const std::string when =
          by_change ? " from " + seconds_text(shortage.has.since - Time{}) + " s on" : "";
      const JsonNode& node = at_list.node->children[shortage.reservation];
      draft_.complaints.error(JsonAt(at_list, node, shortage.reservation),
                              "the reservations of host " +
                                  cluster_.config.hosts[index_of(id)].name + " come to " +
                                  counted(shortage.slots, "slot") + " at once; it has " +
                                  std::to_string(shortage.has.mxj) + when);
    }
  }

  ScenarioDraft& draft_;
  ClusterDraft& cluster_;
  ClusterId id_;
  std::vector<bool> taken_;  ///< by HostId: by the reservation that is read
  std::map<HostId, std::vector<ReservedSlots>> of_host_;
  std::set<std::size_t> complained_;  ///< reservations that were complained about
};

}  // namespace

void read_reservations(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key),
                  [&](JsonNode& node, const JsonAt& at) {
                    const auto id = static_cast<ClusterId>(position++);
                    JsonNode* list = node.find("reservations"_key);
                    if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
                    ReservationReader reader(draft, id);
                    const JsonAt at_list(at, *list, 0);
                    for (std::size_t i = 0; i < list->children.size(); ++i)
                      if (const JsonNode& item = list->children[i]; item.is(JsonNode::Kind::object))
                        reader.read(item, JsonAt(at_list, item, i));
                    reader.check_room(at_list);
                  });
}

}  // namespace mcsim::config
