// Puts pseudonyms into records.
#include "mcsim/app/history/hidden_records.hpp"

#include "mcsim/trace/lsb_words.hpp"

namespace mcsim::app {
namespace {

/// Many jobs have a name of their own, which need not be remembered.
constexpr std::size_t most_job_names = 65'536;

std::string with_doubled_quotes(std::string_view text) {
  std::string doubled;
  for (const char letter : text) {
    if (letter == '"') doubled += letter;
    doubled += letter;
  }
  return doubled;
}

}  // namespace

/// LSF's own project says nothing of a site.
void HiddenRecords::hide_project(std::string_view& name) {
  if (name != "default") hide(NameFamily::project, name);
}

void HiddenRecords::hide_words(WordKind kind, std::string_view& text) {
  if (text.empty()) return;
  auto& known = texts_[kind];
  auto found = known.find(text);
  if (found == known.end()) found = known.emplace(text, hidden_words(names_, kind, text)).first;
  text = found->second;
}

/// A host of a list of slots: 16*node001.
void HiddenRecords::hide_slots(std::string_view& entry) {
  auto found = slots_.find(entry);
  if (found == slots_.end()) {
    std::string made;
    trace::visit_hosts({entry}, [&](std::string_view host, std::int32_t) {
      made = entry.substr(0, entry.size() - host.size());
      made += names_.of(NameFamily::host, host);
    });
    found = slots_.emplace(entry, std::move(made)).first;
  }
  entry = found->second;
}

void HiddenRecords::hide_job_name(std::string_view& name) {
  // bmod -J "%3", the limit of an array, names nothing.
  if (name.find_first_not_of("%0123456789") == std::string_view::npos && name.starts_with('%'))
    return;
  auto found = job_names_.find(name);
  if (found == job_names_.end()) {
    if (job_names_.size() == most_job_names) job_names_.clear();
    const std::string meant = trace::without_doubled_quotes(name);
    found = job_names_.emplace(name, hidden_job_name(names_, meant)).first;
  }
  name = found->second;
}

bool HiddenRecords::hide_dependency(std::string_view& text) {
  if (text.empty()) return true;
  const std::string meant = trace::without_doubled_quotes(text);
  depends_.clear();
  const bool is_hidden = !has_pattern(meant);
  if (is_hidden) depends_ = with_doubled_quotes(hidden_words(names_, WordKind::dependency, meant));
  text = depends_;
  return is_hidden;
}

void HiddenRecords::hide(trace::FinishRecord& record) {
  hide(NameFamily::person, record.user);
  hide_words(WordKind::persons, record.group);
  hide_words(WordKind::queues, record.queue);
  hide_words(WordKind::requirement, record.res_req);
  if (!hide_dependency(record.depends)) ++patterns_;
  for (std::string_view& host : record.asked_hosts) hide_words(WordKind::hosts, host);
  for (std::string_view& host : record.hosts) hide_slots(host);
  hide_job_name(record.name);
  hide_project(record.project);
  hide(NameFamily::app, record.app);
  hide(NameFamily::cluster, record.source_cluster);
  hide(NameFamily::cluster, record.destination_cluster);
}

void HiddenRecords::hide(trace::LsbEvent& event) {
  hide(NameFamily::person, event.user);
  hide_words(WordKind::persons, event.group);
  hide_words(WordKind::queues, event.queue);
  hide_words(WordKind::requirement, event.res_req);
  hide_dependency(event.depends);
  for (std::string_view& host : event.asked_hosts) hide_words(WordKind::hosts, host);
  for (std::string_view& host : event.hosts) hide_slots(host);
  hide(NameFamily::host, event.host);
  hide(NameFamily::app, event.app);
  hide_job_name(event.name);
  hide_project(event.project);
  hide(NameFamily::cluster, event.cluster);
}

}  // namespace mcsim::app
