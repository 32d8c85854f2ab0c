// LSF's own configuration files as tables of words, each with its place: lsf.conf, and the files
// that are made of sections (lsf.shared, lsf.cluster.NAME, lsb.*). Says nothing about what the
// keywords mean.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// A piece of a file and where it begins. As a value it is what LSF makes of it: without the
/// parentheses around a group, and empty where `-` or `()` ask for the default.
struct LsfWord {
  std::string text;
  JsonPlace place;
};

/// What stands between `Begin NAME` and `End NAME`: a table, which is written in one of two ways.
struct LsfSection {
  LsfWord name;             ///< as written; empty in lsf.conf, which is one section without a name
  bool horizontal = false;  ///< KEYWORD = value lines, which make one row; else columns and rows
  bool is_whole = true;     ///< false: a part of it could not be read, and is not here
  std::vector<std::string> lost;      ///< the words of its lines that could not be read
  std::vector<std::size_t> left_out;  ///< for each line that is no row: how many rows it follows
  std::vector<LsfWord> keywords;
  std::vector<std::uint32_t> first_lines;  ///< horizontal: of each keyword, which may come again
  std::vector<std::vector<LsfWord>> rows;  ///< each with one value for each keyword
};

struct LsfFile {
  std::vector<LsfSection> sections;
  Diagnostics diagnostics;  ///< with errors: `sections` are what could be read all the same
  bool has_gaps = false;    ///< parts could not be read, and may say anything

  bool is_whole() const { return !diagnostics.has_errors(); }
};

/// Larger files are refused, and files with more sections and values together.
inline constexpr std::size_t largest_lsf_file = std::size_t{64} << 20;
inline constexpr std::size_t most_lsf_values = 1'000'000;

/// A file of sections, called `source` in diagnostics. The last of equal keywords wins. Of `#if
/// time(...)` only the first branch is read.
///
/// Warnings: a keyword given twice, text outside of sections, and what LSF logs and passes over:
/// lines without `=`, rows with too few or too many values, sections that are ended by a wrong name
/// or none. Errors, all of them: repeated columns, sections that are not ended or not begun,
/// `#if time(...)`, bytes that are no text.
/// Source: OpenLava 4.0, whose files are those of Platform LSF; LSF 7.3 Configuration Reference.
LsfFile parse_lsf_file(std::string_view text, const std::string& source);

/// Whether the first line of a table names its columns, as far as the keywords of the section are
/// known.
using NamesColumns = std::function<bool(std::string_view section, std::span<const LsfWord> words)>;

/// The same of a file of which it is known what its columns are called. A table whose first line
/// names none is an error, too, and not read.
LsfFile parse_lsf_tables(std::string_view text, const std::string& source,
                         const NamesColumns& names_columns);
/// lsf.conf: NAME=VALUE lines; quotes around a value are dropped.
LsfFile parse_lsf_conf(std::string_view text, const std::string& source);

/// What a command of LSF prints as a table: a file of one section, called `section`, without its
/// Begin and End.
LsfFile parse_lsf_table(std::string_view text, const std::string& source,
                        const std::string& section, const NamesColumns& names_columns = {});

/// The bytes of the file `path`. Errors: cannot be read, larger than largest_lsf_file.
Expected<std::string, Diagnostics> read_lsf_text(const std::string& path,
                                                 const std::string& source);

/// The file as text that reads as the same file, without its places and comments.
std::string to_text(const LsfFile& file);

}  // namespace mcsim::config
