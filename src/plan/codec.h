// SPDX-License-Identifier: Apache-2.0
// The engine file: header, section table, and three sections (info, structure, weights). Every section and the header
// carry a hash. The weight section begins at a multiple of 4096, so that a mapped file is used in place. The same Plan
// gives the same bytes. Reading takes hostile bytes: it ends in a Plan that passed verify() or in one Error (TN-070 to
// TN-078), and allocates no more than a small multiple of the structure section.
#pragma once

#include "plan/plan.h"

#include <string_view>

namespace tenon::plan {

inline constexpr uint32_t kFormat = 2; ///< version of the file's layout

/// Writes the file by way of a temporary name; an existing file is untouched when it fails. Weights are not copied on
/// the way. Returns the bytes written.
int64_t writePlan(Plan const& plan, std::string const& path);
std::vector<std::byte> encodePlan(Plan const& plan);

/// `name` is the file's, for messages. Weights stay in `file`, which is held as long as the Plan.
Plan readPlan(Buffer file, std::string_view name = {});
/// The info section alone: checks the header and that section, takes engines of every device.
Info readInfo(Buffer const& file, std::string_view name = {});

} // namespace tenon::plan
