// Reads lsb.acct and lsb.events.
#include "mcsim/app/history/lsf_records.hpp"

#include "mcsim/trace/lsb_event.hpp"
#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {

Diagnostics LsfRecords::read_events(RecordFiles& files, HiddenRecords* hidden, EventBook& to) {
  trace::LsbEvent event;
  return files.read_by_age("--events", request_.events, [&](const RecordLine& line) {
    trace::LsbWords words(line.text);
    RecordAnswer answer{.mistake = trace::read_event(words, event)};
    answer.is_of_use = event.kind != trace::LsbEvent::Kind::other;
    if (!answer.is_of_use) {
      answer.kind = trace::LsbWords(line.text).word();
      if (!answer.mistake) answer.mistake = trace::unknown_kind(answer.kind);
    }
    const bool is_dated = event.at > 0 && event.at <= UINT32_MAX;
    if (answer.is_of_use && !answer.mistake && !is_dated)
      answer.mistake = {"a time that is none from 1970 to 2106", 1};
    if (answer.mistake) return answer;
    if (hidden != nullptr) hidden->hide(event);
    to.take(event);
    return answer;
  });
}

Diagnostics LsfRecords::read(RecordFiles& files, const Take& take) {
  trace::FinishRecord record;
  return files.read("--acct", request_.acct, [&](const RecordLine& line) {
    trace::LsbWords words(line.text);
    RecordAnswer answer;
    if (words.text() != "JOB_FINISH") {
      answer.is_of_use = false;
      answer.kind = trace::LsbWords(line.text).word();
      answer.mistake = words.is_broken()
                           ? trace::RecordMistake{"expected the kind of a record, in quotes", 1}
                           : trace::unknown_kind(answer.kind);
      return answer;
    }
    answer.mistake = trace::read_finish(words, record);
    if (!answer.mistake) answer.failure = take(record);
    return answer;
  });
}

}  // namespace mcsim::app
