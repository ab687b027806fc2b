// SPDX-License-Identifier: Apache-2.0
// The files of a new plugin. @NAME@ stands for its name, @ADD@ for the call that adds it to a network, @CREATOR@ for
// the class of its creator.
#pragma once

namespace tenon::cli {

extern char const* const kPluginV3;
extern char const* const kPluginV2;
extern char const* const kPluginBase;
extern char const* const kPluginTest;
extern char const* const kPluginCMake;
extern char const* const kPluginSpec;
extern char const* const kPluginReference;
extern char const* const kPluginCi;

} // namespace tenon::cli
