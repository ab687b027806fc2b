// SPDX-License-Identifier: Apache-2.0
// How a user follows the progress of a build.
#ifndef TENON_NV_PROGRESS_H
#define TENON_NV_PROGRESS_H

#include "NvInferRuntimeBase.h"

TENON_NV_BEGIN
namespace nvinfer1 TENON_NV_VISIBILITY {

//! What a user implements to follow a build and to stop it (since 10). Phases nest. Calls come from the building thread
//! and from its helpers, so an implementation must be safe under concurrent calls.
class IProgressMonitor : public IVersionedInterface {
public:
    IProgressMonitor() = default;
    virtual ~IProgressMonitor() noexcept = default;

    //! Name and version of this interface.
    InterfaceInfo getInterfaceInfo() const override { return InterfaceInfo{"IProgressMonitor", 1, 0}; }

    //! A phase of nbSteps steps starts inside parentPhase; parentPhase is null for an outermost phase.
    virtual void phaseStart(char const* phaseName, char const* parentPhase, int32_t nbSteps) = 0;

    //! Step `step` of the phase, counted from 0, is done. False asks the build to stop; it then returns no engine.
    virtual bool stepComplete(char const* phaseName, int32_t step) = 0;

    //! The phase ends. When a build stops, not all its steps were reported.
    virtual void phaseFinish(char const* phaseName) = 0;
};

namespace v_1_0 {
using nvinfer1::IProgressMonitor;
} // namespace v_1_0

} // namespace nvinfer1
TENON_NV_END

#endif // TENON_NV_PROGRESS_H
