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

/// A field that -o may name, by one of two names. `width` is the recommended one.
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
    std::size_t width = 0;  ///< 0: as wide as the value is
    bool flush_right = false;
  };
  std::vector<Column> columns;
  char delimiter = ' ';
  bool has_delimiter = false;
};

/// `field_name[:[-][output_width]] ... [delimiter='c']`, `all` for each field; a colon alone means
/// the recommended width. Names are separated by blanks, capitals do not matter. Errors: all that
/// is wrong, under the name "-o".
Expected<ViewFormat, Diagnostics> read_view_format(std::string_view text,
                                                   std::span<const ViewField> fields);

/// Some records of which each field can be asked for.
struct ViewRecords {
  std::string_view command;    ///< "bjobs"
  std::string_view count_key;  ///< "JOBS"
  std::span<const ViewField> fields;
  std::size_t size = 0;
  std::function<std::string(std::size_t record, std::size_t field)> value;
};

/// One line a record. What a width cuts off is the end of a value, of job_name the beginning, with
/// an asterisk in its place. With a delimiter nothing is padded.
std::string view_text(const ViewRecords& records, const ViewFormat& format, bool header);
/// {"COMMAND":"bjobs","JOBS":1,"RECORDS":[{"JOBID":"1",...}]}: every value is a string.
std::string view_json(const ViewRecords& records, const ViewFormat& format);
/// The same with a second table behind it, all of its fields:
/// ..."LEASES":1,"LEASES_RECORDS":[...]}.
std::string view_json(const ViewRecords& records, const ViewFormat& format,
                      const ViewRecords& more);

}  // namespace mcsim::views
