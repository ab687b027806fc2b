// SPDX-License-Identifier: Apache-2.0
// ZIP archives as far as .npz files need them: members that are stored or deflated, with 64-bit sizes, without
// encryption.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tenon::cli {

using ZipMembers = std::vector<std::pair<std::string, std::vector<std::byte>>>;

/// All members in the order of the directory, each checked against its CRC. Throws Error kArrayFile.
ZipMembers readZip(std::span<std::byte const> file, std::string const& what);
/// Stored members, the same bytes at each call. Throws Error kFileWrite.
void writeZip(std::string const& path, ZipMembers const& members);

} // namespace tenon::cli
