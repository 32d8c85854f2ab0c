// Puts into words what a policy has thrown.
#include "mcsim/base/policy_mistake.hpp"

#include <exception>
#include <new>

#include "mcsim/base/run_failed.hpp"

namespace mcsim::base {

void blame_policy(std::string_view policy, std::string_view asked) {
  const std::string said = std::string(asked) + ", and ";
  try {
    throw;
  } catch (const PolicyMistake&) {
    throw;
  } catch (const RunFailed&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& thrown) {
    throw PolicyMistake(policy, said + "threw: " + thrown.what());
  } catch (...) {
    throw PolicyMistake(policy, said + "threw something that is no exception");
  }
}

}  // namespace mcsim::base
