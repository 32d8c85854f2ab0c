// Tables as LSF's commands print them: the columns that -o names, and JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::views {

/// A field that -o may name, by its name or its alias. `width` is the recommended width.
struct ViewField {
  std::string_view name;
  std::string_view alias;  ///< empty: none
  std::string_view header;
  std::size_t width = 0;
};

/// What -o asks for. Source: IBM Spectrum LSF 10.1, bjobs -o, bhosts -o, bqueues -o.
struct ViewFormat {
  struct Column {
    std::size_t field = 0;
    std::size_t width = 0;  ///< 0: as wide as the value
    bool flush_right = false;
  };
  std::vector<Column> columns;
  char delimiter = ' ';
  bool has_delimiter = false;
};

/// Reads `field_name[:[-][output_width]] ... [delimiter='c']`; `all` means all fields, and a colon
/// alone the recommended width. Names are separated by blanks; case does not matter. Errors: all
/// mistakes, under the name "-o".
Expected<ViewFormat, Diagnostics> read_view_format(std::string_view text,
                                                   std::span<const ViewField> fields);

/// Records whose fields can be asked for one by one.
struct ViewRecords {
  std::string_view command;    ///< "bjobs"
  std::string_view count_key;  ///< "JOBS"
  std::span<const ViewField> fields;
  std::size_t size = 0;
  std::function<std::string(std::size_t record, std::size_t field)> value;
};

/// Those of the records whose first field is one of `names`; all of them where there are none.
ViewRecords only(ViewRecords records, const std::vector<std::string>& names);

/// One line per record. A value that is wider than its column loses its end; job_name loses its
/// beginning, in whose place an asterisk stands. With a delimiter nothing is padded.
std::string view_text(const ViewRecords& records, const ViewFormat& format, bool header);
/// {"COMMAND":"bjobs","JOBS":1,"RECORDS":[{"JOBID":"1",...}]}: every value is a string.
std::string view_json(const ViewRecords& records, const ViewFormat& format);
/// The same, followed by all fields of a second table: ..."LEASES":1,"LEASES_RECORDS":[...]}.
std::string view_json(const ViewRecords& records, const ViewFormat& format,
                      const ViewRecords& more);

}  // namespace mcsim::views
