// SPDX-License-Identifier: Apache-2.0
// Which operands a Scan takes apart, and along which axes it slices and stacks (the fields of ONNX Scan): the
// operator's attributes, which the run time reads too.
#pragma once

#include "base/reflect.h"

#include <cstdint>
#include <vector>

namespace tenon {

struct ScanAxes {
    int64_t scanInputs = 0;                ///< how many operands are scanned
    std::vector<int64_t> inputAxes;        ///< one a scanned tensor, or empty: 0
    std::vector<int64_t> inputDirections;  ///< 1: from the last slice to the first; empty: 0
    std::vector<int64_t> outputAxes;       ///< one a scan output, or empty: 0
    std::vector<int64_t> outputDirections; ///< 1: the first turn's slice comes last; empty: 0

    template <class Self, class V>
    static void reflect(Self& self, V& visit) {
        visit("num_scan_inputs", self.scanInputs);
        visit("scan_input_axes", self.inputAxes);
        visit("scan_input_directions", self.inputDirections);
        visit("scan_output_axes", self.outputAxes);
        visit("scan_output_directions", self.outputDirections);
    }
};

} // namespace tenon
