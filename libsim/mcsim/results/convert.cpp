// Chooses the direction of a conversion, and writes its output file.
#include "mcsim/results/convert.hpp"

#include <filesystem>
#include <string_view>

#include "mcsim/results/convert_ways.hpp"
#include "mcsim/text/packing.hpp"

namespace mcsim::results {
namespace {

constexpr std::string_view swf = "swf";
constexpr std::string_view csv = "jobs.csv";

/// The checked name of a file's format; empty: it is unknown, and a complaint says so.
std::string_view format_of(const std::string& file, const std::string& given,
                           std::string_view option, Diagnostics& wrong) {
  const auto complain = [&](const std::string& message) {
    wrong.add(about_file(file, message));
    return std::string_view{};
  };
  if (given == swf || given == csv) return given == swf ? swf : csv;
  if (!given.empty())
    return complain("unknown format " + in_quotes(given) + "; known: swf, jobs.csv");
  const std::string_view name = without_packing(file);
  if (name.ends_with(".swf")) return swf;
  if (name.ends_with(".csv")) return csv;
  return complain(
      "its name does not tell its format; expected .swf or .csv, also with .gz, .zst or .xz, or " +
      std::string(option) + " swf or jobs.csv");
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
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
        "is " + std::string(to) + ", as the input is; expected the other of swf, jobs.csv"));
  if (same_file(request.in, request.out))
    wrong.add(about_file(request.out, "is the input; expected another file to write to"));
  if (wrong.has_errors()) return Unexpected(about_input(std::move(wrong)));

  auto out = ReplacedFile::create(request.out, packing_of_name(request.out));
  if (!out) return Unexpected(about_output(std::move(out.error())));
  auto report =
      from == swf ? swf_to_csv(request.in, out->file()) : csv_to_swf(request.in, out->file());
  if (!report) return Unexpected(about_input(std::move(report.error())));
  if (auto failure = out->commit()) return Unexpected(about_output({{*std::move(failure)}}));
  return *std::move(report);
}

}  // namespace mcsim::results
