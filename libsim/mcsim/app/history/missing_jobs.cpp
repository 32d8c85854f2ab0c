// Makes records of what lsb.events knows of jobs.
#include "mcsim/app/history/missing_jobs.hpp"

#include "mcsim/app/history/submission_fields.hpp"
#include "mcsim/config/values/array_text.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

bool is_array(std::string_view name) { return name.find('[') != std::string_view::npos; }

}  // namespace

/// As records have it.
std::string_view MissingJobs::quoted(NameId name) {
  std::string text;
  for (const char letter : events_.name(name)) {
    if (letter == '"') text += letter;
    text += letter;
  }
  texts_.push_back(std::move(text));
  return texts_.back();
}

void MissingJobs::make(RecordedJob job, const JobEvents& known) {
  texts_.clear();
  record_ = {};
  copy_submission(known, record_, [this](NameId name) { return quoted(name); });
  record_.is_unended = known.ended == 0;
  record_.ended = record_.is_unended ? end_ : known.ended;
  record_.job = job.job;
  record_.element = job.element;
  record_.started = known.started;
  record_.destination_cluster = quoted(known.cluster);
  // Names of hosts have no quotes in them.
  record_.asked_hosts = split_words(events_.name(known.asked_hosts));
  if (known.started != 0) record_.hosts = split_words(events_.name(known.hosts));
  record_.status = known.is_done ? 64 : 32;
  record_.exit_status = known.exit_status;
}

/// Of elements that nothing has happened to lsb.events has no record.
void MissingJobs::visit_pending_elements(RecordedJob array, const JobEvents& known,
                                         const Visit& visit) {
  const auto text = config::parse_array(events_.name(known.name));
  const auto indices =
      text ? config::indices_of(text->ranges, most_elements) : std::optional<ArrayIndices>{};
  if (!indices || indices->size() > most_elements) {
    ++left_;
    return;
  }
  for (std::uint32_t place = 0; place < indices->size(); ++place) {
    const RecordedJob element{array.job, (*indices)[place], array.life};
    if (events_.has(element)) continue;
    make(element, known);
    visit(element, known, record_);
  }
}

std::uint64_t MissingJobs::visit(const Visit& visit) {
  left_ = 0;
  events_.visit_missing([&](RecordedJob job, const JobEvents& known) {
    const bool is_whole = job.element == 0 && is_array(events_.name(known.name));
    if (known.submitted == 0) {
      ++left_;
    } else if (!is_whole) {
      make(job, known);
      visit(job, known, record_);
    } else if (known.ended == 0) {
      visit_pending_elements(job, known, visit);
    }
  });
  return left_;
}

}  // namespace mcsim::app
