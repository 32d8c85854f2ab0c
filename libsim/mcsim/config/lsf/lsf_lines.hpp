// The logical lines of LSF's files: physical lines joined, comments removed, and for every letter
// the place where it stood.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/lsf/lsf_file.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::config {

/// One logical line. All white space in it is blanks, and none stand at its end.
struct LsfLine {
  /// Letters that stood side by side in the file.
  struct Stretch {
    std::size_t from = 0;  ///< in `text`
    JsonPlace place;
  };

  std::string text;
  std::vector<Stretch> stretches;
  bool conditional = false;  ///< it holds only some of the time

  /// Where the letter at `offset` stood.
  JsonPlace at(std::size_t offset) const;
  /// The letters from `offset` on, `length` of them, as a word.
  LsfWord word(std::size_t offset, std::size_t length) const {
    return {text.substr(offset, length), at(offset)};
  }
};

/// Hands out the lines that are not blank, one by one. Warns of `#if time(...)` and #INCLUDE,
/// which would change what the file says; all other `#` outside of double quotes start comments.
/// Of `#if time(...)` up to `#endif` only the lines before `#else` or `#elif` are handed out.
class LsfLines {
 public:
  /// Both must outlive this value.
  LsfLines(std::string_view text, Complaints& complaints);

  bool next(LsfLine& line);

 private:
  void read(LsfLine& line);
  void check_directive();
  void check_condition(std::string_view directive);
  bool has_endif() const;
  void join(LsfLine& line);
  void skip_comment();
  void start_stretch(LsfLine& line) const;
  bool takes_line_end();
  bool is_joint() const;
  bool at_end() const { return position_ >= text_.size(); }

  std::string_view text_;
  Complaints& complaints_;
  std::size_t position_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  bool in_condition_ = false;
  bool in_other_branch_ = false;
};

}  // namespace mcsim::config
