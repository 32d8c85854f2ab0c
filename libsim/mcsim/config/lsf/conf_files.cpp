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

/// Section Cluster of lsf.shared, where there is one.
ListedClusters listed_clusters(const std::string& directory, const std::string& shown_name) {
  ListedClusters listed;
  listed.file = shown_name + "/lsf.shared";
  const auto text = read_lsf_text((fs::path(directory) / "lsf.shared").string(), listed.file);
  if (!text) return listed;
  const LsfFile file = parse_lsf_file(*text, listed.file);
  for (const LsfSection& section : file.sections) {
    if (!same_name(section.name.text, "Cluster")) continue;
    if (listed.names.empty()) listed.place = section.name.place;
    for (std::size_t i = 0; i < section.keywords.size(); ++i)
      if (same_name(section.keywords[i].text, "ClusterName"))
        for (const auto& row : section.rows) listed.names.push_back(row[i].text);
    // Words of lines that cannot be read, which is told elsewhere: one of them may be a cluster.
    for (const std::string& word : section.lost) listed.names.push_back(word);
  }
  return listed;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether `name` is called as another cluster with an ending.
bool is_copy(const std::string& name, const std::vector<std::string>& all) {
  return std::ranges::any_of(
      all, [&](const std::string& other) { return other != name && is_like(name, other); });
}

/// Those of `all` that are clusters of the site. What lsf.shared lists it is sure of; where it
/// lists none of them, or nothing, all but copies.
std::vector<std::string> clusters_of(const std::vector<std::string>& all,
                                     const ListedClusters& listed) {
  std::vector<std::string> names;
  for (const std::string& name : all)
    if (has(listed.names, name)) names.push_back(name);
  if (!names.empty()) return names;
  for (const std::string& name : all)
    if (!is_copy(name, all)) names.push_back(name);
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
      const bool is_there = fs::exists(directory_, error);
      complain(shown_name_, error      ? error.message()
                            : is_there ? "expected a directory"
                                       : "no such directory");
      return std::move(found_);
    }
    const std::vector<std::string> all = names_of_clusters(directory_);
    found_.listed = listed_clusters(directory_, shown_name_);
    for (const std::string& name : all) {
      if (has(found_.listed.names, name)) continue;
      if (is_copy(name, all))
        found_.copies.push_back(std::string(cluster_prefix) + name);
      else if (!found_.listed.names.empty())
        found_.unlisted.push_back(name);
    }
    choose(all, clusters_of(all, found_.listed), wanted);
    for (const ConfFile& kind : file_kinds) look_for(kind);
    note_other_files(found_, directory_, shown_name_, "");
    if (found_.cluster) note_other_files(found_, directory_, shown_name_, batch_directory());
    return std::move(found_);
  }

 private:
  /// `there`: those of `all` that count where none is wanted.
  void choose(const std::vector<std::string>& all, const std::vector<std::string>& there,
              const std::optional<std::string>& wanted) {
    std::string names;
    for (const std::string& name : there)
      names += (names.empty() ? "" : ", ") + std::string(cluster_prefix) + name;
    if (wanted && !has(all, *wanted)) {
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
  return clusters_of(names_of_clusters(directory), listed_clusters(directory, directory));
}

std::span<const ConfFile> conf_files() { return file_kinds; }

FoundConfFiles find_conf_files(const std::string& directory, const std::string& shown_name,
                               const std::optional<std::string>& cluster) {
  return Search(directory, shown_name).run(cluster);
}

}  // namespace mcsim::config
