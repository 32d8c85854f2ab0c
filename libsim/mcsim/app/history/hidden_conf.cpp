// Copies LSF's files word by word: a word is a known keyword, a number, a word of LSF's own, or
// else a name.
#include "mcsim/app/history/hidden_conf.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/app/history/hidden_words.hpp"
#include "mcsim/config/lsf/conf_tree.hpp"
#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/config/vocabulary/lost_keywords.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

using config::ConfFile;
using config::LsfFile;
using config::LsfSection;
using config::LsfWord;
using config::VocabularyRow;
using config::VocabularySection;

/// Which names the values of a keyword have.
struct NamingKey {
  std::string_view section;  ///< empty: of any section
  std::string_view key;
  WordKind kind;
};

constexpr NamingKey naming_keys[] = {
    {"lsb.hosts.HostGroup", "GROUP_NAME", WordKind::hosts},
    {"lsb.hosts.HostGroup", "GROUP_MEMBER", WordKind::hosts},
    {"", "GROUP_NAME", WordKind::persons},
    {"", "GROUP_MEMBER", WordKind::persons},
    {"", "USER_NAME", WordKind::persons},
    {"", "USERS", WordKind::persons},
    {"", "PER_USER", WordKind::persons},
    {"", "FWD_USERS", WordKind::persons},
    {"", "USER_SHARES", WordKind::shares},
    {"", "FAIRSHARE", WordKind::shares},
    {"", "HOST_NAME", WordKind::hosts},
    {"", "HOSTNAME", WordKind::hosts},
    {"", "HPART_NAME", WordKind::hosts},
    {"", "HOSTS", WordKind::hosts},
    {"", "PER_HOST", WordKind::hosts},
    {"", "LOCATION", WordKind::hosts},
    {"", "TYPENAME", WordKind::hosts},
    {"", "MODELNAME", WordKind::hosts},
    {"", "model", WordKind::hosts},
    {"lsf.cluster.Host", "type", WordKind::hosts},
    {"lshosts", "type", WordKind::hosts},
    {"", "RESOURCENAME", WordKind::requirement},
    {"", "RESOURCES", WordKind::requirement},
    {"", "RESOURCE", WordKind::requirement},
    {"", "LICENSE", WordKind::requirement},
    {"", "RES_REQ", WordKind::requirement},
    {"", "RES_SELECT", WordKind::requirement},
    {"lsb.resources.SharedResourceExport", "NAME", WordKind::requirement},
    {"lsb.resources.Limit", "NAME", WordKind::others},
    {"lsb.applications", "NAME", WordKind::apps},
    {"", "APPS", WordKind::apps},
    {"", "PER_APP", WordKind::apps},
    {"", "PROJECTS", WordKind::projects},
    {"", "PER_PROJECT", WordKind::projects},
    {"", "DEFAULT_PROJECT", WordKind::projects},
    {"", "QUEUE_NAME", WordKind::queues},
    {"", "QUEUES", WordKind::queues},
    {"", "PER_QUEUE", WordKind::queues},
    {"", "DEFAULT_QUEUE", WordKind::queues},
    {"", "FAIRSHARE_QUEUES", WordKind::queues},
    {"", "PREEMPTION", WordKind::queues},
    {"", "SNDJOBS_TO", WordKind::send_queues},
    {"", "RCVJOBS_FROM", WordKind::clusters},
    {"", "ClusterName", WordKind::clusters},
    {"", "CLUSTERNAME", WordKind::clusters},
    {"", "DISTRIBUTION", WordKind::clusters},
    {"", "SLOT_POOL", WordKind::others},
};

/// Words of LSF's own in values that have no list of them in the vocabulary.
constexpr std::string_view own_values =
    "RESOURCE_ONLY COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY "
    "PENDING_WHEN_NOSLOTS DYN_CLUSTER_WEIGHTING CU SUSPEND RESUME TERMINATE CHKPNT brequeue bkill "
    "$LSB_JOBID SIGSTOP SIGTSTP SIGCONT SIGKILL SIGTERM SIGINT SIGUSR1 SIGUSR2 Dyn";

WordKind kind_of(const VocabularySection& section, std::string_view key) {
  for (const NamingKey& one : naming_keys)
    if (one.key == key && (one.section.empty() || one.section == section.name)) return one.kind;
  return WordKind::settings;
}

const VocabularyRow* row_in(const VocabularySection& section, std::string_view key) {
  const auto found = std::ranges::find_if(
      section.rows, [&](const VocabularyRow& row) { return same_name(row.key, key); });
  return found == section.rows.end() ? nullptr : &*found;
}

/// Digits and points: 10.1.0.14 is a version, and no address.
bool is_version(std::string_view text) {
  return text.find_first_not_of("0123456789.") == std::string_view::npos;
}

class ConfHiding {
 public:
  ConfHiding(Pseudonyms& names, const ConfFile& kind, HiddenLosses& losses)
      : names_(names), kind_(kind), file_keys_(*config::find_section(kind.key)), losses_(losses) {}

  LsfFile run(LsfFile file) {
    std::vector<LsfSection> kept;
    for (LsfSection& section : file.sections)
      if (const VocabularySection* const keys = keys_of(section)) {
        hide(section, *keys);
        kept.push_back(std::move(section));
      }
    file.sections = std::move(kept);
    return file;
  }

 private:
  /// The vocabulary of a section; null: the copy does not have it.
  const VocabularySection* keys_of(LsfSection& section) {
    if (kind_.shape != ConfFile::Shape::sections) {
      if (kind_.section.empty() || same_name(section.name.text, kind_.section)) return &file_keys_;
      losses_.sections.insert("unknown ones");
      return nullptr;
    }
    const VocabularyRow* const row = row_in(file_keys_, section.name.text);
    if (row != nullptr && row->no_effect) return nullptr;
    if (row != nullptr && row->planned == 0) {
      section.name.text = row->key;
      return config::find_section(row->child);
    }
    const auto* const lost = config::find_lost(file_keys_.name, section.name.text);
    losses_.sections.insert(row != nullptr    ? std::string(row->key)
                            : lost != nullptr ? std::string(lost->key)
                                              : "unknown ones");
    return nullptr;
  }

  void hide(LsfSection& section, const VocabularySection& keys) {
    LsfSection copy;
    copy.name = section.name;
    copy.horizontal = section.horizontal;
    copy.rows.resize(section.rows.size());
    for (std::size_t at = 0; at < section.keywords.size(); ++at) {
      const std::string word = section.keywords[at].text;
      const VocabularyRow* const row = row_in(keys, word);
      const auto* const lost = config::find_lost(keys.name, word);
      const bool is_index = row == nullptr && lost == nullptr && row_in(keys, "r1m") != nullptr;
      if (row != nullptr && row->no_effect) continue;
      const bool is_unknown = row == nullptr && lost == nullptr && !is_index;
      if (is_unknown && !keys.all_or_nothing) {
        ++losses_.keywords;
        continue;
      }
      const auto known = [&]() -> std::string {
        if (row != nullptr) return std::string(row->key);
        if (lost != nullptr) return std::string(lost->key);
        return hidden_words(names_, WordKind::requirement, word);
      };
      copy.keywords.push_back({known(), section.keywords[at].place});
      for (std::size_t line = 0; line < section.rows.size(); ++line) {
        LsfWord value = section.rows[line][at];
        const bool is_told = row != nullptr && row->planned == 0;
        if (!value.text.empty())
          value.text = is_told    ? hidden(keys, *row, value.text)
                       : is_index ? hidden_words(names_, WordKind::settings, value.text)
                                  : "x";  // it has no effect but to be complained about
        copy.rows[line].push_back(std::move(value));
      }
    }
    section = std::move(copy);
  }

  std::string hidden(const VocabularySection& keys, const VocabularyRow& row,
                     const std::string& text) {
    if (row.type == config::ValueType::version && is_version(text)) return text;
    const WordKind kind = kind_of(keys, row.key);
    std::string own;
    if (kind == WordKind::settings) {
      own = own_values;
      own.append(" ").append(row.allowed).append(" ").append(row.allowed_later);
    }
    return hidden_words(names_, kind, text, own);
  }

  Pseudonyms& names_;
  const ConfFile& kind_;
  const VocabularySection& file_keys_;
  HiddenLosses& losses_;
};

LsfFile parsed(const config::FoundConfFile& file, std::string_view text) {
  const config::NamesColumns columns = [&](std::string_view section,
                                           std::span<const LsfWord> words) {
    return config::names_columns(*file.kind, section, words);
  };
  if (file.kind->key == "lsf.conf") return config::parse_lsf_conf(text, file.shown_name);
  if (file.kind->key == "lshosts")
    return config::parse_lsf_table(text, file.shown_name, std::string(file.kind->section), columns);
  return config::parse_lsf_tables(text, file.shown_name, columns);
}

}  // namespace

Expected<std::string, Diagnostics> hidden_conf(Pseudonyms& names, const config::FoundConfFile& file,
                                               HiddenLosses& losses, Diagnostics& said) {
  const auto text = config::read_lsf_text(file.path, file.shown_name);
  if (!text) return Unexpected(text.error());
  LsfFile read = parsed(file, *text);
  append(said, std::move(read.diagnostics));
  read.diagnostics = {};
  if (said.has_errors()) return Unexpected(std::exchange(said, {}));
  LsfFile hidden = ConfHiding(names, *file.kind, losses).run(std::move(read));
  if (file.kind->key == "lshosts")
    for (LsfSection& section : hidden.sections) section.name.text.clear();
  return config::to_text(hidden);
}

}  // namespace mcsim::app
