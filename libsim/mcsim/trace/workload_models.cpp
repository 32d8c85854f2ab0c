// Makes the jobs of a workload model.
#include "mcsim/trace/workload_models.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"
#include "mcsim/trace/cyclic.hpp"
#include "mcsim/trace/estimated_trace.hpp"
#include "mcsim/trace/lublin.hpp"

namespace mcsim::trace {
namespace {

constexpr WorkloadModel models[] = {
    {"lublin", "Sizes, run times and arrivals of rigid jobs, with the cycle of the day.",
     "Lublin, Feitelson, \"The workload on parallel supercomputers: modeling the characteristics "
     "of "
     "rigid jobs\", Journal of Parallel and Distributed Computing 63(11), 2003",
     lublin_parameters},
    {"cyclic",
     "Poisson arrivals by the hour of the week, and run times, sizes, memory and users by tables "
     "of "
     "quantiles, each drawn for itself; the tables may be those of a recorded trace.",
     "mcsim; the arrivals: Cinlar, \"Introduction to stochastic processes\", Prentice-Hall 1975",
     cyclic_parameters, TraceUse::may},
    {"estimates",
     "Run time estimates of users for the jobs of a trace: few round values, the longest the most "
     "popular.",
     "Tsafrir, Etsion, Feitelson, \"Modeling user runtime estimates\", JSSPP 2005, LNCS 3834",
     estimate_parameters, TraceUse::must},
};

using Made = Expected<MadeWorkload, ModelMistakes>;

/// The lines that all made traces have behind those that say how they were made.
void add_sizes(MadeHeader& header, std::size_t jobs, std::int64_t procs) {
  const std::string count = std::to_string(jobs);
  header.add("MaxJobs", count);
  header.add("MaxRecords", count);
  header.add("MaxProcs", std::to_string(procs));
}

MadeWorkload of_jobs(std::vector<MadeJob> jobs, std::int64_t procs) {
  MadeWorkload made{.jobs = jobs.size()};
  add_sizes(made.header, jobs.size(), procs);
  const auto shared = std::make_shared<const std::vector<MadeJob>>(std::move(jobs));
  made.write = [shared](const MadeHeader& header, const TraceSink& sink) {
    write_made_trace(header, *shared, sink);
  };
  return made;
}

/// What is wrong with single values, whatever the recorded trace is like.
std::vector<WrongParameter> single_mistakes(const ModelRequest& request) {
  const auto parameters = find_workload_model(request.model)->parameters;
  ParameterReader in(parameters, request.parameters);
  for (const ModelParameter& row : parameters) {
    if (row.kind == ModelParameter::Kind::whole) in.given_whole(row.name);
    if (row.kind == ModelParameter::Kind::decimal) in.given_decimal(row.name);
  }
  return in.take();
}

Unexpected<ModelMistakes> about_trace(const ModelRequest& request, const Diagnostics& file) {
  return Unexpected(ModelMistakes{.parameters = single_mistakes(request), .file = file});
}

Made made_by_lublin(const ModelRequest& request) {
  const auto model = read_lublin(request.parameters);
  if (!model) return Unexpected(ModelMistakes{.parameters = model.error()});
  MadeWorkload made = of_jobs(make_lublin(*model, request.seed), model->procs);
  for (const LublinJobs& jobs : model->types) made.header.add("Note", lublin_text(*model, jobs));
  made.header.add("Queues", "1 batch, 0 others");
  return made;
}

Made made_by_cyclic(const ModelRequest& request) {
  std::optional<RecordedTables> recorded;
  if (!request.file.empty()) {
    auto read = read_recorded_tables(request.file, request.shown_name);
    if (!read) return about_trace(request, read.error());
    recorded = *std::move(read);
  }
  const auto model = read_cyclic(request.parameters, recorded ? &recorded->tables : nullptr);
  if (!model) return Unexpected(ModelMistakes{.parameters = model.error()});
  MadeWorkload made = of_jobs(make_cyclic(*model, request.seed), model->procs);
  made.parameters = cyclic_texts(*model);
  for (const auto& [name, text] : made.parameters) made.header.add("Note", name + " " + text);
  if (!recorded) return made;
  made.hash = recorded->hash;
  made.of_trace = std::move(recorded->warnings);
  if (const auto start = recorded->header.unix_start_time)
    made.header.add("UnixStartTime", std::to_string(*start));
  if (const auto zone = recorded->header.time_zone)
    made.header.add("TimeZone", std::to_string(*zone));
  return made;
}

Made made_by_estimates(const ModelRequest& request) {
  auto read = EstimatedTrace::read(request.file, request.shown_name);
  if (!read) return about_trace(request, read.error());
  const auto trace = std::make_shared<const EstimatedTrace>(*std::move(read));
  const auto& run_times = trace->jobs().run_times;
  const auto model = read_estimates(request.parameters, trace->jobs());
  if (!model) return Unexpected(ModelMistakes{.parameters = model.error()});
  const auto bins = draw_estimates(*model, run_times.size(), request.seed);
  auto given = assign_estimates(bins, run_times, request.seed);
  if (!given)
    return Unexpected(ModelMistakes{
        .parameters = {
            {"max_share", "too few estimates are long enough: those that are left for " +
                              counted(given.error(), "job") + " of " +
                              std::to_string(run_times.size()) +
                              " are below the run time; give a larger max_share, or another "
                              "max_estimate than " +
                              std::to_string(model->max_s)}}});
  MadeWorkload made{.jobs = run_times.size(), .hash = trace->hash(), .of_trace = trace->warnings()};
  made.header.add("Note", "requested times (field 9) are drawn: " + estimates_text(*model));
  const auto over = std::ranges::count_if(
      run_times, [&](Duration run) { return run > Duration{1000} * model->max_s; });
  if (over > 0) {
    Diagnostic said = about_file(
        request.shown_name, counted(over, "job") + " of " + std::to_string(run_times.size()) +
                                " run longer than max_estimate, " + std::to_string(model->max_s) +
                                " s, which they ask for");
    said.severity = Severity::warning;
    made.warnings.add(std::move(said));
  }
  made.write = [trace, estimates = *std::move(given)](const MadeHeader& header,
                                                      const TraceSink& sink) {
    write_made_header(header, sink);
    trace->write(estimates, sink);
  };
  return made;
}

}  // namespace

std::span<const WorkloadModel> workload_models() { return models; }

const WorkloadModel* find_workload_model(std::string_view name) {
  const auto found = std::ranges::find(models, name, &WorkloadModel::name);
  return found == std::end(models) ? nullptr : &*found;
}

MadeHeader header_of(const ModelRequest& request, const MadeWorkload& made,
                     std::string_view software) {
  const WorkloadModel& model = *find_workload_model(request.model);
  MadeHeader header;
  // A trace that gets estimates has its own version.
  if (model.trace != TraceUse::must) header.add("Version", "2.2");
  header.add("Conversion", std::string(software) + ", generate " + std::string(model.name) +
                               ", seed " + std::to_string(request.seed));
  header.add("Information", std::string(model.source));
  header.lines.insert(header.lines.end(), made.header.lines.begin(), made.header.lines.end());
  return header;
}

Made make_workload(const ModelRequest& request) {
  if (request.model == "lublin") return made_by_lublin(request);
  if (request.model == "cyclic") return made_by_cyclic(request);
  MCSIM_CHECK(request.model == "estimates", "no such workload model");
  return made_by_estimates(request);
}

}  // namespace mcsim::trace
