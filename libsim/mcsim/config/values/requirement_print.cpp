// Resource requirements as text, and pictures of what is wrong with one.
#include <array>
#include <charconv>

#include "mcsim/base/check.hpp"
#include "mcsim/config/values/requirement_scanner.hpp"

namespace mcsim::config {
namespace {

using Node = SelectExpression::Node;
using Op = SelectExpression::Op;

struct OperatorShape {
  std::string_view sign;
  int level = 0;
};

/// Operators as C has them; operands bind strongest.
OperatorShape shape_of(Op op) {
  switch (op) {
    case Op::or_:
      return {" || ", 1};
    case Op::and_:
      return {" && ", 2};
    case Op::equal:
      return {"==", 3};
    case Op::unequal:
      return {"!=", 3};
    case Op::less:
      return {"<", 4};
    case Op::at_most:
      return {"<=", 4};
    case Op::more:
      return {">", 4};
    case Op::at_least:
      return {">=", 4};
    case Op::plus:
      return {"+", 5};
    case Op::minus:
      return {"-", 5};
    case Op::times:
      return {"*", 6};
    case Op::divide:
      return {"/", 6};
    case Op::negate:
      return {"-", 7};
    case Op::not_:
      return {"!", 7};
    default:
      return {"", 8};
  }
}

std::string number_text(double value) {
  std::array<char, 400> digits{};
  char* const begin = digits.data();
  const auto end = std::to_chars(begin, begin + digits.size(), value, std::chars_format::fixed);
  MCSIM_CHECK(end.ec == std::errc{}, "a number longer than any");
  return {begin, end.ptr};
}

/// `word`, in quotes where it could be taken for something else.
std::string word_text(const std::string& word) {
  const bool plain = !word.empty() && word[0] != '-' && word != "any" && word != "local" &&
                     std::ranges::all_of(word, requirement::is_word_letter);
  if (plain) return word;
  const char quote = word.find('"') == std::string::npos ? '"' : '\'';
  return quote + word + quote;
}

/// Thousandths as a decimal number without zeros at its end.
std::string decimal_text(Amount amount) {
  std::string text = std::to_string(amount / amount_unit);
  if (amount % amount_unit == 0) return text;
  text += "." + std::to_string(amount_unit + amount % amount_unit).substr(1);
  return text.substr(0, text.find_last_not_of('0') + 1);
}

std::string duration_text(Duration length) {
  if (length % 1h == 0ms) return std::to_string(length / 1h) + "h";
  return length % 1min == 0ms ? std::to_string(length / 1min) : std::to_string(length / 1s) + "s";
}

class Printer {
 public:
  explicit Printer(std::span<const ResourceConfig> resources) : resources_(resources) {}

  std::string print(const ResourceRequirement& requirement) {
    if (!requirement.select.empty()) {
      open("select");
      put(requirement.select, requirement.select.nodes.back());
      text_ += "]";
    }
    put_list("order", ":", requirement.order, [this](const OrderKey& key) {
      return (key.reversed ? "-" : "") + name(key.resource);
    });
    put_list("rusage", ", ", requirement.rusage,
             [this](const ResourceUse& use) { return of(use); });
    if (requirement.one_host) put_span("hosts=1");
    if (requirement.ptile > 0) put_span("ptile=" + std::to_string(requirement.ptile));
    put_list("same", ":", requirement.same, [this](ResourceId id) { return name(id); });
    return std::move(text_);
  }

 private:
  const std::string& name(ResourceId id) const {
    MCSIM_CHECK(index_of(id) < resources_.size(), "a resource of another table");
    return resources_[index_of(id)].name;
  }
  void open(std::string_view section) {
    text_ += text_.empty() ? "" : " ";
    text_.append(section) += "[";
  }

  void put_span(const std::string& inside) {
    open("span");
    text_ += inside + "]";
  }

  template <class T, class Text>
  void put_list(std::string_view section, std::string_view between, const std::vector<T>& list,
                Text text_of) {
    if (list.empty()) return;
    open(section);
    for (std::size_t at = 0; at < list.size(); ++at)
      text_.append(at == 0 ? "" : between) += text_of(list[at]);
    text_ += "]";
  }

  std::string of(const ResourceUse& use) const {
    std::string text = name(use.resource) + "=" + decimal_text(use.amount);
    if (use.duration < unlimited) text += ":duration=" + duration_text(use.duration);
    return use.decay ? text + ":decay=1" : text;
  }

  void put(const SelectExpression& select, const Node& node) {
    const auto [sign, level] = shape_of(node.op);
    if (level == 8) {
      text_ += operand(node);
    } else if (level == 7) {
      text_ += sign;
      put_operand(select, select.nodes[node.left], level);
    } else {
      put_operand(select, select.nodes[node.left], level);
      text_ += sign;
      put_operand(select, select.nodes[node.right], level + 1);
    }
  }
  void put_operand(const SelectExpression& select, const Node& node, int lowest) {
    const bool bare = shape_of(node.op).level >= lowest;
    text_ += bare ? "" : "(";
    put(select, node);
    text_ += bare ? "" : ")";
  }

  std::string operand(const Node& node) const {
    if (node.op == Op::number) return number_text(node.value);
    if (node.op == Op::text) return word_text(node.text);
    if (node.op == Op::any) return "any";
    if (node.op == Op::local) return "local";
    return node.op == Op::defined ? "defined(" + name(node.resource) + ")" : name(node.resource);
  }

  std::span<const ResourceConfig> resources_;
  std::string text_;
};

}  // namespace

std::string to_text(const ResourceRequirement& requirement,
                    std::span<const ResourceConfig> resources) {
  return Printer(resources).print(requirement);
}

}  // namespace mcsim::config
