// Compares reports with later ones.
#include "mcsim/report/counter_errors.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <tuple>

#include "mcsim/report/table_columns.hpp"
#include "mcsim/text/csv.hpp"

namespace mcsim::report {
namespace {

constexpr std::size_t ages_of_page = 12;
/// So many comparisons of one age are enough.
constexpr std::int64_t most_compared = 100'000;

double worst_of(const QueueErrors& one) { return one.ages.empty() ? 0 : one.ages.back().mean; }

}  // namespace

std::vector<ErrorOfAge> errors_by_age(const Reports& reports, std::size_t ages) {
  if (reports.size() < 2) return {};
  std::int64_t step = reports.back().first - reports.front().first;
  for (std::size_t at = 1; at < reports.size(); ++at)
    if (const std::int64_t gap = reports[at].first - reports[at - 1].first; gap > 0)
      step = std::min(step, gap);
  if (step <= 0) return {};
  const std::int64_t steps = (reports.back().first - reports.front().first) / step;
  const std::int64_t stride = steps / most_compared + 1;
  std::vector<ErrorOfAge> errors;
  for (std::size_t number = 1; number <= ages; ++number) {
    const std::int64_t age = step * static_cast<std::int64_t>(number);
    ErrorOfAge error{.age = age};
    double sum = 0;
    std::size_t old = 0;
    std::size_t now = 0;
    for (Instant at = reports.front().first; at + age <= reports.back().first;
         at += step * stride) {
      while (old + 1 < reports.size() && reports[old + 1].first <= at) ++old;
      while (now + 1 < reports.size() && reports[now + 1].first <= at + age) ++now;
      const std::int64_t wrong = std::abs(reports[now].second - reports[old].second);
      sum += static_cast<double>(wrong);
      error.most = std::max(error.most, wrong);
      ++error.count;
    }
    if (error.count == 0) break;
    error.mean = sum / static_cast<double>(error.count);
    errors.push_back(error);
  }
  return errors;
}

Expected<std::vector<QueueErrors>, Diagnostics> read_counter_errors(const std::string& path) {
  auto reader = CsvReader::open(path, path);
  if (!reader) return Unexpected(reader.error());
  enum Column : std::size_t { time, to, queue, kind, available };
  const TableColumns row(*reader, {"time", "submit_cluster", "queue", "kind", "available"});
  if (reader->complaints().any_errors()) return Unexpected(reader->complaints().take());
  std::map<std::pair<std::string, std::string>, Reports> reports;
  while (reader->next()) {
    if (row.text(kind) != "published" || row.text(available).empty()) continue;
    reports[{std::string(row.name(queue)), std::string(row.name(to))}].emplace_back(
        row.seconds(time, 0), row.whole(available));
  }
  if (reader->complaints().any_errors()) return Unexpected(reader->complaints().take());
  std::vector<QueueErrors> found;
  for (const auto& [names, list] : reports) {
    QueueErrors one{
        .queue = names.first, .to = names.second, .ages = errors_by_age(list, ages_of_page)};
    if (!one.ages.empty()) found.push_back(std::move(one));
  }
  std::ranges::sort(found, {}, [](const QueueErrors& one) {
    return std::tuple(-worst_of(one), one.queue, one.to);
  });
  return found;
}

}  // namespace mcsim::report
