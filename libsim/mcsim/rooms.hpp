// The rooms from the ground up: the one list of them. Each is a folder and a namespace. A room sees
// the names of those that it is said to use here and of all that they use; tools/check_rooms
// refuses an include of any other. Rooms with rooms of their own are one namespace, and the comment
// behind them has the inner ones, from the ground up.
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
namespace app {  // base run compare explain elim command
using namespace views;
}

}  // namespace mcsim
