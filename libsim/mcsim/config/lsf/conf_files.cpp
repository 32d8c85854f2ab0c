// Looking for the files of an LSF configuration.
#include "mcsim/config/lsf/conf_files.hpp"

#include <algorithm>
#include <filesystem>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/lsf/other_files.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

namespace fs = std::filesystem;
using FileShape = ConfFile::Shape;

constexpr std::string_view cluster_prefix = "lsf.cluster.";

/// The names in the files lsf.cluster.NAME, sorted.
std::vector<std::string> names_of_clusters(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto at = fs::directory_iterator(directory, error); at != fs::directory_iterator();
       at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(cluster_prefix) && name.size() > cluster_prefix.size())
      names.push_back(name.substr(cluster_prefix.size()));
    if (error) break;
  }
  std::ranges::sort(names);
  return names;
}

/// The clusters that section Cluster of lsf.shared lists.
std::vector<std::string> listed_clusters(const std::string& directory) {
  std::vector<std::string> names;
  const std::string path = (fs::path(directory) / "lsf.shared").string();
  const auto text = read_lsf_text(path, path);
  if (!text) return names;
  const LsfFile file = parse_lsf_file(*text, path);
  for (const LsfSection& section : file.sections)
    for (std::size_t i = 0; i < section.keywords.size(); ++i)
      if (same_name(section.name.text, "Cluster") &&
          same_name(section.keywords[i].text, "ClusterName"))
        for (const auto& row : section.rows) names.push_back(row[i].text);
  return names;
}

constexpr ConfFile file_kinds[] = {
    {"lsf.conf"_key, FileShape::keywords, "", false},
    {"lsf.shared"_key, FileShape::sections, "", true},
    {"lsf.cluster"_key, FileShape::sections, "", true},
    {"lsb.params"_key, FileShape::keywords, "Parameters", false, "LSF's defaults hold"},
    {"lsb.queues"_key, FileShape::list, "Queue", false,
     "LSF makes one queue, default, for all users and hosts"},
    {"lsb.hosts"_key, FileShape::sections, "", false,
     "all hosts of lsf.cluster take jobs, each as many as it has processors (MXJ is !)"},
    {"lsb.resources"_key, FileShape::sections, "", false},
    {"lsb.users"_key, FileShape::sections, "", false},
    {"lsb.applications"_key, FileShape::list, "Application", false},
    {"lshosts"_key, FileShape::list, "lshosts", false},
};

class Search {
 public:
  Search(const std::string& directory, const std::string& shown_name)
      : directory_(directory), shown_name_(shown_name) {}

  FoundConfFiles run(const std::optional<std::string>& wanted) && {
    std::error_code error;
    if (!fs::is_directory(directory_, error)) {
      complain(shown_name_,
               fs::exists(directory_, error) ? "expected a directory" : "no such directory");
      return std::move(found_);
    }
    const auto clusters = clusters_in(directory_);
    for (const std::string& name : names_of_clusters(directory_))
      if (std::ranges::find(clusters, name) == clusters.end())
        found_.copies.push_back(std::string(cluster_prefix) + name);
    choose(clusters, wanted);
    for (const ConfFile& kind : file_kinds) look_for(kind);
    note_other_files(found_, directory_, shown_name_, "");
    if (found_.cluster) note_other_files(found_, directory_, shown_name_, batch_directory());
    return std::move(found_);
  }

 private:
  void choose(const std::vector<std::string>& there, const std::optional<std::string>& wanted) {
    std::string names;
    for (const std::string& name : there)
      names += (names.empty() ? "" : ", ") + std::string(cluster_prefix) + name;
    const auto is_copy = [&](const std::string& name) {
      return std::ranges::find(found_.copies, std::string(cluster_prefix) + name) !=
             found_.copies.end();
    };
    if (wanted && std::ranges::find(there, *wanted) == there.end() && !is_copy(*wanted)) {
      complain(shown_name_ + "/" + std::string(cluster_prefix) + *wanted,
               there.empty() ? "no such file" : "no such file; there: " + names);
      found_.cluster = wanted;
    } else if (wanted || there.size() == 1) {
      found_.cluster = wanted ? *wanted : there.front();
    } else {
      complain(shown_name_, there.empty()
                                ? "no file lsf.cluster.NAME"
                                : "several files lsf.cluster.NAME, and nothing says which "
                                  "cluster is meant: " +
                                      names);
    }
  }

  void look_for(const ConfFile& kind) {
    std::string name(kind.key);
    if (kind.key == "lsf.cluster"_key) {
      if (!found_.cluster) return;  // complained about
      name = std::string(cluster_prefix) + *found_.cluster;
      if (is_there(name)) add(kind, name);
      return;
    }
    if (const auto place = place_of(name)) return add(kind, *place);
    // Without the cluster, its folder below lsbatch is not known.
    if (is_batch(name) && !found_.cluster && is_there("lsbatch")) return;
    if (kind.required) complain(shown_name_ + "/" + name, "no such file");
  }

  static bool is_batch(std::string_view name) { return name.starts_with("lsb."); }
  std::string batch_directory() const { return "lsbatch/" + *found_.cluster + "/configdir/"; }

  /// Where a file lies, below the directory; none: it is not there.
  std::optional<std::string> place_of(const std::string& name) const {
    if (is_there(name)) return name;
    if (!is_batch(name) || !found_.cluster) return std::nullopt;
    std::string deeper = batch_directory() + name;
    if (is_there(deeper)) return deeper;
    return std::nullopt;
  }

  /// A link that leads nowhere is there, too: to read it is an error.
  bool is_there(const std::string& name) const {
    std::error_code error;
    return fs::exists(fs::symlink_status(fs::path(directory_) / name, error));
  }
  void add(const ConfFile& kind, const std::string& name) {
    found_.files.push_back(
        {&kind, (fs::path(directory_) / name).string(), shown_name_ + "/" + name});
  }
  void complain(const std::string& file, std::string message) {
    found_.errors.add(about_file(file, std::move(message)));
  }

  const std::string& directory_;
  const std::string& shown_name_;
  FoundConfFiles found_;
};

}  // namespace

std::vector<std::string> clusters_in(const std::string& directory) {
  const std::vector<std::string> all = names_of_clusters(directory);
  const auto is_copy = [&](const std::string& name) {
    return std::ranges::any_of(
        all, [&](const std::string& other) { return other != name && is_like(name, other); });
  };
  if (std::ranges::none_of(all, is_copy)) return all;
  const std::vector<std::string> listed = listed_clusters(directory);
  std::vector<std::string> names;
  for (const std::string& name : all)
    if (!is_copy(name) || std::ranges::find(listed, name) != listed.end()) names.push_back(name);
  return names;
}

std::span<const ConfFile> conf_files() { return file_kinds; }

FoundConfFiles find_conf_files(const std::string& directory, const std::string& shown_name,
                               const std::optional<std::string>& cluster) {
  return Search(directory, shown_name).run(cluster);
}

}  // namespace mcsim::config
