// Copies a site's configuration.
#include "mcsim/app/history/site_conf.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <vector>

#include "mcsim/app/history/hidden_conf.hpp"
#include "mcsim/app/history/site_hosts.hpp"
#include "mcsim/config/lsf/conf_directory.hpp"
#include "mcsim/config/lsf/conf_files.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/folder_names.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view cluster_file = "lsf.cluster.";

std::optional<std::string> wanted_cluster(const ImportRequest& request) {
  return request.cluster.empty() ? std::nullopt : std::optional(request.cluster);
}

config::FoundConfFiles find_files(const ImportRequest& request) {
  return config::find_conf_files(request.conf, request.conf, wanted_cluster(request));
}

/// What LSF writes down of jobs and events stands beside its configuration at some sites.
bool is_record(std::string_view name) {
  constexpr std::array<std::string_view, 4> kinds{"lsb.acct", "lsb.events", "lsb.status",
                                                  "lsb.stream"};
  return std::ranges::any_of(kinds, [&](std::string_view kind) { return name.starts_with(kind); });
}

/// LSF's files, as they are.
class PlainCopy {
 public:
  PlainCopy(const ImportRequest& request, RunFolder& folder, SiteParts& parts)
      : request_(request), folder_(folder), parts_(parts) {}

  Diagnostics run() {
    if (parts_.has_conf) copy_directory();
    if (!request_.hosts.empty()) copy(request_.hosts, "lshosts");
    return std::move(why_);
  }

 private:
  void copy(const std::string& from, const std::string& name) {
    const auto text = read_file(from, from, config::largest_lsf_file);
    if (!text)
      append(why_, text.error());
    else if (auto failure = folder_.write("conf/" + name, *text))
      why_.add(*std::move(failure));
  }

  /// Those of subdirectories, as LSF has them, too: lsbatch/CLUSTER/configdir.
  void copy_directory() {
    const auto names = folder_names(request_.conf);
    if (!names) return why_.add(about_file(request_.conf, "cannot be read as a directory"));
    std::error_code failed;
    for (const std::string& name : *names) {
      const fs::path path = fs::path(request_.conf) / name;
      const bool is_lsf =
          (name.starts_with("lsf.") || name.starts_with("lsb.")) && !is_record(name);
      if (name == "lshosts") parts_.has_lshosts = true;
      if ((is_lsf || name == "lshosts") && fs::is_regular_file(path, failed))
        copy(path.string(), name);
    }
    const config::FoundConfFiles found = find_files(request_);
    parts_.cluster = found.cluster.value_or(parts_.cluster);
    for (const config::FoundConfFile& file : found.files)
      if (const std::string name = fs::path(file.path).filename().string();
          std::ranges::find(*names, name) == names->end())
        copy(file.path, name);
  }

  const ImportRequest& request_;
  RunFolder& folder_;
  SiteParts& parts_;
  Diagnostics why_;
};

class HiddenCopy {
 public:
  HiddenCopy(const ImportRequest& request, Pseudonyms& names, RunFolder& folder, SiteParts& parts)
      : request_(request), names_(names), folder_(folder), parts_(parts) {}

  Diagnostics run() {
    if (parts_.has_conf) copy_directory();
    if (!request_.hosts.empty()) {
      const auto kinds = config::conf_files();
      const auto kind = std::ranges::find(kinds, "lshosts", &config::ConfFile::key);
      copy({&*kind, request_.hosts, request_.hosts}, "lshosts");
    }
    tell();
    return std::move(said_);
  }

 private:
  void copy_directory() {
    const config::FoundConfFiles found = find_files(request_);
    append(said_, found.errors);
    if (said_.has_errors()) return;
    names_.own_cluster(*found.cluster);
    for (const config::FoundConfFile& file : found.files) {
      std::string name(file.kind->key);
      if (name == "lsf.cluster") name = std::string(cluster_file) + parts_.cluster;
      if (name == "lshosts") parts_.has_lshosts = true;
      if (name != "lshosts" || request_.hosts.empty()) copy(file, name);
    }
    if (!found.unread.empty())
      warn(std::to_string(found.unread.size()) +
           " files that are not simulated, such as lsb.modules: left out");
  }

  void copy(const config::FoundConfFile& file, const std::string& name) {
    Diagnostics said;
    const auto text = hidden_conf(names_, file, losses_, said);
    append(said_, text ? said : text.error());
    if (!text) return;
    if (auto failure = folder_.write("conf/" + name, *text)) said_.add(*std::move(failure));
  }

  void tell() {
    if (!losses_.sections.empty())
      warn("sections that are not simulated, and left out of the copy: " +
           first_names(std::vector(losses_.sections.begin(), losses_.sections.end())));
    if (losses_.keywords > 0)
      warn(counted(losses_.keywords, "unknown keyword") + ": left out of the copy");
  }
  void warn(std::string message) {
    Diagnostic warning = about_file(request_.conf, std::move(message));
    warning.severity = Severity::warning;
    said_.add(std::move(warning));
  }

  const ImportRequest& request_;
  Pseudonyms& names_;
  RunFolder& folder_;
  SiteParts& parts_;
  HiddenLosses losses_;
  Diagnostics said_;
};

}  // namespace

Diagnostics check_site(const ImportRequest& request) {
  Diagnostics why;
  if (!request.hosts.empty())
    if (auto hosts = read_site_hosts(request.hosts, request.hosts); !hosts)
      append(why, std::move(hosts.error()));
  if (request.conf.empty()) return why;
  const config::ConfDirectory read =
      config::read_conf_directory(request.conf, request.conf, wanted_cluster(request));
  for (const Diagnostic& one : read.diagnostics.list)
    if (one.severity == Severity::error) why.add(one);
  return why;
}

std::string site_cluster(const ImportRequest& request) {
  return find_files(request).cluster.value_or("");
}

Diagnostics copy_site_conf(const ImportRequest& request, Pseudonyms* names, RunFolder& folder,
                           SiteParts& parts) {
  if (!parts.has_conf && !parts.has_lshosts) return {};
  std::error_code failed;
  fs::create_directories(folder.path_of("conf"), failed);
  Diagnostics said = names != nullptr ? HiddenCopy(request, *names, folder, parts).run()
                                      : PlainCopy(request, folder, parts).run();
  if (said.has_errors() || parts.has_conf) return said;
  const std::string copy = folder.path_of("conf/lshosts");
  auto hosts = read_site_hosts(copy, request.hosts);
  fs::remove_all(folder.path_of("conf"), failed);
  if (hosts)
    parts.told_hosts = *std::move(hosts);
  else
    append(said, std::move(hosts.error()));
  return said;
}

}  // namespace mcsim::app
