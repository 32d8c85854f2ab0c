// The files of an LSF configuration directory that are not read, each of which is told once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcsim/config/lsf/conf_files.hpp"

namespace mcsim::config {

/// A file that LSF knows and this version does not simulate, and what it is about:
/// "lsb.serviceclasses (service classes)"; none: `name` is no such file. Names: IBM Spectrum LSF
/// 10.1 Configuration Reference.
std::optional<std::string> unread_file(std::string_view name);

/// Whether `name` is `base`, or that with an ending: lsf.task.c1, lsb.queues.old, lsb.queues~.
bool is_like(std::string_view name, std::string_view base);

/// Looks through the directory, and through its folder `below`, for files whose names look like
/// those of LSF and that `found` does not have: adds those that LSF knows, and warnings of the
/// others. Those without effect here, and copies, are one warning.
void note_other_files(FoundConfFiles& found, const std::string& directory,
                      const std::string& shown_name, const std::string& below);

}  // namespace mcsim::config
