// What is said of files that LSF has, or may have, and that are not read.
#include "mcsim/config/lsf/other_files.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

namespace fs = std::filesystem;

struct UnreadFile {
  std::string_view name;
  std::string_view subject;
};

/// They change who waits. Source: IBM Spectrum LSF 10.1 Configuration Reference.
constexpr UnreadFile unread_files[] = {
    {"lsb.globalpolicies", "global policies"},
    {"lsb.modules", "plugins of the scheduler"},
    {"lsb.nqsmaps", "hosts and users of NQS"},
    {"lsb.serviceclasses", "service classes"},
    {"lsb.threshold", "energy policies, by which jobs run longer"},
    {"lsf.datamanager", "data that jobs wait for"},
    {"lsf.licensescheduler", "License Scheduler"},
};

/// They change nothing for who waits: records, installation, environments. Tasks are programs, of
/// which a simulated job says nothing.
constexpr std::string_view idle_files[] = {
    "cshrc.lsf", "ego.conf",    "hosts",           "install.config", "lim.acct",
    "lsb.acct",  "lsb.events",  "lsb.reasons",     "lsf.acct",       "lsf.sudoers",
    "lsf.task",  "profile.lsf", "bld.license.acct"};

/// The first of `known` that may be meant by `name`; empty: none.
std::string_view file_meant(std::string_view name, const std::vector<std::string_view>& known) {
  constexpr std::size_t near = 2;
  for (const std::string_view one : known)
    if (is_like(name, one) || edit_distance(name, one) <= near) return one;
  return {};
}

Diagnostic warning_about(std::string file, std::string text) {
  Diagnostic said = about_file(std::move(file), std::move(text));
  said.severity = Severity::warning;
  return said;
}

class OtherFiles {
 public:
  OtherFiles(FoundConfFiles& found, const std::string& directory, const std::string& shown_name,
             const std::string& below)
      : found_(found), directory_(directory), shown_name_(shown_name), below_(below) {}

  void run() {
    for (const std::string& name : names()) take(name);
    if (idle_.empty()) return;
    const std::string folder = shown("");
    Diagnostic said = warning_about(
        folder.substr(0, folder.size() - 1),
        "these files are ignored, since they change nothing here or are copies: " + idle_);
    said.is_minor = true;
    found_.errors.add(std::move(said));
  }

 private:
  /// In an order that does not depend on the file system.
  std::set<std::string> names() const {
    std::set<std::string> all;
    std::error_code error;
    for (auto at = fs::directory_iterator(fs::path(directory_) / below_, error);
         at != fs::directory_iterator(); at.increment(error)) {
      std::error_code ignored;
      if (!at->is_directory(ignored)) all.insert(at->path().filename().string());
      if (error) break;
    }
    return all;
  }

  void take(const std::string& name) {
    const auto is_here = [&](const FoundConfFile& file) { return file.shown_name == shown(name); };
    if (std::ranges::any_of(found_.files, is_here)) return;
    if (std::ranges::find(found_.copies, name) != found_.copies.end()) return leave_out(name);
    if (name.starts_with("lsf.cluster.")) return;  // of another cluster
    if (unread_file(name))
      return found_.unread.push_back(
          {nullptr, (fs::path(directory_) / (below_ + name)).string(), shown(name)});
    const auto begins = [&](std::string_view base) { return is_like(name, base); };
    if (std::ranges::any_of(idle_files, begins)) return leave_out(name);
    for (const ConfFile& kind : conf_files())
      if (const FoundConfFile* const read = found_kind(kind); read != nullptr && begins(kind.key))
        return name == kind.key ? tell_of_second(name, *read) : leave_out(name);
    if (std::ranges::any_of(unread_files, begins, &UnreadFile::name)) return leave_out(name);
    tell_of_unknown(name);
  }

  const FoundConfFile* found_kind(const ConfFile& kind) const {
    const auto file = std::ranges::find(found_.files, &kind, &FoundConfFile::kind);
    return file == found_.files.end() ? nullptr : &*file;
  }

  void leave_out(const std::string& name) {
    constexpr std::size_t most_letters = 400;
    const std::string quoted = in_quotes(name);
    if (idle_.size() < most_letters)
      idle_ += (idle_.empty() ? "" : ", ") + quoted.substr(1, quoted.size() - 2);
    else if (!idle_.ends_with(" ..."))
      idle_ += " ...";
  }

  /// The folder of a cluster has a file that the directory has, too.
  void tell_of_second(const std::string& name, const FoundConfFile& read) {
    Diagnostic said =
        warning_about(shown(name), "this file is ignored: " + read.shown_name + " is read");
    said.loss = {.who = "file", .what = "is not read", .count = 1};
    found_.errors.add(std::move(said));
  }

  /// One that is missing is meant rather than another one.
  void tell_of_unknown(const std::string& name) {
    if (name.find('.') == std::string::npos && !name.starts_with("ls")) return;  // such as "ghosts"
    std::vector<std::string_view> missing;
    std::vector<std::string_view> known;
    for (const ConfFile& kind : conf_files())
      (found_.cluster && found_kind(kind) == nullptr ? missing : known).push_back(kind.key);
    for (const UnreadFile& file : unread_files) known.push_back(file.name);
    const std::string_view not_there = file_meant(name, missing);
    const std::string_view near = not_there.empty() ? file_meant(name, known) : not_there;
    if (near.empty() && !is_lsf_file(name)) return;  // none of LSF's
    std::string text = "unknown file " + in_quotes(name) + " is ignored";
    if (!near.empty()) text += "; nearest: " + std::string(near);
    if (!not_there.empty()) text += ", which is not there";
    Diagnostic said = warning_about(shown(name), text);
    if (!not_there.empty()) said.loss = {.who = "file", .what = "is not read", .count = 1};
    found_.errors.add(std::move(said));
  }

  std::string shown(const std::string& name) const { return shown_name_ + "/" + below_ + name; }

  FoundConfFiles& found_;
  const std::string& directory_;
  const std::string& shown_name_;
  const std::string& below_;
  std::string idle_;  ///< names
};

}  // namespace

bool is_like(std::string_view name, std::string_view base) {
  const auto is_part = [](char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= 'a' && letter <= 'z');
  };
  return name.starts_with(base) && (name.size() == base.size() || !is_part(name[base.size()]));
}

std::optional<std::string> unread_file(std::string_view name) {
  constexpr std::string_view of_cluster = "lsf.datamanager.";  // with the name of the cluster
  if (name.starts_with(of_cluster)) name = name.substr(0, of_cluster.size() - 1);
  for (const UnreadFile& file : unread_files)
    if (file.name == name) return std::string(name) + " (" + std::string(file.subject) + ")";
  return std::nullopt;
}

void note_other_files(FoundConfFiles& found, const std::string& directory,
                      const std::string& shown_name, const std::string& below) {
  OtherFiles(found, directory, shown_name, below).run();
}

}  // namespace mcsim::config
