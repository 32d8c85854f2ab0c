// Imports the history of a site.
#include "mcsim/app/history/import_history.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/history/anonymise_key.hpp"
#include "mcsim/app/history/event_book.hpp"
#include "mcsim/app/history/guessed_hosts.hpp"
#include "mcsim/app/history/hidden_records.hpp"
#include "mcsim/app/history/history_records.hpp"
#include "mcsim/app/history/job_rows.hpp"
#include "mcsim/app/history/next_commands.hpp"
#include "mcsim/app/history/read_progress.hpp"
#include "mcsim/app/history/record_files.hpp"
#include "mcsim/app/history/site_conf.hpp"
#include "mcsim/app/history/site_hosts.hpp"
#include "mcsim/app/history/site_names.hpp"
#include "mcsim/app/history/site_scenario.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/results/run_folder.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view table_name = "jobs.csv.zst";
constexpr std::string_view rejected_name = "not_understood.txt";

/// What is said of records that give no row, and of rows that are not the whole truth; in the order
/// of RecordLoss.
constexpr std::string_view words_of_losses[] = {
    "records of jobs that ended before --from",
    "records of jobs that were submitted at --to or later",
    "records of elements of job arrays that were killed before they started, without their "
    "indices",
    "records with times that contradict each other",
    "records of more slots, memory or time than any job has",
    "records of elements of jobs that are no arrays, or with an index that no element has",
    "jobs that only lsb.events has, and not their submission; or arrays of other than 1 to "
    "1,000,000 elements",
    "jobs that waited for jobs that no record is of (bsub -w): they do not wait for these here",
    "jobs whose condition (bsub -w) is none that is known: they do not wait for it here",
    "jobs that asked for hosts or groups of hosts that nobody knows (bsub -m): they do not ask for "
    "these here",
    "jobs that required resources that nobody knows: they require none",
    "jobs that were killed before they started: how long they would have run is not known, and "
    "taken for 0 s",
    "jobs that were forwarded and ran in another cluster: here they run in this one",
    "jobs that came from another cluster: here they are submitted when they came",
    "jobs that ran at --from: they are submitted then, with the rest of their run time",
    "jobs that waited at --from: they are submitted then",
    "jobs that waited for others (bsub -w): they do here, too",
    "jobs that asked for n to m slots: here they may have others than they had, for the same time",
    "jobs that ended by lsb.events, and that lsb.acct does not have: they are as lsb.events says",
    "jobs that ran at the end of the history, when nobody knew how long they would: as if they had "
    "ended then (status RUN in the table)",
    "jobs that waited at the end of the history: as if they would run as long as jobs of their "
    "queue did on average, at most to their limit (status PEND)"};

static_assert(std::size(words_of_losses) == record_losses);

class Import {
 public:
  Import(const ImportRequest& request, const Console& console, RunFolder& folder)
      : request_(request),
        console_(console),
        folder_(folder),
        files_(folder.path_of(rejected_name)),
        sorter_(folder.path_of("rows")),
        records_(history_records(request)),
        progress_(console, bytes_to_read(request.acct) + bytes_to_read(request.events)) {
    files_.watch([this](std::uint64_t lines, std::uint64_t bytes) { progress_.add(lines, bytes); });
  }

  ExitCode run() {
    const auto window = read_window();
    if (!window) return refuse(window.error(), ExitCode::usage);
    if (Diagnostics why = take_key(); why.has_errors()) return refuse(why);
    if (Diagnostics why = check_site(request_); why.has_errors()) return refuse(why);
    HiddenRecords* const hidden = hidden_ ? &*hidden_ : nullptr;
    if (Diagnostics why = records_->read_events(files_, hidden, events_); why.has_errors())
      return refuse(why);
    JobRows rows(sorter_, events_, *window);
    rows.ask_for_places([&] { return files_.place(); });
    rows.knows(site_names(request_, names_ ? &*names_ : nullptr));
    if (Diagnostics why = read_jobs(rows); why.has_errors()) return refuse(why);
    progress_.clear();
    if (InterruptWatch::interrupted()) return interrupted();
    if (auto why = files_.close()) return refuse({{*why}}, ExitCode::run_failed);
    if (sorter_.rows() == 0) {
      tell_of_records("first: ");
      tell(rows);
      return refuse({{about_file(request_.acct.front(), "has no job that could be simulated")}});
    }
    SiteFacts facts = rows.facts();
    for (const RecordedAction& action : events_.actions())
      if (action.names_queue()) facts.queues.insert(action.name);
    const bool is_nowhere = facts.hosts.empty() && request_.conf.empty() && request_.hosts.empty();
    if (is_nowhere) facts.hosts[pool_host] = facts.most_slots;
    SiteParts parts = parts_of(*window, facts);
    if (Diagnostics why = copy_conf(parts); why.has_errors()) return refuse(why);
    const HostGuesses guesses = add_told_hosts(parts.told_hosts, facts.hosts);
    if (!parts.has_conf || !parts.has_lshosts) rows.knows_hosts(facts.hosts);
    parts.is_lava =
        request_.kind == HistoryKind::lsf && facts.of_lava > facts.of_others && parts.has_conf;
    const std::string losses = losses_of_conf(parts, facts, rows);
    if (auto why = write_table(rows, parts.start)) return refuse({{*why}}, ExitCode::run_failed);
    if (auto why = folder_.write(
            "scenario.json", site_scenario(parts, std::string(table_name), facts, events_, rows)))
      return refuse({{*why}}, ExitCode::run_failed);
    if (InterruptWatch::interrupted()) return interrupted();
    if (auto why = folder_.commit()) return refuse({{*why}}, ExitCode::run_failed);
    if (!losses.empty()) warn(losses);
    tell_of_records("see " + std::string(rejected_name) + ", first ");
    tell(rows);
    if (rows.same() > 0)
      warn("records that are there twice, of which one counts: " + std::to_string(rows.same()) +
           "; slots in use were counted from both, and processors that are guessed are too many");
    if (facts.of_lava > 0 && facts.of_others > 0)
      warn("records of the Lava family: " + std::to_string(facts.of_lava) +
           ", and of LSF: " + std::to_string(facts.of_others) +
           "; what most of them are is taken for what the scheduler is");
    if (rows.earlier() > 0)
      warn("records of runs that were requeued, of which the last one counts: " +
           std::to_string(rows.earlier()) + ", left out");
    if (rows.renumbered() > 0)
      warn("jobs with a number that another one had before them: " +
           std::to_string(rows.renumbered()) + ", numbered anew from " +
           std::to_string(JobNumbers::apart) + " on");
    tell_events(rows, facts);
    tell_hidden();
    if (is_nowhere)
      warn("no record says where a job ran: one host, " + std::string(pool_host) +
           ", has room for the largest one");
    else
      guess(parts, facts, guesses);
    if (parts.has_conf) tell_missing(facts, rows.names());
    report(rows, facts);
    return ExitCode::done;
  }

 private:
  ExitCode refuse(const Diagnostics& why, ExitCode code = ExitCode::bad_input) {
    progress_.clear();
    print(console_, why);
    return code;
  }
  ExitCode interrupted() {
    return refuse({{about_file(folder_.shown_name(), "is not made: the import was interrupted")}},
                  ExitCode::interrupted);
  }
  void warn(std::string message) {
    const std::size_t others = request_.acct.size() + request_.events.size() - 1;
    const std::string files =
        request_.acct.front() + (others == 0 ? "" : " and " + counted(others, "other file"));
    Diagnostic warning = about_file(files, std::move(message));
    warning.severity = Severity::warning;
    print(console_, {{std::move(warning)}});
  }

  Expected<Window, Diagnostics> read_window() const {
    Window window;
    Diagnostics why;
    const auto read = [&](const std::optional<std::string>& text, const char* option,
                          std::optional<std::int64_t>& to) {
      if (!text) return;
      to = read_instant(*text);
      if (!to) why.add(about_file(option, "expected an instant in UTC, like 2026-01-31T00:00:00Z"));
    };
    read(request_.from, "--from", window.from);
    read(request_.to, "--to", window.to);
    if (window.from && window.to && *window.from >= *window.to)
      why.add(about_file("--from", "is not before --to"));
    if (why.has_errors()) return Unexpected(std::move(why));
    return window;
  }

  /// With --anonymise all names are hidden from the first record on.
  Diagnostics take_key() {
    if (!request_.anonymise) return {};
    Diagnostics said;
    const auto key = anonymise_key(request_.anonymise_key, said);
    if (!key) return key.error();
    print(console_, said);
    hidden_.emplace(names_.emplace(*key));
    files_.hide_lines();
    return {};
  }

  Diagnostics read_jobs(JobRows& rows) {
    Diagnostics why = records_->read(files_, [&](trace::FinishRecord& record) {
      if (hidden_) hidden_->hide(record);
      return rows.take(record);
    });
    if (why.has_errors()) return why;
    if (auto failure = rows.take_missing()) why.add(*std::move(failure));
    return why;
  }

  SiteParts parts_of(const Window& window, const SiteFacts& facts) const {
    SiteParts parts{.cluster = request_.cluster,
                    .about = "imported from " + counted(sorter_.rows(), "record") + " of " +
                             records_->source() + (names_ ? ", with names hidden" : ""),
                    .start = window.from.value_or(facts.first),
                    .has_conf = !request_.conf.empty(),
                    .has_lshosts = !request_.hosts.empty()};
    if (parts.cluster.empty() && !events_.clusters().empty())
      parts.cluster = events_.clusters().back();
    if (parts.cluster.empty()) parts.cluster = records_->cluster();
    if (parts.cluster.empty() || names_) parts.cluster = Pseudonyms::own_cluster_name;
    return parts;
  }

  Diagnostics copy_conf(SiteParts& parts) {
    Diagnostics said = copy_site_conf(request_, names_ ? &*names_ : nullptr, folder_, parts);
    if (!said.has_errors()) print(console_, std::exchange(said, {}));
    return said;
  }

  /// What of the configuration changes who waits and is not simulated, or is mistaken; empty:
  /// nothing. The scenario without its jobs says it.
  std::string losses_of_conf(const SiteParts& parts, const SiteFacts& facts, const JobRows& rows) {
    const std::string file = folder_.path_of("scenario.json");
    if (!parts.has_conf || write_file(file, site_scenario(parts, "", facts, {}, rows))) return "";
    const auto scenario = load_scenario(file, choices_of(default_registry()));
    const auto losses = losses_of(scenario ? scenario->warnings : scenario.error());
    if (scenario && losses.empty()) return "";
    std::string text = scenario ? "changes who waits" : "the configuration cannot be simulated";
    if (!losses.empty()) text += ": " + listed_losses(losses);
    return text + " (" + request_.program + " validate " +
           shell_word(folder_.shown_name() + "/scenario.json") + " says where, and what else)";
  }

  std::optional<Diagnostic> write_table(JobRows& rows, std::int64_t start) {
    const std::string path = folder_.path_of(table_name);
    auto out = OutputFile::create_new(path, Compression::zstd);
    if (!out) return out.error().list.front();
    progress_.say("writing " + counted(sorter_.rows(), "row"));
    out->write(JobRows::header());
    auto failure = rows.write(start, [&](std::string_view line) { out->write(line); });
    if (auto closed = out->close(); closed && !failure) failure = closed;
    progress_.clear();
    return failure;
  }

  /// `before`: what stands before the place of the first one.
  void tell_of_records(const std::string& before) {
    for (const auto& [what, mistakes] : files_.counts().mistaken)
      warn("records that are not understood (" + what + "): " + std::to_string(mistakes.count) +
           ", left out: " + before + mistakes.first);
    for (const std::string& file : files_.counts().left_out) warn("left out: " + file);
    for (const std::string& place : files_.counts().unended)
      warn("no end of a line follows the last record of a file, which may be cut off: " + place);
    const auto& others = files_.counts().others;
    if (request_.kind != HistoryKind::lsf) return;
    if (others.contains("JOB_NEW"))
      warn(
          "records of lsb.events (JOB_NEW) are among those of lsb.acct, and not read there: give "
          "their file with --events");
    if (others.contains("JOB_FINISH"))
      warn(
          "records of lsb.acct (JOB_FINISH) are among those of lsb.events, and not read there: "
          "give their file with --acct");
  }

  void tell(const JobRows& rows) {
    for (std::size_t why = 0; why < record_losses; ++why) {
      const std::uint64_t count = rows.lost(static_cast<RecordLoss>(why));
      if (count == 0) continue;
      const bool is_kept = why >= static_cast<std::size_t>(first_kept);
      const bool is_asked_for = why <= static_cast<std::size_t>(RecordLoss::behind_window);
      const std::string& first = rows.first_lost(static_cast<RecordLoss>(why));
      warn(std::string(words_of_losses[why]) + ": " + std::to_string(count) +
           (is_kept ? "" : ", left out") +
           (is_kept || is_asked_for || first.empty() ? "" : ": first " + first));
    }
  }

  /// What lsb.events has beside, and a scenario cannot say.
  void tell_events(const JobRows& rows, const SiteFacts& facts) {
    if (events_.clusters().size() > 1)
      warn("records of lsb.events are of the clusters " + first_names(events_.clusters()) +
           ", as if they were one: import each by itself");
    if (rows.taken() > 0 && events_.submitted() > 0 && rows.known_by_events() == 0)
      warn("no job of lsb.acct is in lsb.events: are they of one cluster, and of one time?");
    if (!facts.requeued.empty() && request_.conf.empty())
      warn("queues requeued jobs by their exit codes: REQUEUE_EXIT_VALUES of " +
           counted(facts.requeued.size(), "queue") + " is guessed from these");
    if (events_.brequeued() > 0)
      warn("runs that somebody ended by brequeue: " + std::to_string(events_.brequeued()) +
           ": here these jobs run once");
    if (events_.other_changes() > 0)
      warn("what bmod changed of limits, slots, requirements and priorities, " +
           std::to_string(events_.other_changes()) +
           " times: here jobs have it from their submission on");
  }

  void tell_hidden() {
    if (!hidden_) return;
    if (hidden_->patterns() > 0)
      warn(
          "jobs that waited for names by how these begin (bsub -w 'done(name*)'): they wait for "
          "none here, since names are hidden: " +
          std::to_string(hidden_->patterns()));
    warn(request_.anonymise_key.empty()
             ? "names are hidden by a key that was made for this import, and thrown away: nobody "
               "can find them again, and another import has others"
             : "names are hidden by the key of " + request_.anonymise_key +
                   ": who has it can try whether a name is here");
  }

  /// What the files do not say.
  void guess(const SiteParts& parts, const SiteFacts& facts, const HostGuesses& guesses) {
    for (std::string& sentence : records_->told()) warn(std::move(sentence));
    if (request_.kind != HistoryKind::lsf)
      return warn("processors of " + counted(facts.hosts.size(), "host") +
                  " are guessed, as many as CPUs were in use at a time; " +
                  counted(facts.queues.size(), "queue") +
                  " that jobs name, with LSF's defaults: limits, shares and priorities of the "
                  "site are yours to add");
    if (parts.is_lava)
      warn(
          "a scheduler of the Lava family: model.preset is lava, so that it has a session each "
          "MBD_SLEEP_TIME");
    if (!parts.has_lshosts)
      warn("no --hosts: processors of " + counted(facts.hosts.size(), "host") +
           " are guessed, as many as slots were in use at a time" +
           (facts.foreign_hosts == 0
                ? ""
                : "; " + std::to_string(facts.foreign_hosts) +
                      " of them are other clusters', to which jobs were forwarded"));
    if (guesses.untold > 0)
      warn("hosts that lshosts does not name: " + std::to_string(guesses.untold) +
           ": their processors are guessed, as many as slots were in use at a time");
    if (guesses.smaller > 0)
      warn("hosts on which more slots were in use at a time than lshosts says processors: " +
           std::to_string(guesses.smaller) + ": here they have as many processors");
    if (!parts.has_conf)
      warn("no --conf: " + counted(facts.queues.size(), "queue") +
           " that jobs name, with LSF's defaults");
  }

  void tell_missing(const SiteFacts& facts, const SiteNames& names) {
    const auto tell_of = [&](const std::string& what, const std::set<std::string>& all,
                             const SiteNames::Names& known) {
      std::vector<std::string> missing;
      for (const std::string& name : all)
        if (!names.has(known, name)) missing.push_back(name);
      if (!missing.empty())
        warn(what + " that jobs name and --conf does not have: " + first_names(missing) +
             ": with LSF's defaults");
    };
    tell_of("queues", facts.queues, names.queues);
    tell_of("application profiles", facts.apps, names.apps);
  }

  void report(const JobRows& rows, const SiteFacts& facts) {
    const std::string scenario = folder_.shown_name() + "/scenario.json";
    console_.out << folder_.shown_name() << ": " << counted(rows.written(), "job") << " from "
                 << instant_text(facts.first).value_or("?") << " to "
                 << instant_text(facts.last).value_or("?") << "; "
                 << counted(facts.hosts.size(), "host") << ", "
                 << counted(facts.queues.size(), "queue") << '\n';
    if (!request_.events.empty())
      console_.out << "events: " << counted(events_.submitted(), "submission") << ", "
                   << counted(events_.starts(), "start") << ", "
                   << counted(events_.forwards(), "forward") << ", "
                   << counted(events_.returns(), "return") << '\n';
    std::string others;
    for (const auto& [kind, count] : files_.counts().others)
      others += (others.empty() ? "" : ", ") + kind + " " + std::to_string(count);
    if (!others.empty()) console_.out << "records of kinds that are not used: " << others << '\n';
    console_.out << "next: " << request_.program << " backtest " << shell_word(folder_.shown_name())
                 << " -o " << shell_word(folder_.shown_name() + "-backtest")
                 << "   # how near the simulation comes to it\n";
    const auto host =
        std::ranges::max_element(facts.hosts, {}, [](const auto& one) { return one.second; });
    if (host != facts.hosts.end())
      console_.out << more_hosts_command(request_.program, scenario, host->first);
  }

  const ImportRequest& request_;
  const Console& console_;
  RunFolder& folder_;
  EventBook events_;
  RecordFiles files_;
  RowSorter sorter_;
  std::unique_ptr<HistoryRecords> records_;
  std::optional<Pseudonyms> names_;  ///< none: names are kept
  std::optional<HiddenRecords> hidden_;
  ReadProgress progress_;
};

}  // namespace

ExitCode import_history(const ImportRequest& request, const Console& console) {
  const InterruptWatch watch;
  std::error_code ignored;
  if (fs::exists(request.folder, ignored) && !fs::is_empty(request.folder, ignored)) {
    print(console, {{about_file(request.folder, "is there already, and is not empty")}});
    return ExitCode::run_failed;
  }
  auto folder = RunFolder::create(request.folder);
  if (!folder) {
    print(console, folder.error());
    return ExitCode::run_failed;
  }
  return Import(request, console, *folder).run();
}

}  // namespace mcsim::app
