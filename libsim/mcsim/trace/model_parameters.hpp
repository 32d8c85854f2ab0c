// The parameters of workload models: how command lines and scenarios call them, and how their texts
// are read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// One parameter. The help of the command, the keys of a workload and the checks come of it.
struct ModelParameter {
  enum class Kind : std::uint8_t {
    whole,    ///< from `lowest` to `highest`
    decimal,  ///< the same, fractions too
    choice,   ///< one of `allowed`
    text,     ///< numbers or a table, as `about` says
  };

  std::string_view name;
  Kind kind = Kind::decimal;
  std::string_view about = {};
  std::string_view fallback = {};       ///< the default, as text
  std::string_view fallback_rule = {};  ///< the same in words, where it depends on others
  std::int64_t lowest = 0;
  std::int64_t highest = 2'147'483'647;
  std::string_view unit = {};
  std::string_view allowed = {};  ///< separated by blanks
};

/// Values as they were typed, by the parameters' names.
using ParameterTexts = std::map<std::string, std::string, std::less<>>;

/// What is wrong with the value of one parameter, or that it is missing.
struct WrongParameter {
  std::string name;
  std::string message;

  bool operator==(const WrongParameter&) const = default;
};

/// Reads values, and notes all that is wrong. A wrong value is read as the default.
class ParameterReader {
 public:
  ParameterReader(std::span<const ModelParameter> known, const ParameterTexts& given)
      : known_(known), given_(given) {}

  bool has(std::string_view name) const { return given_.contains(name); }
  /// As it was typed; empty: it was not.
  std::string_view text(std::string_view name) const;
  /// None: it is not given, or wrong.
  std::optional<double> given_decimal(std::string_view name);
  std::optional<std::int64_t> given_whole(std::string_view name);
  /// With the default of the parameter.
  double decimal(std::string_view name);
  std::int64_t whole(std::string_view name);
  std::string choice(std::string_view name);

  void wrong(std::string_view name, std::string message);
  /// Notes that a value, which was read as this number, has to be above 0.
  void above_0(std::string_view name, double value);
  bool any_wrong() const { return !wrong_.empty(); }
  bool is_wrong(std::string_view name) const;
  /// Whether none of these is wrong, so that they can be compared.
  bool are_good(std::initializer_list<std::string_view> names) const;
  /// In the order of the parameters.
  std::vector<WrongParameter> take();

 private:
  const ModelParameter& row(std::string_view name) const;

  std::span<const ModelParameter> known_;
  const ParameterTexts& given_;
  std::vector<WrongParameter> wrong_;
};

/// A decimal number, correctly rounded; none: `text` is no number.
std::optional<double> read_double(std::string_view text);

}  // namespace mcsim::trace
