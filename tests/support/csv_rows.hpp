// The rows of a table, each column by its name.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "mcsim/text/csv.hpp"
#include "support/catch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

using Row = std::map<std::string, std::string>;

inline std::vector<Row> rows_of(const std::string& path) {
  auto table = CsvReader::open(path, path);
  REQUIRE(table.has_value());
  std::vector<Row> rows;
  while (table->next()) {
    Row& row = rows.emplace_back();
    for (std::size_t column = 0; column < table->names().size(); ++column)
      row[table->names()[column]] = std::string((*table)[column]);
  }
  REQUIRE(table->complaints().take().list.empty());
  return rows;
}

}  // namespace mcsim::testing
