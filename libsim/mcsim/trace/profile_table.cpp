// Job profiles by the hash of their contents.
#include "mcsim/trace/profile_table.hpp"

#include <bit>
#include <string>

namespace mcsim::trace {
namespace {

/// Mixes numbers and texts. Equal profiles have equal hashes; nothing else depends on the hash.
class Hash {
 public:
  Hash& add(std::uint64_t number) {
    value_ = (value_ ^ number) * 0x9E3779B97F4A7C15U;
    value_ ^= value_ >> 29;
    return *this;
  }
  Hash& add(std::int64_t number) { return add(static_cast<std::uint64_t>(number)); }
  Hash& add(std::int32_t number) { return add(static_cast<std::int64_t>(number)); }
  Hash& add(std::uint32_t number) { return add(static_cast<std::uint64_t>(number)); }
  Hash& add(bool flag) { return add(static_cast<std::uint64_t>(flag ? 1 : 0)); }
  Hash& add(const std::string& text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char letter : text) add(static_cast<std::uint64_t>(letter));
    return *this;
  }
  template <class Id>
    requires std::is_enum_v<Id>
  Hash& add(Id id) {
    return add(static_cast<std::uint64_t>(id));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

void add(Hash& hash, const ResourceRequirement& wish) {
  for (const SelectExpression::Node& node : wish.select.nodes)
    hash.add(node.op)
        .add(std::bit_cast<std::uint64_t>(node.value + 0.0))  // -0 is 0
        .add(node.resource)
        .add(node.text)
        .add(node.left)
        .add(node.right);
  for (const OrderKey& key : wish.order) hash.add(key.resource).add(key.reversed);
  for (const ResourceUse& use : wish.rusage)
    hash.add(use.resource).add(use.amount).add(use.duration.count()).add(use.decay);
  for (const ResourceId resource : wish.same) hash.add(resource);
  hash.add(wish.one_host).add(wish.ptile).add(wish.text);
}

void add(Hash& hash, const std::optional<HostPreferences>& hosts) {
  if (!hosts) return;
  hash.add(hosts->all);
  for (const HostPreferences::Entry& entry : hosts->list) hash.add(entry.host).add(entry.level);
}

std::uint64_t hash_of(const JobProfile& profile) {
  Hash hash;
  add(hash, profile.res_req);
  add(hash, profile.hosts);
  for (const std::int32_t code : profile.exit_codes) hash.add(code);
  return hash.add(profile.group)
      .add(profile.application)
      .add(profile.from_host)
      .add(profile.exclusive)
      .add(profile.rerunnable)
      .add(profile.overuse)
      .add(profile.priority)
      .add(profile.most_slots)
      .add(profile.memory)
      .add(profile.cpu_limit.count())
      .add(profile.mem_limit)
      .add(profile.init_failures)
      .add(profile.preexec_failures)
      .value();
}

}  // namespace

ProfileId ProfileTable::of(const JobProfile& profile) {
  if (profile == profiles_[0]) return ProfileId{};
  const std::uint64_t hash = hash_of(profile);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (profiles_[index_of(at->second)] == profile) return at->second;
  const auto id = static_cast<ProfileId>(profiles_.size());
  profiles_.push_back(profile);
  by_hash_.emplace(hash, id);
  return id;
}

}  // namespace mcsim::trace
