// Reads or makes a key.
#include "mcsim/app/history/anonymise_key.hpp"

#include <unistd.h>

#include <filesystem>

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t longest_key = std::size_t{1} << 16;
constexpr std::size_t bytes_of_new_key = 32;

}  // namespace

Expected<std::string, Diagnostics> anonymise_key(const std::string& file, Diagnostics& said) {
  if (file.empty()) {
    std::string key(bytes_of_new_key, '\0');
    if (::getentropy(key.data(), key.size()) != 0)
      return refusal("--anonymise", "the system has no random numbers for a key");
    return key;
  }
  auto key = read_file(file, file, longest_key);
  if (!key) return Unexpected(key.error());
  if (key->size() < shortest_key)
    return refusal(file, "a key has at least " + std::to_string(shortest_key) +
                             " bytes, as from: head -c 32 /dev/urandom > " + file);
  namespace fs = std::filesystem;
  std::error_code failed;
  const auto others = fs::perms::group_all | fs::perms::others_all;
  if ((fs::status(file, failed).permissions() & others) != fs::perms::none) {
    Diagnostic warning =
        about_file(file, "others may read this key, and with it try names: chmod 600");
    warning.severity = Severity::warning;
    said.add(std::move(warning));
  }
  return std::move(*key);
}

}  // namespace mcsim::app
