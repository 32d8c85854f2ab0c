// A policy that is a program of the user's own: questions go to its standard input, answers come
// from its standard output, a line each.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// What `--policy NAME='COMMAND'` and `--policy-timeout` say.
struct PolicyCommand {
  std::string name;     ///< as scenarios name the policy
  std::string command;  ///< for /bin/sh
  Duration timeout{10'000};

  bool operator==(const PolicyCommand&) const = default;
};

/// The program of a policy, in one run. It is started by the first question. At the end its
/// standard input is closed, and what is left of it after a second is killed.
class PolicyProgram {
 public:
  explicit PolicyProgram(PolicyCommand command);
  PolicyProgram(const PolicyProgram&) = delete;
  PolicyProgram& operator=(const PolicyProgram&) = delete;
  ~PolicyProgram();

  /// Its answer to a question without line ends: a line without its end, valid until the next
  /// question. Throws RunFailed: it cannot be started, ends, or does not answer in time.
  std::string_view ask(std::string_view question);

  const PolicyCommand& command() const { return command_; }
  /// Stops the run: throws RunFailed with the name of the policy.
  [[noreturn]] void fail(const std::string& what_it_does) const;

 private:
  struct Running;

  void start();
  void send(std::string_view question);
  std::string_view take_line();
  void wait(bool to_send);
  bool read();
  [[noreturn]] void fail_at_end();

  PolicyCommand command_;
  std::unique_ptr<Running> running_;  ///< null: it is not started yet
};

}  // namespace mcsim::app
