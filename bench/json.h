// SPDX-License-Identifier: Apache-2.0
// The JSON library, for benchmarks that write documents by hand.
#pragma once

#include "harness.h"

#include <nlohmann/json.hpp>
