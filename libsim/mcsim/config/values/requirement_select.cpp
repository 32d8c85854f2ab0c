// The inside of select[...]: C's operators and their precedence, with types.
#include <array>
#include <charconv>
#include <cstdint>

#include "mcsim/config/values/requirement_scanner.hpp"

namespace mcsim::config::requirement {
namespace {

using Node = SelectExpression::Node;
using Op = SelectExpression::Op;

/// What an operand can be used as. `broken` was complained about, and passes for any type.
enum class Type : std::uint8_t { number, condition, boolean, text, word, broken };

struct Operand {
  std::uint32_t node = 0;
  Type type = Type::broken;
  std::size_t position = 0;
  std::string_view name;  ///< of a resource
};

struct Operator {
  std::string_view sign;
  Op op{};
  int level = 0;  ///< higher ones bind first
};

/// The longer signs first. A sign that only C has stands with what is meant by it.
constexpr std::array<Operator, 15> operators = {{
    {"||", Op::or_, 1},
    {"&&", Op::and_, 2},
    {"==", Op::equal, 3},
    {"!=", Op::unequal, 3},
    {"<=", Op::at_most, 4},
    {">=", Op::at_least, 4},
    {"<", Op::less, 4},
    {">", Op::more, 4},
    {"+", Op::plus, 5},
    {"-", Op::minus, 5},
    {"*", Op::times, 6},
    {"/", Op::divide, 6},
    {"=", Op::equal, 3},
    {"&", Op::and_, 2},
    {"|", Op::or_, 1},
}};
constexpr int comparisons = 3;
constexpr int additions = 5;

const Operator* operator_at(const Scanner& in) {
  for (const Operator& one : operators)
    if (in.sees(one.sign)) return &one;
  return nullptr;
}

class SelectReader {
 public:
  SelectReader(Scanner& in, std::span<const ResourceConfig> resources)
      : in_(in), known_(resources) {}

  SelectExpression read() && {
    need_condition(expression(1));
    if (!in_.at_end() && !failed_) in_.expected("an operator such as &&");
    return std::move(tree_);
  }

 private:
  Operand add(Node node, Type type, std::size_t position) {
    tree_.nodes.push_back(std::move(node));
    return {.node = static_cast<std::uint32_t>(tree_.nodes.size() - 1),
            .type = type,
            .position = position,
            .name = {}};
  }
  Operand broken() { return add({.text = {}}, Type::broken, in_.position()); }
  /// Notes a mistake after which nothing can be understood.
  Operand fail(const std::string& wish) {
    in_.expected(wish);
    failed_ = true;
    in_.skip_to_end();
    return broken();
  }

  /// Operands joined by operators of at least this level.
  Operand expression(int lowest) {
    Operand left = operand();
    while (const Operator* const sign = operator_at(in_)) {
      if (sign->level < lowest) break;
      const std::size_t position = in_.position();
      take(*sign);
      const Operand right = right_of(left, *sign);
      left = joined(*sign, position, left, right);
    }
    return left;
  }

  /// Reads the right operand, as a word only where one can stand: LINUX is no resource.
  Operand right_of(const Operand& left, const Operator& sign) {
    const bool compares_text = left.type == Type::text && sign.level >= comparisons;
    const bool may_compare = left.type == Type::broken && sign.level == comparisons;
    if (!compares_text && !may_compare) return expression(sign.level + 1);
    Operand right = word_or_expression(left, sign.level + 1);
    if (may_compare) right.type = Type::broken;
    return right;
  }

  void take(const Operator& sign) {
    if (sign.sign == "=" || sign.sign == "&" || sign.sign == "|") {
      const std::string meant = sign.sign == "=" ? "==" : std::string(2, sign.sign[0]);
      in_.mistake(in_.position(), "expected " + meant + ", got " + in_quotes(sign.sign));
    }
    in_.skip(sign.sign.size());
  }

  Operand joined(const Operator& sign, std::size_t position, const Operand& left,
                 const Operand& right) {
    Type type = Type::condition;
    if (left.type == Type::text && sign.level >= comparisons) {
      if (!compares_text(sign, position, left, right)) type = Type::broken;
    } else if (sign.level < comparisons) {
      need_condition(left);
      need_condition(right);
    } else {
      need_number(left);
      need_number(right);
      if (sign.level >= additions) type = Type::number;
    }
    const Node node{.op = sign.op, .text = {}, .left = left.node, .right = right.node};
    return add(node, type, left.position);
  }

  bool compares_text(const Operator& sign, std::size_t position, const Operand& left,
                     const Operand& right) {
    const std::string name(left.name);
    if (sign.level != comparisons)
      in_.mistake(position, "expected == or != after the string resource " + name + ", got " +
                                in_quotes(sign.sign));
    else if (right.type == Type::word)
      return true;
    else if (right.type != Type::broken)
      in_.mistake(right.position, "expected a word to compare " + name + " with");
    return false;
  }

  /// What messages call an operand of the wrong type.
  static std::string described(const Operand& operand) {
    if (operand.type == Type::condition) return "a condition";
    if (operand.type == Type::boolean) return "the Boolean resource " + std::string(operand.name);
    if (operand.type == Type::text) return "the string resource " + std::string(operand.name);
    return operand.type == Type::word ? "a word" : "a number";
  }
  void need_number(const Operand& operand) {
    if (operand.type == Type::number || operand.type == Type::broken) return;
    in_.mistake(operand.position, "expected a number, got " + described(operand));
  }
  void need_condition(const Operand& operand) {
    if (operand.type == Type::text)
      in_.mistake(operand.position,
                  "expected == or != after the string resource " + std::string(operand.name));
    if (operand.type == Type::word)
      in_.mistake(operand.position, "expected a condition, got a word");
  }

  /// Right of `text ==`: LINUX, 'X 86', any, local.
  Operand word_or_expression(const Operand& left, int level) {
    const std::size_t position = in_.position();
    if (in_.sees("'") || in_.sees("\"")) return quoted_word();
    if (in_.at_end() || !is_word_letter(in_.rest()[0]) || in_.sees("-")) return expression(level);
    if (left.type == Type::broken && is_digit(in_.rest()[0])) return expression(level);
    const std::string_view word = in_.take_run(is_word_letter);
    const bool of_host = left.name == "type" || left.name == "model";
    Op op = Op::text;
    if (of_host && word == "any") op = Op::any;
    if (of_host && word == "local") op = Op::local;
    return add({.op = op, .text = op == Op::text ? std::string(word) : ""}, Type::word, position);
  }

  Operand quoted_word() {
    const std::size_t position = in_.position();
    const std::string_view rest = in_.rest();
    const auto closed = rest.find(rest[0], 1);
    if (closed == std::string_view::npos) {
      in_.mistake(position, "expected a quote that closes this one");
      failed_ = true;
      in_.skip_to_end();
      return broken();
    }
    in_.skip(closed + 1);
    const Node node{.op = Op::text, .text = std::string(rest.substr(1, closed - 1))};
    return add(node, Type::word, position);
  }

  /// One operand with its signs and parentheses.
  Operand operand() {
    if (depth_ == deepest_requirement)
      return fail("at most " + std::to_string(deepest_requirement) +
                  " parentheses and signs within one another");
    ++depth_;
    const Operand result = operand_within();
    --depth_;
    return result;
  }

  Operand operand_within() {
    const std::size_t position = in_.position();
    if (in_.take("!")) {
      const Operand inner = operand();
      need_condition(inner);
      return add({.op = Op::not_, .text = {}, .left = inner.node}, Type::condition, position);
    }
    if (in_.take("-")) {
      const Operand inner = operand();
      need_number(inner);
      return add({.op = Op::negate, .text = {}, .left = inner.node}, Type::number, position);
    }
    if (in_.take("(")) return parenthesized(position);
    if (in_.sees("'") || in_.sees("\"")) return quoted_word();
    if (!in_.at_end() && (is_digit(in_.rest()[0]) || in_.sees("."))) return number();
    return in_.at_end() || !is_name_letter(in_.rest()[0]) ? fail("a number or a resource")
                                                          : named();
  }

  Operand parenthesized(std::size_t position) {
    Operand inner = expression(1);
    if (!failed_ && !in_.take(")")) return fail("an operator or \")\"");
    inner.position = position;
    // In (type)==LINUX the operator would expect a word, and in C it would not.
    if (inner.type == Type::text) need_condition(inner);
    if (inner.type == Type::text) inner.type = Type::broken;
    return inner;
  }

  Operand number() {
    const std::size_t position = in_.position();
    const auto fits = [](char letter) { return is_name_letter(letter) || letter == '.'; };
    const std::string_view digits = in_.take_run(fits);
    double value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                               std::chars_format::fixed);
    if (error == std::errc{} && stop == digits.data() + digits.size())
      return add({.op = Op::number, .value = value, .text = {}}, Type::number, position);
    const bool too_large = error == std::errc::result_out_of_range;
    in_.mistake(position, (too_large ? "expected a number that a double holds, got "
                                     : "expected a plain number such as 100 or 0.5, got ") +
                              in_quotes(digits));
    return broken();
  }

  Operand named() {
    const std::size_t position = in_.position();
    const std::string_view name = in_.take_run(is_name_letter);
    if (name == "defined" && in_.take("(")) return defined(position);
    const ResourceId id = find_resource(name, position, known_, in_);
    if (id == none<ResourceId>) return broken();
    const ResourceConfig& found = known_[index_of(id)];
    Operand result =
        add({.op = Op::resource, .resource = id, .text = {}}, type_of(found), position);
    result.name = found.name;
    return result;
  }

  static Type type_of(const ResourceConfig& found) {
    if (found.kind == ResourceKind::boolean) return Type::boolean;
    return found.kind == ResourceKind::text ? Type::text : Type::number;
  }

  Operand defined(std::size_t position) {
    const std::size_t inside = in_.position();
    const std::string_view name = in_.take_run(is_name_letter);
    if (name.empty()) return fail("the name of a resource");
    const ResourceId id = find_resource(name, inside, known_, in_);
    if (!in_.take(")")) return fail("\")\"");
    return add({.op = Op::defined, .resource = id, .text = {}}, Type::condition, position);
  }

  Scanner& in_;
  std::span<const ResourceConfig> known_;
  SelectExpression tree_;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

void read_select(Scanner& in, std::span<const ResourceConfig> resources, SelectExpression& to) {
  to = SelectReader(in, resources).read();
}

}  // namespace mcsim::config::requirement
