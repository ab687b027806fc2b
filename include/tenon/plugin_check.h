// SPDX-License-Identifier: Apache-2.0
// The checker of plugins for programs and tests: what `tenon plugin check` does, with a reference function in C++.
// docs/plugin_check.md has the faults that it finds. From C++14 on, at every level.
#ifndef TENON_PLUGIN_CHECK_H
#define TENON_PLUGIN_CHECK_H

#include "NvInferRuntime.h"

extern "C" {

//! A tensor of host memory, row-major.
struct TenonCheckTensor {
    void* data;
    int32_t dtype; //!< nvinfer1::DataType
    int32_t nbDims;
    int64_t const* dims;
};

//! What to check, and how. Zeros are good defaults.
struct TenonCheckOptions {
    char const* library;  //!< A plugin library; null: the creators that are registered in this program.
    char const* creator;  //!< A name; null: all of them.
    char const* specJson; //!< The text of a spec, without a reference; null: none.
    char const* skip;     //!< "ID=REASON", several separated by ';'; null: none.
    double seconds;       //!< Limit of each probe; 0: 10.
    //! Fills `outputs` with what the plugin should give for `inputs`, or null. It is called in this process.
    void (*reference)(void* user, TenonCheckTensor const* inputs, int32_t nbInputs, TenonCheckTensor const* outputs,
                      int32_t nbOutputs);
    void* user; //!< Its first argument.
};

//! Prints what it finds on standard output. Returns the number of findings; -1 when nothing could be checked, -2 when
//! the library or the spec cannot be used. Forks: no other thread may hold locks that a plugin takes. The plugins are
//! taken to run on the CPU.
TENSORRTAPI int32_t tenon_plugin_check(TenonCheckOptions const* options) noexcept;

} // extern "C"

#endif // TENON_PLUGIN_CHECK_H
