// SPDX-License-Identifier: Apache-2.0
// Reference optional_has_element.
#include "kernel/reference.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace optional_has_element {
namespace {

bool run(NoAttrs const&, Args const& args) {
    Box const* box = args.inputs[0].box;
    *args.outputs[0].as<bool>() = box == nullptr || box->kind != Kind::kOptional || !box->items.empty();
    return true;
}

} // namespace
} // namespace optional_has_element

void optional_has_element_ref(KernelTable& table) {
    table.add(referenceKernel<NoAttrs>("optional_has_element", "optional_has_element.ref", optional_has_element::run));
}

} // namespace tenon::ops
