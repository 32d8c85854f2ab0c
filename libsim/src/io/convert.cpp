// Which way to convert, and where to.
#include "mcsim/io/convert.hpp"

#include <filesystem>
#include <optional>
#include <string_view>

#include "io/convert_ways.hpp"

namespace mcsim {
namespace {

constexpr std::string_view swf = "swf";
constexpr std::string_view csv = "jobs.csv";

/// `name` without `ending`; none: it ends in something else.
std::optional<std::string_view> without(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return std::nullopt;
  return name.substr(0, name.size() - ending.size());
}

/// The name of the format of a file, checked; empty: it could not be told, and the complaint says
/// so.
std::string_view format_of(const std::string& file, const std::string& given,
                           std::string_view option, Diagnostics& wrong) {
  const auto complain = [&](const std::string& message) {
    wrong.add(about_file(file, message));
    return std::string_view{};
  };
  std::string_view name = file;
  for (const std::string_view planned : {".zst", ".xz"})
    if (name.ends_with(planned))
      return complain("files that end in " + std::string(planned) +
                      " are planned; expected .gz or no compression");
  if (given == swf || given == csv) return given == swf ? swf : csv;
  if (!given.empty())
    return complain("unknown format " + mcsim::quoted(given) + "; known: swf, jobs.csv");
  name = without(name, ".gz").value_or(name);
  if (name.ends_with(".swf")) return swf;
  if (name.ends_with(".csv")) return csv;
  return complain(
      "its name does not tell its format; expected .swf, .csv, .swf.gz or .csv.gz, or " +
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

  const bool gzip = request.out.ends_with(".gz");
  auto out = ReplacedFile::create(request.out, gzip ? Compression::gzip : Compression::none);
  if (!out) return Unexpected(about_output(std::move(out.error())));
  auto report =
      from == swf ? swf_to_csv(request.in, out->file()) : csv_to_swf(request.in, out->file());
  if (!report) return Unexpected(about_input(std::move(report.error())));
  if (auto failure = out->commit()) return Unexpected(about_output({{*std::move(failure)}}));
  return *std::move(report);
}

}  // namespace mcsim
