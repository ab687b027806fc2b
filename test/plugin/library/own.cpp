// SPDX-License-Identifier: Apache-2.0
// A library that registers its creator by itself and exports nothing.
#include "../scale.h"

namespace {
struct Creator : test::CreatorV3<test::ScaleNewest> {
    Creator() : CreatorV3("FromLibrary") {}
};
REGISTER_TENSORRT_PLUGIN(Creator);
} // namespace
