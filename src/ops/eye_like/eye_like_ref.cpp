// SPDX-License-Identifier: Apache-2.0
// Reference eye_like.
#include "base/half.h"
#include "kernel/elements.h"
#include "kernel/reference.h"
#include "kernel/table.h"
#include "ops/eye_like/eye_like.h"

namespace tenon::ops {
namespace eye_like {
namespace {

bool run(Attributes const& a, Args const& args) {
    Tensor const& out = args.outputs[0];
    int64_t const columns = out.dims[1];
    bool const known = withType(out.dtype, [&](auto sample) {
        using T = decltype(sample);
        for (int64_t i = 0; i < out.elements(); ++i)
            if constexpr (std::is_arithmetic_v<T>)
                out.as<T>()[i] = static_cast<T>(i % columns - i / columns == a.k);
            else
                out.as<T>()[i] = T(i % columns - i / columns == a.k ? 1.0f : 0.0f);
    });
    return known || args.failure->set(Message::kRunFailed, "eye_like: this element type has no number 1");
}

} // namespace
} // namespace eye_like

void eye_like_ref(KernelTable& table) {
    table.add(referenceKernel<eye_like::Attributes>("eye_like", "eye_like.ref", eye_like::run));
}

} // namespace tenon::ops
