// Chooses the direction of a conversion, and writes its output file.
#include "mcsim/results/convert.hpp"

#include <filesystem>
#include <string_view>

#include "mcsim/config/scenario/table_convert.hpp"
#include "mcsim/results/convert_ways.hpp"
#include "mcsim/text/memory_file.hpp"
#include "mcsim/text/packing.hpp"

namespace mcsim::results {
namespace {

constexpr std::string_view swf = "swf";
constexpr std::string_view csv = "jobs.csv";
constexpr std::string_view json = "json";

/// The checked name of a file's format; empty: it is unknown, and a complaint says so.
std::string_view format_of(const std::string& file, const std::string& given,
                           std::string_view option, Diagnostics& wrong) {
  const auto complain = [&](const std::string& message) {
    wrong.add(about_file(file, message));
    return std::string_view{};
  };
  for (const std::string_view known : {swf, csv, json})
    if (given == known) return known;
  if (!given.empty())
    return complain("unknown format " + in_quotes(given) + "; known: swf, jobs.csv, json");
  const std::string_view name = without_packing(file);
  if (name.ends_with(".swf")) return swf;
  if (name.ends_with(".csv")) return csv;
  if (name.ends_with(".json") || name.ends_with(".jsonc")) return json;
  return complain(
      "its name does not tell its format; expected .swf, .csv or .json, also with .gz, .zst or "
      ".xz, or " +
      std::string(option) + " swf, jobs.csv or json");
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

/// Writes what was converted as a whole.
Expected<ConvertReport, Diagnostics> written(Expected<ConvertedJobs, Diagnostics> converted,
                                             OutputFile& out) {
  if (!converted) return Unexpected(std::move(converted.error()));
  out.write(converted->text);
  return ConvertReport{.rows = converted->jobs, .warnings = std::move(converted->warnings)};
}

/// One of the ways to a table, or from one.
Expected<ConvertReport, Diagnostics> one_way(const std::string& path, const std::string& shown_name,
                                             std::string_view from, std::string_view to,
                                             OutputFile& out) {
  if (from == swf) return swf_to_csv(path, shown_name, out);
  if (from == json) return written(table_of_jobs(path, shown_name), out);
  if (to == swf) return csv_to_swf(path, shown_name, out);
  return written(jobs_of_table(path, shown_name), out);
}

/// Between traces and scenarios the way leads over a table.
Expected<ConvertReport, Diagnostics> converted(const std::string& in, std::string_view from,
                                               std::string_view to, OutputFile& out) {
  if (from == csv || to == csv) return one_way(in, in, from, to, out);
  const auto table = MemoryFile::create();
  if (!table) return Unexpected(table.error());
  auto file = OutputFile::create(table->path());
  if (!file) return Unexpected(std::move(file.error()));
  auto first = one_way(in, in, from, csv, *file);
  if (!first) return first;
  if (auto failure = file->close()) return Unexpected(Diagnostics{{*std::move(failure)}});
  auto second = one_way(table->path(), in + " as a table", csv, to, out);
  if (!second) return second;
  append(first->warnings, second->warnings);
  return ConvertReport{.rows = second->rows, .warnings = std::move(first->warnings)};
}

ConvertFailure about_input(Diagnostics diagnostics) { return {std::move(diagnostics), false}; }
ConvertFailure about_output(Diagnostics diagnostics) { return {std::move(diagnostics), true}; }

}  // namespace

Expected<ConvertReport, ConvertFailure> convert(const ConvertRequest& request) {
  Diagnostics wrong;
  const std::string_view from = format_of(request.in, request.from, "--from", wrong);
  const std::string_view to = format_of(request.out, request.to, "--to", wrong);
  if (!wrong.has_errors() && from == to)
    wrong.add(about_file(
        request.out,
        "is " + std::string(to) + ", as the input is; expected another of swf, jobs.csv, json"));
  if (same_file(request.in, request.out))
    wrong.add(about_file(request.out, "is the input; expected another file to write to"));
  if (wrong.has_errors()) return Unexpected(about_input(std::move(wrong)));

  auto out = ReplacedFile::create(request.out, packing_of_name(request.out));
  if (!out) return Unexpected(about_output(std::move(out.error())));
  auto report = converted(request.in, from, to, out->file());
  if (!report) return Unexpected(about_input(std::move(report.error())));
  if (auto failure = out->commit()) return Unexpected(about_output({{*std::move(failure)}}));
  return *std::move(report);
}

}  // namespace mcsim::results
