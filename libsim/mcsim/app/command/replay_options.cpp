// The commands that read a run folder, and their options.
#include "mcsim/app/command/replay_options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <string>

#include "mcsim/app/command/command_help.hpp"

namespace mcsim::app {
namespace {

void add_replay(CLI::App& command, ReplayRequest& to) {
  command.add_option("DIR", to.folder, "A run folder, as mcsim run -o writes it")->required();
  command
      .add_option("--at", to.at,
                  "The instant to look at: 30d, 12h, 90min, 15s, 200ms; by default "
                  "the end of the run")
      ->type_name("T");
  command.add_flag("--partial", to.partial, "Takes the folder of an interrupted run too");
  command.footer(std::string("\n") + exit_codes);
}

CLI::App& add_view(CLI::App& app, ViewsRequest::Command which, const char* about,
                   ViewsRequest& to) {
  CLI::App& view = *app.add_subcommand(name_of(which), about);
  view.callback([&to, which] { to.command = which; });
  add_replay(view, to.replay);
  view.add_option("--cluster", to.cluster, "Of several clusters: this one")->type_name("NAME");
  view.add_option("-o", to.fields, "Fields, as LSF's -o: \"field[:[-][width]] ... delimiter='c'\"")
      ->type_name("FIELDS");
  view.add_flag("--noheader", to.no_header, "No line with the names of the fields (-noheader)");
  view.add_flag("--json", to.json, "As LSF's JSON: every value is a string (-json)");
  return view;
}

}  // namespace

bool is_view(std::string_view command) {
  using enum ViewsRequest::Command;
  return std::ranges::any_of(std::array{bjobs, bhosts, bqueues, bhpart, blimits, bclusters, lsload},
                             [&](auto view) { return command == name_of(view); });
}

bool is_one_dash_word(std::string_view word) { return word == "-noheader" || word == "-json"; }

void add_explain(CLI::App& app, ExplainRequest& to) {
  CLI::App& explain = *app.add_subcommand(
      "explain",
      "The story of a job, a queue, a host or a lease of a run: what happened, and why.");
  add_replay(explain, to.replay);
  explain.add_option("--job", to.job, "A job: why it waited, where it ran, how it ended")
      ->type_name("ID[@CLUSTER]");
  explain.add_option("--queue", to.queue, "A queue: its limits, its jobs over time")
      ->type_name("NAME[@CLUSTER]");
  explain
      .add_option("--host", to.host,
                  "A host: what ran there, whom it refuses; a borrowed one: NAME@HOME@CLUSTER")
      ->type_name("NAME[@CLUSTER]");
  explain.add_option("--lease", to.lease, "What a provider leases to a consumer, and why")
      ->type_name("PROVIDER:CONSUMER");
  explain.add_flag("--all", to.all, "Every line: a long story is told in short without it");
  explain.add_flag("--json", to.json, "Prints the story as JSON, with all lines");
}

void add_views(CLI::App& app, ViewsRequest& to) {
  CLI::App& bjobs = add_view(app, ViewsRequest::Command::bjobs,
                             "The jobs of a run at one instant, as LSF shows them.", to);
  bjobs.add_option("JOB", to.jobs,
                   "Only these jobs, by id, or by that in the cluster that has submitted them or "
                   "borrows their hosts (ID@CLUSTER), finished or not");
  bjobs.add_flag("-a", to.all, "Finished jobs too");
  bjobs.add_flag("-p", to.pending, "Jobs that wait, with the reasons");
  bjobs.add_flag("-l", to.is_long, "All that there is to say of each job");
  bjobs.add_flag("-w", to.wide, "Cuts nothing off: one line a job, as long as it takes");
  bjobs.add_option("-u", to.user, "Only the jobs of this user; all: of each, as without it")
      ->type_name("USER");
  bjobs
      .add_option("-q", to.queue,
                  "Only the jobs of this queue; on hosts that are lent: QUEUE@CLUSTER")
      ->type_name("QUEUE");
  CLI::App& bhosts = add_view(
      app, ViewsRequest::Command::bhosts,
      "The hosts that a cluster has at one instant of a run, own and borrowed ones, as LSF shows "
      "them.",
      to);
  bhosts.add_flag("-w", to.wide, "Why a host is closed: closed_Full, closed_Adm, ...");
  CLI::Option* const is_long = bhosts.add_flag("-l", to.is_long, "A block for each host");
  CLI::Option* const exported =
      bhosts.add_flag("-e", to.exported,
                      "The hosts that it exports: what others have of them, and their jobs there");
  exported->excludes(is_long);
  bhosts.add_flag("-s", to.shared, "With -e: the shared resources that it exports")
      ->needs(exported)
      ->excludes(bhosts.add_option("HOST", to.names, "Only these hosts"));
  CLI::App& bqueues = add_view(app, ViewsRequest::Command::bqueues,
                               "The queues of a run at one instant, as LSF shows them.", to);
  bqueues.add_option("QUEUE", to.names, "Only these queues");
  bqueues.add_flag("-l", to.is_long,
                   "A block for each queue, with its part of a slot pool and what it has used, "
                   "and with the shares of users");
  bqueues.add_flag("-r", to.recursive, "The same, with the shares within groups of users");
  CLI::App& bhpart = add_view(app, ViewsRequest::Command::bhpart,
                              "The shares of users in host partitions at one instant of a run, as "
                              "LSF shows them.",
                              to);
  bhpart.add_option("PARTITION", to.names, "Only these host partitions");
  bhpart.add_flag("-r", to.recursive, "The shares within groups of users, too");
  CLI::App& blimits = add_view(app, ViewsRequest::Command::blimits,
                               "What is in use under sections Limit of lsb.resources at one "
                               "instant of a run, as LSF shows it.",
                               to);
  blimits.add_flag("-a", to.all, "Sections of which nothing is in use, too");
  blimits.add_flag("-c", to.configured, "The sections as they are configured");
  blimits.add_option("-n", to.names, "Only these sections, by NAME")->type_name("NAME");
  const auto only_for = [&](const char* option, std::vector<std::string>& names, const char* type,
                            const char* help) {
    blimits.add_option(option, names, help)->type_name(type)->allow_extra_args(false);
  };
  only_for("-m", to.limits.hosts, "HOST", "Only what counts for this host, or for one of several");
  only_for("-q", to.limits.queues, "QUEUE", "Only what counts for this queue; likewise");
  only_for("-u", to.limits.users, "USER", "Only what counts for this user; likewise");
  only_for("-P", to.limits.projects, "PROJECT", "Only what counts for this project; likewise");
  CLI::App& bclusters = add_view(app, ViewsRequest::Command::bclusters,
                                 "Which queues forward jobs where, and who lends hosts to whom, "
                                 "at one instant of a run, as LSF shows it.",
                                 to);
  bclusters.footer(R"(
-o and -json show one of the two tables: of forwarding, or, where -o names
remote_cluster or resource_flow, of leases.

)" + std::string(exit_codes));
  CLI::App& lsload = add_view(app, ViewsRequest::Command::lsload,
                              "The load that LIMs have told by an instant of a run with model.load "
                              "= lim, as LSF shows it.",
                              to);
  CLI::Option* const shared = lsload.add_flag(
      "-s", to.shared, "What is told of the resources that hosts share: external load indices");
  CLI::Option* const effective = lsload.add_flag(
      "-E", to.effective, "Effective run queues: what thresholds are compared with");
  CLI::Option* const normalized = lsload.add_flag(
      "-N", to.normalized, "Normalized run queues: what a job that comes would find");
  CLI::Option* const is_long_load =
      lsload.add_flag("-l", to.is_long, "io and external load indices, too");
  normalized->excludes(effective);
  // These tables cut nothing off without it either; scripts for LSF give it.
  for (CLI::App* const view : {&bqueues, &bhpart, &blimits, &bclusters, &lsload})
    view->add_flag("-w", to.wide, "Cuts nothing off, as always here");
  for (CLI::Option* const option : {effective, normalized, is_long_load}) option->excludes(shared);
}

}  // namespace mcsim::app
