// The LSF files of a random site, as tables, so that a test can take parts away.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/random_dice.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

using Cells = std::vector<std::string>;

/// Columns and rows; without columns each row is a keyword and its value. Without a name it stands
/// in its file without Begin and End, as what lshosts prints.
struct SiteSection {
  std::string name;
  Cells columns;
  std::vector<Cells> rows;
};

struct SiteFile {
  std::string name;
  std::vector<SiteSection> sections;
};

class Site {
 public:
  std::vector<SiteFile> files;

  const SiteFile* find(std::string_view file) const;
  /// All values of a column, or of a keyword; cells without a value left out.
  Cells values(std::string_view file, std::string_view section, std::string_view key) const;
  /// The value of `key` in the row that has `value` in the first column; empty: none.
  std::string value(std::string_view file, std::string_view section, const std::string& row,
                    std::string_view key) const;
};

/// A cluster c1 of hosts h1, h2, ... whose files go together.
Site random_site(Dice& dice);
/// Takes away files, sections, rows, columns, or single values, one to three of them.
void take_parts_away(Site& site, Dice& dice);
std::string to_text(const SiteFile& file);

/// The words of "(a b c)", without signs of preference; for a cell without a value none.
Cells words_of(std::string cell);

}  // namespace mcsim::testing
