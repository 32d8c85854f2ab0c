// Words of a command line, from left to right.
#include "mcsim/config/lsf/pam_command.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "mcsim/text/complaints.hpp"

namespace mcsim::config {
namespace {

constexpr std::int64_t most_words = 1'000'000;
constexpr std::int64_t most_tasks = 1'000'000;

std::string in_words(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " word" : " words");
}

/// Reads the words behind `pam`.
class Reader {
 public:
  explicit Reader(std::span<const std::string> words) : words_(words) {}

  Expected<PamCommand, std::vector<std::string>> read() {
    const std::string_view name = words_.empty() ? std::string_view() : std::string_view(words_[0]);
    if (name != "pam" && !name.ends_with("/pam"))
      complain("expected pam and what follows it, got " +
               (name.empty() ? "nothing" : in_quotes(name)));
    else
      options();
    if (!mistakes_.empty()) return Unexpected(std::move(mistakes_));
    return std::move(command_);
  }

 private:
  void complain(std::string text) { mistakes_.push_back(std::move(text)); }

  void options() {
    while (++at_ < words_.size()) {
      const std::string& word = words_[at_];
      if (word == "-g") return launcher();
      if (word == "-t") {
        command_.is_quiet = true;
      } else if (word == "-v") {
        command_.is_verbose = true;
      } else if (word == "-n") {
        const auto number = ++at_ < words_.size() ? whole(words_[at_]) : std::nullopt;
        if (!number || *number < 1 || *number > most_tasks)
          complain("-n: expected a number of tasks, 1 to 1,000,000, got " +
                   (at_ < words_.size() ? in_quotes(words_[at_]) : "nothing"));
        command_.tasks = number;
      } else if (word == "-mpi" || word == "-auto_place") {
        complain(word + ": a vendor's MPI is started without a PJL; only -g is supported");
      } else if (word.starts_with('-')) {
        complain("unknown option " + in_quotes(word) + "; expected -t, -v, -n num_tasks or -g");
      } else {
        complain("expected -g before " + in_quotes(word) +
                 ": all other options of pam come before it, the PJL behind it");
        return;
      }
    }
    complain("expected -g, and a PJL behind it");
  }

  /// Reads what stands behind -g.
  void launcher() {
    const auto rest = words_.subspan(at_ + 1);
    const auto number = rest.empty() ? std::nullopt : whole(rest[0]);
    command_.inserts = number.has_value();
    if (!number) {
      command_.pjl.assign(rest.begin(), rest.end());
      if (rest.empty()) return complain("-g: expected num_args, or a PJL wrapper");
      if (rest[0].starts_with('-'))
        return complain("-g: expected num_args, or a PJL wrapper, got the option " +
                        in_quotes(rest[0]));
      if (rest.size() == 1) complain("expected a job behind the PJL wrapper " + in_quotes(rest[0]));
      return;
    }
    const auto behind = static_cast<std::int64_t>(rest.size()) - 1;
    if (*number < 1)
      return complain("-g " + rest[0] + ": num_args counts the PJL itself, so it is at least 1");
    if (*number > most_words)
      return complain("-g " + in_quotes(rest[0]) + ": expected num_args, at most 1,000,000");
    if (*number > behind)
      return complain("-g " + rest[0] + ": the PJL is to have " + in_words(*number) +
                      ", but only " + in_words(behind) + (behind == 1 ? " follows" : " follow"));
    if (*number == behind)
      return complain("-g " + rest[0] + ": the PJL takes all " + in_words(behind) +
                      " that follow; no job is left");
    const auto pjl = rest.subspan(1, static_cast<std::size_t>(*number));
    command_.pjl.assign(pjl.begin(), pjl.end());
    const auto job = rest.subspan(1 + pjl.size());
    command_.job.assign(job.begin(), job.end());
    if (command_.job[0].starts_with('-'))
      complain("-g " + rest[0] + ": the job would be " + in_quotes(command_.job[0]) +
               ", an option; is num_args too small?");
  }

  static std::optional<std::int64_t> whole(const std::string& word) {
    std::int64_t number = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    if (error == std::errc::result_out_of_range) return std::numeric_limits<std::int64_t>::max();
    if (error != std::errc() || stop != end || word.empty()) return std::nullopt;
    return number;
  }

  std::span<const std::string> words_;
  std::size_t at_ = 0;
  PamCommand command_;
  std::vector<std::string> mistakes_;
};

}  // namespace

Expected<PamCommand, std::vector<std::string>> read_pam_command(
    std::span<const std::string> words) {
  return Reader(words).read();
}

std::vector<std::string> callback_options(const PamCallback& callback) {
  return {"-p", callback.address, "-c", callback.directory};
}

std::vector<std::string> started_words(const PamCommand& command, const PamCallback& callback) {
  std::vector<std::string> words = command.pjl;
  if (!command.inserts) return words;
  words.push_back(callback.task_starter);
  const std::vector<std::string> options = callback_options(callback);
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), command.job.begin(), command.job.end());
  return words;
}

}  // namespace mcsim::config
