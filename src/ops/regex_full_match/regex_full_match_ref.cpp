// SPDX-License-Identifier: Apache-2.0
// Reference regex_full_match.
#include "ops/regex_full_match/regex_full_match.h"

#include "kernel/reference.h"
#include "kernel/regex.h"
#include "kernel/table.h"

namespace tenon::ops {
namespace regex_full_match {
namespace {

bool run(Attributes const& a, Args const& args) {
    Regex const regex(a.pattern);
    bool* to = args.outputs[0].as<bool>();
    for (std::string const& text : args.inputs[0].box->strings)
        *to++ = regex.matches(text);
    return true;
}

} // namespace
} // namespace regex_full_match

void regex_full_match_ref(KernelTable& table) {
    table.add(referenceKernel<regex_full_match::Attributes>("regex_full_match", "regex_full_match.ref",
                                                            regex_full_match::run));
}

} // namespace tenon::ops
