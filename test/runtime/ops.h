// SPDX-License-Identifier: Apache-2.0
// Operators that exist for the tests of the run time only, and a table that has them beside a few real ones:
//   test_scale: f32 x -> 2x, any shape, may work in place; kernels "test_scale.any", "test_scale.fixed" (for one
//   shape); test_fail: refuses its data, with a text; test_spread: x -> x, element by element over the pool's threads;
//   test_evens: i64[n] -> the even elements: the number of results is known only after the run.
#pragma once

#include "kernel/table.h"
#include "runtime/engine.h"

#include <atomic>
#include <functional>
#include <memory>

namespace tenon::test {

KernelTable const& testTable();
/// Instances of test_scale.fixed made so far.
std::atomic<int>& fixedMade();

/// The engine of a plan that was written and read again.
std::shared_ptr<runtime::Engine> loaded(plan::Plan const& plan, KernelTable const& table = testTable());
/// What `fn` throws; an Error without an id when it throws none.
Error errorOf(std::function<void()> const& fn);

} // namespace tenon::test
