// SPDX-License-Identifier: Apache-2.0
// RegexFullMatch of the default domain.
#include "onnx/importer.h"
#include "ops/regex_full_match/regex_full_match.h"

namespace tenon::ops {

void regex_full_match_onnx(onnx::ImporterTable& table) {
    table.add("", "RegexFullMatch", 20, onnx::importAs<regex_full_match::Attributes, "regex_full_match">);
}

} // namespace tenon::ops
