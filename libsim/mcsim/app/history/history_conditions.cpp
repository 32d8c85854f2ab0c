// Judges conditions of jobs by the jobs that are there.
#include "mcsim/app/history/history_conditions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/app/history/job_numbers.hpp"
#include "mcsim/config/values/dependency_words.hpp"

namespace mcsim::app {
namespace {

using config::DependencyRef;
using config::DependencyStep;
using Word = DependencyStep::Word;
using Elements = DependencyRef::Elements;
using Ranges = std::vector<DependencyRef::Range>;

std::string text_of(const Ranges& ranges) {
  std::string text;
  for (const DependencyRef::Range& range : ranges) {
    text += (text.empty() ? "[" : ",") + std::to_string(range.first);
    if (range.last != range.first) text += "-" + std::to_string(range.last);
    if (range.step != 1) text += ":" + std::to_string(range.step);
  }
  return text + "]";
}

bool is_in(const Ranges& ranges, std::int64_t element) {
  for (const DependencyRef::Range& range : ranges)
    if (element >= range.first && element <= range.last &&
        (element - range.first) % range.step == 0)
      return true;
  return false;
}

bool has_all(const std::set<std::int64_t>& elements, const Ranges& ranges) {
  for (const DependencyRef::Range& range : ranges) {
    for (std::int64_t element = range.first;; element += range.step) {
      if (!elements.contains(element)) return false;
      if (element > range.last - range.step) break;
    }
  }
  return true;
}

/// Those of the elements that are in the ranges.
Ranges common(const std::set<std::int64_t>& elements, const Ranges& ranges) {
  Ranges found;
  for (const std::int64_t element : elements) {
    if (!is_in(ranges, element)) continue;
    if (!found.empty() && found.back().last + 1 == element)
      found.back().last = element;
    else
      found.push_back({element, element, 1});
  }
  return found;
}

/// Always in quotes: then all that a name may have in it is the name's.
std::string name_text(const DependencyRef& ref) {
  const char* const quote = ref.name.find('"') == std::string::npos ? "\"" : "'";
  return quote + ref.name + (ref.is_pattern ? "*" : "") + quote;
}

/// What stands behind the jobs of a leaf.
std::string rest_of(const DependencyStep& leaf) {
  if (leaf.word == Word::external) return ", \"\"";  // nobody posts messages
  if (leaf.is_all) return ", " + std::string(sign_of(leaf.how)) + " *";
  if (leaf.how == CompareSign::any) return {};
  return ", " + std::string(sign_of(leaf.how)) + " " + std::to_string(leaf.number);
}

/// A part of a condition, and the last word in it.
struct Part {
  std::string text;
  Word word{};
};

std::string in_parentheses(std::string text) { return "(" + std::move(text) + ")"; }

std::optional<Part> negated(std::optional<Part> part) {
  if (!part) return part;
  const bool binds_less = part->word == Word::both || part->word == Word::either;
  return Part{"!" + (binds_less ? in_parentheses(std::move(part->text)) : std::move(part->text)),
              Word::negation};
}

std::optional<Part> combined(Word word, std::optional<Part> left, std::optional<Part> right) {
  const bool is_both = word == Word::both;
  if (is_both && !left) return right;
  if (is_both && !right) return left;
  if (!left || !right) return std::nullopt;
  for (Part* const part : {&*left, &*right})
    if (is_both && part->word == Word::either) part->text = in_parentheses(std::move(part->text));
  return Part{std::move(left->text) + (is_both ? " && " : " || ") + right->text, word};
}

}  // namespace

void HistoryConditions::note(const std::string& condition) {
  any_ = true;
  const auto steps = config::parse_dependency(condition);
  if (!steps) return;
  for (const DependencyStep& step : *steps)
    for (const DependencyRef& ref : step.refs)
      if (ref.id)
        numbers_.try_emplace(*ref.id);
      else
        (ref.is_pattern ? patterns_ : names_).try_emplace(ref.name);
}

void HistoryConditions::come(Job& job, std::int64_t number, std::int64_t element) {
  if (job.number != number) job.elements.clear();
  job.number = number;
  if (element > 0) job.elements.insert(element);
}

void HistoryConditions::add(std::int64_t number, std::int64_t element, std::string_view user,
                            std::string_view name) {
  const auto found = numbers_.find(number % JobNumbers::apart);
  if (found != numbers_.end()) come(found->second, number, element);
  name = name.substr(0, name.find('['));
  if (name.empty()) return;
  if (const auto named = names_.find(name); named != names_.end())
    come(named->second[std::string(user)], number, element);
  for (std::size_t length = 0; length <= name.size() && !patterns_.empty(); ++length)
    if (const auto named = patterns_.find(name.substr(0, length)); named != patterns_.end())
      come(named->second[std::string(user)], number, element);
}

const HistoryConditions::Job* HistoryConditions::find(const DependencyRef& ref,
                                                      std::string_view user) const {
  if (ref.id) {
    const auto found = numbers_.find(*ref.id);
    return found == numbers_.end() || !found->second.number ? nullptr : &found->second;
  }
  const auto& names = ref.is_pattern ? patterns_ : names_;
  const auto found = names.find(ref.name);
  if (found == names.end()) return nullptr;
  const auto of_user = found->second.find(user);
  return of_user == found->second.end() ? nullptr : &of_user->second;
}

/// What is left of a job that a condition names; none: nothing.
std::optional<std::string> HistoryConditions::judge(const DependencyRef& ref, std::string_view user,
                                                    Loss& loss) const {
  const Job* const job = find(ref, user);
  if (job == nullptr) return std::nullopt;
  if (ref.id && *job->number != *ref.id) loss = std::max(loss, Loss::old_number);
  std::string text = ref.id ? std::to_string(*job->number) : name_text(ref);
  if (ref.elements == Elements::own) return text + "[*]";
  if (ref.elements == Elements::unsaid) return text;
  if (has_all(job->elements, ref.ranges)) return text + text_of(ref.ranges);
  loss = Loss::unknown_job;
  const Ranges left = common(job->elements, ref.ranges);
  if (left.empty()) return std::nullopt;
  return text + text_of(left);
}

std::optional<std::string> HistoryConditions::judge(const DependencyStep& leaf,
                                                    std::string_view user, Loss& loss) const {
  std::string jobs;
  for (const DependencyRef& ref : leaf.refs) {
    const auto job = judge(ref, user, loss);
    if (!job)
      loss = Loss::unknown_job;
    else
      jobs += (jobs.empty() ? "" : ", ") + *job;
  }
  if (jobs.empty()) return std::nullopt;
  return std::string(config::dependency_words[static_cast<std::size_t>(leaf.word)]) + "(" + jobs +
         rest_of(leaf) + ")";
}

JudgedCondition HistoryConditions::judge(const std::string& condition,
                                         std::string_view user) const {
  const auto steps = config::parse_dependency(condition);
  if (!steps) return {.text = {}, .loss = Loss::syntax};
  std::vector<std::optional<Part>> parts;  // none: nothing is known of it
  Loss loss = Loss::nothing;
  for (const DependencyStep& step : *steps) {
    if (!step.refs.empty()) {
      const auto leaf = judge(step, user, loss);
      parts.push_back(leaf ? std::optional<Part>({*leaf, step.word}) : std::nullopt);
      continue;
    }
    std::optional<Part> right = std::move(parts.back());
    if (step.word == Word::negation) {
      parts.back() = negated(std::move(right));
      continue;
    }
    parts.pop_back();
    parts.back() = combined(step.word, std::move(parts.back()), std::move(right));
  }
  if (loss == Loss::nothing) return {.text = condition};
  return {.text = parts.back() ? parts.back()->text : "", .loss = loss};
}

}  // namespace mcsim::app
