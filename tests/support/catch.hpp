// The test framework, whichever major version is installed; tests stay in the common subset.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;  // as version 2 has it
#else
#include <catch2/catch.hpp>
#endif

#include "support/rooms.hpp"
