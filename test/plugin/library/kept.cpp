// SPDX-License-Identifier: Apache-2.0
// A library that registers its creators by itself, and that the loader can take out of the process again. Both double.
#include <tenon/plugin_base.h>

namespace {

struct Kept : tenon::author::Op {
    static char const* name() { return "Kept"; }
    int32_t run(tenon::author::Call const& call) const {
        for (int64_t i = 0, n = tenon::author::volume(call.dims(0)); i < n; ++i)
            call.output<float>(0)[i] = 2 * call.input<float>(0)[i];
        return 0;
    }
};
struct KeptOlder : Kept {
    static char const* name() { return "KeptOlder"; }
};
TENON_REGISTER_PLUGIN_V3(Kept);
TENON_REGISTER_PLUGIN_V2(KeptOlder);

} // namespace
