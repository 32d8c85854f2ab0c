// The table of rules with a real program, a real pipe and real signals; only the time is set by the
// test.
#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>

#include "mcsim/app/elim/elim_session.hpp"
#include "support/catch.hpp"
#include "support/elim_table.hpp"
#include "support/places.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::elim_table_test {

namespace {

/// A LIM whose program gets its orders through a named pipe.
class RealLim {
 public:
  RealLim(const TempFolder& room, const ElimCase& sample)
      : room_(room), session_(program_in(room), contract_of(sample), 2s) {
    if (::mkfifo(room.path("script").c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    script_ = FileHandle(::open(room.path("script").c_str(), O_RDWR | O_CLOEXEC));
  }

  Time next_check() const { return session_.next_check(); }
  const ElimContract& contract() const { return session_.contract(); }
  const ElimAnswer& look(Time now) { return settled(session_.look(now), now); }
  const ElimAnswer& step(const ElimStep& step, Time now) {
    const std::uint64_t before = session_.bytes_read();
    switch (step.act) {
      case ElimStep::Act::writes:
        if (!session_.watch().is_running()) break;
        // A new file each time: the program may not have seen the end of the last one yet.
        order("w " + room_.write("words" + std::to_string(before), step.text));
        return until([&] { return session_.bytes_read() > before; }, now);
      case ElimStep::Act::exits:
        order("x " + std::to_string(step.code));
        return until([&] { return !session_.has_program(); }, now);
      case ElimStep::Act::closes_output:
        order("c");
        return until([&] { return !session_.hears(); }, now);
      case ElimStep::Act::lim_becomes_master:
        return settled(session_.change_role(true, now), now);
    }
    return look(now);
  }

 private:
  static std::string program_in(const TempFolder& room) {
    namespace fs = std::filesystem;
    const fs::path from = fs::path(source_dir()) / "tests/elims/elim.replayer";
    fs::copy_file(from, room.path("elim.replayer"));
    return room.path("elim.replayer");
  }
  void order(const std::string& line) const {
    const std::string text = line + "\n";
    REQUIRE(::write(script_.descriptor(), text.data(), text.size()) ==
            static_cast<ssize_t>(text.size()));
  }
  template <class Done>
  const ElimAnswer& until(Done&& done, Time now) {
    for (int turn = 0; turn < 1000; ++turn) {
      session_.wait(100ms);
      const ElimAnswer& answer = session_.look(now);
      if (done()) return settled(answer, now);
      REQUIRE(answer.is_empty());
    }
    throw std::runtime_error("the program does not do what it is told");
  }
  /// Waits until a program that was told to end is gone, so that time can go on.
  const ElimAnswer& settled(const ElimAnswer& answer, Time now) {
    kept_ = answer;
    while (session_.has_program() && !session_.watch().is_running()) {
      session_.wait(100ms);
      REQUIRE(session_.look(now).is_empty());
    }
    return kept_;
  }

  const TempFolder& room_;
  FileHandle script_;
  ElimSession session_;
  ElimAnswer kept_;
};

}  // namespace

TEST_CASE("a real program is treated by the rules of the same table", "[elim]") {
  for (const ElimCase& sample : elim_cases()) {
    if (sample.until > 1h) continue;  // nothing happens in most of it
    INFO(sample.rule << ": " << sample.says);
    const TempFolder room;
    RealLim lim(room, sample);
    CHECK(story_of(sample, lim) == sample.story);
  }
}

}  // namespace mcsim::testing::elim_table_test
