// The table: scripts of ELIMs, and what the LIM does.
#include "support/elim_table.hpp"

#include <array>
#include <charconv>

namespace mcsim::testing {
namespace {

ElimStep writes(Duration at, std::string text) {
  return {at, ElimStep::Act::writes, std::move(text), 0};
}
ElimStep exits(Duration at, int code) { return {at, ElimStep::Act::exits, {}, code}; }
ElimStep closes_output(Duration at) { return {at, ElimStep::Act::closes_output, {}, 0}; }
ElimStep becomes_master(Duration at) { return {at, ElimStep::Act::lim_becomes_master, {}, 0}; }

void keep_values(ElimContract& contract) { contract.rules.keep_values_on_exit = true; }
void wait_for_ever(ElimContract& contract) { contract.rules.block_time.reset(); }
void like_lava(ElimContract& contract) { contract.rules.lava = true; }
void poll_each_second(ElimContract& contract) { contract.rules.poll_interval = 1s; }
void two_restarts(ElimContract& contract) { contract.rules.restarts = 2; }
void no_restart(ElimContract& contract) { contract.rules.restarts = 0; }
void abort_by_three(ElimContract& contract) { contract.rules.abort_value = 3; }

std::vector<ElimCase> document_cases() {
  return {
      {"D6",
       "a count, followed by pairs of name and value",
       {writes(2s, "1 tmp2 7\n")},
       20s,
       "0 start, 5 tmp2=7"},
      {"D7",
       "the example of the document",
       {writes(2s, "3 tmp2 47.5 nio 344.0 licenses 5\n")},
       20s,
       "0 start, 5 tmp2=47.5 nio=344 licenses=5"},
      {"D8",
       "values are numbers between -INFINIT_LOAD and INFINIT_LOAD",
       {writes(2s, "2 tmp2 -2147483647 nio 2147483647\n")},
       20s,
       "0 start, 5 tmp2=-2147483647 nio=2147483647"},
      {"D13",
       "a report each 15 seconds is allowed",
       {writes(2s, "1 tmp2 1\n"), writes(17s, "1 tmp2 2\n"), writes(32s, "1 tmp2 3\n")},
       45s,
       "0 start, 5 tmp2=1, 20 tmp2=2, 35 tmp2=3"},
      {"D13",
       "reports come at most once every 15 seconds",
       {writes(2s, "1 tmp2 1\n"), writes(16s, "1 tmp2 2\n")},
       30s,
       "0 start, 5 tmp2=1, 20 !too_often tmp2=2"},
      {"D14",
       "new values only when a change is detected",
       {writes(2s, "2 tmp2 1 nio 2\n"), writes(302s, "1 nio 3\n")},
       310s,
       "0 start, 5 tmp2=1 nio=2, 305 nio=3"},
      {"D15",
       "old values are used until new ones are received",
       {writes(2s, "1 tmp2 1\n")},
       86400s,
       "0 start, 5 tmp2=1"},
      {"D15",
       "the literal sentence also holds when the ELIM is gone, if that is asked for",
       {writes(2s, "1 tmp2 1\n"), exits(7s, 1), writes(97s, "1 tmp2 2\n")},
       110s,
       "0 start, 5 tmp2=1, 7 !exited, 95 start, 100 tmp2=2",
       keep_values},
      {"D19", "LIM invokes the ELIM on startup", {}, 20s, "0 start"},
      {"D21",
       "LIM restarts the ELIM if it exits",
       {exits(2s, 0)},
       100s,
       "0 start, 2 !exited, 95 start"},
      {"D22",
       "it is restarted at most once every 90 seconds",
       {exits(2s, 1), exits(97s, 1)},
       200s,
       "0 start, 2 !exited, 95 start, 97 !exited, 190 start"},
      {"D22",
       "measured from its last start, so one that has lived long comes back at once",
       {writes(2s, "1 tmp2 1\n"), exits(203s, 1)},
       220s,
       "0 start, 5 tmp2=1, 203 !exited, 205 tmp2=- start"},
  };
}

std::vector<ElimCase> reading_cases() {
  return {
      {"R1",
       "each tick reads one report, and more stay for later ticks",
       {writes(2s, "1 tmp2 1\n1 tmp2 2\n1 tmp2 3\n")},
       30s,
       "0 start, 5 tmp2=1, 10 !too_often tmp2=2, 15 !too_often tmp2=3"},
      {"R1",
       "ELIM_POLL_INTERVAL says how often LIM looks",
       {writes(2500ms, "1 tmp2 1\n")},
       10s,
       "0 start, 3 tmp2=1",
       poll_each_second},
      {"R1",
       "white space alone is nothing to read",
       {writes(2s, " \n\t\n"), writes(7s, "0\n")},
       20s,
       "0 start"},
      {"R1",
       "lines mean nothing, and any white space separates",
       {writes(2s, "2\ttmp2\r\n1\v nio\f2 ")},
       20s,
       "0 start, 5 tmp2=1 nio=2"},
      {"R1",
       "a report may come in pieces, as far as LIM waits for them",
       {writes(4s, "2 tm"), writes(6s, "p2 1"), writes(7s, "5 nio"), writes(8s, " 2\n")},
       20s,
       "0 start, 7 tmp2=15, 8 nio=2"},
      {"R2",
       "a count that is no whole number ends the ELIM, and its values at the next tick",
       {writes(2s, "1 tmp2 1\n"), writes(17s, "tmp2 2\n")},
       100s,
       "0 start, 5 tmp2=1, 20 !bad_count TERM, 25 tmp2=-, 95 start"},
      {"R2",
       "a fraction is no count",
       {writes(2s, "1.0 tmp2 1\n")},
       20s,
       "0 start, 5 !bad_count TERM"},
      {"R2",
       "a count beyond 32 bits is none",
       {writes(2s, "4294967297 tmp2 1\n")},
       20s,
       "0 start, 5 !bad_count TERM"},
      {"R2", "a count may have a plus sign", {writes(2s, "+1 tmp2 1\n")}, 20s, "0 start, 5 tmp2=1"},
      {"R2",
       "the end of the output ends the ELIM",
       {writes(2s, "1 tmp2 1\n"), closes_output(7s)},
       20s,
       "0 start, 5 tmp2=1, 10 !end_of_output TERM, 15 tmp2=-"},
      {"R2",
       "what was written before the end of the output is read first",
       {writes(2s, "1 tmp2 1\n"), closes_output(3s)},
       20s,
       "0 start, 5 tmp2=1, 10 !end_of_output TERM, 15 tmp2=-"},
      {"R3",
       "a count below 0 makes all values unknown at once, and ends the ELIM",
       {writes(2s, "2 tmp2 1 nio 2\n"), writes(17s, "-1\n")},
       100s,
       "0 start, 5 tmp2=1 nio=2, 20 !negative_count tmp2=- nio=- TERM, 95 start"},
      {"R3",
       "a count of 0 is valid and changes nothing",
       {writes(2s, "1 tmp2 1\n"), writes(17s, "0\n"), writes(32s, "1 tmp2 2\n")},
       45s,
       "0 start, 5 tmp2=1, 35 tmp2=2"},
      {"R4",
       "after LSF_ELIM_BLOCKTIME a short report makes all values unknown, and ends the ELIM",
       {writes(2s, "1 nio 9\n"), writes(17s, "3 tmp2 1 nio 2 lic")},
       100s,
       "0 start, 5 nio=9, 20 tmp2=1 nio=2, 24 !short_report tmp2=- nio=- TERM, 95 start"},
      {"R4",
       "a value without white space behind it is not complete",
       {writes(2s, "1 tmp2 1")},
       20s,
       "0 start, 9 !short_report TERM"},
      {"R4",
       "what comes in time completes the report",
       {writes(2s, "1 tmp2"), writes(8s, " 1\n")},
       20s,
       "0 start, 8 tmp2=1"},
      {"R4",
       "without LSF_ELIM_BLOCKTIME LIM waits for ever",
       {writes(2s, "1 tmp2"), writes(4000s, " 1\n")},
       4010s,
       "0 start, 4000 tmp2=1",
       wait_for_ever},
      {"R4",
       "while LIM waits for a report, what follows it stays for the next tick",
       {writes(4s, "1 tmp2"), writes(6s, " 1\n1 tmp2 2\n")},
       20s,
       "0 start, 6 tmp2=1, 10 !too_often tmp2=2"},
      {"R4",
       "an end of the output within a report is a short report",
       {writes(2s, "2 tmp2 1\n"), closes_output(7s)},
       20s,
       "0 start, 5 tmp2=1, 7 !short_report tmp2=- TERM"},
      {"R5",
       "an unknown name is logged once, and its pairs are skipped",
       {writes(2s, "3 tmp2 1 foo 2 nio 3\n"), writes(17s, "2 foo 4 tmp2 5\n")},
       30s,
       "0 start, 5 !unknown_name tmp2=1 nio=3, 20 tmp2=5"},
      {"R5",
       "the name of a static, Boolean or string resource is ignored",
       {writes(2s, "3 maxmem 1 site 2 tmp2 3\n")},
       20s,
       "0 start, 5 !fixed_name !fixed_name tmp2=3"},
      {"R5",
       "a built-in index overrides LIM's own value",
       {writes(2s, "2 ut 0.5 mem 100\n")},
       20s,
       "0 start, 5 ut=0.5 mem=100"},
      {"R5",
       "an alias of a built-in index is not its name",
       {writes(2s, "1 login 3\n")},
       20s,
       "0 start, 5 !unknown_name"},
      {"R5",
       "reporting only some of the resources is right",
       {writes(2s, "1 nio 1\n")},
       20s,
       "0 start, 5 nio=1"},
      {"R6",
       "a value that is no number is rejected, and the one before stays",
       {writes(2s, "1 tmp2 1\n"), writes(17s, "3 tmp2 abc nio 5x licenses 4\n")},
       30s,
       "0 start, 5 tmp2=1, 20 !no_number !no_number licenses=4"},
      {"R6",
       "nan, inf and hexadecimal are no numbers",
       {writes(2s, "3 tmp2 nan nio inf licenses 0x10\n")},
       20s,
       "0 start, 5 !no_number !no_number !no_number"},
      {"R6",
       "numbers may have signs, fractions and exponents, and a comma is no point",
       {writes(2s, "4 tmp2 -1.5e2 nio +.25 licenses 1e-400 tmp2 1,5\n")},
       20s,
       "0 start, 5 !no_number tmp2=-150 nio=0.25 licenses=0"},
      {"R6",
       "a value beyond INFINIT_LOAD is rejected",
       {writes(2s, "1 tmp2 1\n"), writes(17s, "2 tmp2 2147483649 nio -1e999\n")},
       30s,
       "0 start, 5 tmp2=1, 20 !out_of_range !out_of_range"},
      {"R6",
       "exactly INFINIT_LOAD and -INFINIT_LOAD are unknown",
       {writes(2s, "2 tmp2 1 nio 2\n"), writes(17s, "2 tmp2 2147483648 nio -2147483648\n")},
       30s,
       "0 start, 5 tmp2=1 nio=2, 20 tmp2=- nio=-"},
      {"R6",
       "Lava takes of a host's index as much as is a number, else 0",
       {writes(2s, "3 tmp2 abc nio 5x ut 0x10\n")},
       20s,
       "0 start, 5 tmp2=0 nio=5 ut=16",
       like_lava},
      {"R6",
       "Lava takes a shared resource only as a whole number",
       {writes(2s, "1 licenses 5x\n"), writes(17s, "1 licenses 1e-999\n"),
        writes(32s, "1 licenses 7\n")},
       45s,
       "0 start, 5 !no_number, 20 !no_number, 35 licenses=7",
       like_lava},
      {"R6",
       "to Lava nan is a value of a host's index, and no whole number",
       {writes(2s, "2 tmp2 nan licenses nan\n")},
       20s,
       "0 start, 5 !no_number tmp2=nan",
       like_lava},
      {"R6",
       "to Lava what is beyond INFINIT_LOAD is unknown",
       {writes(2s, "2 tmp2 1 licenses 2\n"), writes(17s, "2 tmp2 3e9 licenses -3e9\n")},
       30s,
       "0 start, 5 tmp2=1 licenses=2, 20 tmp2=- licenses=-",
       like_lava},
      {"R8",
       "what follows the pairs is the next report's count",
       {writes(2s, "1 tmp2 1 nio 2\n")},
       20s,
       "0 start, 5 tmp2=1, 10 !bad_count TERM, 15 tmp2=-"},
      {"R8",
       "it may be a good count",
       {writes(2s, "1 tmp2 1 0 1 nio 2\n")},
       25s,
       "0 start, 5 tmp2=1, 10 !too_often, 15 !too_often nio=2"},
  };
}

std::vector<ElimCase> life_cases() {
  return {
      {"E4",
       "the values of an ELIM that has ended are unknown from the next tick on",
       {writes(2s, "1 tmp2 1\n"), exits(7s, 0), writes(97s, "1 tmp2 2\n")},
       105s,
       "0 start, 5 tmp2=1, 7 !exited, 10 tmp2=-, 95 start, 100 tmp2=2"},
      {"E4",
       "what it has written and LIM has not read is lost",
       {writes(2s, "1 tmp2 1\n"), exits(3s, 0)},
       20s,
       "0 start, 3 !exited"},
      {"E4",
       "LSF_ELIM_RESTARTS limits the restarts",
       {exits(2s, 1), exits(97s, 1), exits(192s, 1)},
       600s,
       "0 start, 2 !exited, 95 start, 97 !exited, 190 start, 192 !exited, 285 !given_up",
       two_restarts},
      {"E4",
       "there may be none at all",
       {exits(2s, 1)},
       300s,
       "0 start, 2 !exited, 95 !given_up",
       no_restart},
      {"E4",
       "an ELIM that exits with ELIM_ABORT_VALUE is not started again",
       {exits(2s, 97)},
       300s,
       "0 start, 2 !aborted"},
      {"E4",
       "ELIM_ABORT_VALUE is what the LIM says",
       {exits(2s, 3)},
       300s,
       "0 start, 2 !aborted",
       abort_by_three},
      {"E4",
       "after a restart a report may come at any time",
       {writes(82s, "1 tmp2 1\n"), exits(87s, 1), writes(96s, "1 tmp2 2\n")},
       105s,
       "0 start, 85 tmp2=1, 87 !exited, 90 tmp2=-, 95 start, 100 tmp2=2"},
      {"E6",
       "a LIM that becomes master ends its ELIM and starts it by the rule of restarts",
       {writes(2s, "1 tmp2 1\n"), becomes_master(7s), writes(97s, "1 tmp2 2\n")},
       105s,
       "0 start, 5 tmp2=1, 7 TERM, 10 tmp2=-, 95 start, 100 tmp2=2"},
      {"E6",
       "such a start is none of LSF_ELIM_RESTARTS",
       {becomes_master(102s), exits(107s, 1)},
       300s,
       "0 start, 102 TERM, 105 start, 107 !exited, 200 !given_up",
       no_restart},
  };
}

std::string number(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

const std::vector<ElimCase>& elim_cases() {
  static const std::vector<ElimCase> all = [] {
    std::vector<ElimCase> cases = document_cases();
    for (auto& part : {reading_cases(), life_cases()})
      cases.insert(cases.end(), part.begin(), part.end());
    return cases;
  }();
  return all;
}

ElimContract contract_of(const ElimCase& sample) {
  ElimContract contract;
  contract.resources.add({"tmp2", ElimTarget::host_index, true});
  contract.resources.add({"nio", ElimTarget::host_index, true});
  contract.resources.add({"licenses", ElimTarget::shared, true});
  contract.resources.add({"site", ElimTarget::fixed, false});
  if (sample.adapt != nullptr) sample.adapt(contract);
  return contract;
}

void tell(std::string& story, Time now, const ElimAnswer& answer, const ElimContract& contract) {
  std::string line;
  for (const ElimProblem& problem : answer.problems)
    line += " !" + std::string(name_of(problem.fault));
  for (const ElimValue& value : answer.values)
    line += " " + contract.resources[value.resource].name + "=" +
            (value.value ? number(*value.value) : "-");
  if (answer.terminate) line += " TERM";
  if (answer.start) line += " start";
  if (!line.empty())
    story +=
        (story.empty() ? "" : ", ") + std::to_string(now.time_since_epoch().count() / 1000) + line;
}

const ElimAnswer& PureLim::look(Time now) {
  answer_.clear();
  while (next_tick_ <= now) next_tick_ += contract_.rules.poll_interval;
  watch_.tick(now, contract_, answer_);
  return answer_;
}

const ElimAnswer& PureLim::step(const ElimStep& step, Time now) {
  answer_.clear();
  switch (step.act) {
    case ElimStep::Act::writes:
      watch_.arrived(now, step.text, contract_, answer_);
      break;
    case ElimStep::Act::exits:
      watch_.exited(now, {.by_signal = false, .code = step.code}, contract_, answer_);
      break;
    case ElimStep::Act::closes_output:
      watch_.output_ended(now, contract_, answer_);
      break;
    case ElimStep::Act::lim_becomes_master:
      contract_.is_master = true;
      watch_.role_changed(answer_);
      break;
  }
  return answer_;
}

}  // namespace mcsim::testing
