// Copying and destruction of a configuration's values.
#include "mcsim/model/config.hpp"

#include <type_traits>

namespace mcsim::model {

ClusterSettings::ClusterSettings() = default;
ClusterSettings::ClusterSettings(const ClusterSettings& other) = default;
ClusterSettings::ClusterSettings(ClusterSettings&& other) noexcept = default;
ClusterSettings& ClusterSettings::operator=(const ClusterSettings& other) = default;
ClusterSettings& ClusterSettings::operator=(ClusterSettings&& other) noexcept = default;
ClusterSettings::~ClusterSettings() = default;

// What is promised not to throw would end the program where memory ends.
static_assert(std::is_nothrow_move_constructible_v<NameTable> &&
              std::is_nothrow_move_assignable_v<NameTable>);

GridConfig::GridConfig() { projects.id("default"); }
GridConfig::GridConfig(const GridConfig& other) = default;
GridConfig::GridConfig(GridConfig&& other) noexcept = default;
GridConfig& GridConfig::operator=(const GridConfig& other) = default;
GridConfig& GridConfig::operator=(GridConfig&& other) noexcept = default;
GridConfig::~GridConfig() = default;

}  // namespace mcsim::model
