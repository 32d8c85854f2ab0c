// The rooms from the ground up: the one list of them. Each is a folder and a namespace. A room sees
// the names of the rooms that it uses here, and of all that these use; tools/check_rooms refuses an
// include of any other. A room with inner rooms is one namespace; the comment behind it lists the
// inner rooms, from the ground up.
#pragma once

namespace mcsim {

namespace base {}
namespace text {
using namespace base;
}
namespace model {
using namespace text;
}
namespace policy {
using namespace model;
}
namespace kernel {
using namespace base;
}
namespace statistics {
using namespace base;
}
namespace baseline {
using namespace policy;
using namespace kernel;
}  // namespace baseline
namespace registry {
using namespace baseline;
}
namespace lim {
using namespace registry;
}
namespace pam {
using namespace registry;
}
namespace trace {
using namespace registry;
}
namespace config {  // values vocabulary lsf settings scenario
using namespace lim;
using namespace pam;
using namespace trace;
}  // namespace config
namespace scheduler {
using namespace config;
}
namespace leasing {
using namespace scheduler;
}
namespace forwarding {
using namespace leasing;
}
namespace cluster {
using namespace forwarding;
}
namespace handlers {  // jobs forwarding leasing load
using namespace cluster;
}
namespace simulation {
using namespace handlers;
}
namespace results {
using namespace simulation;
}
namespace views {
using namespace results;
}
namespace report {
using namespace views;
}
namespace app {  // base program run cells compare sweep explain history report elim bench command
using namespace report;
using namespace statistics;
}  // namespace app

}  // namespace mcsim
