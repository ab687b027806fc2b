// SPDX-License-Identifier: Apache-2.0
// Reference optional_get_element.
#include "kernel/elements.h"
#include "kernel/evaluate.h"
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional_get_element {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Tensor from = args.inputs[0];
    if (from.box != nullptr && from.box->kind == Kind::kOptional) {
        if (from.box->items.empty())
            return args.failure->set(Message::kOptionalEmpty, "the optional holds no value");
        from = tensorOf(from.box->items.front());
    }
    if (args.outputs[0].box == nullptr)
        return copyAll(from, args.outputs[0], args.failure);
    *args.outputs[0].box = boxOf(from);
    return true;
}

} // namespace
} // namespace optional_get_element

void optional_get_element_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("optional_get_element", "optional_get_element.ref", optional_get_element::run));
}

} // namespace tenon::ops
