// Reads MC_PLUGIN_SCHEDULE_ENHANCE word by word.
#include "mcsim/policy/schedule_enhance.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mcsim/policy/count_preemptable.hpp"
#include "mcsim/policy/dyn_cluster_weighting.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::policy {
namespace {

/// In the order of schedule_enhance_keywords.
enum Keyword : std::size_t { resource_only, count_preemptable, high, preemptable, pending, dyn };

constexpr std::string_view blanks = " \t\r\n";

char capital(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}

std::optional<std::size_t> find_keyword(std::string_view word) {
  for (std::size_t at = 0; at < schedule_enhance_keywords.size(); ++at)
    if (std::ranges::equal(word, schedule_enhance_keywords[at], {}, capital)) return at;
  return std::nullopt;
}

class Reading {
 public:
  void word(std::size_t at, std::string_view word) {
    const auto keyword = find_keyword(word);
    if (!keyword)
      mistakes_.push_back({EnhanceMistake::Kind::unknown, at, word});
    else if (std::exchange(given_[*keyword], true))
      mistakes_.push_back({EnhanceMistake::Kind::repeated, at, word});
    else
      words_.emplace_back(*keyword, EnhanceMistake{EnhanceMistake::Kind::alone, at, word});
  }

  Expected<std::string_view, std::vector<EnhanceMistake>> result() {
    if (words_.size() > 1)
      for (const auto& [keyword, mistake] : words_)
        if (keyword == resource_only || keyword == dyn) mistakes_.push_back(mistake);
    if (!mistakes_.empty()) {
      std::ranges::sort(mistakes_, {}, &EnhanceMistake::at);
      return Unexpected(std::move(mistakes_));
    }
    if (words_.empty()) return NotDefined::name;
    if (given_[resource_only]) return ResourceOnly::name;
    if (given_[dyn]) return DynClusterWeighting::name;
    return PreemptableKeywords{given_[high], given_[preemptable], given_[pending]}.name();
  }

 private:
  std::array<bool, schedule_enhance_keywords.size()> given_{};
  std::vector<std::pair<std::size_t, EnhanceMistake>> words_;  ///< known ones, each once
  std::vector<EnhanceMistake> mistakes_;
};

}  // namespace

Expected<std::string_view, std::vector<EnhanceMistake>> read_schedule_enhance(
    std::string_view text) {
  Reading reading;
  for (auto at = text.find_first_not_of(blanks); at < text.size();) {
    const auto end = std::min(text.find_first_of(blanks, at), text.size());
    reading.word(at, text.substr(at, end - at));
    at = text.find_first_not_of(blanks, end);
  }
  return reading.result();
}

}  // namespace mcsim::policy
