// Compares two files of `mcsim bench run`, and gates on what has become more.
#include "mcsim/app/bench/bench_diff.hpp"

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "mcsim/app/bench/bench_file.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

/// One number of an entry, where it differs.
struct Change {
  std::string entry;
  std::string what;  ///< steps, instructions, wall ns, or a kind of rows
  std::optional<std::uint64_t> base;
  std::optional<std::uint64_t> now;
  bool is_gated = false;
  bool regresses = false;
};

/// Every number of a file by the entry and what it counts.
using Numbers = std::map<std::pair<std::string, std::string>, std::uint64_t>;

std::string unit_of(const std::string& label) {
  if (label == work_label) return "steps";
  return label == time_label ? "wall ns" : label;
}

Numbers numbers_of(const BenchFile& file) {
  Numbers numbers;
  for (const BenchEntry& entry : file.entries) {
    numbers[{entry.name, unit_of(entry.label)}] = entry.value;
    if (entry.label == time_label) numbers[{entry.name, "cpu ns"}] = entry.cpu;
    for (const auto& [key, value] : entry.counters) numbers[{entry.name, key}] = value;
  }
  return numbers;
}

bool is_time(const std::string& what) { return what == "wall ns" || what == "cpu ns"; }

/// Whether `now` is more than `per_cent` above `base`. The percentage counts in millionths, so that
/// the answer is exact.
bool is_over(std::uint64_t base, std::uint64_t now, double per_cent) {
  const auto allowed = static_cast<std::uint64_t>(per_cent * 1e4);
  return UInt128{now} * 1'000'000 > UInt128{base} * (1'000'000 + allowed);
}

std::vector<Change> changes_of(const BenchFile& base, const BenchFile& now,
                               const BenchDiffRequest& request) {
  const Numbers before = numbers_of(base);
  const Numbers after = numbers_of(now);
  std::vector<Change> changes;
  for (const auto& [key, value] : before) {
    const auto found = after.find(key);
    if (found != after.end() && found->second == value) continue;
    Change change{.entry = key.first, .what = key.second, .base = value, .now = {}};
    if (found != after.end()) change.now = found->second;
    change.is_gated = found != after.end() && (request.time || !is_time(change.what));
    change.regresses = change.is_gated && is_over(value, *change.now, request.max_regress);
    changes.push_back(std::move(change));
  }
  for (const auto& [key, value] : after)
    if (!before.contains(key)) changes.push_back({key.first, key.second, std::nullopt, value});
  return changes;
}

/// +12.3 %, in whole tenths.
std::string per_cent(std::uint64_t base, std::uint64_t now) {
  if (base == 0) return "from 0";
  const Int128 tenths = (Int128{now} - Int128{base}) * 1000;
  const Int128 rounded = rounded_ratio(tenths < 0 ? -tenths : tenths, Int128{base});
  const auto size = static_cast<std::uint64_t>(rounded);
  return std::string(tenths < 0 ? "-" : "+") + std::to_string(size / 10) + "." +
         std::to_string(size % 10) + " %";
}

std::string cell(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "-";
}

std::string change_of(const Change& change) {
  if (!change.base) return "new";
  return change.now ? per_cent(*change.base, *change.now) : "gone";
}

std::string table_of(const std::vector<Change>& changes, std::size_t width) {
  TextTable table(2);
  table.add({"entry", "what", "base", "new", "change"});
  for (const Change& change : changes)
    table.add({change.entry, change.what, cell(change.base), cell(change.now),
               change_of(change) + (change.regresses ? " !" : "")});
  return table.text(width);
}

JsonNode whole_or_null(const char* key, const std::optional<std::uint64_t>& value) {
  return json_member(key, value ? json_whole(static_cast<std::int64_t>(*value)) : JsonNode{});
}

std::string json_of(const std::vector<Change>& changes, std::size_t compared) {
  const auto flag = [](const char* key, bool value) {
    JsonNode node;
    node.kind = JsonNode::Kind::boolean;
    node.boolean = value;
    return json_member(key, std::move(node));
  };
  std::vector<JsonNode> rows;
  for (const Change& change : changes)
    rows.push_back(json_object(
        {json_member("entry", json_text(change.entry)), json_member("what", json_text(change.what)),
         whole_or_null("base", change.base), whole_or_null("new", change.now),
         flag("regresses", change.regresses)}));
  return to_pretty_json(
      json_object({json_member("numbers", json_whole(static_cast<std::int64_t>(compared))),
                   json_member("changes", json_list(std::move(rows)))}));
}

/// Why two files cannot be compared; none: they can.
std::optional<Diagnostic> not_comparable(const BenchDiffRequest& request, const BenchFile& base,
                                         const BenchFile& now) {
  const auto about = [&](const std::string& what) {
    return about_file(request.now, what + ": not comparable with " + request.base);
  };
  if (base.fingerprint != now.fingerprint)
    return about("another schedule (fingerprint " + now.fingerprint + ", not " + base.fingerprint +
                 ")");
  if (base.count != now.count) return about("counts " + now.count + ", not " + base.count);
  return std::nullopt;
}

std::string plain(double per_cent) {
  char room[32];
  const auto end = std::to_chars(room, room + sizeof room, per_cent).ptr;
  return std::string(room, end);
}

ExitCode judge(const std::vector<Change>& changes, const BenchDiffRequest& request,
               const Console& console) {
  ExitCode code = ExitCode::done;
  for (const Change& change : changes) {
    if (!change.regresses) continue;
    code = ExitCode::gate;
    console.err << "mcsim: " << change.entry << ": " << change.what << " " << *change.base << " -> "
                << *change.now << " (" << per_cent(*change.base, *change.now) << "), over +"
                << plain(request.max_regress) << " %\n";
  }
  return code;
}

}  // namespace

ExitCode bench_diff_command(const BenchDiffRequest& request, const Console& console) {
  const auto base = read_bench_file(request.base);
  const auto now = read_bench_file(request.now);
  if (!base || !now) {
    Diagnostics wrong;
    if (!base) append(wrong, base.error());
    if (!now) append(wrong, now.error());
    print(console, wrong);
    return ExitCode::bad_input;
  }
  if (const auto why = not_comparable(request, *base, *now)) {
    print(console, {{*why}});
    return ExitCode::bad_input;
  }
  const std::vector<Change> changes = changes_of(*base, *now, request);
  const std::size_t compared = numbers_of(*base).size();
  if (request.json)
    console.out << json_of(changes, compared);
  else if (changes.empty())
    console.out << compared << (compared == 1 ? " number, equal\n" : " numbers, all equal\n");
  else
    console.out << table_of(changes, console.out_width());
  return judge(changes, request, console);
}

}  // namespace mcsim::app
