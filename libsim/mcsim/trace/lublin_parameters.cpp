// The parameters of Lublin's and Feitelson's model, with the authors' defaults.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/lublin.hpp"
#include "mcsim/trace/model_tables.hpp"
#include "mcsim/trace/quantile_table.hpp"

namespace mcsim::trace {
namespace {

static_assert(half_hours_of_day == 48);

using Member = double LublinJobs::*;
constexpr std::pair<std::string_view, Member> members[] = {
    {"serial_prob", &LublinJobs::serial_prob},
    {"pow2_prob", &LublinJobs::pow2_prob},
    {"ulow", &LublinJobs::ulow},
    {"uprob", &LublinJobs::uprob},
    {"a1", &LublinJobs::a1},
    {"b1", &LublinJobs::b1},
    {"a2", &LublinJobs::a2},
    {"b2", &LublinJobs::b2},
    {"pa", &LublinJobs::pa},
    {"pb", &LublinJobs::pb},
    {"aarr", &LublinJobs::aarr},
    {"barr", &LublinJobs::barr},
    {"arar", &LublinJobs::arar},
    {"anum", &LublinJobs::anum},
    {"bnum", &LublinJobs::bnum},
};

/// The default of a type, as the rule in words has it: "batch 0.2927, interactive 0.1541, all
/// 0.244".
double default_of_type(std::string_view name, std::string_view type) {
  for (const ModelParameter& row : lublin_parameters) {
    if (row.name != name) continue;
    const auto words = split_words(row.fallback_rule);
    for (std::size_t at = 0; at + 1 < words.size(); at += 2)
      if (words[at] == type)
        return read_double(words[at + 1].substr(0, words[at + 1].find(','))).value();
  }
  MCSIM_CHECK(false, "a parameter without a default for a type of jobs");
  return 0;
}

LublinJobs read_type(ParameterReader& in, std::string_view type, std::int64_t procs) {
  LublinJobs jobs{.type = type, .queue = type == "batch" ? 1 : 0};
  for (const auto& [name, member] : members) {
    const auto given = in.given_decimal(name);
    jobs.*member = given ? *given : default_of_type(name, type);
  }
  const double log2 = binary_log(static_cast<double>(procs));
  const double below = type == "interactive" ? 1.5 : 0;
  const double from_med = type == "batch" ? 2 : 2.5;
  jobs.uhi = in.given_decimal("uhi").value_or(log2 - below);
  jobs.umed = in.given_decimal("umed").value_or(std::max(jobs.ulow, jobs.uhi - from_med));
  return jobs;
}

/// Of sizes that do not follow each other the one that was given names what is wrong; where none
/// was, it is the machine, which the defaults go by.
void check_sizes(ParameterReader& in, const LublinJobs& jobs) {
  const bool is_in_order = jobs.ulow <= jobs.umed && jobs.umed <= jobs.uhi;
  if (!in.are_good({"ulow", "umed", "uhi", "procs"}) || is_in_order) return;
  const std::string of_jobs = " for " + std::string(jobs.type) + " jobs";
  if (in.given_decimal("umed") || in.given_decimal("uhi") || in.given_decimal("ulow")) {
    const std::string_view given = in.given_decimal("umed")  ? "umed"
                                   : in.given_decimal("uhi") ? "uhi"
                                                             : "ulow";
    return in.wrong(given, "expected ulow <= umed <= uhi, got " + double_text(jobs.ulow) + ", " +
                               double_text(jobs.umed) + " and " + double_text(jobs.uhi) + of_jobs);
  }
  in.wrong("procs", "too few: the log2 of the largest size, uhi, is " + double_text(jobs.uhi) +
                        ", and that of the least one, ulow, " + double_text(jobs.ulow) + of_jobs);
}

/// What single values cannot tell.
void check_type(ParameterReader& in, const LublinJobs& jobs, std::int64_t procs) {
  for (const std::string_view name :
       {"a1", "b1", "a2", "b2", "aarr", "barr", "arar", "anum", "bnum"})
    for (const auto& [known, member] : members)
      if (known == name) in.above_0(name, jobs.*member);
  if (in.are_good({"serial_prob", "pow2_prob"}) && jobs.serial_prob + jobs.pow2_prob > 1)
    in.wrong("pow2_prob", "with serial_prob it is " +
                              double_text(jobs.serial_prob + jobs.pow2_prob) + " for " +
                              std::string(jobs.type) + " jobs; expected at most 1");
  check_sizes(in, jobs);
  constexpr double least_deviation = 0.1;  // half hours: a peak that is summed up exactly
  if (in.are_good({"anum", "bnum"}) && std::sqrt(jobs.anum) * jobs.bnum < least_deviation)
    in.wrong("bnum",
             "all jobs come at one time of the day: expected bnum x sqrt(anum) of at least " +
                 double_text(least_deviation));
  const double most = binary_log(static_cast<double>(procs));
  if (in.are_good({"uhi", "procs"}) && jobs.uhi > most)
    in.wrong("uhi", "expected at most log2 of procs, " + double_text(most) + ", got " +
                        double_text(jobs.uhi));
}

}  // namespace

std::string lublin_text(const Lublin& model, const LublinJobs& jobs) {
  std::string text = std::string(jobs.type) + " jobs: umed " + double_text(jobs.umed) + ", uhi " +
                     double_text(jobs.uhi);
  for (const auto& [name, member] : members)
    text += ", " + std::string(name) + " " + double_text(jobs.*member);
  const std::pair<std::string_view, std::int64_t> wholes[] = {
      {"day_start", model.day_start},
      {"max_run_time", model.max_run_time_s},
      {"max_gap", model.max_gap_s}};
  for (const auto& [name, value] : wholes)
    text += ", " + std::string(name) + " " + std::to_string(value);
  return text;
}

Expected<Lublin, std::vector<WrongParameter>> read_lublin(const ParameterTexts& given) {
  ParameterReader in(lublin_parameters, given);
  const std::string type = in.choice("type");
  Lublin model{.types = {},
               .jobs = in.whole("jobs"),
               .procs = in.whole("procs"),
               .max_run_time_s = in.whole("max_run_time"),
               .max_gap_s = in.whole("max_gap"),
               .day_start = in.whole("day_start")};
  for (const std::string_view one : {"batch", "interactive", "all"})
    if (type == one || (type == "both" && one != "all"))
      model.types.push_back(read_type(in, one, model.procs));
  for (const LublinJobs& jobs : model.types) check_type(in, jobs, model.procs);
  if (in.any_wrong()) return Unexpected(in.take());
  return model;
}

}  // namespace mcsim::trace
