// What two formats share comes back from a conversion there and back, over random small tables.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/results/convert.hpp"
#include "mcsim/text/csv.hpp"
#include "support/catch.hpp"
#include "support/csv_rows.hpp"
#include "support/random_dice.hpp"
#include "support/run_files.hpp"
#include "support/temp_folder.hpp"
#include "support/texts.hpp"

namespace mcsim::testing::convert_round_trips_test {
namespace {

constexpr std::uint64_t tables = 200;

void converts(const TempFolder& folder, const std::string& in, const std::string& out) {
  const auto report = convert({folder.path(in), folder.path(out), "", ""});
  if (!report) FAIL(texts(report.error()).at(0));
}

/// The fields of a row of a trace, from 1 on; empty ones are those that nobody looks at.
using Fields = std::array<std::string, 19>;

std::string line_of(const Fields& row) {
  std::string line;
  for (std::size_t field = 1; field < row.size(); ++field)
    line += row[field] + (field + 1 < row.size() ? " " : "\n");
  return line;
}

std::vector<Fields> rows_of_trace(const std::string& text) {
  std::vector<Fields> rows;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(';')) continue;
    Fields& row = rows.emplace_back();
    std::size_t start = 0;
    for (std::size_t field = 1; field < row.size(); ++field) {
      const std::size_t end = std::min(line.find(' ', start), line.size());
      row[field] = line.substr(start, end - start);
      start = std::min(end + 1, line.size());
    }
  }
  return rows;
}

Fields random_fields(Dice& dice, int job) {
  const auto number = [&](int most) {
    return dice.one_in(4) ? std::string("-1") : std::to_string(dice.number(0, most));
  };
  Fields row;
  row[1] = std::to_string(job);
  row[2] = dice.one_in(12) ? "-1" : std::to_string(dice.number(0, 50));
  if (row[2] != "-1" && dice.one_in(6)) row[2] += ".250";
  row[3] = number(20);
  row[4] = number(100);
  row[5] = number(4);
  row[8] = dice.one_in(2) ? row[5] : number(4);
  row[9] = number(200);
  row[11] = dice.one_of<std::string>({"-1", "0", "1", "5"});
  for (const std::size_t field : {12U, 13U, 14U, 15U}) row[field] = number(3);
  for (const std::size_t field : {6U, 7U, 10U, 16U, 17U, 18U}) row[field] = number(9);
  return row;
}

/// What comes back of a row, as the guide to tables says it; nothing: the row is left out.
std::vector<Fields> kept(Fields row) {
  const auto is_known = [&](std::size_t field) { return row[field] != "-1" && row[field] != "0"; };
  const bool has_run = row[4] != "-1";
  const std::string slots = is_known(8) ? row[8] : is_known(5) ? row[5] : std::string("-1");
  if (row[2] == "-1" || (has_run && slots == "-1")) return {};
  row[8] = slots;
  row[5] = has_run ? slots : "-1";
  if (has_run && row[11] == "-1") row[11] = "1";
  for (const std::size_t field : {6U, 7U, 10U, 16U, 17U, 18U}) row[field] = "-1";
  return {row};
}

/// What stands in the columns of a table: as it is written there, and as it comes back.
struct Choice {
  std::string_view column;
  std::vector<std::string> values;
};
const std::vector<Choice> choices = {
    {"requested_time", {"1", "20", "7.250", "3600"}},
    {"slots", {"1", "2", "64"}},
    {"user", {"ann", "bob the second", "o'brien, jr", "17", "\xC3\xA4nne"}},
    {"submit_cluster", {"C1", "C2"}},
    {"submit_queue", {"normal", "night"}},
    {"user_group", {"physics"}},
    {"project", {"a project", "a \"quoted\" one"}},
    {"app", {"solver"}},
    {"hosts", {"a1 a2", "group1+2 others"}},
    {"res_req", {"select[mem>500 && type==any] rusage[mem=200]", "span[hosts=1]"}},
    {"exclusive", {"yes", "no"}},
    {"priority", {"1", "50"}},
    {"from_host", {"a1"}},
    {"rerunnable", {"yes", "no"}},
    {"cpu_limit", {"60", "0.500"}},
    {"exit_codes", {"0", "3 0"}},
    {"init_failures", {"1"}},
    {"preexec_failures", {"2"}},
    {"min_slots", {"1"}},
    {"name", {"sim", "a, b"}},
    {"depends", {"done(1)", "ended(1) && exit(1, > 2)"}},
    {"terminate_orphan", {"yes", "no"}},
    {"begin", {"100", "0.125"}},
    {"cancel_at", {"1000"}},
};

std::vector<Row> random_rows(Dice& dice) {
  std::vector<const Choice*> used;
  for (const Choice& choice : choices)
    if (dice.one_in(3)) used.push_back(&choice);
  std::vector<Row> rows;
  const int jobs = dice.number(1, 6);
  for (int job = 1; job <= jobs; ++job) {
    Row& row = rows.emplace_back();
    row["job_id"] = std::to_string(job);
    row["submit_time"] = dice.one_of<std::string>({"0", "3", "12.500"});
    row["run_time"] = dice.one_of<std::string>({"0", "10", "0.001", "86400"});
    for (const Choice* choice : used)
      row[std::string(choice->column)] = dice.one_in(3) ? "" : dice.one_of(choice->values);
  }
  return rows;
}

std::string text_of(const std::vector<Row>& rows) {
  std::string text;
  for (const auto& [column, cell] : rows.front()) text += (text.empty() ? "" : ",") + column;
  text += '\n';
  for (const Row& row : rows) {
    std::string line;
    for (const auto& [column, cell] : row) line += csv_field(cell) + ",";
    line.back() = '\n';
    text += line;
  }
  return text;
}

/// Without empty cells: no column means the same.
std::vector<Row> without_empty(std::vector<Row> rows) {
  for (Row& row : rows) std::erase_if(row, [](const auto& cell) { return cell.second.empty(); });
  return rows;
}

}  // namespace

TEST_CASE("a trace comes back from a table with all that a table has a column for") {
  for (std::uint64_t seed = 0; seed < tables; ++seed) {
    Dice dice(seed, "test/trace there and back");
    std::string text;
    std::vector<Fields> expected;
    const int jobs = dice.number(1, 8);
    for (int job = 1; job <= jobs; ++job) {
      const Fields row = random_fields(dice, job);
      text += line_of(row);
      for (const Fields& again : kept(row)) expected.push_back(again);
    }
    INFO("seed " << seed << "\n" << text);
    const TempFolder folder;
    folder.write("t.swf", text);
    converts(folder, "t.swf", "t.csv");
    converts(folder, "t.csv", "back.swf");
    std::vector<Fields> back = rows_of_trace(folder.read("back.swf"));
    std::ranges::sort(back);
    std::ranges::sort(expected);
    REQUIRE(back == expected);
  }
}

TEST_CASE("a table comes back from the jobs of a scenario with all that these have a key for") {
  for (std::uint64_t seed = 0; seed < tables; ++seed) {
    Dice dice(seed, "test/table there and back");
    const std::vector<Row> rows = random_rows(dice);
    INFO("seed " << seed << "\n" << text_of(rows));
    const TempFolder folder;
    folder.write("t.csv", text_of(rows));
    converts(folder, "t.csv", "t.json");
    converts(folder, "t.json", "back.csv");
    REQUIRE(without_empty(rows_of(folder.path("back.csv"))) == without_empty(rows));
  }
}

}  // namespace mcsim::testing::convert_round_trips_test
