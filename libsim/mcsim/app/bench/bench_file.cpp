// Writes and reads the file of `mcsim bench run`.
#include "mcsim/app/bench/bench_file.hpp"

#include <set>
#include <utility>

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::app {
namespace {

using Kind = JsonNode::Kind;
constexpr std::int64_t bench_format = 1;

JsonNode number(std::string key, std::uint64_t value) {
  return json_member(std::move(key), json_whole(static_cast<std::int64_t>(value)));
}
JsonNode words(std::string key, std::string value) {
  return json_member(std::move(key), json_text(std::move(value)));
}

JsonNode context(const BenchFile& file) {
  return json_object(
      {words("executable", file.executable), number("json_schema_version", 1),
       json_member("mcsim",
                   json_object({number("format", bench_format), words("version", file.version),
                                words("revision", file.revision), words("input", file.input),
                                words("command", file.command), words("count", file.count),
                                words("fingerprint", file.fingerprint)}))});
}

/// Readers of this format know times only, and of these only s, ms, us and ns: a step, or an
/// instruction, is a ns to them, and `label` says what it is.
JsonNode entry(const BenchEntry& one) {
  std::vector<JsonNode> members{words("name", one.name),        words("run_name", one.name),
                                words("run_type", "iteration"), number("repetitions", 1),
                                number("threads", 1),           number("iterations", one.decisions),
                                number("real_time", one.value), number("cpu_time", one.cpu),
                                words("time_unit", "ns"),       words("label", one.label)};
  for (const auto& [key, value] : one.counters) members.push_back(number(key, value));
  return json_object(std::move(members));
}

/// Reads the tree of a file, and notes all that is wrong.
class BenchReader {
 public:
  explicit BenchReader(const JsonTree& tree) : root_(tree.root), complaints_(tree) {}

  Expected<BenchFile, Diagnostics> read() {
    if (const JsonNode* const ours = ours_of(root_)) {
      file_.version = text_of(*ours, "version");
      file_.revision = text_of(*ours, "revision");
      file_.input = text_of(*ours, "input");
      file_.count = text_of(*ours, "count");
      file_.fingerprint = text_of(*ours, "fingerprint");
      read_entries();
    }
    if (complaints_.any_errors()) return Unexpected(complaints_.take());
    return std::move(file_);
  }

 private:
  /// The member of the context that other writers of the format do not have.
  const JsonNode* ours_of(const JsonNode& root) {
    const JsonNode* const around = root.find("context");
    const JsonNode* const ours = around == nullptr ? nullptr : around->find("mcsim");
    if (ours == nullptr || !ours->is(Kind::object)) {
      const JsonNode& nearest = ours != nullptr ? *ours : around != nullptr ? *around : root;
      complaints_.error(nearest.place, "/context/mcsim",
                        "expected what mcsim bench run has written: this has no such object");
      return nullptr;
    }
    at_ours_ = "/context/mcsim/";
    const JsonNode* const format = ours->find("format");
    if (format == nullptr || !format->is(Kind::whole) || format->whole != bench_format)
      complaints_.error(format == nullptr ? ours->place : format->place, at_ours_ + "format",
                        "expected 1: other formats are of other versions of mcsim");
    return ours;
  }

  std::string text_of(const JsonNode& ours, const std::string& key) {
    const JsonNode* const value = ours.find(key);
    if (value != nullptr && value->is(Kind::text)) return value->text;
    complaints_.error(value == nullptr ? ours.place : value->place, at_ours_ + key,
                      value == nullptr ? "missing" : "expected text");
    return {};
  }

  void read_entries() {
    const JsonNode* const list = root_.find("benchmarks");
    if (list == nullptr || !list->is(Kind::list)) {
      complaints_.error(list == nullptr ? root_.place : list->place, "/benchmarks",
                        list == nullptr ? "missing" : "expected a list");
      return;
    }
    const JsonAt root(root_);
    const JsonAt all(root, *list, 0);
    for (std::size_t at = 0; at < list->children.size(); ++at)
      read_entry(JsonAt(all, list->children[at], at));
  }

  void read_entry(const JsonAt& at) {
    if (!at.node->is(Kind::object)) return complaints_.error(at, "expected an object");
    BenchEntry one;
    one.name = word(at, "name");
    one.label = word(at, "label");
    one.decisions = count(at, "iterations");
    one.value = count(at, "real_time");
    one.cpu = count(at, "cpu_time");
    for (const std::string_view key : work_columns)
      if (at.node->find(key) != nullptr) one.counters[std::string(key)] = count(at, key);
    if (!one.name.empty() && !names_.emplace(one.label, one.name).second)
      complaints_.error(at, "name", "another entry has this name");
    file_.entries.push_back(std::move(one));
  }

  std::string word(const JsonAt& at, std::string_view key) {
    const JsonNode* const value = at.node->find(key);
    if (value != nullptr && value->is(Kind::text) && !value->text.empty()) return value->text;
    complaints_.error(at, key, value == nullptr ? "missing" : "expected text");
    return {};
  }
  std::uint64_t count(const JsonAt& at, std::string_view key) {
    const JsonNode* const value = at.node->find(key);
    if (value != nullptr && value->is(Kind::whole) && value->whole >= 0)
      return static_cast<std::uint64_t>(value->whole);
    complaints_.error(at, key,
                      value == nullptr ? "missing" : "expected a whole number of at least 0");
    return 0;
  }

  const JsonNode& root_;
  TreeComplaints complaints_;
  BenchFile file_;
  std::string at_ours_;
  std::set<std::pair<std::string, std::string>> names_;  ///< with their labels
};

}  // namespace

std::string to_json(const BenchFile& file) {
  std::vector<JsonNode> entries;
  for (const BenchEntry& one : file.entries) entries.push_back(entry(one));
  return to_pretty_json(json_object({json_member("context", context(file)),
                                     json_member("benchmarks", json_list(std::move(entries)))}));
}

Expected<BenchFile, Diagnostics> read_bench_file(const std::string& path) {
  const auto tree = read_json_file(path, path);
  if (!tree) return Unexpected(tree.error());
  return BenchReader(*tree).read();
}

}  // namespace mcsim::app
