// SPDX-License-Identifier: Apache-2.0
// The standard plugins: one folder NAME for each name that TensorRT's plugin library has, with NAME/NAME.cpp, which
// defines `void NAME(List&)` in tenon::plugins and adds the creators of its versions. The build finds the folders.
#pragma once

#include "plugin/standard.h"
#include "tenon/plugin_base.h"

#include <memory>

namespace tenon::plugins {

using plugin::Standard;
using List = std::vector<Standard>;

/// Versions 1, 2, ... of one struct, which has its number as O::version().
template <class Creator, class O>
Standard standardOf() {
    return {std::make_unique<Creator>(), {O::name(), O::version(), ""}, O::traits()};
}
template <class O>
void addV2(List& list) {
    list.push_back(standardOf<author::CreatorV2<O>, O>());
}
template <class O>
void addV3(List& list) {
    list.push_back(standardOf<author::CreatorV3<O>, O>());
}

} // namespace tenon::plugins
